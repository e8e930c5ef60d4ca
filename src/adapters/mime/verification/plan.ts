// Plans the verification of a sender: what is checked, whom others vouch for, what is looked up.
import { hasTrustedHeader } from '#core/mail/authentication-results.ts';
import type { Incoming } from '#core/mail/incoming.ts';
import { type Field, endOfHeader, parseFields, valueOf } from '#mime/header.ts';
import type { TxtAnswer } from '#service/ports.ts';
import { parseAddresses } from '../fields/addresses.ts';
import {
  type CoverageContext,
  type MailSignature,
  type Tags,
  claimedDomainOf,
  domainOf,
  findCoverageFault,
  isForAnother,
  isSameOrganisation,
  normaliseDomain,
  normaliseSelector,
  organisationOf,
  parseSignature,
  parseSignatureTags,
  parseTags,
  tagOf,
  verificationLimits,
} from './signature.ts';

/** Reads the DMARC policy of a domain (RFC 7489) from the answers of the DNS. */
export type Policy =
  | {
      readonly kind: 'found';
      /** Must the domain of a signature be the very domain of the sender? */
      readonly isStrict: boolean;
      /** Does the domain ask receivers to reject all mail that fails, or to treat it as spam? */
      readonly isEnforced: boolean;
    }
  | { readonly kind: 'none' | 'failed' };

/** The names at which a domain may have its policy. */
const policyNamesOf = (domain: string): readonly string[] => [
  ...new Set([`_dmarc.${domain}`, `_dmarc.${organisationOf(domain)}`]),
];

export function findPolicy(domain: string, answerOf: (name: string) => TxtAnswer): Policy {
  for (const name of policyNamesOf(domain)) {
    const answer = answerOf(name);
    if (answer.kind === 'failed') return { kind: 'failed' };
    const found = answer.kind === 'found' ? answer.records : [];
    const [record, ...others] = found.filter(each => /^\s*v\s*=\s*DMARC1\s*(?:;|$)/.test(each));
    // Several records are as good as none.
    const tags = record === undefined || others.length > 0 ? null : parseTags(record);
    if (tags !== null) return toPolicy(tags, name === `_dmarc.${domain}`);
  }
  return { kind: 'none' };
}

const ENFORCED: ReadonlySet<string> = new Set(['quarantine', 'reject']);

/** A policy for a part of the mails, or one that is only tried, is not enforced. */
function toPolicy(tags: Tags, isOwn: boolean): Policy {
  const policy = isOwn ? tagOf(tags, 'p') : (tags.get('sp') ?? tagOf(tags, 'p'));
  const isWhole = ['', '100'].includes(tagOf(tags, 'pct')) && tagOf(tags, 't').toLowerCase() !== 'y';
  return {
    kind: 'found',
    isStrict: tagOf(tags, 'adkim').toLowerCase() === 's',
    isEnforced: isWhole && ENFORCED.has(policy.toLowerCase()),
  };
}

/** A chain that consists of named sealers alone. Its signatures are not checked yet. */
export interface Chain {
  readonly fields: readonly Field[];
  /** The newest signature of the whole mail. */
  readonly signature: MailSignature;
  readonly keyNames: readonly string[];
  /** The results that the first of the servers wrote. */
  readonly firstResults: string;
}

const KINDS = ['arc-seal', 'arc-message-signature', 'arc-authentication-results'] as const;

interface ChainContext extends CoverageContext {
  readonly sealers: readonly string[];
}

/** null: there is no chain, or one that proves nothing. */
function planChain(all: readonly Field[], context: ChainContext): Chain | null {
  const fields = all.filter(({ name }) => KINDS.some(kind => kind === name));
  const count = fields.length / KINDS.length;
  const below = all.filter(({ name }) => name === 'dkim-signature').length;
  const isBounded = count <= verificationLimits.arcSets && below <= verificationLimits.signaturesBelowSeal;
  if (context.sealers.length === 0 || count === 0 || !Number.isInteger(count) || !isBounded) return null;
  const find = (kind: string, number: number): Field | undefined =>
    fields.find(field => field.name === kind && instanceOf(field) === number);
  const newest = find('arc-message-signature', count);
  const first = find('arc-authentication-results', 1);
  const keyNames = Array.from({ length: count }, (_, index) => sealKeyOf(find('arc-seal', index + 1), context.sealers));
  if (newest === undefined || first === undefined) return null;
  const parsed = parseSignature(newest, 'arc', context.now);
  if ('fault' in parsed || !context.sealers.includes(parsed.value.domain)) return null;
  if (findCoverageFault(all, parsed.value.signed, context) !== null) return null;
  const named = keyNames.filter(name => name !== null);
  if (named.length < count) return null;
  return {
    ...{ fields, signature: parsed.value, keyNames: [...new Set([...named, parsed.value.keyName])] },
    firstResults: valueOf(first).replace(INSTANCE, ''),
  };
}

const INSTANCE = /^i\s*=\s*(\d{1,2})\s*(?:;|$)/;

/** The number of a set. In results it is the first tag, elsewhere any. */
function instanceOf(field: Field): number {
  const text = field.name === 'arc-authentication-results' ? INSTANCE.exec(valueOf(field))?.[1] : null;
  const tags = text === null ? parseSignatureTags(field) : null;
  return Number(text ?? (tags === null ? NaN : tagOf(tags, 'i')));
}

/** The name with the key of a seal. null: it is malformed, or no named sealer made it. */
function sealKeyOf(field: Field | undefined, sealers: readonly string[]): string | null {
  const tags = field === undefined ? null : parseSignatureTags(field);
  if (tags === null) return null;
  const domain = normaliseDomain(tagOf(tags, 'd'));
  const selector = normaliseSelector(tagOf(tags, 's'));
  return domain === null || selector === null || !sealers.includes(domain) ? null : `${selector}._domainkey.${domain}`;
}

export interface VerificationContext extends CoverageContext {
  /** The authserv-ids whose Authentication-Results count. Mail that has those is not verified. */
  readonly servers: readonly string[];
  /** The domains of the servers whose ARC seals count. */
  readonly sealers: readonly string[];
}

export interface VerificationPlan {
  /** The domain of the address in From. */
  readonly from: string;
  readonly fields: readonly Field[];
  readonly body: Buffer;
  /** The signatures to check, those of the very domain first. */
  readonly signatures: readonly MailSignature[];
  /** Why the other signatures of the sender's domain prove nothing. */
  readonly faults: readonly string[];
  readonly chain: Chain | null;
  /** Does nothing in the mail even claim to be from the sender's domain? It then fails DMARC, whatever SPF says. */
  readonly isForeign: boolean;
  /** The domain names that are looked up. */
  readonly names: readonly string[];
}

/** null: nothing is verified. */
export function planVerification(
  raw: Uint8Array,
  mail: Incoming,
  context: VerificationContext,
): VerificationPlan | null {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  const from = fromDomainOf(mail);
  // A whole mail has the line ends of mails.
  if (from === null || bytes.length !== mail.size || !bytes.includes('\n') || hasTrustedHeader(mail, context.servers))
    return null;
  const end = endOfHeader(bytes, 0, bytes.length);
  const fields = parseFields(bytes, 0, end);
  const claims = fields.filter(field => field.name === 'dkim-signature' && claimsDomain(field, from));
  const address = mail.from[0]?.address ?? '';
  const { signatures, faults } = readSignatures(fields, claims, { from, address, context });
  const chain = planChain(fields, context);
  const isForeign = claims.length === 0 && isReturnedElsewhere(fields, from);
  const needsPolicy = isForeign || signatures.some(({ domain }) => domain !== from);
  const names = [
    ...signatures.map(({ keyName }) => keyName),
    ...(needsPolicy ? policyNamesOf(from) : []),
    ...(chain?.keyNames ?? []),
  ];
  return {
    ...{ from, fields, body: bytes.subarray(end), signatures, faults, chain, isForeign },
    names: [...new Set(names)].slice(0, verificationLimits.lookups),
  };
}

/** null: the mail does not have exactly one sender. */
const fromDomainOf = ({ from: [from, ...others], fromHeaders }: Incoming): string | null =>
  from === undefined || others.length > 0 || fromHeaders !== 1 ? null : domainOf(from.address);

function claimsDomain(field: Field, from: string): boolean {
  const claimed = claimedDomainOf(field);
  return claimed !== null && isSameOrganisation(claimed, from);
}

function readSignatures(
  fields: readonly Field[],
  own: readonly Field[],
  { from, address, context }: { readonly from: string; readonly address: string; readonly context: CoverageContext },
): Pick<VerificationPlan, 'signatures' | 'faults'> {
  const signatures: MailSignature[] = [];
  const faults: string[] = [];
  const findFault = (signature: MailSignature): string | null =>
    isForAnother(signature, address) ? 'i= is another address' : findCoverageFault(fields, signature.signed, context);
  for (const field of own.slice(0, verificationLimits.signatures)) {
    const parsed = parseSignature(field, 'dkim', context.now);
    const fault = 'fault' in parsed ? parsed.fault : findFault(parsed.value);
    if (fault !== null) faults.push(fault);
    else if ('value' in parsed) signatures.push(parsed.value);
  }
  if (own.length > verificationLimits.signatures) faults.push(`${own.length} signatures are too many`);
  const distance = ({ domain }: MailSignature): number => (domain === from ? 0 : 1);
  return { signatures: signatures.toSorted((one, other) => distance(one) - distance(other)), faults };
}

/** Do returned mails go to another organisation? SPF then proves that one. */
function isReturnedElsewhere(fields: readonly Field[], from: string): boolean {
  const domains = fields
    .filter(({ name }) => name === 'return-path')
    .flatMap(field => parseAddresses(valueOf(field)).map(({ address }) => domainOf(address)));
  return domains.length > 0 && domains.every(domain => domain !== null && !isSameOrganisation(domain, from));
}
