// Reads a DKIM-Signature or an ARC-Message-Signature, and checks all that needs no key (RFC 6376).
import type { Instant } from '#core/kernel/time.ts';
import { type Field, valueOf } from '#mime/header.ts';
import { isWithin, normaliseDomain } from './domains.ts';
import { listOf, parseTags, tagOf, type Tags } from './tags.ts';

export interface MailSignature {
  readonly field: Field;
  /** The signing domain, in lower case and A-labels. */
  readonly domain: string;
  /** The domain of the user for whom it signs: the signing domain, or one below it. */
  readonly userDomain: string;
  /** The name of that user before the `@`, in lower case. Empty: it signs for the whole domain. */
  readonly userName: string;
  /** The name with its key in the DNS. */
  readonly keyName: string;
  /** The names of the signed fields in lower case, once for each signed field. */
  readonly signed: readonly string[];
}

/** `fault`: why the signature proves nothing, in words for the operator. */
export type Parsed<Value> = { readonly value: Value } | { readonly fault: string };

/** The library reads these as comments and quotes, which a signature does not have. */
const UNUSUAL = /[^\t\r\n -~]|[()"'\\]/;
const ALGORITHMS: ReadonlySet<string> = new Set(['rsa-sha256', 'ed25519-sha256']);

/** The tags of a signature. null: it has unusual characters, or a tag twice. */
export const parseSignatureTags = (field: Field): Tags | null =>
  UNUSUAL.test(field.raw) ? null : parseTags(valueOf(field));

/** The signing domain that a field claims. null: it claims none. */
export function claimedDomainOf(field: Field): string | null {
  const tags = parseSignatureTags(field);
  return tags === null ? null : normaliseDomain(tagOf(tags, 'd'));
}

/** `kind`: in ARC, `i` is the number of the set. */
export function parseSignature(field: Field, kind: 'dkim' | 'arc', now: Instant): Parsed<MailSignature> {
  const tags = parseSignatureTags(field);
  const domain = tags === null ? null : normaliseDomain(tagOf(tags, 'd'));
  if (tags === null || domain === null) return { fault: 'the signature is malformed' };
  const user = kind === 'dkim' ? (tags.get('i') ?? `@${domain}`) : `@${domain}`;
  const at = user.lastIndexOf('@');
  const userDomain = normaliseDomain(user.slice(at + 1));
  const selector = normaliseSelector(tagOf(tags, 's'));
  const fault = findTagFault(tags, kind, now);
  if (fault !== null) return { fault };
  if (userDomain === null || at === -1 || !isWithin(userDomain, domain)) return { fault: 'i= is not within d=' };
  if (selector === null) return { fault: 's= is malformed' };
  const keyName = `${selector}._domainkey.${domain}`;
  const userName = user.slice(0, at).toLowerCase();
  return { value: { field, domain, userDomain, userName, keyName, signed: listOf(tags, 'h') } };
}

/** Does it sign for another user than this address? As in `Authentication-Results`, such a signature proves nothing. */
export const isForAnother = ({ userName, userDomain }: MailSignature, address: string): boolean =>
  userName !== '' && `${userName}@${userDomain}` !== address;

/** null: it is malformed. */
export const normaliseSelector = (text: string): string | null =>
  /^[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*$/i.test(text) ? text.toLowerCase() : null;

function findTagFault(tags: Tags, kind: 'dkim' | 'arc', now: Instant): string | null {
  if (kind === 'dkim' && tagOf(tags, 'v') !== '1') return 'v= is not 1';
  if (!ALGORITHMS.has(tagOf(tags, 'a').toLowerCase())) return `a=${tagOf(tags, 'a').slice(0, 40)} is not safe`;
  // Anyone could add text after the signed part.
  if (tags.has('l')) return 'l= leaves a part of the body unsigned';
  return findTimeFault(tags, now);
}

function findTimeFault(tags: Tags, now: Instant): string | null {
  const [signedAt, expiresAt] = ['t', 'x'].map(name => tags.get(name));
  if ([signedAt, expiresAt].some(text => text !== undefined && !/^\d{1,12}$/.test(text)))
    return 't= or x= is malformed';
  if (expiresAt === undefined) return null;
  if (Number(expiresAt) * 1_000 < now) return 'it has expired';
  return signedAt !== undefined && Number(expiresAt) < Number(signedAt) ? 'it expires before it was made' : null;
}
