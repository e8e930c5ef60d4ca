// The header lines of a mail: unfolded, named, each within its limit; one pass over the text, nothing decoded.
import type { Header } from '../../core/mail/incoming.ts';
import { limits } from '../../core/limits.ts';
import { charsetDecoded } from './decode.ts';

/** In their order; lines that are no header are left out. */
export function headersIn(block: string): readonly Header[] {
  const found: { readonly name: string; readonly pieces: string[] }[] = [];
  for (const line of block.split('\n')) {
    const text = line.endsWith('\r') ? line.slice(0, -1) : line;
    if (text.startsWith(' ') || text.startsWith('\t')) found.at(-1)?.pieces.push(text.trimStart());
    else found.push(begun(text));
  }
  return found.flatMap(({ name, pieces }) => (name === '' ? [] : [{ name, value: pieces.join(' ').trim() }]));
}

function begun(line: string): { readonly name: string; readonly pieces: string[] } {
  const colon = line.indexOf(':');
  const name = colon === -1 ? '' : line.slice(0, colon).trimEnd().toLowerCase();
  return { name: /^[!-9;-~]+$/.test(name) ? name : '', pieces: [line.slice(colon + 1)] };
}

/** Who sent a mail, to whom, and who vouches for it: with a piece missing they say something else. */
const WHOLE_OR_NOT_AT_ALL: ReadonlySet<string> = new Set(['from', 'sender', 'to', 'cc', 'authentication-results']);

const isTooLong = ({ value }: Header): boolean => value.length > limits.headerLength;

export const isBeyondLimits = (headers: readonly Header[]): boolean =>
  headers.length > limits.headersPerMail ||
  headers.some(header => isTooLong(header) && WHOLE_OR_NOT_AT_ALL.has(header.name));

/** What is too long ends early; what must be whole is empty then. */
export const cut = (headers: readonly Header[]): readonly Header[] =>
  headers.map(header => (isTooLong(header) ? { ...header, value: keptOf(header) } : header));

const keptOf = ({ name, value }: Header): string =>
  WHOLE_OR_NOT_AT_ALL.has(name) ? '' : value.slice(0, limits.headerLength);

/** Bytes above 127, which should not stand in a header, as the letters they mostly are. */
export const inLetters = (value: string): string =>
  /[\x80-\xff]/.test(value) ? charsetDecoded(Buffer.from(value, 'latin1'), '') : value;

/** The values of all headers of one name. */
export const valuesOf = (headers: readonly Header[], name: string): readonly string[] =>
  headers.filter(header => header.name === name).map(({ value }) => value);
