// Reads what others say about a sender: their domain (DMARC, RFC 7489), and forwarders (ARC).
import { type Field, valueOf } from '#mime/header.ts';
import type { TxtAnswer } from '#service/ports.ts';
import {
  type CoverageContext,
  type MailSignature,
  type Tags,
  findCoverageFault,
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
export const policyNamesOf = (domain: string): readonly string[] => [
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
export function planChain(all: readonly Field[], context: ChainContext): Chain | null {
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
