// Parses the bytes of a mail into Incoming: headers, texts, a delivery report, or headers alone.
// Every pass is linear in the mail, so that nothing in it is expensive or lost.
import { createHash } from 'node:crypto';
import { limits } from '#core/kernel/limits.ts';
import type { DeliveryReport, Header, Incoming, NamedAddress, ReportedRecipient } from '#core/mail/incoming.ts';
import { extractNewText } from '#core/mail/reply.ts';
import { decodeWords, inLetters, textOfBytes } from '#mime/decode.ts';
import { endOfHeader, parseFields } from '#mime/header.ts';
import type { Reading } from '#service/ports.ts';
import {
  Locked,
  MAX_HTML_LENGTH,
  type Part,
  findBody,
  listParts,
  requireReadable,
  structureOf,
  textOfHtml,
  unflow,
} from './body.ts';
import { parseAddresses, parseMessageIds } from './fields/addresses.ts';

/** The header fields in order and unfolded, without lines that are no field. Nothing is decoded. */
const parseHeaders = (bytes: Buffer): readonly Header[] =>
  parseFields(bytes, 0, endOfHeader(bytes, 0, bytes.length))
    // By the strict rules, with its colon on the first line. Each fold becomes one blank.
    .filter(({ raw }) => /^[!-9;-~]+[^\S\n]*:/.test(raw))
    .map(({ name, raw }) => ({
      name,
      value: raw
        .slice(raw.indexOf(':') + 1)
        .trim()
        .replace(/\r?\n[^\S\n]*/g, ' '),
    }));

/** Fields that name the sender, the recipients and the authentication results. Cut short they would say something else. */
const WHOLE_OR_NOT_AT_ALL: ReadonlySet<string> = new Set(['from', 'sender', 'to', 'cc', 'authentication-results']);

const isTooLong = ({ value }: Header): boolean => value.length > limits.headerLength;

const isBeyondLimits = (headers: readonly Header[]): boolean =>
  headers.length > limits.headersPerMail ||
  headers.some(header => isTooLong(header) && WHOLE_OR_NOT_AT_ALL.has(header.name));

/** A value that is too long is cut. A field that must be whole is empty then. The newest References are the last. */
const cutHeaders = (headers: readonly Header[]): readonly Header[] =>
  headers.map(header => {
    if (!isTooLong(header)) return header;
    if (WHOLE_OR_NOT_AT_ALL.has(header.name)) return { ...header, value: '' };
    const { headerLength } = limits;
    const isList = header.name === 'references' || header.name === 'in-reply-to';
    return { ...header, value: isList ? header.value.slice(-headerLength) : header.value.slice(0, headerLength) };
  });

const valuesOf = (headers: readonly Header[], name: string): readonly string[] =>
  headers.filter(header => header.name === name).map(({ value }) => value);

/** Throws on a mail that cannot be read at all: `Locked` if its words are encrypted or in a form of one program. */
export function parse(raw: Uint8Array, size: number): Incoming {
  const source = normaliseLineEnds(raw);
  const headers = parseHeaders(source);
  if (isBeyondLimits(headers)) throw new Error('the header is beyond every limit');
  const root = structureOf(source);
  const text = letterOf(root).slice(0, limits.textLength * 2);
  const known = envelopeOf(cutHeaders(headers));
  return { ...known, text, size, digest: digestOf(known, source), report: readReport(listParts(root)) };
}

/** A mail with the line ends of old Macs gets ours. */
function normaliseLineEnds(raw: Uint8Array): Buffer {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  return bytes.includes(0x0a) ? bytes : Buffer.from(bytes.toString('latin1').replace(/\r/g, '\n'), 'latin1');
}

function letterOf(root: Part): string {
  requireReadable(root);
  const { plain, html } = findBody(root);
  const text = plain.map(plainText).join('\n');
  if (/^\s*-----BEGIN PGP MESSAGE-----/.test(text)) throw new Locked('encrypted');
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
function envelopeOf(headers: readonly Header[]): Envelope {
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
 * Without Message-ID the date counts, or the day on which the oldest server wrote it behind a semicolon. `raw`: the whole mail.
 */
function digestOf({ headers, from, subject, messageId }: Omit<Envelope, 'fromHeaders'>, raw: Uint8Array): string {
  const date = valuesOf(headers, 'date').join(' ');
  const received = valuesOf(headers, 'received').join(' ');
  const [day = ''] = DAY.exec(received.slice(received.lastIndexOf(';'))) ?? [];
  const text = normaliseLineEnds(raw).toString('latin1');
  const body = text.slice(/\n\r?\n/.exec(text)?.index ?? text.length).replace(/^--.*|boundary=\S+|\s+/gim, '');
  return createHash('sha256')
    .update(JSON.stringify([from[0]?.address ?? '', messageId === null ? date || day : '', subject, body]))
    .digest('hex');
}

const DAY = /\d{1,2} [a-z]{3} \d{4}/i;

const HEADER_BYTES = 64_000;

/** Reads the headers alone, of a mail that is too large or cannot be parsed. Cheap, and never fails. */
export function peek(raw: Uint8Array, size: number): Incoming {
  const known = envelopeOf(cutHeaders(parseHeaders(cutToHeader(raw))));
  // What was cut off might hold another name.
  const from = known.from.length === 1 ? known.from : [];
  return {
    ...known,
    from: from.map(({ address }) => ({ address, name: '' })),
    ...{ recipients: [], inReplyTo: [], references: [] },
    text: '',
    size,
    digest: digestOf(known, raw),
  };
}

/** Up to the last whole line: an address cut in two is another one. */
function cutToHeader(raw: Uint8Array): Buffer {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.byteLength, HEADER_BYTES));
  return raw.length <= HEADER_BYTES ? bytes : bytes.subarray(0, bytes.lastIndexOf('\n') + 1);
}

const PARTIES: ReadonlySet<string> = new Set(['from', 'sender', 'reply-to', 'to', 'cc']);

/** The addresses of senders and recipients in the header, in lower case. */
export const listParties = (raw: Uint8Array): readonly string[] =>
  parseHeaders(cutToHeader(raw))
    .filter(({ name }) => PARTIES.has(name))
    .flatMap(({ value }) => parseAddresses(inLetters(value)).map(({ address }) => address));

/** Reads one whole mail, and the part of its text that its sender newly wrote. */
export function reading(raw: Uint8Array, size: number): Reading {
  try {
    const mail = parse(raw, size);
    return { kind: 'read', mail, text: extractNewText(mail.text) };
  } catch (error) {
    return { kind: error instanceof Locked ? error.reason : 'unreadable' };
  }
}

/** Limits, above what servers write: bytes of a part, recipients, characters of an answer. */
const MOST_BYTES = 64_000;
const MOST_REPORTED = 20;
const MOST_CHARACTERS = 2_000;

const STATUS = /^message\/(global-)?delivery-status$/;
/** The header of the returned mail, alone or with the mail. */
const RETURNED = /^(text\/rfc822-headers|message\/(rfc822|rfc822-headers|global|global-headers))$/;

/** Reads the fields of a report (RFC 3464) anywhere in a mail. */
function readReport(parts: readonly Part[]): DeliveryReport {
  const recipients = parts.filter(({ type }) => STATUS.test(type)).flatMap(part => recipientsIn(decoded(part)));
  const returned = parts.filter(({ type }) => RETURNED.test(type)).map(decoded);
  const messageIds = returned.flatMap(header => valuesOf(parseHeaders(header), 'message-id').flatMap(parseMessageIds));
  return { recipients: recipients.slice(0, MOST_REPORTED), messageIds };
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
  return groups.slice(0, MOST_REPORTED + 1).flatMap(group => {
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
