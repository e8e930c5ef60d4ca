// Players whom no mail reaches: mail came back from every address they have, and no proved mail of theirs has come since.
import { type Account, type Entry, isSameBoard, type MatchRef } from '../state/documents.ts';
import type { Event } from '../state/events.ts';
import type { State } from '../state/state.ts';
import { limits } from '../limits.ts';
import { runningMatches } from '../matches/table.ts';
import { DAY_MS, type Instant } from '../time.ts';
import { type Absence, openAbsence, type Reach } from './reach.ts';

/** Mail to these addresses has come back for good; whoever has them and is reached at no other is absent from now on. */
export function bouncedAt(state: State, addresses: readonly string[], now: Instant): readonly Event[] {
  const owners = [...new Set(addresses.flatMap(address => state.owner(address) ?? []))];
  return owners.flatMap(userid => {
    const account = state.account(userid);
    const own = addresses.filter(address => account?.addresses.includes(address) === true);
    const reach = account === null || own.length === 0 ? null : reachAfter(account, own, now);
    if (account === null || reach === null) return [];
    const isNew = openAbsence(reach) !== openAbsence(account);
    return [{ kind: 'reach-changed', userid, reach } as const, ...(isNew ? wakeBoards(state, userid, now) : [])];
  });
}

/** null: nothing of it is new. */
function reachAfter(account: Account, returned: readonly string[], now: Instant): Reach | null {
  const { addresses, closed, bounced = {}, absences = [] } = account;
  if (closed || returned.every(address => address in bounced)) return null;
  const known = Object.entries(bounced).filter(([address]) => addresses.includes(address));
  const all = { ...Object.fromEntries(returned.map(address => [address, now])), ...Object.fromEntries(known) };
  const isGone = addresses.every(address => address in all);
  const recent = absences.filter(({ from }) => from > now - 365 * DAY_MS).length;
  const isNew = isGone && openAbsence(account) === null && recent < limits.absencesPerYear;
  return { bounced: all, absences: isNew ? [...absences, { from: now, until: null, claimed: [] }] : absences };
}

/** Their boards tell the others. */
const wakeBoards = (state: State, userid: string, now: Instant): readonly Event[] =>
  runningMatches(state, userid).map(({ game, number }) => ({
    ...{ kind: 'match-woken', match: { game, number }, wake: now },
  }));

/** A proved mail of this player's has come; the absence it ends, if it ends one. */
export function returned(
  state: State,
  userid: string,
  now: Instant,
): { readonly events: readonly Event[]; readonly ended: Absence | null } {
  const account = state.account(userid);
  const ended = openAbsence(account);
  if (account === null || (ended === null && Object.keys(account.bounced ?? {}).length === 0))
    return { events: [], ended: null };
  const { absences = [] } = account;
  const closed = absences.map(each => (each === ended ? { ...each, until: now } : each));
  return { events: [{ kind: 'reach-changed', userid, reach: { bounced: {}, absences: closed } }], ended };
}

/** Others took this board out of the player's absence. */
export function claimedFrom(state: State, userid: string, match: MatchRef): readonly Event[] {
  const account = state.account(userid);
  const open = openAbsence(account);
  if (account === null || open === null || open.claimed.some(each => isSameBoard(each, match))) return [];
  const { bounced = {}, absences = [] } = account;
  const claimed = [...open.claimed, match];
  return [
    { kind: 'reach-changed', userid, reach: { bounced, absences: [...absences.slice(0, -1), { ...open, claimed }] } },
  ];
}

/** Was this absence told at the board? */
export const isTold = (record: readonly Entry[], by: number, { from }: Absence): boolean =>
  record.some(entry => entry.kind === 'absence' && entry.by === by && entry.since === from);
