// A mail as commands see it: its bytes and parts, parsed on demand, and how FETCH shows them.
import {
  endOfHeader,
  type Field,
  fieldValue,
  parseFields,
  valueOf,
  parseParametrized,
  type Parametrized,
} from '#mime/header.ts';
import { textOfBytes, decodeWords, inLetters } from '#mime/decode.ts';
import addressparser, { type Address } from 'nodemailer/lib/addressparser';
import { type MimePart, parseTree, plainText } from '#mime/tree.ts';
import { limits } from '../limits.ts';
import { createBad, formatNString, formatString } from './syntax.ts';

export class Content {
  readonly bytes: Buffer;
  #tree: MimePart | undefined;
  #fields: readonly Field[] | undefined;
  #headerText: string | undefined;
  #bodyText: string | undefined;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  get tree(): MimePart {
    return (this.#tree ??= parseTree(this.bytes, { limits, typeOf }));
  }

  /** Decoded and in lower case, for searching. The text is good enough to find words in it. */
  get headerText(): string {
    return (this.#headerText ??= decodeHeader(this.fields).toLowerCase());
  }
  get bodyText(): string {
    return (this.#bodyText ??= decodeBody(this.bytes, this.tree).toLowerCase());
  }

  /** The header fields of the mail itself. They cost less than the tree. */
  get fields(): readonly Field[] {
    const end = Math.min(endOfHeader(this.bytes, 0, this.bytes.length), limits.headerBytes);
    return (this.#fields ??= parseFields(this.bytes, 0, end));
  }
}

/** A part with an invalid type is text: a client must be able to show it. */
function typeOf(fields: readonly Field[], unsaid: Parametrized): Parametrized {
  const text = fieldValue(fields, 'content-type');
  if (text === undefined) return unsaid;
  const type = parseParametrized(text);
  return /^[!#$&^_.+a-z0-9-]+\/[!#$&^_.+a-z0-9-]+$/.test(type.value) ? type : plainText;
}

/** The value of a field, with its encoded words (RFC 2047) as text. Raw bytes are read as UTF-8 if they are UTF-8. */
export const decodeValue = (field: Field): string => decodeWords(inLetters(valueOf(field)));

const decodeHeader = (fields: readonly Field[]): string =>
  fields.map(field => `${field.name}: ${decodeValue(field)}`).join('\n');

/** All text of a part and of the parts within it, without the header of the mail. */
function decodeBody(bytes: Buffer, part: MimePart): string {
  if (part.message) return `${decodeHeader(part.message.fields)}\n${decodeBody(bytes, part.message)}`;
  if (part.parts.length > 0) return part.parts.map(child => decodeBody(bytes, child)).join('\n');
  if (!part.type.value.startsWith('text/')) return '';
  const encoding = fieldValue(part.fields, 'content-transfer-encoding')?.toLowerCase() ?? '';
  const charset = part.type.parameters.find(([name]) => name === 'charset')?.[1] ?? '';
  return textOfBytes(bytes.subarray(part.bodyStart, part.end), encoding, charset);
}

export interface Section {
  /** Part numbers. Empty for the mail itself. */
  readonly path: readonly number[];
  /** '', HEADER, HEADER.FIELDS, TEXT or MIME. */
  readonly kind: string;
  /** In lower case, for HEADER.FIELDS. */
  readonly fields: readonly string[];
}

const SECTION =
  /^(?<path>[1-9]\d{0,8}(?:\.[1-9]\d{0,8}){0,63})?(?:(?:^|(?<=\d)\.)(?<kind>HEADER|TEXT|(?<=\.)MIME|HEADER\.FIELDS(?= ?\()))?(?: ?\((?<names>[^()]*)\))?$/i;

/** Parses the text between the brackets of `BODY[1.2.MIME]` (RFC 3501 6.4.5). */
export function parseSection(text: string): Section {
  const groups = SECTION.exec(text)?.groups;
  const fields = (groups?.['names'] ?? '').toLowerCase().match(/[^\s"]+/g) ?? [];
  const kind = groups?.['kind']?.toUpperCase() ?? '';
  if (!groups || (kind === 'HEADER.FIELDS') !== fields.length > 0) throw createBad('that is no section of a mail');
  return { path: (groups['path']?.split('.') ?? []).map(Number), kind, fields };
}

/** `undefined` if the mail has no such section: NIL. */
export function readSection(content: Content, section: Section): Buffer | undefined {
  const { bytes } = content;
  const { path, kind } = section;
  // Without parsing the mail: nearly all questions are about the mail itself.
  if (path.length === 0 && kind === '') return bytes;
  const bodyStart = path.length === 0 ? endOfHeader(bytes, 0, bytes.length) : 0;
  if (path.length === 0) return slicePart(bytes, { start: 0, bodyStart, end: bytes.length }, section);
  const part = findPart(content.tree, path);
  if (!part) return undefined;
  if (kind === '') return bytes.subarray(part.bodyStart, part.end);
  // Part 1 of a mail that is no multipart is its own body. The header of the mail is its MIME header.
  if (kind === 'MIME') return bytes.subarray(part.start, part.bodyStart);
  return part.message && slicePart(bytes, part.message, section);
}

function slicePart(
  bytes: Buffer,
  part: Pick<MimePart, 'start' | 'bodyStart' | 'end'>,
  { kind, fields }: Section,
): Buffer {
  if (kind === 'TEXT') return bytes.subarray(part.bodyStart, part.end);
  if (kind === 'HEADER') return bytes.subarray(part.start, part.bodyStart);
  const kept = parseFields(bytes, part.start, Math.min(part.bodyStart, part.start + limits.headerBytes))
    .filter(({ name }) => fields.includes(name))
    .map(({ raw }) => raw);
  return Buffer.from(`${kept.join('')}\r\n`, 'latin1');
}

/** Part 1 of a part that is no multipart is its own body. */
function findPart(top: MimePart, path: readonly number[]): MimePart | undefined {
  let part: MimePart | undefined = top;
  for (const [depth, number] of path.entries()) {
    const container: MimePart = depth > 0 ? (part.message ?? part) : part;
    if (container.type.value.startsWith('multipart/')) part = container.parts[number - 1];
    else part = number === 1 && (depth === 0 || part.message) ? container : undefined;
    if (!part) return undefined;
  }
  return part;
}

/** Beyond this the addresses of a header are not read. No person wrote that many. */
const addressBytes = 64 * 2 ** 10;

/** ENVELOPE: the headers of a line in a list of mails (RFC 3501 7.4.2). */
export function formatEnvelope(fields: readonly Field[]): string {
  const formatText = (name: string): string => formatNString(fieldValue(fields, name));
  const formatPeople = (name: string): string => {
    const parsed = addressparser((fieldValue(fields, name) ?? '').slice(0, addressBytes)).map(formatAddress);
    return parsed.join('') === '' ? 'NIL' : `(${parsed.join('')})`;
  };
  const [from = 'NIL', ...senders] = ['from', 'sender', 'reply-to'].map(formatPeople);
  const people = [
    from,
    ...senders.map(each => (each === 'NIL' ? from : each)),
    ...['to', 'cc', 'bcc'].map(formatPeople),
  ];
  return `(${formatText('date')} ${formatText('subject')} ${people.join(' ')} ${formatText('in-reply-to')} ${formatText('message-id')})`;
}

function formatAddress({ name, group, address = '' }: Address): string {
  if (group)
    return `(NIL NIL ${formatString(toLatin1(name))} NIL)${group.map(formatAddress).join('')}(NIL NIL NIL NIL)`;
  const text = toLatin1(address);
  const at = text.lastIndexOf('@');
  const [local, host] = at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
  // A display name without an address is still a person to show.
  if (text === '' || text === '@') return name === '' ? '' : `(NIL NIL ${formatString(toLatin1(name))} "")`;
  return `(${formatNString(name === '' ? undefined : toLatin1(name))} NIL ${formatString(local)} ${formatString(host)})`;
}

// The parser may have decoded something. Only bytes may go out.
const toLatin1 = (text: string): string =>
  /[^\x00-\xff]/.test(text) ? Buffer.from(text, 'utf8').toString('latin1') : text;

/** The grammar demands a part of every multipart, so an empty one is shown with this part. */
const emptyPart = '("text" "plain" ("charset" "us-ascii") NIL NIL "7bit" 0 0)';

/** BODYSTRUCTURE: the parts of a mail (RFC 3501 7.4.2), without what may be left out after the disposition. */
export function formatStructure(bytes: Buffer, part: MimePart): string {
  const [major = '', minor = ''] = part.type.value.split('/', 2);
  const parameters = formatParameters(part.type.parameters);
  if (major === 'multipart') {
    const children = part.parts.map(child => formatStructure(bytes, child)).join('');
    return `(${children || emptyPart} ${formatString(minor)} ${parameters} ${formatDisposition(part)})`;
  }
  const readField = (name: string): string | undefined => fieldValue(part.fields, name);
  const items = [
    ...[formatString(major), formatString(minor), parameters],
    ...[formatNString(readField('content-id')), formatNString(readField('content-description'))],
    formatString(readField('content-transfer-encoding')?.toLowerCase() ?? '7bit'),
    String(part.end - part.bodyStart),
  ];
  if (part.message) items.push(formatEnvelope(part.message.fields), formatStructure(bytes, part.message));
  if (part.message || major === 'text') items.push(String(countLines(bytes, part)));
  return `(${items.join(' ')} NIL ${formatDisposition(part)})`;
}

function formatDisposition({ fields }: MimePart): string {
  const text = fieldValue(fields, 'content-disposition');
  if (text === undefined) return 'NIL';
  const { value, parameters } = parseParametrized(text);
  return `(${formatString(value)} ${formatParameters(parameters)})`;
}

function formatParameters(parameters: Parametrized['parameters']): string {
  if (parameters.length === 0) return 'NIL';
  return `(${parameters.map(([name, value]) => `${formatString(name)} ${formatString(value)}`).join(' ')})`;
}

function countLines(bytes: Buffer, { bodyStart, end }: MimePart): number {
  let lines = 0;
  for (let at = bodyStart; at < end; at += 1) if (bytes[at] === 0x0a) lines += 1;
  return lines;
}
