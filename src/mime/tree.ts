// Parses a mail into a tree of parts, as byte ranges: multiparts, nested mails, leaves.
// Nothing is decoded or copied.
// Shared by the reader of players' mails and the mail server. Their differences are options.
import { type Field, type Parametrized, endOfHeader, parseFields } from './header.ts';

export interface MimePart {
  readonly start: number;
  readonly bodyStart: number;
  readonly end: number;
  readonly fields: readonly Field[];
  readonly type: Parametrized;
  /** The parts of a multipart. Empty otherwise. */
  readonly parts: readonly MimePart[];
  /** The nested mail of a message/rfc822. */
  readonly message: MimePart | undefined;
}

/** How a mail is parsed. */
export interface TreeOptions {
  readonly limits: TreeLimits;
  /** The type of a part with these fields. The second argument is the default type by RFC 2046. */
  readonly typeOf: (fields: readonly Field[], unsaid: Parametrized) => Parametrized;
}

/** A mail over a limit does not fail. It has fewer parts or fields than a reader without limits would see. */
export interface TreeLimits {
  /** Nesting depth of parts. Deeper ones are opaque. */
  readonly partDepth: number;
  /** All parts, without the mail itself. */
  readonly parts: number;
  /** All lines that begin like a boundary, since they cost time too. */
  readonly boundaryLikes: number;
  /** A longer boundary is ignored. */
  readonly boundaryLength: number;
  /** Limits of one header, and of the headers of all parts. The rest is not read. */
  readonly headerBytes: number;
  readonly headerBytesInAll: number;
}

/** RFC 2046 5.1 and 5.1.5. */
export const plainText: Parametrized = { value: 'text/plain', parameters: [['charset', 'us-ascii']] };
const attachedMail: Parametrized = { value: 'message/rfc822', parameters: [] };
const opaque: Parametrized = { value: 'application/octet-stream', parameters: [] };

interface Range {
  readonly start: number;
  readonly end: number;
}

/** A mail being parsed. */
interface Mail {
  readonly bytes: Buffer;
  readonly reading: TreeOptions;
  /** The remaining limits. */
  readonly left: { parts: number; boundaryLikes: number; headerBytes: number };
}

interface Place {
  readonly depth: number;
  readonly unsaid: Parametrized;
}

export function parseTree(bytes: Buffer, reading: TreeOptions): MimePart {
  const { parts, boundaryLikes, headerBytesInAll } = reading.limits;
  const left = { parts, boundaryLikes, headerBytes: headerBytesInAll };
  return parsePart({ bytes, reading, left }, { start: 0, end: bytes.length }, { depth: 0, unsaid: plainText });
}

function parsePart(mail: Mail, { start, end }: Range, { depth, unsaid }: Place): MimePart {
  const { limits, typeOf } = mail.reading;
  const bodyStart = endOfHeader(mail.bytes, start, end);
  const { bytes, reading, left } = mail;
  const readable = Math.min(bodyStart - start, reading.limits.headerBytes, left.headerBytes);
  left.headerBytes -= readable;
  const fields = parseFields(bytes, start, start + readable);
  const type = typeOf(fields, unsaid);
  const leaf: MimePart = { start, bodyStart, end, fields, type, parts: [], message: undefined };
  const isMultipart = type.value.startsWith('multipart/');
  if (!isMultipart && type.value !== 'message/rfc822') return leaf;
  if (depth >= limits.partDepth) return { ...leaf, type: opaque };
  const body = { start: bodyStart, end };
  const within = { depth: depth + 1, unsaid: type.value === 'multipart/digest' ? attachedMail : plainText };
  if (!isMultipart) return { ...leaf, message: parsePart(mail, body, within) };
  return {
    ...leaf,
    parts: splitBody(mail, body, type.parameters.find(([name]) => name === 'boundary')?.[1] ?? '').map(range =>
      parsePart(mail, range, within),
    ),
  };
}

/** The ranges between the delimiter lines. The last one may lack its end. */
function splitBody(mail: Mail, body: Range, boundary: string): readonly Range[] {
  if (boundary === '' || boundary.length > mail.reading.limits.boundaryLength) return [];
  const ranges: Range[] = [];
  let open: number | undefined;
  for (const line of delimiterLines(mail, body, Buffer.from(`--${boundary}`, 'latin1'))) {
    if (open !== undefined && mail.left.parts-- > 0) ranges.push({ start: open, end: Math.max(open, line.start) });
    open = line.closes ? undefined : line.end;
    if (line.closes) break;
  }
  if (open !== undefined && mail.left.parts-- > 0) ranges.push({ start: open, end: body.end });
  return ranges;
}

interface DelimiterLine extends Range {
  readonly closes: boolean;
}

function* delimiterLines({ bytes, left }: Mail, body: Range, delimiter: Buffer): Generator<DelimiterLine> {
  // Search only within the range: a thousand small parts must not cost a thousand searches of the whole mail.
  const within = bytes.subarray(0, body.end);
  let at = within.indexOf(delimiter, body.start);
  while (at >= 0 && left.boundaryLikes-- > 0 && left.parts > 0) {
    // No line begins within a boundary, so a long one is not searched again.
    const behind = at + delimiter.length;
    const line = delimiterLine(within, body.start, { start: at, end: behind });
    if (line) yield line;
    at = within.indexOf(delimiter, line?.end ?? behind);
  }
}

/** The line end before a delimiter belongs to it (RFC 2046 5.1.1). */
function delimiterLine(bytes: Buffer, least: number, found: Range): DelimiterLine | undefined {
  if (found.start !== least && bytes[found.start - 1] !== 0x0a) return undefined;
  const end = bytes.indexOf(0x0a, found.end) + 1 || bytes.length;
  const rest = bytes.toString('latin1', found.end, Math.min(end, found.end + 100));
  const match = /^(--)?[ \t]*\r?\n?$/.exec(rest);
  const lineEnd = bytes[found.start - 2] === 0x0d ? 2 : 1;
  const start = Math.max(least, found.start - lineEnd);
  return match ? { start, end, closes: match[1] !== undefined } : undefined;
}
