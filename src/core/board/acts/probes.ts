// Tracks absent players: players whom mail does not reach.
// A player is absent after a probe came back from all their addresses, until a proved mail of the player comes.
import { wakeBoard } from './events.ts';
import { lookUp } from '#games/kit/look-up.ts';
import type { Message, MessageFields } from '#core/players/message.ts';
import { type Absence, type Account, type AskedClaim, type Reach, openAbsenceOf } from '#core/players/account.ts';
import type { Entry } from '../match-document.ts';
import { type Event, type MatchRef, isSameBoard, refOf } from '#core/kernel/documents.ts';
import type { State } from '#core/kernel/state.ts';
import { limits } from '#core/kernel/limits.ts';
import { loadRunningMatches } from './require-match.ts';
import { DAY_MS, type Instant } from '#core/kernel/time.ts';

/** A probe that came back. */
export interface ReturnedProbe {
  readonly userid: string;
  readonly address: string;
  /** When the probe was sent. */
  readonly at: Instant;
}

/** The events to store, and the probes to send. */
interface ProbeResult {
  readonly events: readonly Event[];
  readonly messages: readonly Message[];
}

const NOTHING: ProbeResult = { events: [], messages: [] };

/**
 * Sends probes to addresses from which mail came back. Anyone who saw an old mail to the player can forge a delivery report, so a report
 * only causes a probe. Only the reader of the address can know a probe.
 */
export function probeAddresses(state: State, addresses: readonly string[], now: Instant): ProbeResult {
  const owners = [...new Set(addresses.flatMap(address => state.owner(address) ?? []))];
  const probings = owners.map((userid): ProbeResult => {
    const account = state.account(userid);
    if (account === null || account.closed) return NOTHING;
    const due = account.addresses.filter(address => addresses.includes(address) && isProbeDue(account, address, now));
    return due.length === 0 ? NOTHING : sendProbes(account, due, null, now);
  });
  return { events: probings.flatMap(({ events }) => events), messages: probings.flatMap(({ messages }) => messages) };
}

/** Can a probe be sent to this address? Not if an earlier one has come back, or was sent a short while ago. */
const isProbeDue = ({ bounced = {}, probed = {} }: Account, address: string, now: Instant): boolean =>
  !Object.hasOwn(bounced, address) && now - (lookUp(probed, address) ?? -Infinity) >= limits.probeDays * DAY_MS;

function sendProbes(
  account: Account,
  addresses: readonly string[],
  claim: MessageFields['probe']['claim'],
  now: Instant,
): ProbeResult {
  const { userid, probed = {} } = account;
  const own = Object.entries(probed).filter(([address]) => account.addresses.includes(address));
  const all = Object.fromEntries([...own, ...addresses.map(address => [address, now] as const)]);
  return {
    events: [{ kind: 'account-changed', userid, change: { probed: all } }],
    messages: addresses.map(address => ({
      ...{ kind: 'probe', to: { kind: 'address', address }, userid, address, claim },
    })),
  };
}

/** Notes probes that came back. A player with no other reachable address is absent from now on. */
export function noteReturnedProbes(state: State, probes: readonly ReturnedProbe[], now: Instant): readonly Event[] {
  return [...new Set(probes.map(({ userid }) => userid))].flatMap(userid => {
    const account = state.account(userid);
    const own = probes.filter(each => each.userid === userid && now - each.at <= limits.probeAnswerDays * DAY_MS);
    const reach = account === null ? null : computeReach(account, own, now);
    if (account === null || reach === null) return [];
    const isNew = openAbsenceOf(reach) !== openAbsenceOf(account);
    const boards = isNew ? loadRunningMatches(state, userid) : (openAbsenceOf(reach)?.asked ?? []);
    return [{ kind: 'account-changed', userid, change: reach }, ...boards.map(board => wakeBoard(board, now))];
  });
}

/** The player's reach after these probes have come back. null: none of them is new. */
function computeReach(account: Account, returned: readonly ReturnedProbe[], now: Instant): Reach | null {
  const { addresses, closed, bounced = {}, probed = {}, absences = [] } = account;
  const known = new Map(Object.entries(bounced).filter(([address]) => addresses.includes(address)));
  const newReturns = returned.filter(
    ({ address, at }) => addresses.includes(address) && at > (known.get(address) ?? -Infinity),
  );
  if (closed || newReturns.length === 0) return null;
  for (const { address, at } of newReturns) known.set(address, at);
  const isGone = addresses.every(address => known.has(address));
  const recent = absences.filter(({ from }) => from > now - 365 * DAY_MS).length;
  const isNew = isGone && openAbsenceOf(account) === null && recent < limits.absencesPerYear;
  // Forgets probes that were answered, so that another one can be sent as soon as `bounced` is cleared.
  const waiting = Object.entries(probed).filter(([address, at]) => at > (known.get(address) ?? -Infinity));
  return {
    bounced: Object.fromEntries(known),
    probed: Object.fromEntries(waiting),
    absences: isNew ? [...absences, { from: now, until: null, claimed: [] }] : absences,
  };
}

/** Notes that a proved mail of the player has come. `ended`: the absence that it ends. null: there was none. */
export function noteProvedMail(
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
    events: [{ kind: 'account-changed', userid, change: { bounced: {}, absences: closed } }],
    ended,
  };
}

/** The claim of this board that waits for a probe to come back. null: there is none. */
export const findAskedClaim = (state: State, userid: string, match: MatchRef): AskedClaim | null =>
  openAbsenceOf(state.account(userid))?.asked?.find(each => isSameBoard(each, match)) ?? null;

/** Notes a claim, and sends a probe that tells of it to each address of the absent player. */
export function askForClaim(
  state: State,
  userid: string,
  claim: AskedClaim & { readonly player: string },
): ProbeResult {
  const account = state.account(userid);
  const open = openAbsenceOf(account);
  if (account === null || open === null) return NOTHING;
  const { game, number, by, at, player } = claim;
  const others = (open.asked ?? []).filter(each => !isSameBoard(each, claim));
  const absences = replaceLastAbsence(account, { ...open, asked: [...others, { game, number, by, at }] });
  const { events, messages } = sendProbes(account, account.addresses, { player, match: { game, number } }, at);
  return { events: [{ kind: 'account-changed', userid, change: { absences } }, ...events], messages };
}

/** Have all probes for this claim come back? */
export function isClaimGranted(state: State, userid: string, { at }: AskedClaim): boolean {
  const { addresses = [], bounced = {} } = state.account(userid) ?? {};
  return addresses.every(address => (lookUp(bounced, address) ?? -Infinity) >= at);
}

/** Notes in the player's absence that others have claimed this board. */
export function noteClaimedBoard(state: State, userid: string, match: MatchRef): readonly Event[] {
  const account = state.account(userid);
  const open = openAbsenceOf(account);
  if (account === null || open === null || open.claimed.some(each => isSameBoard(each, match))) return [];
  const { asked, ...rest } = open;
  const waiting = asked?.filter(each => !isSameBoard(each, match)) ?? [];
  const claimed = [...open.claimed, refOf(match)];
  const absences = replaceLastAbsence(account, {
    ...rest,
    claimed,
    ...(waiting.length === 0 ? {} : { asked: waiting }),
  });
  return [{ kind: 'account-changed', userid, change: { absences } }];
}

const replaceLastAbsence = ({ absences = [] }: Account, last: Absence): readonly Absence[] => [
  ...absences.slice(0, -1),
  last,
];

/** Was this absence announced on the board? */
export const isAbsenceAnnounced = (record: readonly Entry[], by: number, { from }: Absence): boolean =>
  record.some(entry => entry.kind === 'absence' && entry.by === by && entry.since === from);
