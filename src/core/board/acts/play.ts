// Plays moves in turn and only once: moves, swaps, and moves that were prepared.
import { extendMatch } from './events.ts';
import type { Phrase } from '#games/kit/refusal.ts';
import { type Result, no, ok } from '#games/kit/result.ts';
import { findSwapRefusal as findRefusal } from '#games/kit/swap.ts';
import { type AnswerTree, NOTHING_PREPARED, countAnswers, formatTree, parseTree } from '../answer-tree.ts';
import type { Entry, Match, Prepared } from '../match-document.ts';
import { type LoadedMatch, addToRecord, findStateBefore, openMatch, playerName, turnOf } from '../match.ts';
import { findLapsedNews, findPeoplePlaying, findPerson } from '../proposals.ts';
import {
  type ActorContext,
  type Decided,
  type Decision,
  type Denied,
  type Notification,
  allow,
  deny,
  createActorContext,
  tellBoard,
} from '#core/players/decision.ts';
import { type Event, type MatchRef, isSameBoard, refOf } from '#core/kernel/documents.ts';
import { type Refused, refused } from '#core/kernel/refusal.ts';
import { apply } from '#core/kernel/state.ts';
import { answerProposal, propose } from './propose.ts';
import {
  type ActorMatch,
  chooseComment,
  isBeforeTakeBack,
  refuseResigned,
  requirePlayer,
  requireToMove,
} from './require-match.ts';
import { resignBoard } from './resign.ts';

// A swap is possible once, early in the game, if the challenge allowed it.

/** Exchanges the players. Colours and stones stay. */
export function swapSides(context: ActorContext, ref: MatchRef): Decision {
  const table = requireToMove(context, ref);
  if (!table.ok) return table;
  const { game, match, matchState, actor } = table.value;
  const turn = turnOf(game, match, matchState);
  const player = turn === null ? '' : playerName(match.players[turn.player]);
  const reason = findSwapRefusal(table.value);
  if (reason !== null) return deny(reason, ref);
  if (player !== actor) return deny(refused('not-your-turn', { player, colour: turn?.colour.title ?? '' }), ref);
  const isPrepared = context.isPrepared === true ? { isPrepared: true as const } : {};
  const after = matchState.plies.length;
  const next = addToRecord({ game, match }, { kind: 'swap', after, ...isPrepared, at: context.now });
  const news = [{ code: 'swapped', parts: { player: actor } }, ...findLapsedNews(table.value)];
  return allow(
    [extendMatch(next, chooseComment(context, match))],
    news.map(each => tellBoard(ref, each, { movedBy: actor })),
  );
}

/** Why the player to move may not swap, now or after some moves more. null: they may. */
export function findSwapRefusal({ game, match, matchState }: LoadedMatch, more = 0): Refused | null {
  const swapAfter = match.swap ? game.swapAfter : null;
  return findRefusal({ swapAfter, moves: matchState.plies.length + more, hasSwapped: matchState.swapped !== null });
}

/** May the player to move swap now? */
export const maySwap = (table: LoadedMatch): boolean => findSwapRefusal(table) === null;

/** Is a swap possible, but only after more than one move? */
export const isSwapAhead = (table: LoadedMatch): boolean => findSwapRefusal(table, 1)?.code === 'swap-too-early';

/** May the other side swap after the next move, and so take it over? */
export const mayBeSwapped = (table: LoadedMatch): boolean => findSwapRefusal(table, 1) === null;

/** Plays a move, in turn and only once. */
export interface MoveArgs {
  readonly match: MatchRef;
  readonly text: string;
  /** The number that was typed after the move. null: the number after the last move that the actor's mail shows. */
  readonly number: number | null;
}

/** Words that may be typed in place of a move, and the acts that they stand for. */
const ACT_WORDS: Readonly<Record<string, (context: ActorContext, match: MatchRef) => Decision>> = {
  swap: swapSides,
  resign: resignBoard,
  undo: (context, match) => propose(context, match, 'undo'),
  takeback: (context, match) => propose(context, match, 'undo'),
  propose: (context, match) => propose(context, match, 'draw'),
  draw: (context, match) => propose(context, match, 'draw'),
  accept: (context, match) => answerProposal(context, match, { accepts: true, what: null }),
  reject: (context, match) => answerProposal(context, match, { accepts: false, what: null }),
};

export function playMove(context: ActorContext, args: MoveArgs): Decision {
  const word = args.text.toLowerCase();
  const act = Object.hasOwn(ACT_WORDS, word) ? ACT_WORDS[word] : undefined;
  if (act !== undefined) return act(context, args.match);
  const move = parseLegalMove(context, args);
  return move.ok ? play(context, args.match, move.value) : move;
}

/** A move that is legal now. */
export interface LegalMove {
  readonly table: ActorMatch;
  readonly entry: Entry & { readonly kind: 'move' };
  readonly what: Phrase;
}

/** Parses a move for the present position, or tells why it cannot be played. */
export function parseLegalMove(context: ActorContext, args: MoveArgs): Result<LegalMove, Denied> {
  const own = requirePlayer(context, args.match);
  if (!own.ok) return own;
  const { title, looksLikeMove } = own.value.game;
  const refuse = (refusal: Refused): Result<LegalMove, Denied> => no({ refused: refusal, match: args.match });
  if (args.text.toLowerCase() === 'pass' && !looksLikeMove('pass'))
    return refuse(refused('no-passing', { game: title }));
  const lateRefusal = isBeforeTakeBack(context, own.value) ? null : refuseLateMove(context, own.value, args);
  if (lateRefusal !== null) return refuse(lateRefusal);
  const running = requireToMove(context, args.match);
  if (!running.ok) return running;
  const { game, match, matchState, actor } = running.value;
  const turn = turnOf(game, match, matchState);
  if (turn === null) return refuse(refused('board-over', { game: title, number: match.number }));
  const player = playerName(match.players[turn.player]);
  if (player !== actor)
    return refuse(refuseResigned(running.value) ?? refused('not-your-turn', { player, colour: turn.colour.title }));
  const read = game.parse(matchState.position, args.text);
  if (!read.ok) return refuse(read.reason);
  const text = game.format(matchState.position, read.value);
  const what = game.describe(matchState.position, read.value);
  const isPrepared = context.isPrepared === true ? { isPrepared: true as const } : {};
  return ok({ table: running.value, entry: { kind: 'move', text, ...isPrepared, at: context.now }, what });
}

function play(context: ActorContext, ref: MatchRef, { table, entry, what }: LegalMove): Decision {
  const { match, actor } = table;
  const code = context.isPrepared === true ? 'played-prepared' : 'played';
  const news = [{ code, parts: { player: actor, move: entry.text, what } }, ...findLapsedNews(table)];
  return allow(
    [extendMatch(addToRecord(table, entry), chooseComment(context, match))],
    news.map(each => tellBoard(ref, each, { movedBy: actor })),
  );
}

/** The number of the next move on the board in the mail that the actor answers. null: unknown. */
function nextMoveSeen({ board }: ActorContext, match: MatchRef): number | null {
  const ply = board !== null && isSameBoard(board.match, match) ? board.ply : null;
  return ply === null ? null : ply + 1;
}

/** Refuses a move whose number is not the next. null: it is the next. The same move sent twice gets another sentence than a late one. */
export function refuseLateMove(
  context: ActorContext,
  { game, match, matchState, actor }: ActorMatch,
  { match: ref, text, number: typedNumber }: MoveArgs,
): Refused | null {
  const number = typedNumber ?? nextMoveSeen(context, ref);
  const next = matchState.plies.length + 1;
  if (number === null || number === next) return null;
  if (number > next) return refused('ply-ahead', { asked: number, next });
  const before = findStateBefore(game, match, number);
  const read = game.parse(before.position, text);
  const played = matchState.plies[number - 1];
  const isSame =
    read.ok &&
    played?.text === game.format(before.position, read.value) &&
    playerName(match.players[played.player]) === actor;
  if (isSame) return refused('already-played', { move: played.text, number });
  return match.state === 'over' ? null : refused('ply-gone', { asked: number, next });
}

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
  const [act] = since.length === 1 ? since.map(entry => (entry.kind === 'move' ? entry.text : entry.kind)) : [];
  const answer = isTurn ? answers.find(({ to }) => to === act) : undefined;
  if (answer !== undefined) return { kind: 'plays', act: answer.play, rest: answer.next };
  if (since.some(({ kind }) => kind === 'swap')) return dropBecause(refused('prepared-swapped'));
  if (isTurn && otherwise !== null) return { kind: 'plays', act: otherwise, rest: NOTHING_PREPARED };
  return since.length > 0 && answers.length > 0 ? dropBecause(refused('prepared-unforeseen')) : WAITS;
}

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
  const table = openMatch(context.state, match);
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
  const ownerContext: ActorContext = { ...createActorContext(state, now, actor), isPrepared: true };
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
    notifications: [tellBoard(match, why, { only })],
  };
}

/** The event that replaces one player's prepared moves. `remaining` null: none are left. */
function replacePrepared(match: Match, prepared: Prepared, left: Prepared | null): Event {
  const others = (match.prepared ?? []).filter(each => each !== prepared);
  return { kind: 'moves-prepared', match: refOf(match), prepared: left === null ? others : [...others, left] };
}
