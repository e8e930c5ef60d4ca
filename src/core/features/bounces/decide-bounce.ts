// Decides what a delivery report on one of our mails means for its reader and for the operator.
import type { ReturnedProbe } from '#core/matches/probes.ts';
import { completeClaims, type Trust } from '#core/board/sender.ts';
import { type TokenClaims, detailOfMessageId, isGenuine, parseToken, type UnverifiedToken } from '#core/mail/token.ts';
import { hasFailed, isRefusedByPolicy, type ReportedRecipient } from '#core/mail/delivery-report.ts';
import type { Incoming } from '#core/mail/incoming.ts';
import type { State } from '#core/kernel/state.ts';

/** What came back, and from where. */
export interface ReturnedMail {
  /** Addresses of players that a mail did not reach. */
  readonly addresses: readonly string[];
  readonly probes: readonly ReturnedProbe[];
}

/** By a delivery report. The token of the mail that came back is in its Message-ID. */
export function readReport(state: State, mail: Incoming, trust: Trust): ReturnedMail {
  const failed = mail.report?.recipients.filter(hasFailed) ?? [];
  if (failed.length === 0) return { addresses: [], probes: [] };
  return {
    addresses: [...new Set(failed.flatMap(each => addressesOf(each, state, mail, trust)))],
    probes: idsOf(mail).flatMap(id => probesWith(id, state, trust)),
  };
}

/** By the SMTP server, which took this mail for none of these addresses. */
export function returnedAtOnce(
  state: State,
  { addresses, messageId }: { readonly addresses: readonly string[]; readonly messageId: string },
  trust: Trust,
): ReturnedMail {
  const probes = probesWith(messageId, state, trust).filter(({ address }) => addresses.includes(address));
  return { addresses, probes };
}

/** The probe that was sent with this Message-ID: at most one. */
function probesWith(messageId: string, state: State, { own, sign }: Trust): readonly ReturnedProbe[] {
  const stub = parseToken(detailOfMessageId(own, messageId) ?? '');
  if (stub?.kind !== 'probe') return [];
  const { userid, at, mac } = stub;
  const addresses = state.account(userid)?.addresses ?? [];
  return addresses.flatMap(address =>
    isGenuine({ kind: 'probe', userid, address, at }, mac, sign) ? [{ userid, address, at }] : [],
  );
}

const idsOf = ({ report, inReplyTo, references }: Incoming): readonly string[] => [
  ...new Set([...(report?.messageIds ?? []), ...inReplyTo, ...references]),
];

/** Characters of an answer. It goes into the log, and the log into a mail to the operator. */
const MOST_CHARACTERS = 300;

/** Answers of servers that refused mails to players because of us (5.7.x). They say nothing of a player. */
export const findPolicyRefusals = (state: State, mail: Incoming, trust: Trust): readonly string[] =>
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

/** The player that the returned mail was for. null: it is not proved that we sent it. */
function readerOf({ addresses }: ReportedRecipient, state: State, mail: Incoming, trust: Trust): string | null {
  const stubs = idsOf(mail).flatMap(id => parseToken(detailOfMessageId(trust.own, id) ?? '') ?? []);
  const [reader] = stubs.flatMap(stub => addresses.flatMap(address => holderOf(stub, address, state, trust) ?? []));
  return reader ?? null;
}

/** The kinds of tokens that an account's own mails carry. */
const BY_ACCOUNT: ReadonlySet<TokenClaims['kind']> = new Set<TokenClaims['kind']>([
  'board',
  'digest',
  'account',
  'seek',
]);

/** The player whose mails carry this token. null: there is none. */
function holderOf(stub: UnverifiedToken, address: string, state: State, { sign }: Trust): string | null {
  const claim = completeClaims(stub, state, address);
  if (claim === null || !BY_ACCOUNT.has(claim.kind) || !('userid' in claim)) return null;
  return isGenuine(claim, stub.mac, sign) ? claim.userid : null;
}
