// Reads the lines of a header and the parameters of its fields, and writes the lines of a server.

// Nothing is decoded, repaired or left out. Each reader decides what a malformed line means.

export interface Field {
  /** The text before the first colon, in lower case, without the blanks around it. '' without a colon. */
  readonly name: string;
  /** As written, with folds and line ends. Bytes as latin1 characters. */
  readonly raw: string;
}

/** The offset after the empty line that ends the header beginning at `start`. `end` if there is none. */
export function endOfHeader(bytes: Buffer, start: number, end: number): number {
  // A native search, only within the range: a hostile mail has many lines, or many parts.
  const within = bytes.subarray(start, end);
  if (within[0] === 0x0a) return start + 1;
  if (within[0] === 0x0d && within[1] === 0x0a) return start + 2;
  // Mails have CRLF, so a bare LF is searched only up to the CRLF that was found.
  const full = within.indexOf('\n\r\n');
  const bare = (full < 0 ? within : within.subarray(0, full + 1)).indexOf('\n\n');
  if (bare >= 0) return start + bare + 2;
  return full < 0 ? end : start + full + 3;
}

/** The fields of the header between these offsets, in their order. */
export function parseFields(bytes: Buffer, start: number, end: number): readonly Field[] {
  const text = bytes.toString('latin1', start, end);
  const fields: Field[] = [];
  for (let at = 0; at < text.length;) {
    const next = endOfField(text, at);
    const raw = text.slice(at, next);
    const name = raw.slice(0, Math.max(0, raw.indexOf(':')));
    if (raw !== '\n' && raw !== '\r\n') fields.push({ name: name.trimEnd().toLowerCase(), raw });
    at = next;
  }
  return fields;
}

/** A line that begins with a blank continues the field before it. */
function endOfField(text: string, start: number): number {
  let at = start;
  do at = text.indexOf('\n', at) + 1 || text.length;
  while (text[at] === ' ' || text[at] === '\t');
  return at;
}

/** Unfolded as in RFC 5322 2.2.3 (line ends are removed, blanks stay), and trimmed. */
export const valueOf = ({ raw }: Field): string =>
  raw
    .slice(raw.indexOf(':') + 1)
    .replace(/\r?\n(?=[ \t])/g, '')
    .trim();

/** The value of the first field of that name. */
export function fieldValue(fields: readonly Field[], name: string): string | undefined {
  const found = fields.find(field => field.name === name);
  return found && valueOf(found);
}

// Extended parameters (RFC 2231) stay as they are written.

export interface Parametrized {
  /** In lower case. */
  readonly value: string;
  /** Names in lower case. */
  readonly parameters: readonly (readonly [string, string])[];
}

const mostParameters = 50;
const mostCharacters = 8000;

/** `bare`: converts a value without quotes. RFC 2045 allows no blanks in it, but programs write them. */
export function parseParametrized(text: string, bare: (value: string) => string = value => value): Parametrized {
  const [value = '', ...rest] = splitPieces(text.slice(0, mostCharacters));
  const parameters = rest.slice(0, mostParameters).flatMap(piece => parseParameter(piece, bare));
  return { value: value.trim().toLowerCase(), parameters };
}

function parseParameter(piece: string, bare: (value: string) => string): (readonly [string, string])[] {
  const equals = piece.indexOf('=');
  const name = piece.slice(0, Math.max(0, equals)).trim().toLowerCase();
  const value = piece.slice(equals + 1).trim();
  if (name === '' || name.length > 100 || /[\s"]/.test(name)) return [];
  // The text up to the closing quote, or to the end if there is none.
  return [
    [
      name,
      value.startsWith('"') ? (/^"((?:[^"\\]|\\.)*)/s.exec(value)?.[1] ?? '').replace(/\\(.)/gs, '$1') : bare(value),
    ],
  ];
}

/** Tokens: quoted strings (the last one may be open), single marks, and the text between them. Read once from left to right. */
const token = /"(?:[^"\\]|\\.)*"?|[();\\]|[^"();\\]+/gs;

/** Splits at semicolons outside of quotes, without comments. */
function splitPieces(text: string): string[] {
  const pieces: string[] = [];
  let piece = '';
  let comment = 0;
  for (const [found] of text.matchAll(token)) {
    if (found === '(') comment += 1;
    else if (found === ')') comment = Math.max(0, comment - 1);
    else if (comment > 0) continue;
    else if (found === ';') {
      pieces.push(piece);
      piece = '';
    } else piece += found;
  }
  return [...pieces, piece];
}

interface Trace {
  /** The address for bounces. '': none. null: unknown. */
  readonly from: string | null;
  readonly recipients: readonly string[];
  /** `from mx.example.org ([127.0.0.1]) by example.org with LMTP` */
  readonly way: string;
  readonly at: Date;
}

/** Control characters would begin another header. */
const clean = (text: string): string => text.replace(/[\x00-\x1f\x7f<>]/g, '');

/** Lines with their line ends, to be put above the first header. */
export function formatTrace({ from, recipients, way, at }: Trace): string {
  const lines = [
    ...(from === null ? [] : [`Return-Path: <${clean(from)}>`]),
    ...recipients.map(recipient => `Delivered-To: ${clean(recipient)}`),
    `Received: ${clean(way)};`,
    `\t${at.toUTCString().replace('GMT', '+0000')}`,
  ];
  return lines.map(line => `${line}\r\n`).join('');
}
