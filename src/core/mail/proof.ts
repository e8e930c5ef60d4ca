// Reads Authentication-Results (RFC 8601): did the server that received this mail vouch for the address in From?
import type { Incoming } from './incoming.ts';
import { headersOf } from './incoming.ts';

interface MethodResult {
  readonly method: string;
  readonly result: string;
  /** `smtp.auth` → value, lower case. */
  readonly properties: ReadonlyMap<string, string>;
}

/**
 * Only the topmost header counts, and only with an authserv-id the operator trusts: anything below it may have been written by the sender.
 * Accepted: auth=pass for the very address; dmarc=pass, dkim=pass or spf=pass aligned with the domain of From.
 */
export function isVouchedFor(mail: Incoming, from: string, trusted: readonly string[]): boolean {
  const top = headersOf(mail, 'authentication-results')[0];
  if (top === undefined) return false;
  const [server = '', ...results] = sections(top);
  const id = /^\s*("?)([^\s";]+)\1/.exec(server)?.[2]?.toLowerCase();
  if (id === undefined || !trusted.includes(id)) return false;
  return results.map(methodResult).some(result => result !== null && vouches(result, from));
}

function vouches({ method, result, properties }: MethodResult, from: string): boolean {
  if (result !== 'pass') return false;
  const domain = from.slice(from.lastIndexOf('@') + 1);
  const value = (name: string): string => properties.get(name) ?? '';
  switch (method) {
    case 'auth':
      return value('smtp.auth') === from || value('smtp.mailfrom') === from;
    case 'dmarc':
      return aligned(afterAt(value('header.from')), domain);
    case 'dkim':
      return aligned(value('header.d') || afterAt(value('header.i')), domain);
    case 'spf':
      return aligned(afterAt(value('smtp.mailfrom')), domain);
    default:
      return false;
  }
}

const afterAt = (text: string): string => text.slice(text.lastIndexOf('@') + 1);

/** Strict alignment: the same domain. Relaxed alignment needs the public-suffix list; a receiver that has it says dmarc=pass. */
const aligned = (signer: string, domain: string): boolean => signer !== '' && signer === domain;

function methodResult(section: string): MethodResult | null {
  const head = /^\s*([a-z0-9-]+)(?:\s*\/\s*\d+)?\s*=\s*([a-z]+)(?![\w-])/i.exec(section);
  if (head === null) return null;
  const properties = new Map<string, string>();
  for (const [, name, value = ''] of section.slice(head[0].length).matchAll(PROPERTY)) {
    if (name === undefined) continue;
    const key = name.toLowerCase();
    // A property said twice is nobody's honest result.
    if (properties.has(key)) return null;
    properties.set(key, unquoted(value).toLowerCase());
  }
  return { method: (head[1] ?? '').toLowerCase(), result: (head[2] ?? '').toLowerCase(), properties };
}

/**
 * `name=value`; or a quoted string by itself, so that what stands in it is never taken for a property. A value goes on to the next blank:
 * in `smtp.mailfrom="alice@example.test"@evil.test` the sender chose what is quoted.
 */
const PROPERTY = /(?<=\s)([a-z]+(?:\.[a-z0-9-]+)?)\s*=\s*((?:"(?:\\.|[^"\\])*"|[^\s"])+)|"(?:\\.|[^"\\])*"/gi;

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
