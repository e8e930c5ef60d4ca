// Asks the DNS about a domain. A name that has no answer has an empty list.
import { Resolver } from 'node:dns/promises';

export interface Lookups {
  /** The mail exchangers of a domain, the preferred first. */
  readonly findExchangers: (domain: string) => Promise<readonly string[]>;
  /** The servers of a service such as `_imaps._tcp.example.org`, the preferred first. */
  readonly findServices: (name: string) => Promise<readonly { readonly host: string; readonly port: number }[]>;
  /** The texts of a name. */
  readonly findTexts: (name: string) => Promise<readonly string[]>;
}

const TIMEOUT_MS = 3_000;

export function createLookups(): Lookups {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 2 });
  const orNone = <Found>(answer: Promise<readonly Found[]>): Promise<readonly Found[]> => answer.catch(() => []);
  return {
    findExchangers: async domain => {
      const found = await orNone(resolver.resolveMx(domain));
      // A single dot: the domain takes no mail (RFC 7505).
      return found
        .toSorted((a, b) => a.priority - b.priority)
        .flatMap(({ exchange }) => (exchange === '' ? [] : exchange));
    },
    findServices: async name => {
      const found = await orNone(resolver.resolveSrv(name));
      const sorted = found.toSorted((a, b) => a.priority - b.priority || b.weight - a.weight);
      // A single dot: there is no such service (RFC 2782).
      return sorted.flatMap(({ name: host, port }) => (host === '' ? [] : { host, port }));
    },
    findTexts: async name => (await orNone(resolver.resolveTxt(name))).map(parts => parts.join('')),
  };
}
