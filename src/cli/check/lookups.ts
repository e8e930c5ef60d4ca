// Asks the DNS about a domain. A name that has no answer has an empty list.
import { Resolver as SystemResolver } from 'node:dns/promises';
import { systemClock } from '#adapters/clock.ts';
import { createQuery, createResolver } from '#adapters/dns/resolver.ts';
import type { Resolver } from '#service/ports.ts';

export interface Lookups extends Resolver {
  /** The mail exchangers of a domain, the preferred first. */
  readonly findExchangers: (domain: string) => Promise<readonly string[]>;
  /** The servers of a service such as `_imaps._tcp.example.org`, the preferred first. */
  readonly findServices: (name: string) => Promise<readonly { readonly host: string; readonly port: number }[]>;
}

const TIMEOUT_MS = 3_000;

export function createLookups(): Lookups {
  const system = new SystemResolver({ timeout: TIMEOUT_MS, tries: 2 });
  const orNone = <Found>(answer: Promise<readonly Found[]>): Promise<readonly Found[]> => answer.catch(() => []);
  return {
    ...createResolver(createQuery(), systemClock),
    findExchangers: async domain => {
      const found = await orNone(system.resolveMx(domain));
      // A single dot: the domain takes no mail (RFC 7505).
      return found
        .toSorted((a, b) => a.priority - b.priority)
        .flatMap(({ exchange }) => (exchange === '' ? [] : exchange));
    },
    findServices: async name => {
      const found = await orNone(system.resolveSrv(name));
      const sorted = found.toSorted((a, b) => a.priority - b.priority || b.weight - a.weight);
      // A single dot: there is no such service (RFC 2782).
      return sorted.flatMap(({ name: host, port }) => (host === '' ? [] : { host, port }));
    },
  };
}
