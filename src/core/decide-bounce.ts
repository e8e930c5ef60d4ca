// Decides what a delivery report on one of our mails means for its reader and for the operator.
import { bouncedAt } from './accounts/absence.ts';
import { claimOf, type Trust } from './identity/sender.ts';
import { type Claim, detailOfMessageId, isGenuine, parseToken, type UnverifiedToken } from './identity/token.ts';
import { hasFailed, isRefusedByPolicy, type ReportedRecipient } from './mail/delivery-report.ts';
import type { Incoming } from './mail/incoming.ts';
import type { Instant } from './state/documents.ts';
import type { Event } from './state/events.ts';
import type { State } from './state/state.ts';

/** The token of the mail that came back is in its Message-ID: nobody else than its reader can have it. */
export function bounceEvents(state: State, mail: Incoming, trust: Trust, now: Instant): readonly Event[] {
  const failed = mail.report?.recipients.filter(hasFailed) ?? [];
  return bouncedAt(state, [...new Set(failed.flatMap(each => addressesOf(each, state, mail, trust)))], now);
}

/** Characters of an answer. It goes into the log, and the log into a mail to the operator. */
const MOST_CHARACTERS = 300;

/** Answers of servers that refused mails to players because of us (5.7.x). They say nothing of a player. */
export const policyRefusals = (state: State, mail: Incoming, trust: Trust): readonly string[] =>
  (mail.report?.recipients ?? [])
    .filter(recipient => isRefusedByPolicy(recipient) && readerOf(recipient, state, mail, trust) !== null)
    .map(({ addresses, status, diagnostic }) =>
      `${addresses[0] ?? ''}: ${status} ${diagnostic}`.slice(0, MOST_CHARACTERS),
    );

/** The addresses of the mail's reader that this is about: those it names; where others passed the mail on, the only one there is. */
function addressesOf(recipient: ReportedRecipient, state: State, mail: Incoming, trust: Trust): readonly string[] {
  const userid = readerOf(recipient, state, mail, trust);
  const own = (userid === null ? null : state.account(userid)?.addresses) ?? [];
  const named = own.filter(address => recipient.addresses.includes(address));
  return named.length > 0 ? named : own.length === 1 ? own : [];
}

/** To whom the mail was that came back; null: it is not proved that it was one of ours. */
function readerOf({ addresses }: ReportedRecipient, state: State, mail: Incoming, trust: Trust): string | null {
  const ids = [...(mail.report?.messageIds ?? []), ...mail.inReplyTo, ...mail.references];
  const stubs = ids.flatMap(id => parseToken(detailOfMessageId(trust.own, id) ?? '') ?? []);
  const [reader] = stubs.flatMap(stub => addresses.flatMap(address => holderOf(stub, address, state, trust) ?? []));
  return reader ?? null;
}

/** The kinds of tokens that an account's own mails carry. */
const BY_ACCOUNT: ReadonlySet<Claim['kind']> = new Set<Claim['kind']>(['board', 'digest', 'account', 'seek']);

/** The player whose mails carry this token; null: nobody's do. */
function holderOf(stub: UnverifiedToken, address: string, state: State, { sign }: Trust): string | null {
  const claim = claimOf(stub, state, address);
  if (claim === null || !BY_ACCOUNT.has(claim.kind) || !('userid' in claim)) return null;
  return isGenuine(claim, stub.mac, sign) ? claim.userid : null;
}
