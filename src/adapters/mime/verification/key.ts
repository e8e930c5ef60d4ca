// Checks the record with the key of a signature (RFC 6376 3.6.1), where the library does not.
import type { TxtAnswer } from '#service/ports.ts';
import type { MailSignature } from './signature.ts';
import { listOf, parseTags, tagOf, type Tags } from './tags.ts';

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
