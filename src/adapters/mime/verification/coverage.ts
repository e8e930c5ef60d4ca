// Checks that a signature covers what a mail says and for whom it is.
// Otherwise the signature could be used for another mail.
import { isServiceAddress, type OwnAddress } from '#core/mail/token.ts';
import { DAY_MS, type Instant } from '#core/kernel/time.ts';
import { limits } from '#core/kernel/limits.ts';
import { inLetters } from '#mime/encoded-words.ts';
import { type Field, valueOf } from '#mime/header.ts';
import { parseAddresses } from '../fields/addresses.ts';
import { verificationLimits } from './limits.ts';

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
  const recipients = ['to', 'cc'].filter(isSigned).flatMap(named).flatMap(addressesOf);
  return recipients.some(address => isServiceAddress(own, address)) ? null : 'it is signed for other recipients';
}

function findDateFault(dates: readonly Field[], now: Instant): string | null {
  const [at = NaN] = dates.map(date => Date.parse(valueOf(date)));
  if (dates.length !== 1 || Number.isNaN(at)) return 'date is malformed';
  if (at < now - verificationLimits.days * DAY_MS) return 'date is long ago';
  return at > now + verificationLimits.daysAhead * DAY_MS ? 'date is in the future' : null;
}

const addressesOf = (field: Field): readonly string[] =>
  field.raw.length > limits.headerLength ? [] : parseAddresses(inLetters(valueOf(field))).map(({ address }) => address);

/** The fields that the signature covers with `h=`, and these others, as a header of their own. null: they cannot be signed. */
export function cutToSigned(
  fields: readonly Field[],
  signed: readonly string[],
  others: readonly Field[],
): string | null {
  const names = new Set(signed);
  const kept = fields.filter(field => names.has(field.name) || others.includes(field));
  if (!kept.every(isWellFormed)) return null;
  const header = kept.map(({ raw }) => raw.replace(/\r?\n$/, '').replace(/\r?\n/g, '\r\n')).join('\r\n');
  return header.length > verificationLimits.signedHeader ? null : header;
}

/** Programs read other fields in different ways. */
const isWellFormed = ({ raw }: Field): boolean =>
  raw.length <= limits.headerLength && /^[!-9;-~]+:/.test(raw) && !/\0|\r(?!\n)/.test(raw);
