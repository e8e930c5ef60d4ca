// Reads the DMARC policy of a domain (RFC 7489) from the answers of the DNS.
import type { TxtAnswer } from '#service/ports.ts';
import { organisationOf } from './domains.ts';
import { parseTags, tagOf, type Tags } from './tags.ts';

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
    const tags = answer.kind === 'found' ? parseRecord(answer.records) : null;
    if (tags !== null) return toPolicy(tags, name === `_dmarc.${domain}`);
  }
  return { kind: 'none' };
}

/** Several records are as good as none. */
function parseRecord(records: readonly string[]): Tags | null {
  const [record, ...others] = records.filter(each => /^\s*v\s*=\s*DMARC1\s*(?:;|$)/.test(each));
  return record === undefined || others.length > 0 ? null : parseTags(record);
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
