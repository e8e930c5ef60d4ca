// Reads the signature of a mail (DKIM, ARC): its tags, its key, and what it covers (RFC 6376).
import { domainToASCII } from 'node:url';
import { getDomain } from 'tldts';
import { limits } from '#core/kernel/limits.ts';
import { DAY_MS, type Instant } from '#core/kernel/time.ts';
import { type OwnAddress, isServiceAddress } from '#core/mail/token.ts';
import { inLetters } from '#mime/decode.ts';
import { type Field, valueOf } from '#mime/header.ts';
import type { TxtAnswer } from '#service/ports.ts';
import { parseAddresses } from '../fields/addresses.ts';

/** Parses lists of tags, as in `v=1; a=rsa-sha256; d=example.org` (RFC 6376 3.2). */
export type Tags = ReadonlyMap<string, string>;

/** Values are without the blanks around them. null: the list is malformed, or has a tag twice. */
export function parseTags(text: string): Tags | null {
  const tags = new Map<string, string>();
  for (const part of text.split(';')) {
    if (part.trim() === '') continue;
    const equals = part.indexOf('=');
    const name = part.slice(0, Math.max(0, equals)).trim().toLowerCase();
    if (!/^[a-z]\w*$/.test(name) || tags.has(name)) return null;
    tags.set(name, part.slice(equals + 1).trim());
  }
  return tags;
}

export const tagOf = (tags: Tags, name: string): string => tags.get(name) ?? '';

/** The value of a tag with a list, in lower case, as in `h=From : To`. */
const listOf = (tags: Tags, name: string): readonly string[] =>
  tagOf(tags, name)
    .toLowerCase()
    .split(':')
    .flatMap(each => each.trim() || []);

/** Compares domains: which organisation has a name, and whether a name is below another. */
const DOMAIN = /^(?=.{1,253}$)[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})+$/;

/** In lower case and A-labels. null: it is no domain name. */
export function normaliseDomain(name: string): string | null {
  const domain = domainToASCII(name.toLowerCase());
  return DOMAIN.test(domain) ? domain : null;
}

export const domainOf = (address: string): string | null =>
  normaliseDomain(address.slice(address.lastIndexOf('@') + 1));

/** The domain that an organisation has registered, by the public suffix list. A public suffix itself stays as it is. */
export const organisationOf = (domain: string): string =>
  getDomain(domain, { allowPrivateDomains: true, validateHostname: false }) ?? domain;

export const isSameOrganisation = (one: string, other: string): boolean =>
  organisationOf(one) === organisationOf(other);

export const verificationLimits = {
  /** Signatures by the domain of the sender that are checked. Servers write one or two. Each costs a hash of the body. */
  signatures: 3,
  /** ARC sets of a mail. Each server that forwards it adds one. */
  arcSets: 5,
  /** Signatures that a forwarding server may have signed with the mail. */
  signaturesBelowSeal: 10,
  /** Domain names that are looked up for one mail. */
  lookups: 12,
  /** All lookups for one mail together. The mail waits meanwhile, other mails are read. Milliseconds. */
  lookupsMs: 5_000,
  /** Bytes of all header fields that one signature covers. */
  signedHeader: 65_536,
  /** Bits of an RSA key. */
  keyBits: 1_024,
  /** A signature counts for this time after the Date of its mail. The marks of seen mails are kept longer, so no mail counts twice. Days. */
  days: 30,
  /** Clocks of senders may be this far ahead. Days. */
  daysAhead: 1,
};

/** Reads a DKIM-Signature or an ARC-Message-Signature, and checks all that needs no key (RFC 6376). */
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
type Parsed<Value> = { readonly value: Value } | { readonly fault: string };

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
  if (userDomain === null || at === -1 || !`.${userDomain}`.endsWith(`.${domain}`))
    return { fault: 'i= is not within d=' };
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
  const [signedAt, expiresAt] = ['t', 'x'].map(name => tags.get(name));
  if ([signedAt, expiresAt].some(text => text !== undefined && !/^\d{1,12}$/.test(text)))
    return 't= or x= is malformed';
  if (expiresAt === undefined) return null;
  if (Number(expiresAt) * 1_000 < now) return 'it has expired';
  return signedAt !== undefined && Number(expiresAt) < Number(signedAt) ? 'it expires before it was made' : null;
}

/** null: the key may be used for the signature. */
export function findKeyFault(
  answer: TxtAnswer,
  signature: Pick<MailSignature, 'domain' | 'userDomain'>,
): string | null {
  if (answer.kind === 'failed') return `the DNS did not answer: ${answer.why}`;
  if (answer.kind === 'none') return 'no key';
  const [record, ...others] = answer.records;
  if (record === undefined || others.length > 0) return 'several keys';
  const tags = parseTags(record);
  if (tags === null) return 'the key is malformed';
  return tagOf(tags, 'p') === '' ? 'the key was revoked' : findUseFault(tags, signature);
}

function findUseFault(tags: Tags, { domain, userDomain }: Pick<MailSignature, 'domain' | 'userDomain'>): string | null {
  const [flags, services, hashes] = ['t', 's', 'h'].map(name => new Set(listOf(tags, name)));
  if (flags?.has('y')) return 'the domain only tests its signatures';
  if (flags?.has('s') && userDomain !== domain) return 'i= is another domain, which the key does not allow';
  if (!allows(services, 'email', '*')) return 'the key is not for mail';
  return allows(hashes, 'sha256') ? null : 'the key is not for sha256';
}

/** A list that the record does not have allows everything. */
const allows = (list: ReadonlySet<string> = new Set(), ...wanted: readonly string[]): boolean =>
  list.size === 0 || wanted.some(each => list.has(each));

// Coverage. A signature must cover what a mail says and for whom it is, or else it could be used for another mail.

/** The sender, what is commanded, and two that mark a repeated mail. */
const REQUIRED = ['from', 'subject', 'date', 'message-id'] as const;

export interface CoverageContext {
  readonly own: OwnAddress;
  readonly now: Instant;
}

/** `signed`: the names in `h=`. null: the signature covers all it must. */
export function findCoverageFault(
  fields: readonly Field[],
  signed: readonly string[],
  { own, now }: CoverageContext,
): string | null {
  const named = (name: string): readonly Field[] => fields.filter(field => field.name === name);
  const isSigned = (name: string): boolean =>
    named(name).length <= signed.filter(each => each === name).length && signed.includes(name);
  const unsigned = REQUIRED.find(name => named(name).length === 0 || !isSigned(name));
  if (unsigned !== undefined) return `${unsigned} is not signed`;
  const dateFault = findDateFault(named('date'), now);
  if (dateFault !== null) return dateFault;
  // Microsoft signs no To. Where it is signed, the mail must be for us: a mail to another reader is no mail to the service.
  if (!signed.includes('to')) return null;
  const recipients = ['to', 'cc']
    .filter(isSigned)
    .flatMap(named)
    .filter(({ raw }) => raw.length <= limits.headerLength)
    .flatMap(field => parseAddresses(inLetters(valueOf(field))));
  return recipients.some(({ address }) => isServiceAddress(own, address)) ? null : 'it is signed for other recipients';
}

function findDateFault(dates: readonly Field[], now: Instant): string | null {
  const [at = NaN] = dates.map(date => Date.parse(valueOf(date)));
  if (dates.length !== 1 || Number.isNaN(at)) return 'date is malformed';
  if (at < now - verificationLimits.days * DAY_MS) return 'date is long ago';
  return at > now + verificationLimits.daysAhead * DAY_MS ? 'date is in the future' : null;
}

/** The fields that the signature covers with `h=`, and these others, as a header of their own. null: they cannot be signed. */
export function cutToSigned(
  fields: readonly Field[],
  signed: readonly string[],
  others: readonly Field[],
): string | null {
  const names = new Set(signed);
  const kept = fields.filter(field => names.has(field.name) || others.includes(field));
  // Programs read other fields in different ways.
  const isWellFormed = ({ raw }: Field): boolean =>
    raw.length <= limits.headerLength && /^[!-9;-~]+:/.test(raw) && !/\0|\r(?!\n)/.test(raw);
  if (!kept.every(isWellFormed)) return null;
  const header = kept.map(({ raw }) => raw.replace(/\r?\n$/, '').replace(/\r?\n/g, '\r\n')).join('\r\n');
  return header.length > verificationLimits.signedHeader ? null : header;
}
