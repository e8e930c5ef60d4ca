// Parses delivery reports (RFC 3464, or words) of mail servers about mail that was not delivered.
import type { DeliveryReport, ReportedRecipient } from '#core/mail/incoming.ts';
import { textOfBytes } from '#mime/decode.ts';
import { parseHeaders, valuesOf } from './headers.ts';
import { parseMessageIds } from './fields/addresses.ts';
import type { Part } from './structure.ts';

/** Limits, above what servers write: bytes of a part, recipients, characters of an answer. */
const MOST_BYTES = 64_000;
const MOST_RECIPIENTS = 20;
const MOST_CHARACTERS = 2_000;

const STATUS = /^message\/(global-)?delivery-status$/;
/** The header of the returned mail, alone or with the mail. */
const RETURNED = /^(text\/rfc822-headers|message\/(rfc822|rfc822-headers|global|global-headers))$/;

/** null: it is no such report. */
export function parseDeliveryReport(root: Part): DeliveryReport | null {
  const status = root.children.find(({ type }) => STATUS.test(type));
  if (status === undefined) return null;
  const returned = root.children.find(({ type }) => RETURNED.test(type));
  return {
    recipients: recipientsIn(decoded(status)),
    messageIds:
      returned === undefined ? [] : valuesOf(parseHeaders(decoded(returned)), 'message-id').flatMap(parseMessageIds),
  };
}

/** The beginning of a server's answer, by its code: `550 5.1.1 …`, `(#5.1.1)`. */
const ANSWER = /\b[245]\d\d[ -]|\(?#?[245]\.\d{1,3}\.\d{1,3}\b/;

/**
 * A report in words alone, as qmail and some gateways write it. It names no recipient that can be believed, so only the address it
 * was sent to tells whose mail came back.
 */
export function readPlainReport(text: string): DeliveryReport {
  const beginning = text.slice(0, MOST_CHARACTERS);
  const diagnostic = beginning.slice(Math.max(0, beginning.search(ANSWER)));
  const [status = ''] = /[245]\.\d{1,3}\.\d{1,3}/.exec(diagnostic) ?? [];
  return { recipients: [{ addresses: [], action: 'failed', status, diagnostic }], messageIds: [] };
}

const decoded = ({ body, encoding }: Part): Buffer => {
  const bytes = body.subarray(0, MOST_BYTES);
  return encoding === 'base64' || encoding === 'quoted-printable'
    ? Buffer.from(textOfBytes(bytes, encoding, 'utf-8'))
    : bytes;
};

/** Groups of fields with blank lines between them: of the mail, then of each recipient. */
function recipientsIn(status: Buffer): readonly ReportedRecipient[] {
  const groups = status
    .toString('latin1')
    .replace(/\r\n?/g, '\n')
    .split(/\n[ \t]*\n/);
  return groups.slice(0, MOST_RECIPIENTS + 1).flatMap(group => {
    const fields = parseHeaders(Buffer.from(`${group.trim()}\n\n`, 'latin1'));
    const written = (name: string): string => valuesOf(fields, name)[0]?.trim() ?? '';
    const first = (name: string): string => written(name).toLowerCase();
    const addresses = ['original-recipient', 'final-recipient'].flatMap(name => {
      // `rfc822;alice@example.test` → that address.
      const value = first(name);
      const address = value.slice(value.indexOf(';') + 1).replace(/[<>\s]/g, '');
      return address.includes('@') ? [address] : [];
    });
    if (addresses.length === 0) return [];
    const diagnostic = written('diagnostic-code').slice(0, MOST_CHARACTERS);
    return [{ addresses, action: first('action'), status: first('status'), diagnostic }];
  });
}
