// Looks for the DNS records by which other servers accept mails of the service.
import type { Lookups } from './lookups.ts';

/** The domain and the selector of a signature (RFC 6376). */
export interface Signature {
  readonly domain: string;
  readonly selector: string;
}

/** Reads the DKIM signatures in the header of a mail. Only their places in the DNS count here. */
export function readSignatures(header: string): readonly Signature[] {
  const unfolded = header.replaceAll(/\r?\n[ \t]+/g, ' ');
  return [...unfolded.matchAll(/^DKIM-Signature:(.*)$/gim)].flatMap(([, tags = '']) => {
    const [domain, selector] = ['d', 's'].map(
      name => new RegExp(`(?:^|;)\\s*${name}\\s*=\\s*([\\w.-]+)`).exec(tags)?.[1],
    );
    return domain === undefined || selector === undefined ? [] : [{ domain: domain.toLowerCase(), selector }];
  });
}

/** A record of the DNS. */
export interface DnsRecord {
  readonly name: 'MX' | 'SPF' | 'DKIM' | 'DMARC';
  /** The operator should act. */
  readonly isMissing: boolean;
  /** The record, or what to put there. One line or two. */
  readonly text: string;
}

/** null: there is none. undefined: the DNS does not answer. */
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
