// Reads Authentication-Results (RFC 8601): did the receiving server vouch for the address in From?
import { headersOf, type Incoming } from './incoming.ts';

interface MethodResult {
  readonly method: string;
  readonly result: string;
  /** `smtp.auth` → value, lower case. */
  readonly properties: ReadonlyMap<string, string>;
}

/** In place of an authserv-id: the operator trusts a topmost header that names no server, as Microsoft 365 writes it. */
export const UNNAMED = '';

/**
 * Only the topmost header counts, and only with an authserv-id the operator trusts: anything below it may have been written by the sender.
 * Where somebody logged in to send (`smtp.auth`), that login alone decides: it must be the very address. Otherwise dmarc=pass, dkim=pass or
 * spf=pass for the domain of From is accepted, unless it names another person there.
 */
export function isAuthenticated(mail: Incoming, from: string, trusted: readonly string[]): boolean {
  const top = headersOf(mail, 'authentication-results')[0];
  if (top === undefined) return false;
  const [first = '', ...others] = sections(top);
  const isUnnamed = methodResult(first) !== null;
  if (!trusted.includes(isUnnamed ? UNNAMED : authservId(first))) return false;
  const results = (isUnnamed ? [first, ...others] : others).flatMap(each => methodResult(each) ?? []);
  const logins = results.filter(({ properties }) => properties.has('smtp.auth'));
  return logins.length > 0
    ? logins.every(login => isLoginOf(login, from))
    : results.some(result => vouches(result, from));
}

function authservId(section: string): string {
  const [, quoted, plain] = /^\s*(?:"([^\s";]+)"|([^\s";]+))/.exec(section) ?? [];
  return (quoted ?? plain ?? 'none').toLowerCase();
}

const isLoginOf = ({ method, result, properties }: MethodResult, from: string): boolean =>
  method === 'auth' && result === 'pass' && properties.get('smtp.auth') === from;

/** What each method says of the sender: a domain, or an address. */
const IDENTITIES: ReadonlyMap<string, readonly string[]> = new Map([
  ['auth', ['smtp.mailfrom']],
  ['dmarc', ['header.from']],
  ['dkim', ['header.d', 'header.i']],
  ['spf', ['smtp.mailfrom']],
]);

function vouches({ method, result, properties }: MethodResult, from: string): boolean {
  const named = (IDENTITIES.get(method) ?? []).flatMap(name => properties.get(name) ?? []);
  return result === 'pass' && named.length > 0 && named.every(identity => isIdentityOf(from, identity));
}

/**
 * `example.test`, `@example.test` and `alice@example.test` are identities of `alice@example.test`. Strict alignment, the same domain:
 * relaxed alignment needs the public-suffix list, and a receiver that has it says dmarc=pass.
 */
const isIdentityOf = (from: string, identity: string): boolean => {
  const domain = from.slice(from.lastIndexOf('@') + 1);
  return domain !== '' && [from, domain, `@${domain}`].includes(identity);
};

function methodResult(section: string): MethodResult | null {
  const head = /^\s*([a-z0-9-]+)(?:\s*\/\s*\d+)?\s*=\s*([a-z]+)/i.exec(section);
  if (head === null || /[\w-]/.test(section.charAt(head[0].length))) return null;
  const properties = propertiesOf(section.slice(head[0].length));
  if (properties === null) return null;
  return { method: (head[1] ?? '').toLowerCase(), result: (head[2] ?? '').toLowerCase(), properties };
}

/** Returns null for a value given twice, or a quoted string without an end: no honest server writes either. */
function propertiesOf(text: string): ReadonlyMap<string, string> | null {
  const words = wordsOf(text);
  if (words === null) return null;
  const properties = new Map<string, string>();
  for (const word of words) {
    const [, name = '', value = ''] = PROPERTY.exec(word) ?? [];
    if (properties.has(name.toLowerCase())) return null;
    if (name !== '') properties.set(name.toLowerCase(), unquoted(value).toLowerCase());
  }
  return properties;
}

const PROPERTY = /^([a-z]+(?:\.[a-z0-9-]+)?)=(.+)$/is;

/**
 * Words between blanks, quoted strings within them in one piece, so that what stands in one is never taken for a property: in
 * `smtp.mailfrom="alice@example.test"@evil.test` the sender chose what is quoted. Blanks around `=` are dropped. null: a quoted string has no end.
 */
function wordsOf(text: string): readonly string[] | null {
  const words: string[] = [];
  let word = '';
  for (let at = 0; at < text.length;) {
    const end = text.charAt(at) === '"' ? endOfQuoted(text, at) : at + 1;
    if (end === null) return null;
    const piece = text.slice(at, end);
    if (piece.trim() !== '') word += piece;
    else if (word !== '') {
      words.push(word);
      word = '';
    }
    at = end;
  }
  return joined([...words, word].filter(Boolean));
}

/** The place behind the quoted string that begins here. */
function endOfQuoted(text: string, start: number): number | null {
  for (let at = start + 1; at < text.length; at++) {
    if (text.charAt(at) === '\\') at += 1;
    else if (text.charAt(at) === '"') return at + 1;
  }
  return null;
}

/** `a =b`, `a= b` and `a = b` are `a=b`. */
function joined(words: readonly string[]): readonly string[] {
  const found: string[] = [];
  for (const word of words) {
    const before = found.at(-1) ?? '';
    const isOpen = before.endsWith('=') && before.indexOf('=') === before.length - 1;
    if (isOpen || (word.startsWith('=') && !before.includes('='))) found.push(`${found.pop() ?? ''}${word}`);
    else found.push(word);
  }
  return found;
}

const unquoted = (value: string): string => /^"([^"\\]*)"$/.exec(value)?.[1] ?? value;

/** Splits at `;` outside quotes, comments dropped (they nest). */
const sections = (value: string): readonly string[] => {
  const parts: string[] = [];
  let part = '';
  let depth = 0;
  // Escaped characters and quoted strings are one token; the rest goes by the character.
  for (const [token] of value.matchAll(/\\.|"(?:\\.|[^"\\])*"|[^]/g)) {
    if (token === '(') depth += 1;
    else if (token === ')' && depth > 0) depth -= 1;
    else if (depth > 0) continue;
    else if (token === ';') {
      parts.push(part);
      part = '';
    } else part += token;
  }
  return [...parts, part];
};
