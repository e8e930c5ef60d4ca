// What time does to a board: it reminds whoever is to move, and ends what nobody goes on with.
import { type Schedule, scheduleOf } from '../clocks/schedule.ts';
import { type ActorContext, decided, type Decision, denied } from '../decision.ts';
import type { Message } from '../messages/kinds/index.ts';
import type { Entry, Instant, Match, MatchRef, ReminderKind } from '../state/documents.ts';
import type { Event } from '../state/events.ts';
import type { State } from '../state/state.ts';
import { gameOf, hasActed, matchStateOf, matchStateWith, playerName, type Table } from './match.ts';
import { removeBoard } from './resign.ts';
import { runningTable } from './table.ts';
import { limits } from '../limits.ts';
import { DAY_MS, inWords, MINUTE_MS } from '../time.ts';
import { refused } from '../refusal.ts';

/** What an alarm of a board brings about. */
export interface Rung {
  readonly events: readonly Event[];
  readonly decision: Decision | null;
  readonly messages: readonly Message[];
}

/** A board that is running, with what happens at it by itself; null: nothing does. */
export function scheduleAt(
  state: State,
  ref: MatchRef,
  now: Instant,
  inboxEmptyAt: Instant,
): { readonly table: Table; readonly schedule: Schedule } | null {
  const match = state.match(ref);
  if (match?.state !== 'active') return null;
  const game = gameOf(state, match);
  const table = { game, match, matchState: matchStateOf(game, match) };
  const schedule = scheduleOf(table, state, now, inboxEmptyAt);
  return schedule === null ? null : { table, schedule };
}

/** When to look again at a board that waits for somebody invited; null: it waits for nobody. */
export function lapseWake(match: Match | null, now: Instant, inboxEmptyAt: Instant): Instant | null {
  if (match?.state !== 'invited') return null;
  const lapses = lapseOf(match);
  return lapses > now ? lapses : inboxEmptyAt >= lapses ? now : now + PATIENCE_MS;
}

const lapseOf = ({ opened }: Match): Instant => opened + limits.invitationDays * DAY_MS;

/** How soon to look again where an answer that came in time may wait in the mailbox. */
const PATIENCE_MS = 5 * MINUTE_MS;

/** The board goes, nobody has lost; null: there is still time to answer. */
function lapse(at: ActorContext, match: Match, inboxEmptyAt: Instant): Rung | null {
  if (Math.min(at.now, inboxEmptyAt) < lapseOf(match)) return null;
  const why = { code: 'invitation-lapsed', parts: { days: limits.invitationDays } };
  return { events: [], decision: removeBoard(at, match, null, why), messages: [] };
}

/** Reminds, or ends the time of whoever is to move, if it is so far. */
export function ring(at: ActorContext, ref: MatchRef, inboxEmptyAt: Instant): Rung | null {
  const match = at.state.match(ref);
  if (match?.state === 'invited') return lapse(at, match, inboxEmptyAt);
  const found = scheduleAt(at.state, ref, at.now, inboxEmptyAt);
  const due = found?.schedule.due ?? null;
  if (found === null || due === null) return null;
  const { table, schedule } = found;
  if (due.kind === 'reminder') return { ...reminded(at, table, schedule, due.what), decision: null };
  return { events: [], decision: timeOut(at, table, schedule.clock.player), messages: [] };
}

function reminded(
  at: ActorContext,
  { match }: Table,
  { clock }: Schedule,
  what: readonly ReminderKind[],
): { readonly events: readonly Event[]; readonly messages: readonly Message[] } {
  const ref = { game: match.game, number: match.number };
  const userid = playerName(match.players[clock.player]);
  const entries = what.map((each): Entry => ({ kind: 'reminder', what: each, deadline: clock.deadline, at: at.now }));
  const isLast = what.includes('last');
  const news = { code: isLast ? 'reminder-last' : 'reminder', parts: { player: userid } };
  return {
    events: [{ kind: 'entries-noted', match: ref, entries }],
    messages: [
      {
        ...{ kind: 'board', to: { kind: 'account', userid }, match: ref, occasion: 'reminder', news: [news] },
        ...{ refusedLines: [], questions: [], ply: null, undelivered: '', reader: userid },
        isLastReminder: isLast,
      },
    ],
  };
}

/** As giving up does: before one's first move the challenge is declined, and nobody has lost. */
function timeOut(at: ActorContext, { game, match, matchState }: Table, player: number): Decision {
  const ref = { game: match.game, number: match.number };
  const userid = playerName(match.players[player]);
  const seat = matchState.holders.findIndex((holder, each) => holder === player && !matchState.retired.includes(each));
  const isUnbegun =
    !hasActed(match, matchState, userid) &&
    (matchState.plies.length === 0 || game.outcome(game.retire(matchState.position, seat)) !== null);
  if (isUnbegun) return removeBoard(at, match, userid, { code: 'declined-by-silence', parts: { player: userid } });
  const next = matchStateWith(game, match, { kind: 'retire', seat, why: 'out-of-time', at: at.now });
  const news = { code: 'timed-out', parts: { player: userid } };
  return decided(
    [
      {
        kind: 'match-continued',
        match: ref,
        record: next.record,
        comment: null,
        over: next.matchState.outcome !== null,
      },
    ],
    [{ kind: 'board-changed', match: ref, occasion: 'position', news }],
  );
}

/** The SMTP server took the last reminder that was sent at `sent`. */
export function reminderAccepted(state: State, ref: MatchRef, sent: Instant, now: Instant): readonly Event[] {
  const match = state.match(ref);
  const isKnown = match?.record.some(entry => entry.kind === 'reminder-accepted' && entry.sent === sent) ?? true;
  if (isKnown || match?.state !== 'active') return [];
  return [{ kind: 'entries-noted', match: ref, entries: [{ kind: 'reminder-accepted', sent, at: now }] }];
}

/** `addtime`: gives all others at the board so many days. */
export function addTime(at: ActorContext, ref: MatchRef, days: number): Decision {
  const running = runningTable(at, ref);
  if (!running.ok) return running;
  const { match, actor } = running.value;
  const by = match.players.findIndex(player => playerName(player) === actor);
  const given = match.record.reduce(
    (sum, entry) => sum + (entry.kind === 'addtime' && entry.by === by ? entry.days : 0),
    0,
  );
  if (given + days > limits.daysGiven) return denied(refused('addtime-full', { most: limits.daysGiven }), ref);
  return decided(
    [{ kind: 'entries-noted', match: ref, entries: [{ kind: 'addtime', by, days, at: at.now }] }],
    [
      {
        kind: 'board-changed',
        match: ref,
        occasion: 'position',
        news: { code: 'time-given', parts: { player: actor, days: inWords(days * DAY_MS) } },
      },
    ],
  );
}
