// The parts of a mail as ranges of its bytes: multiparts, mails within mails, leaves. Nothing is decoded or copied.
import { endOfHeader, fieldValue, parseFields, type Field } from './header.ts';
import { parseParametrized, type Parametrized } from './parameters.ts';

export interface Part {
  readonly start: number;
  readonly bodyStart: number;
  readonly end: number;
  readonly fields: readonly Field[];
  readonly type: Parametrized;
  /** Of a multipart; empty for everything else. */
  readonly parts: readonly Part[];
  /** Of a message/rfc822: the mail within. */
  readonly message: Part | undefined;
}

const plain: Parametrized = { value: 'text/plain', parameters: [['charset', 'us-ascii']] };
const attachedMail: Parametrized = { value: 'message/rfc822', parameters: [] };
const opaque: Parametrized = { value: 'application/octet-stream', parameters: [] };

export interface TreeLimits {
  /** MIME parts within one another, and in all. Deeper ones are opaque. */
  readonly partDepth: number;
  readonly parts: number;
  /** Of one header, and of the headers of all parts; what lies beyond is not looked at. */
  readonly headerBytes: number;
  readonly headerBytesInAll: number;
}

/** What is left of the limits while one mail is read. */
interface Budget {
  parts: number;
  /** Lines that only look like a boundary cost time too. */
  candidates: number;
  headerBytes: number;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

export function parseTree(bytes: Buffer, limits: TreeLimits): Part {
  const budget = { parts: limits.parts, candidates: 10 * limits.parts, headerBytes: limits.headerBytesInAll };
  return parsePart(bytes, { start: 0, end: bytes.length }, { limits, budget, depth: 0, fallback: plain });
}

interface Surroundings {
  readonly limits: TreeLimits;
  readonly budget: Budget;
  readonly depth: number;
  /** The type of a part that names none. */
  readonly fallback: Parametrized;
}

function parsePart(bytes: Buffer, { start, end }: Range, surroundings: Surroundings): Part {
  const { limits, budget, depth, fallback } = surroundings;
  const bodyStart = endOfHeader(bytes, start, end);
  const readable = Math.min(bodyStart - start, limits.headerBytes, budget.headerBytes);
  budget.headerBytes -= readable;
  const fields = parseFields(bytes, start, start + readable);
  const type = typeOf(fields, fallback);
  const leaf: Part = { start, bodyStart, end, fields, type, parts: [], message: undefined };
  const body = { start: bodyStart, end };
  const container = type.value.startsWith('multipart/') || type.value === 'message/rfc822';
  if (container && depth >= limits.partDepth) return { ...leaf, type: opaque };
  if (type.value === 'message/rfc822') {
    return { ...leaf, message: parsePart(bytes, body, { ...surroundings, depth: depth + 1, fallback: plain }) };
  }
  if (!type.value.startsWith('multipart/')) return leaf;
  const within = {
    ...surroundings,
    depth: depth + 1,
    fallback: type.value === 'multipart/digest' ? attachedMail : plain,
  };
  const parts = splitBody(bytes, body, boundaryOf(type), budget).map(range => parsePart(bytes, range, within));
  return { ...leaf, parts };
}

function typeOf(fields: readonly Field[], fallback: Parametrized): Parametrized {
  const text = fieldValue(fields, 'content-type');
  if (text === undefined) return fallback;
  const type = parseParametrized(text);
  return /^[!#$&^_.+a-z0-9-]+\/[!#$&^_.+a-z0-9-]+$/.test(type.value) ? type : plain;
}

function boundaryOf({ parameters }: Parametrized): string {
  return parameters.find(([name]) => name === 'boundary')?.[1] ?? '';
}

/** The ranges between the delimiter lines; the line end before a delimiter belongs to it (RFC 2046 5.1.1). */
function splitBody(bytes: Buffer, body: Range, boundary: string, budget: Budget): Range[] {
  if (boundary === '' || boundary.length > 200) return [];
  const ranges: Range[] = [];
  let open: number | undefined;
  for (const line of delimiterLines(bytes, body, Buffer.from(`--${boundary}`, 'latin1'), budget)) {
    if (open !== undefined && budget.parts-- > 0) ranges.push({ start: open, end: Math.max(open, line.start) });
    open = line.closes ? undefined : line.end;
    if (line.closes) break;
  }
  if (open !== undefined && budget.parts-- > 0) ranges.push({ start: open, end: body.end });
  return ranges;
}

interface DelimiterLine extends Range {
  readonly closes: boolean;
}

function* delimiterLines(bytes: Buffer, body: Range, delimiter: Buffer, budget: Budget): Generator<DelimiterLine> {
  // Not a byte further: a thousand small parts must not cost a thousand searches of the whole mail.
  const within = bytes.subarray(0, body.end);
  let at = within.indexOf(delimiter, body.start);
  while (at >= 0 && budget.candidates-- > 0 && budget.parts > 0) {
    const line = delimiterLine(bytes, body, { start: at, end: at + delimiter.length });
    if (line) yield line;
    at = within.indexOf(delimiter, line?.end ?? at + 1);
  }
}

function delimiterLine(bytes: Buffer, body: Range, found: Range): DelimiterLine | undefined {
  if (found.start !== body.start && bytes[found.start - 1] !== 0x0a) return undefined;
  const newline = bytes.indexOf(0x0a, found.end);
  const end = newline < 0 || newline >= body.end ? body.end : newline + 1;
  const rest = bytes.toString('latin1', found.end, Math.min(end, found.end + 100));
  const match = /^(--)?[ \t]*\r?\n?$/.exec(rest);
  if (!match) return undefined;
  return { start: beforeLineEnd(bytes, body.start, found.start), end, closes: match[1] !== undefined };
}

function beforeLineEnd(bytes: Buffer, least: number, at: number): number {
  const unfed = at > least && bytes[at - 1] === 0x0a ? at - 1 : at;
  return unfed > least && bytes[unfed - 1] === 0x0d ? unfed - 1 : unfed;
}
