// Plays prepared moves as soon as a board has changed, without waiting for their players.
import type { Phrase } from '#games/kit/refusal.ts';
import type { ActorContext, Decided, Notification } from '../decision/decision.ts';
import { refused } from '../kernel/refusal.ts';
import { type Event, type MatchRef, isSameBoard } from '../kernel/documents.ts';
import type { LineEntry, Match, Prepared } from '../board/match-document.ts';
import { apply } from '../kernel/state.ts';
import { type AnswerTree, NOTHING_PREPARED, countAnswers, formatTree, parseTree } from '../board/answer-tree.ts';
import { type LoadedMatch, matchStateOf, playerName, requireGame, turnOf } from '../board/match.ts';
import { playMove } from './play.ts';
import { findPeoplePlaying, findPerson } from '../board/proposals.ts';

/** Splits `b3,a3 #5` into the move and its number. null: there is no number. */
export function splitNumber(typed: string): { readonly text: string; readonly number: number | null } {
  const [, text = '', number] = /^(.*?)(?: ?# ?(\d{1,5}))?$/.exec(typed) ?? [];
  return { text, number: number === undefined ? null : Number(number) };
}

/** The outcome for prepared moves: they wait, are dropped (`gone`), or the next one is played. */
type PreparedOutcome =
  | { readonly kind: 'waits' }
  | { readonly kind: 'gone'; readonly why: Phrase }
  | { readonly kind: 'plays'; readonly act: string; readonly rest: AnswerTree };

const WAITS: PreparedOutcome = { kind: 'waits' };
const dropBecause = (why: Phrase): PreparedOutcome => ({ kind: 'gone', why });

/** Decides about prepared moves. An answer is to the one move that was played since. A move for any case waits for the player's turn. */
export function decidePrepared({ game, match, matchState }: LoadedMatch, prepared: Prepared): PreparedOutcome {
  if (!findPeoplePlaying(match, matchState).includes(prepared.by))
    return dropBecause({ code: 'prepared-dropped', parts: {} });
  if (matchState.takeBacks.length !== prepared.takeBacks) return dropBecause(refused('prepared-taken-back'));
  const since = matchState.line.slice(prepared.entries);
  const { answers, otherwise } = parseTree(prepared.lines);
  const turn = turnOf(game, match, matchState);
  const isTurn = turn !== null && findPerson(match, turn.player) === prepared.by;
  const [act] = since.length === 1 ? since.map(actTextOf) : [];
  const answer = isTurn ? answers.find(({ to }) => to === act) : undefined;
  if (answer !== undefined) return { kind: 'plays', act: answer.play, rest: answer.next };
  if (since.some(({ kind }) => kind === 'swap')) return dropBecause(refused('prepared-swapped'));
  if (isTurn && otherwise !== null) return { kind: 'plays', act: otherwise, rest: NOTHING_PREPARED };
  return since.length > 0 && answers.length > 0 ? dropBecause(refused('prepared-unforeseen')) : WAITS;
}

const actTextOf = (entry: LineEntry): string => (entry.kind === 'move' ? entry.text : entry.kind);

/** Adds the prepared moves that are due after these events. */
export function playPrepared(context: ActorContext, { events, notifications }: Decided): Decided {
  const allEvents: Event[] = [...events];
  const allNotifications: Notification[] = [...notifications];
  let state = events.reduce(apply, context.state);
  for (const ref of listContinuedBoards(events)) {
    // Each step uses up a prepared move, so the loop ends.
    for (
      let step = takeNextStep({ ...context, state }, ref);
      step !== null;
      step = takeNextStep({ ...context, state }, ref)
    ) {
      allEvents.push(...step.events);
      allNotifications.push(...step.notifications);
      state = step.events.reduce(apply, state);
    }
  }
  return { events: allEvents, notifications: allNotifications };
}

function listContinuedBoards(events: readonly Event[]): readonly MatchRef[] {
  const refs = events.flatMap(event => (event.kind === 'match-continued' ? [event.match] : []));
  return refs.filter((ref, index) => refs.findIndex(other => isSameBoard(ref, other)) === index);
}

/** Plays or drops the first prepared moves that are due. null: none are due. */
function takeNextStep(context: ActorContext, ref: MatchRef): Decided | null {
  const match = context.state.match(ref);
  if (match?.state !== 'active') return null;
  const game = requireGame(context.state, match);
  const table: LoadedMatch = { game, match, matchState: matchStateOf(game, match) };
  for (const prepared of match.prepared ?? []) {
    const due = decidePrepared(table, prepared);
    if (due.kind === 'plays') return playPreparedMove(context, table, prepared, due);
    if (due.kind === 'gone') return dropPreparedMoves(match, prepared, due.why);
  }
  return null;
}

/** Plays a prepared move as if its owner had sent it, by the same rules. */
function playPreparedMove(
  { now, state }: ActorContext,
  { match, matchState }: LoadedMatch,
  prepared: Prepared,
  { act, rest }: PreparedOutcome & { readonly kind: 'plays' },
): Decided {
  const { text, number } = splitNumber(act);
  const actor = playerName(match.players[prepared.by]);
  const ownerContext: ActorContext = { now, state, actor, comment: '', board: null, proposedAt: [], isPrepared: true };
  const decision = playMove(ownerContext, { match: refOf(match), text, number });
  if (!decision.ok) {
    const parts = { move: act, why: decision.reason.refused };
    return dropPreparedMoves(match, prepared, refused('prepared-illegal', parts));
  }
  const remaining: Prepared = { ...prepared, lines: formatTree(rest), entries: matchState.line.length + 1 };
  const replacement = replacePrepared(match, prepared, countAnswers(rest) === 0 ? null : remaining);
  return { events: [replacement, ...decision.value.events], notifications: decision.value.notifications };
}

/** Only the owner is told: other players must not learn that moves were prepared. */
function dropPreparedMoves(match: Match, prepared: Prepared, why: Phrase): Decided {
  const only = playerName(match.players[prepared.by]);
  return {
    events: [replacePrepared(match, prepared, null)],
    notifications: [{ kind: 'board-changed', match: refOf(match), occasion: 'position', news: why, only }],
  };
}

/** The event that replaces one player's prepared moves. `remaining` null: none are left. */
function replacePrepared(match: Match, prepared: Prepared, left: Prepared | null): Event {
  const others = (match.prepared ?? []).filter(each => each !== prepared);
  return { kind: 'moves-prepared', match: refOf(match), prepared: left === null ? others : [...others, left] };
}

const refOf = ({ game, number }: Match): MatchRef => ({ game, number });
