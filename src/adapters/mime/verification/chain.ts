// Reads the ARC chain of a mail (RFC 8617): what forwarding servers say about its sender.
import { type Field, valueOf } from '#mime/header.ts';
import { type CoverageContext, findCoverageFault } from './coverage.ts';
import { normaliseDomain } from './domains.ts';
import { verificationLimits } from './limits.ts';
import { normaliseSelector, parseSignature, parseSignatureTags, type MailSignature } from './signature.ts';
import { tagOf } from './tags.ts';

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
