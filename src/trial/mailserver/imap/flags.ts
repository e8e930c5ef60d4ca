// Parses and combines flags: the five of the system, and keywords.
import { limits } from '../limits.ts';
import { createBad, createNo } from './command-refused.ts';
import type { Token } from './tokens.ts';

export const systemFlags = ['\\Answered', '\\Flagged', '\\Deleted', '\\Seen', '\\Draft'] as const;

/** A parenthesised list, or bare flags one after another (STORE allows both). */
export function parseFlags(tokens: readonly Token[]): readonly string[] {
  const [first] = tokens;
  const items = tokens.length === 1 && first?.kind === 'list' ? first.items : tokens;
  return merge([], items.map(parseFlag));
}

function parseFlag(token: Token): string {
  if (token.kind !== 'atom') throw createBad('that is no flag');
  const { text } = token;
  if (text.startsWith('\\')) {
    const known = systemFlags.find(name => name.toLowerCase() === text.toLowerCase());
    if (!known) throw createBad('there is no such system flag');
    return known;
  }
  if (text.length > limits.keywordLength || !/^[!#$&'+,\-./0-9:;<=>?@A-Z^_`a-z|~[]+$/.test(text))
    throw createBad('no keyword');
  return text;
}

/** Each flag once; in what case a keyword was first written, it stays. */
export function merge(present: readonly string[], more: readonly string[]): readonly string[] {
  const result = [...present];
  for (const flag of more) {
    if (!has(result, flag)) result.push(flag);
    if (result.length > limits.keywords) throw createNo('[LIMIT] too many keywords on one message');
  }
  return result;
}

export function removeFlags(present: readonly string[], less: readonly string[]): readonly string[] {
  return present.filter(flag => !has(less, flag));
}

function has(flags: readonly string[], flag: string): boolean {
  const wanted = flag.toLowerCase();
  return flags.some(other => other.toLowerCase() === wanted);
}

/** STORE's three ways. */
export function storeEdit(action: string, flags: readonly string[]): (present: readonly string[]) => readonly string[] {
  if (action.startsWith('+')) return present => merge(present, flags);
  if (action.startsWith('-')) return present => removeFlags(present, flags);
  return () => flags;
}
