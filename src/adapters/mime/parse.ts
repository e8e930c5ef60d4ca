// Parses the bytes of a mail into Incoming: headers, parts and their texts.
// Every pass is linear in the mail, so that nothing in it is expensive or lost.
import { createHash } from 'node:crypto';
import type { Header, Incoming, NamedAddress } from '#core/mail/incoming.ts';
import { limits } from '#core/kernel/limits.ts';
import { decodeWords, inLetters, textOfBytes } from '#mime/decode.ts';
import { parseAddresses, parseMessageIds } from './fields/addresses.ts';
import { findBody, unflow } from './body.ts';
import { cutHeaders, isBeyondLimits, parseHeaders, valuesOf } from './headers.ts';
import { MAX_HTML_LENGTH, textOfHtml } from './html.ts';
import { isBounce } from '#core/mail/gates.ts';
import { parseDeliveryReport, readPlainReport } from './delivery-report.ts';
import { type Part, structureOf } from './structure.ts';

/** Throws on a mail that cannot be read at all. */
export function parse(raw: Uint8Array, size: number): Incoming {
  const source = normaliseLineEnds(raw);
  const headers = parseHeaders(source);
  if (isBeyondLimits(headers)) throw new Error('the header is beyond every limit');
  const root = structureOf(source);
  const text = letterOf(root).slice(0, limits.textLength * 2);
  const known = envelopeOf(cutHeaders(headers));
  const report = parseDeliveryReport(root) ?? (isBounce(known) ? readPlainReport(text) : null);
  return { ...known, text, size, digest: digestOf(known, source), ...(report === null ? {} : { report }) };
}

/** A mail with the line ends of old Macs gets ours. */
function normaliseLineEnds(raw: Uint8Array): Buffer {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  return bytes.includes(0x0a) ? bytes : Buffer.from(bytes.toString('latin1').replace(/\r/g, '\n'), 'latin1');
}

function letterOf(root: Part): string {
  const { plain, html } = findBody(root);
  const text = plain.map(plainText).join('\n');
  // Some programs put nothing into the plain part, or a sentence that says to read the other one.
  const visible = text.replace(/[\s\u00a0\u00ad\u200b-\u200f\u2060\ufeff]+/g, ' ').trim();
  const isStub = visible === '' || (visible.length < 300 && STUB.test(visible));
  if (html.length === 0 || !isStub) return text;
  let charactersLeft = MAX_HTML_LENGTH;
  const pieces = html.map(part => {
    const piece = charactersLeft > 0 ? textOf(part).slice(0, charactersLeft) : '';
    charactersLeft -= piece.length;
    return piece === '' ? '' : textOfHtml(piece);
  });
  const fromHtml = pieces.join('\n');
  return fromHtml.trim() === '' ? text : fromHtml;
}

function plainText(part: Part): string {
  const text = textOf(part);
  const isFlowed = part.parameters.get('format')?.toLowerCase() === 'flowed';
  return isFlowed ? unflow(text, part.parameters.get('delsp')?.toLowerCase() === 'yes') : text;
}

/** More of a part than could become the text that is read is not decoded. Encoded bytes. */
const MOST_ENCODED = 600_000;

function textOf({ body, encoding, parameters }: Part): string {
  return textOfBytes(body.subarray(0, MOST_ENCODED), encoding, parameters.get('charset') ?? '')
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n');
}

const STUB =
  /\b(?:html|multi-?part)\b.{0,80}\b(?:mail|e-mail|email|message|format|version|nachricht|browser)s?\b|\bview (?:this|it|the) .{0,40}(?:browser|online)\b/i;

type Envelope = Omit<Incoming, 'text' | 'size' | 'digest'>;

/** Parses the headers alone. */
export function envelopeOf(headers: readonly Header[]): Envelope {
  const values = (name: string): readonly string[] => valuesOf(headers, name);
  const first = (name: string): string => decodeWords(inLetters(values(name)[0] ?? ''));
  const mailboxes = (name: string): readonly NamedAddress[] =>
    values(name).flatMap(value => parseAddresses(inLetters(value)));
  const delivered = headers.filter(
    ({ name }) => name === 'delivered-to' || name === 'x-original-to' || name === 'envelope-to',
  );
  const recipients = [
    ...delivered.map(({ value }) => value.replace(/[<>\s]/g, '').toLowerCase()),
    ...['to', 'cc'].flatMap(mailboxes).map(({ address }) => address),
  ];
  return {
    headers,
    // The last of several From headers. The gates stop such a mail in any case.
    from: values('from')
      .slice(-1)
      .flatMap(value => parseAddresses(inLetters(value))),
    fromHeaders: values('from').length,
    recipients: [...new Set(recipients)].slice(0, MOST_RECIPIENTS),
    // A signature does not bind the number of blanks.
    subject: first('subject')
      .replace(/[ \t]+/g, ' ')
      .slice(0, limits.subjectLength),
    messageId: parseMessageIds(first('message-id'))[0] ?? null,
    inReplyTo: parseMessageIds(first('in-reply-to')),
    references: values('references')
      .slice(0, 1)
      .flatMap(value => parseMessageIds(decodeWords(value))),
  };
}

const MOST_RECIPIENTS = 100;
/**
 * A digest of what the sender wrote. It leaves out what differs between two copies of a mail: fields that servers add, blanks that they
 * change even where a signature binds the body, and the date and the boundaries of a program that writes the mail anew to send it again.
 * `raw`: the whole mail.
 */
export function digestOf(
  { headers, from, subject, messageId }: Omit<Envelope, 'fromHeaders'>,
  raw: Uint8Array,
): string {
  const date = messageId === null ? headers.find(({ name }) => name === 'date')?.value : undefined;
  const text = normaliseLineEnds(raw).toString('latin1');
  const body = text.slice(/\n\r?\n/.exec(text)?.index ?? text.length).replace(/^--.*|boundary=\S+|\s+/gim, '');
  return createHash('sha256')
    .update(JSON.stringify([from[0]?.address ?? '', date ?? '', subject, body]))
    .digest('hex');
}
