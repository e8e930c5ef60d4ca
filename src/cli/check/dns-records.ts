// The DNS of a mail address, the name servers of this machine, and the certificates of servers.
import { Resolver as SystemResolver } from 'node:dns/promises';
import { type ConnectionOptions, checkServerIdentity } from 'node:tls';
import { systemClock } from '#adapters/clock.ts';
import { createQuery, createResolver } from '#adapters/dns/resolver.ts';
import { DAY_MS, type Instant } from '#core/kernel/time.ts';
import type { Finding, Resolver } from '#service/ports.ts';

/** Checks that the name servers of the machine answer, which the verification of senders needs. */
export async function checkNameServers({ resolveTxt }: Resolver, address: string): Promise<readonly Finding[]> {
  const name = `_dmarc.${address.slice(address.lastIndexOf('@') + 1)}`;
  const answer = await resolveTxt(name);
  if (answer.kind !== 'failed') return [];
  const what = `the name servers of this machine do not answer for ${name} (${answer.why}): without them verifyDkim proves no sender.`;
  return [{ level: 'warn', where: 'DNS', what }];
}

/** Asks the DNS about a domain. A name that has no answer has an empty list. */
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

/** Warns before a mail server's certificate expires: mail stops on that day. */
const SOON_MS = 14 * DAY_MS;

export interface CertificateWatch {
  /** To be among the options of the connection, also of one that begins in plain text. */
  readonly tls: Pick<ConnectionOptions, 'checkServerIdentity'>;
  /** When the shown certificate ends. null: none was shown. */
  readonly endsAt: () => Instant | null;
}

export function createCertificateWatch(): CertificateWatch {
  let endsAt: Instant | null = null;
  return {
    tls: {
      checkServerIdentity: (host, certificate) => {
        endsAt = Date.parse(certificate.valid_to);
        return checkServerIdentity(host, certificate);
      },
    },
    endsAt: () => endsAt,
  };
}

export function findEndingCertificate(where: string, endsAt: Instant | null, now: Instant): readonly Finding[] {
  if (endsAt === null || endsAt - now > SOON_MS) return [];
  const days = Math.max(0, Math.floor((endsAt - now) / DAY_MS));
  const left = days === 0 ? 'within a day' : days === 1 ? 'in 1 day' : `in ${days} days`;
  const date = new Date(endsAt).toISOString().slice(0, 10);
  return [
    { level: 'warn', where, what: `The server's certificate ends ${left}, on ${date}: renew it, or no mail goes.` },
  ];
}

/** The domain and the selector of a signature (RFC 6376). */
export interface Signature {
  readonly domain: string;
  readonly selector: string;
}

/** Reads the DKIM signatures in the header of a mail. Only their places in the DNS count here. */
export function readSignatures(header: string): readonly Signature[] {
  const unfolded = header.replaceAll(/\r?\n[ \t]+/g, ' ');
  return [...unfolded.matchAll(/^DKIM-Signature:(.*)$/gim)].flatMap(([, tags = '']) => {
    const domain = /(?:^|;)\s*d\s*=\s*([\w.-]+)/.exec(tags)?.[1];
    const selector = /(?:^|;)\s*s\s*=\s*([\w.-]+)/.exec(tags)?.[1];
    return domain === undefined || selector === undefined ? [] : [{ domain: domain.toLowerCase(), selector }];
  });
}

interface DnsRecord {
  readonly name: 'MX' | 'SPF' | 'DKIM' | 'DMARC';
  /** The operator should act. */
  readonly isMissing: boolean;
  /** The record, or what to put there. One line or two. */
  readonly text: string;
}

/** null: there is no record. undefined: the DNS does not answer. */
type Found = string | null | undefined;

/** `signatures`: of a mail of the service. null: no such mail was seen. */
export async function inspectDnsRecords(
  domain: string,
  signatures: readonly Signature[] | null,
  { findExchangers, resolveTxt }: Pick<Lookups, 'findExchangers' | 'resolveTxt'>,
): Promise<readonly DnsRecord[]> {
  const find = async (name: string, start: RegExp): Promise<Found> => {
    const answer = await resolveTxt(name);
    if (answer.kind === 'failed') return undefined;
    return (answer.kind === 'found' ? answer.records.find(text => start.test(text)) : undefined) ?? null;
  };
  const [spf, dmarc] = [await find(domain, /^v=spf1\b/i), await find(`_dmarc.${domain}`, /^v=DMARC1\b/i)];
  // Without an answer about SPF the absence of exchangers means nothing.
  const exchangers = (await findExchangers(domain)).join(', ');
  const found = exchangers === '' ? (spf === undefined ? undefined : null) : exchangers;
  return [
    toRecord('MX', found, `mail to ${domain} finds no server. Name the server that receives your mail.`),
    toRecord('SPF', spf, `if only the server of the MX sends your mail:\n${domain}. TXT "v=spf1 mx -all"`),
    await inspectSignatures(domain, signatures, find),
    toRecord('DMARC', dmarc, `to begin with:\n_dmarc.${domain}. TXT "v=DMARC1; p=none"`),
  ];
}

function toRecord(name: DnsRecord['name'], found: Found, advice: string): DnsRecord {
  if (found === undefined) return { name, isMissing: false, text: 'not known, since the DNS does not answer' };
  return found === null
    ? { name, isMissing: true, text: `missing: ${advice}` }
    : { name, isMissing: false, text: found };
}

async function inspectSignatures(
  domain: string,
  signatures: readonly Signature[] | null,
  find: (name: string, start: RegExp) => Promise<Found>,
): Promise<DnsRecord> {
  const name = 'DKIM';
  if (signatures === null) return { name, isMissing: false, text: 'not known, since no mail of the service was seen' };
  const own = signatures.find(({ domain: signer }) => domain === signer || domain.endsWith(`.${signer}`));
  if (own === undefined) {
    const advice = 'Your SMTP server should sign, as rspamd and OpenDKIM do.';
    return { name, isMissing: true, text: `the test mail has no signature of ${domain}. ${advice}` };
  }
  const place = `${own.selector}._domainkey.${own.domain}`;
  const key = await find(place, /\bp=/);
  const record = toRecord(name, key, `the test mail is signed, but there is no key at ${place}.`);
  return key === null || key === undefined ? record : { ...record, text: `signed, with the key at ${place}` };
}
