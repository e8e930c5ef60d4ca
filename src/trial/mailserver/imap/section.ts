// Sections of a mail: `BODY[1.2.MIME]<0.500>` as written, and the bytes it means (RFC 3501 6.4.5).
import { limits } from '../limits.ts';
import { endOfHeader, parseFields } from '#mime/header.ts';
import type { MimePart } from '#mime/tree.ts';
import type { Content } from './content.ts';
import { createBad } from './command-refused.ts';

const kinds = ['', 'HEADER', 'HEADER.FIELDS', 'HEADER.FIELDS.NOT', 'TEXT', 'MIME'] as const;

export interface Section {
  /** Part numbers; empty for the mail itself. */
  readonly path: readonly number[];
  readonly kind: (typeof kinds)[number];
  /** In lower case, for HEADER.FIELDS. */
  readonly fields: readonly string[];
}

export interface ByteRange {
  readonly from: number;
  readonly length: number;
}

/** Deeper than any mail we take apart. */
const deepest = 64;

const SECTION = /^(?<number>\d{1,9}(?:\.\d{1,9})*)?(?<dot>\.?)(?<word>[A-Z.]*)(?: ?\((?<names>.*)\))?$/is;
const NO_SECTION: Readonly<Record<string, string | undefined>> = { word: '?' };

/** What stands between the brackets. */
export function parseSection(text: string): Section {
  // A dot stands between the number of a part and what is wanted of it, and nowhere else.
  const { number = '', dot, word, names } = SECTION.exec(text)?.groups ?? NO_SECTION;
  const isJoined = (dot === '.') === (number !== '' && word !== '');
  const kind = isJoined ? parseKind(word) : undefined;
  const path = pathOf(number);
  const fields = parseNames(names);
  if (kind === undefined || path.length > deepest || path.includes(0)) throw createBad('that is no section of a mail');
  if (kind === 'MIME' && path.length === 0) throw createBad('only a part has a MIME header');
  if (kind.startsWith('HEADER.FIELDS') !== fields.length > 0) throw createBad('that is no list of header fields');
  return { path, kind, fields };
}

const parseKind = (word?: string): Section['kind'] | undefined => kinds.find(name => name === word?.toUpperCase());

/** '1.2' is the second part of the first. */
const pathOf = (number: string): readonly number[] => (number === '' ? [] : number.split('.').map(Number));

function parseNames(text = ''): string[] {
  const names = text.toLowerCase().replaceAll('"', '').split(/\s+/);
  return names.filter(name => name !== '');
}

/** `undefined` when the mail has no such section: NIL. */
export function readSection(content: Content, section: Section): Buffer | undefined {
  const { bytes } = content;
  const { path, kind } = section;
  if (path.length === 0) return kind === '' ? bytes : sliceTopSection(content, section);
  const part = findPart(content.tree, path);
  if (!part) return undefined;
  if (kind === '') return bytes.subarray(part.bodyStart, part.end);
  // Where part 1 is the mail's own body, its MIME header is the mail's header.
  if (kind === 'MIME') return bytes.subarray(part.start, part.bodyStart);
  const { message } = part;
  return message && slicePart(bytes, message, section);
}

// Without taking the mail apart: the most frequent question by far.
function sliceTopSection({ bytes }: Content, section: Section): Buffer {
  const bodyStart = endOfHeader(bytes, 0, bytes.length);
  return slicePart(bytes, { start: 0, bodyStart, end: bytes.length }, section);
}

function slicePart(
  bytes: Buffer,
  part: Pick<MimePart, 'start' | 'bodyStart' | 'end'>,
  { kind, fields }: Section,
): Buffer {
  if (kind === 'TEXT') return bytes.subarray(part.bodyStart, part.end);
  if (kind === 'HEADER') return bytes.subarray(part.start, part.bodyStart);
  const wanted = kind === 'HEADER.FIELDS';
  const kept = parseFields(bytes, part.start, Math.min(part.bodyStart, part.start + limits.headerBytes))
    .filter(({ name }) => fields.includes(name) === wanted)
    .map(({ raw }) => raw);
  return Buffer.from(`${kept.join('')}\r\n`, 'latin1');
}

/** The number 1 of what is no multipart is its own body. */
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
