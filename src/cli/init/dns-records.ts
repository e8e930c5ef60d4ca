// Looks for the DNS records by which other servers accept mails of the service, and words those that are missing.
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

/** One line or two about each record. `signatures`: null if no mail of the service was seen. */
export async function describeDnsRecords(
  domain: string,
  signatures: readonly Signature[] | null,
  { findExchangers, findTexts }: Lookups,
): Promise<readonly string[]> {
  const exchangers = await findExchangers(domain);
  const find = async (name: string, start: RegExp): Promise<string | undefined> =>
    (await findTexts(name)).find(text => start.test(text));
  const [spf, dmarc] = [await find(domain, /^v=spf1\b/i), await find(`_dmarc.${domain}`, /^v=DMARC1\b/i)];
  return [
    exchangers.length === 0
      ? `MX: missing. Mail to ${domain} finds no server. It is the name of the server that receives your mail.`
      : `MX: ${exchangers.join(', ')}`,
    spf === undefined
      ? `SPF: missing. If only the server of the MX sends your mail:\n  ${domain}. TXT "v=spf1 mx -all"`
      : `SPF: ${spf}`,
    ...(await describeSignatures(domain, signatures, find)),
    dmarc === undefined
      ? `DMARC: missing. To begin with:\n  _dmarc.${domain}. TXT "v=DMARC1; p=none"`
      : `DMARC: ${dmarc}`,
  ];
}

async function describeSignatures(
  domain: string,
  signatures: readonly Signature[] | null,
  find: (name: string, start: RegExp) => Promise<string | undefined>,
): Promise<readonly string[]> {
  if (signatures === null) return ['DKIM: not known, since no mail of the service was seen.'];
  const own = signatures.find(({ domain: signer }) => domain === signer || domain.endsWith(`.${signer}`));
  if (own === undefined)
    return [`DKIM: the test mail had no signature of ${domain}. Your SMTP server should sign (rspamd or OpenDKIM do).`];
  const name = `${own.selector}._domainkey.${own.domain}`;
  const key = await find(name, /\bp=/);
  return [
    key === undefined
      ? `DKIM: the test mail is signed, but its key is missing: ${name}. TXT. Your SMTP server shows what to put there.`
      : `DKIM: signed, with the key at ${name}`,
  ];
}
