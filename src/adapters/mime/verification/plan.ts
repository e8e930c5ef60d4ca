// Plans the verification of a sender: what is checked, and which names are looked up.
// No key is needed for that.
import { hasTrustedHeader } from '#core/mail/authentication-results.ts';
import type { Incoming } from '#core/mail/incoming.ts';
import { endOfHeader, type Field, parseFields, valueOf } from '#mime/header.ts';
import { parseAddresses } from '../fields/addresses.ts';
import { type Chain, planChain, policyNamesOf } from './dmarc.ts';
import {
  type CoverageContext,
  type MailSignature,
  claimedDomainOf,
  domainOf,
  findCoverageFault,
  isForAnother,
  isSameOrganisation,
  parseSignature,
  verificationLimits,
} from './signature.ts';

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
