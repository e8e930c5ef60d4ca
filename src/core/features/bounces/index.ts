// The feature `bounces`: mail that comes back, and the probes it leads to.
import { followEvents } from '#core/board/acts/announce.ts';
import { noteReturnedProbes, probeAddresses, type ReturnedProbe } from '#core/board/acts/probes.ts';
import { type Trust, proveClaims } from '#core/board/sender.ts';
import { dayAt } from '#core/kernel/calendar.ts';
import type { MatchRef } from '#core/kernel/documents.ts';
import { limits } from '#core/kernel/limits.ts';
import { formatDay } from '#core/kernel/sentence.ts';
import { apply, type State } from '#core/kernel/state.ts';
import { DAY_MS } from '#core/kernel/time.ts';
import {
  type Incoming,
  type ReportedRecipient,
  hasFailed,
  isRefusedByPolicy,
  readReturn,
} from '#core/mail/incoming.ts';
import {
  type TokenClaims,
  type UnverifiedReturnPath,
  type UnverifiedToken,
  detailOfMessageId,
  isGenuine,
  isGenuinePath,
  listReturnPaths,
  parseToken,
} from '#core/mail/token.ts';
import { type Absence, findPresentUserid, zoneOf } from '#core/players/account.ts';
import type { Recipient } from '#core/players/message.ts';
import { gameTitle } from '#core/writing/board-names.ts';
import { type MessageKind, sayPhrase } from '#core/writing/compose-context.ts';
import type { RequestContext, RequestOutcome, Feature } from '#core/writing/feature.ts';

/** The probe of an address, and the mail that tells others of a player whom no mail reaches. */
interface Probe {
  readonly to: Recipient & { readonly kind: 'address' };
  readonly userid: string;
  readonly address: string;
  /** The claim of a board that causes the probe, and the claiming player. null: a mail came back. */
  readonly claim: { readonly player: string; readonly match: MatchRef } | null;
}

const probe: MessageKind<Probe> = {
  charge: 'free',
  write: (context, { userid, address, claim }) => ({
    subject: { code: 'subject-probe', parts: {} },
    token: { kind: 'digest', userid },
    idToken: { kind: 'probe', userid, address, at: context.now },
    text: context.templates.render('probe.txt', {
      ...{ userid, address, days: limits.claimDays },
      claim:
        claim === null
          ? null
          : {
              player: claim.player,
              board: sayPhrase(context, {
                code: 'board-named',
                parts: { game: gameTitle(context, claim.match.game), number: claim.match.number },
              }),
            },
    }),
  }),
};

interface Returned {
  readonly userid: string;
  readonly absence: Absence;
  /** The addresses from which mail came back. */
  readonly addresses: readonly string[];
}

const returned: MessageKind<Returned> = {
  charge: 'free',
  write: (context, { userid, absence, addresses }) => {
    const zone = zoneOf(context.state.account(userid));
    return {
      subject: { code: 'subject-returned', parts: {} },
      token: { kind: 'digest', userid },
      text: context.templates.render('returned.txt', {
        since: sayPhrase(context, formatDay(dayAt(zone, absence.from))),
        addresses,
        userid,
        claimed: absence.claimed.map(({ game, number }) =>
          sayPhrase(context, { code: 'board-named', parts: { game: gameTitle(context, game), number } }),
        ),
      }),
    };
  },
};

export const messages = { probe, returned };

/** What the return of mails says. */
interface ReturnedMail {
  /** Addresses of players that a mail did not reach. */
  readonly addresses: readonly string[];
  readonly probes: readonly ReturnedProbe[];
  /** Answers of servers that refused mails by policy (5.7.x). They concern this service and tell nothing about the player. */
  readonly policyRefusals: readonly string[];
}

/** One of our mails came back: a delivery report, or the SMTP server refused these addresses at once. */
export interface MailReturned {
  readonly kind: 'mail-returned';
  readonly by: { readonly report: Incoming } | { readonly addresses: readonly string[]; readonly messageId: string };
}

/** Handles a returned mail: probes the addresses it reports, and notes refusals because of us. */
function decideReturnedMail(state: State, { by }: MailReturned, { trust, now }: RequestContext): RequestOutcome | null {
  const { addresses, probes, policyRefusals } =
    'report' in by ? readReport(state, by.report, { trust, now }) : readImmediateReturn(state, by, trust);
  const probeEvents = noteReturnedProbes(state, probes, now);
  const { events, messages } = probeAddresses(probeEvents.reduce(apply, state), addresses, now);
  const changed = followEvents(state, [...probeEvents, ...events]);
  if (policyRefusals.length > 0) return { messages, state: changed?.state ?? state, policyRefusals };
  return changed === null ? null : { ...changed, messages };
}

/** Characters of a server's answer that are logged. The log is mailed to the operator. */
const MAX_ANSWER_LENGTH = 300;

/** Reads a delivery report. The Message-ID of the mail that came back holds its token, and its return path names the player. */
function readReport(state: State, mail: Incoming, { trust, now }: Pick<RequestContext, 'trust' | 'now'>): ReturnedMail {
  const { recipients, messageIds } = readReturn(mail);
  const failed = recipients.filter(hasFailed);
  const refused = recipients.filter(isRefusedByPolicy);
  if (failed.length + refused.length === 0) return { addresses: [], probes: [], policyRefusals: [] };
  const ids = [...new Set([...messageIds, ...mail.inReplyTo, ...mail.references])];
  const evidence: Evidence = {
    trust,
    tokens: ids
      .flatMap(id => parseToken(detailOfMessageId(trust.own, id) ?? '') ?? [])
      .filter(({ kind }) => ACCOUNT_TOKENS.has(kind)),
    paths: listReturnPaths(mail, trust.own).filter(({ at }) => now - at <= limits.returnPathDays * DAY_MS),
  };
  const returned = failed.flatMap(each => {
    // The reader's addresses that the report names. If it names none, since the mail was forwarded, the reader's only address.
    const userid = findReader(each, state, evidence);
    const own = (userid === null ? null : state.account(userid)?.addresses) ?? [];
    const named = own.filter(address => each.addresses.includes(address));
    return named.length > 0 ? named : own.length === 1 ? own : [];
  });
  const probes = [
    ...ids.flatMap(id => findProbes(id, state, trust)),
    ...evidence.paths.flatMap(path => {
      // The probe that was sent with this return path: at most one.
      const userid = findPresentUserid(state, path.userid);
      const probed = (state.account(userid)?.addresses ?? []).filter(each => isGenuinePath(path, each, trust.sign));
      return probed.map(address => ({ userid, address, at: path.at }));
    }),
  ];
  // An address that answers by itself is alive, whatever it says.
  const isSilent = (address: string): boolean => address !== mail.from[0]?.address;
  return {
    addresses: [...new Set(returned)].filter(isSilent),
    probes: failed.length === 0 ? [] : probes.filter(({ address }) => isSilent(address)),
    policyRefusals: refused
      .filter(recipient => findReader(recipient, state, evidence) !== null)
      .map(({ addresses, status, diagnostic }) =>
        `${addresses[0] ?? ''}: ${status} ${diagnostic}`.slice(0, MAX_ANSWER_LENGTH),
      ),
  };
}

/** For a mail that the SMTP server has refused for these addresses. */
function readImmediateReturn(
  state: State,
  { addresses, messageId }: { readonly addresses: readonly string[]; readonly messageId: string },
  trust: Trust,
): ReturnedMail {
  const probes = findProbes(messageId, state, trust).filter(({ address }) => addresses.includes(address));
  return { addresses, probes, policyRefusals: [] };
}

/** The probe that was sent with this Message-ID: at most one. */
function findProbes(messageId: string, state: State, { own, sign }: Trust): readonly ReturnedProbe[] {
  const stub = parseToken(detailOfMessageId(own, messageId) ?? '');
  if (stub?.kind !== 'probe') return [];
  const { at, mac } = stub;
  const userid = findPresentUserid(state, stub.userid);
  const addresses = state.account(userid)?.addresses ?? [];
  return addresses.flatMap(address =>
    isGenuine({ kind: 'probe', userid: stub.userid, address, at }, mac, sign) ? [{ userid, address, at }] : [],
  );
}

/** What a delivery report says about the mail that came back. */
interface Evidence {
  readonly trust: Trust;
  /** Those that an account's own mails carry. */
  readonly tokens: readonly UnverifiedToken[];
  /** The return paths that are not too old. */
  readonly paths: readonly UnverifiedReturnPath[];
}

/** The player that the returned mail was for. null: it is not proved that we sent it. */
function findReader({ addresses }: ReportedRecipient, state: State, { trust, tokens, paths }: Evidence): string | null {
  const { sign } = trust;
  const claims = tokens.flatMap(token => addresses.flatMap(each => proveClaims(token, state, each, sign) ?? []));
  const claim = claims.find(each => 'userid' in each);
  const path = paths.find(each => isGenuinePath(each, null, sign));
  return claim?.userid ?? (path === undefined ? null : findPresentUserid(state, path.userid));
}

/** The kinds of tokens that an account's own mails carry. */
const ACCOUNT_TOKENS: ReadonlySet<TokenClaims['kind']> = new Set([
  'board',
  'digest',
  'account',
  'offer',
  'problem',
] as const);

/** The feature `bounces`: mail that comes back, and the probes it leads to. */
export const bounces = {
  requests: { 'mail-returned': decideReturnedMail },
} satisfies Feature;
