// Tracks absent players: players whom mail does not reach.
// A player is absent after a probe came back from all their addresses, until a proved mail of the player comes.
import { lookUp } from '#games/kit/look-up.ts';
import type { Message, MessageFields } from '../decision/message.ts';
import type { Account } from '../players/account.ts';
import type { Entry } from '../board/match-document.ts';
import { isSameBoard, type MatchRef } from '../kernel/documents.ts';
import type { Event } from '../kernel/event.ts';
import type { State } from '../kernel/state.ts';
import { limits } from '../kernel/limits.ts';
import { runningMatches } from './require-match.ts';
import { DAY_MS, type Instant } from '../kernel/time.ts';
import { type Absence, type AskedClaim, openAbsenceOf, type Reach } from '../players/deliverability.ts';

/** A probe that came back. */
export interface ReturnedProbe {
  readonly userid: string;
  readonly address: string;
  /** When it was sent. */
  readonly at: Instant;
}

/** What is noted, and the probes that are sent. */
interface Probing {
  readonly events: readonly Event[];
  readonly messages: readonly Message[];
}

const NOTHING: Probing = { events: [], messages: [] };

/**
 * Mail to these addresses came back. Everybody who saw an old mail to the player can forge a report of that. So it only makes us send a
 * probe, which the reader of that address alone can know.
 */
export function probeAddresses(state: State, addresses: readonly string[], now: Instant): Probing {
  const owners = [...new Set(addresses.flatMap(address => state.owner(address) ?? []))];
  const probings = owners.map((userid): Probing => {
    const account = state.account(userid);
    if (account === null || account.closed) return NOTHING;
    const due = account.addresses.filter(address => addresses.includes(address) && isProbeDue(account, address, now));
    return due.length === 0 ? NOTHING : sendProbes(account, due, null, now);
  });
  return { events: probings.flatMap(({ events }) => events), messages: probings.flatMap(({ messages }) => messages) };
}

/** Is it not known that nothing arrives there, and was it not asked a short while ago? */
const isProbeDue = ({ bounced = {}, probed = {} }: Account, address: string, now: Instant): boolean =>
  !Object.hasOwn(bounced, address) && now - (lookUp(probed, address) ?? -Infinity) >= limits.probeDays * DAY_MS;

function sendProbes(
  account: Account,
  addresses: readonly string[],
  claim: MessageFields['probe']['claim'],
  now: Instant,
): Probing {
  const { userid, probed = {} } = account;
  const own = Object.entries(probed).filter(([address]) => account.addresses.includes(address));
  const all = Object.fromEntries([...own, ...addresses.map(address => [address, now] as const)]);
  return {
    events: [{ kind: 'reach-changed', userid, reach: { ...reachOf(account), probed: all } }],
    messages: addresses.map(address => ({
      ...{ kind: 'probe', to: { kind: 'address', address }, userid, address, claim },
    })),
  };
}

const reachOf = ({ bounced, probed, absences }: Reach): Reach => ({
  ...(bounced === undefined ? {} : { bounced }),
  ...(probed === undefined ? {} : { probed }),
  ...(absences === undefined ? {} : { absences }),
});

/** These probes came back: players who are reached at no other address are absent from now on. */
export function noteReturnedProbes(state: State, probes: readonly ReturnedProbe[], now: Instant): readonly Event[] {
  return [...new Set(probes.map(({ userid }) => userid))].flatMap(userid => {
    const account = state.account(userid);
    const own = probes.filter(each => each.userid === userid && now - each.at <= limits.probeAnswerDays * DAY_MS);
    const reach = account === null ? null : reachAfter(account, own, now);
    if (account === null || reach === null) return [];
    const isNew = openAbsenceOf(reach) !== openAbsenceOf(account);
    const boards = isNew ? runningMatches(state, userid) : (openAbsenceOf(reach)?.asked ?? []);
    return [{ kind: 'reach-changed', userid, reach } as const, ...boards.map(board => wake(board, now))];
  });
}

const wake = ({ game, number }: MatchRef, now: Instant): Event => ({
  ...{ kind: 'match-woken', match: { game, number }, wake: now },
});

/** null: nothing of it is new. */
function reachAfter(account: Account, returned: readonly ReturnedProbe[], now: Instant): Reach | null {
  const { addresses, closed, bounced = {}, probed = {}, absences = [] } = account;
  const known = new Map(Object.entries(bounced).filter(([address]) => addresses.includes(address)));
  const news = returned.filter(
    ({ address, at }) => addresses.includes(address) && at > (known.get(address) ?? -Infinity),
  );
  if (closed || news.length === 0) return null;
  for (const { address, at } of news) known.set(address, at);
  const isGone = addresses.every(address => known.has(address));
  const recent = absences.filter(({ from }) => from > now - 365 * DAY_MS).length;
  const isNew = isGone && openAbsenceOf(account) === null && recent < limits.absencesPerYear;
  // Where a probe came back another may be sent as soon as that is forgotten.
  const waiting = Object.entries(probed).filter(([address, at]) => at > (known.get(address) ?? -Infinity));
  return {
    bounced: Object.fromEntries(known),
    probed: Object.fromEntries(waiting),
    absences: isNew ? [...absences, { from: now, until: null, claimed: [] }] : absences,
  };
}

/** A proved mail of this player's has come; the absence it ends, if it ends one. */
export function returned(
  state: State,
  userid: string,
  now: Instant,
): { readonly events: readonly Event[]; readonly ended: Absence | null } {
  const account = state.account(userid);
  const ended = openAbsenceOf(account);
  if (account === null || (ended === null && Object.keys(account.bounced ?? {}).length === 0))
    return { events: [], ended: null };
  const { absences = [] } = account;
  const closed = absences.map(({ from, until, claimed }) => ({ from, until: until ?? now, claimed }));
  return {
    events: [{ kind: 'reach-changed', userid, reach: { ...reachOf(account), bounced: {}, absences: closed } }],
    ended,
  };
}

/** When this board was last claimed in the player's absence, and the claim waits for a probe; null: it does not. */
export const claimAsked = (state: State, userid: string, match: MatchRef): AskedClaim | null =>
  openAbsenceOf(state.account(userid))?.asked?.find(each => isSameBoard(each, match)) ?? null;

/** The claim is noted, and each address of the absent player gets a probe that tells of it. */
export function askForClaim(state: State, userid: string, claim: AskedClaim & { readonly player: string }): Probing {
  const account = state.account(userid);
  const open = openAbsenceOf(account);
  if (account === null || open === null) return NOTHING;
  const { game, number, by, at, player } = claim;
  const others = (open.asked ?? []).filter(each => !isSameBoard(each, claim));
  const absences = changedLast(account, { ...open, asked: [...others, { game, number, by, at }] });
  return sendProbes({ ...account, absences }, account.addresses, { player, match: { game, number } }, at);
}

/** Has every probe come back that was sent for this claim? */
export function isClaimGranted(state: State, userid: string, { at }: AskedClaim): boolean {
  const { addresses = [], bounced = {} } = state.account(userid) ?? {};
  return addresses.every(address => (lookUp(bounced, address) ?? -Infinity) >= at);
}

/** Others took this board out of the player's absence. */
export function claimedFrom(state: State, userid: string, match: MatchRef): readonly Event[] {
  const account = state.account(userid);
  const open = openAbsenceOf(account);
  if (account === null || open === null || open.claimed.some(each => isSameBoard(each, match))) return [];
  const { asked, ...rest } = open;
  const waiting = asked?.filter(each => !isSameBoard(each, match)) ?? [];
  const claimed = [...open.claimed, { game: match.game, number: match.number }];
  const absences = changedLast(account, { ...rest, claimed, ...(waiting.length === 0 ? {} : { asked: waiting }) });
  return [{ kind: 'reach-changed', userid, reach: { ...reachOf(account), absences } }];
}

const changedLast = ({ absences = [] }: Account, last: Absence): readonly Absence[] => [...absences.slice(0, -1), last];

/** Was this absence told at the board? */
export const isTold = (record: readonly Entry[], by: number, { from }: Absence): boolean =>
  record.some(entry => entry.kind === 'absence' && entry.by === by && entry.since === from);
