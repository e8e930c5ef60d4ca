// Reads Authentication-Results (RFC 8601): did the receiving server vouch for the address in From?
// Mail without such results from a trusted server has those of our own verification, if the service verifies.
import { rememberLast } from '#games/kit/remember.ts';
import { type Incoming, type MethodResult, headersOf } from './incoming.ts';

/** Stands for a missing authserv-id in the trusted servers. Microsoft 365 writes a topmost header that names no server. */
export const UNNAMED = '';

/**
 * Only the topmost header counts, and only with an authserv-id the operator trusts: anything below it may have been written by the sender.
 * If the sender logged in (`smtp.auth`), only the login decides, and it must be the address in From. Otherwise dmarc=pass, dkim=pass or
 * spf=pass for the domain of From is accepted, unless the result names another address of the domain.
 */
export function isAuthenticated(mail: Incoming, from: string, trustedServers: readonly string[]): boolean {
  const results = resultsOf(mail, trustedServers);
  const logins = results.filter(({ properties }) => properties.has('smtp.auth'));
  return logins.length > 0
    ? logins.every(
        login => login.method === 'auth' && login.result === 'pass' && login.properties.get('smtp.auth') === from,
      )
    : results.some(result => isVouchedFor(result, from));
}

/** Does the mail fail the policy of its sender's domain? */
export const isAgainstPolicy = (mail: Incoming, trustedServers: readonly string[]): boolean =>
  resultsOf(mail, trustedServers).some(({ method, result }) => method === 'dmarc' && result === 'fail');

/** The name of the proof of an authenticated sender. */
export const nameAuthentication = (
  mail: Incoming,
  trustedServers: readonly string[],
): 'authentication-results' | 'dkim' => (hasTrustedHeader(mail, trustedServers) ? 'authentication-results' : 'dkim');

/** Did a trusted server write the topmost header? Its word then counts alone, and the service need not verify. */
export const hasTrustedHeader = (mail: Incoming, trustedServers: readonly string[]): boolean =>
  parseTrustedResults(mail, trustedServers) !== null;

const resultsOf = (mail: Incoming, trustedServers: readonly string[]): readonly MethodResult[] =>
  parseTrustedResults(mail, trustedServers) ?? mail.verification?.results ?? [];

/** The results in the topmost header. null: no trusted server wrote it. */
function parseTrustedResults(mail: Incoming, trustedServers: readonly string[]): readonly MethodResult[] | null {
  const topHeader = headersOf(mail, 'authentication-results')[0];
  if (topHeader === undefined) return null;
  const [first = ''] = splitSections(topHeader);
  const isUnnamed = parseMethodResult(first) !== null;
  return trustedServers.includes(isUnnamed ? UNNAMED : authservId(first)) ? parseMethods(topHeader) : null;
}

/** The results in the value of a header, without the name of the server before them. */
export const parseMethods = rememberLast((value: string): readonly MethodResult[] =>
  splitSections(value).flatMap(section => parseMethodResult(section) ?? []),
);

function authservId(section: string): string {
  const [, quoted, bareId] = /^\s*(?:"([^\s";]+)"|([^\s";]+))/.exec(section) ?? [];
  return (quoted ?? bareId ?? 'none').toLowerCase();
}

/** The properties in which each method names the sender, as a domain or an address. */
const IDENTITIES: ReadonlyMap<string, readonly string[]> = new Map([
  ['auth', ['smtp.mailfrom']],
  ['dmarc', ['header.from']],
  ['dkim', ['header.d', 'header.i']],
  ['spf', ['smtp.mailfrom']],
]);

function isVouchedFor({ method, result, properties }: MethodResult, from: string): boolean {
  const identities = (IDENTITIES.get(method) ?? []).flatMap(name => properties.get(name) ?? []);
  return result === 'pass' && identities.length > 0 && identities.every(identity => isIdentityOf(from, identity));
}

/**
 * `example.test`, `@example.test` and `alice@example.test` are identities of `alice@example.test`. Strict alignment, the same domain:
 * relaxed alignment needs the public-suffix list, and a receiver that has it says dmarc=pass.
 */
const isIdentityOf = (from: string, identity: string): boolean => {
  const domain = from.slice(from.lastIndexOf('@') + 1);
  return domain !== '' && [from, domain, `@${domain}`].includes(identity);
};

function parseMethodResult(section: string): MethodResult | null {
  const head = /^\s*([a-z0-9-]+)(?:\s*\/\s*\d+)?\s*=\s*([a-z]+)/i.exec(section);
  if (head === null || /[\w-]/.test(section.charAt(head[0].length))) return null;
  const properties = parseProperties(section.slice(head[0].length));
  if (properties === null) return null;
  return { method: (head[1] ?? '').toLowerCase(), result: (head[2] ?? '').toLowerCase(), properties };
}

/** Returns null for a property given twice, or a quoted string without an end. No honest server writes either. */
function parseProperties(text: string): ReadonlyMap<string, string> | null {
  const words = splitWords(text);
  if (words === null) return null;
  const properties = new Map<string, string>();
  for (const word of words) {
    const [, name = '', value = ''] = PROPERTY.exec(word) ?? [];
    if (properties.has(name.toLowerCase())) return null;
    if (name !== '') properties.set(name.toLowerCase(), (/^"([^"\\]*)"$/.exec(value)?.[1] ?? value).toLowerCase());
  }
  return properties;
}

const PROPERTY = /^([a-z]+(?:\.[a-z0-9-]+)?)=(.+)$/is;

/**
 * Splits at blanks outside quoted strings. The sender may choose a quoted string, as in `smtp.mailfrom="alice@example.test"@evil.test`,
 * so its content is never read as a property. Blanks around `=` are dropped. null: a quoted string has no end.
 */
function splitWords(text: string): readonly string[] | null {
  const words: string[] = [];
  let word = '';
  for (let position = 0; position < text.length;) {
    const end = text.charAt(position) === '"' ? findQuoteEnd(text, position) : position + 1;
    if (end === null) return null;
    const piece = text.slice(position, end);
    if (piece.trim() !== '') word += piece;
    else if (word !== '') {
      words.push(word);
      word = '';
    }
    position = end;
  }
  return joinAssignments([...words, word].filter(Boolean));
}

/** The position after the quoted string that begins at `start`. */
function findQuoteEnd(text: string, start: number): number | null {
  for (let position = start + 1; position < text.length; position++) {
    if (text.charAt(position) === '\\') position += 1;
    else if (text.charAt(position) === '"') return position + 1;
  }
  return null;
}

/** Joins `a =b`, `a= b` and `a = b` to `a=b`. */
function joinAssignments(words: readonly string[]): readonly string[] {
  const result: string[] = [];
  for (const word of words) {
    const previous = result.at(-1) ?? '';
    const isOpen = previous.endsWith('=') && previous.indexOf('=') === previous.length - 1;
    if (isOpen || (word.startsWith('=') && !previous.includes('='))) result.push(`${result.pop() ?? ''}${word}`);
    else result.push(word);
  }
  return result;
}

/** Splits at `;` outside quotes, comments dropped (they nest). */
const splitSections = (value: string): readonly string[] => {
  const parts: string[] = [];
  let part = '';
  let depth = 0;
  // An escaped character, a quoted string, a run without signs and any other character are one token each.
  for (const [token] of value.matchAll(/\\.|"(?:\\.|[^"\\])*"|[^\\"();]+|[^]/g)) {
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
