// The start of a line of a mail: the writer's board, and the effects of the lines above it.
// These effects are proposals, moves, boards shown and refusals.
import { requireGame, matchStateOf } from '../board/match.ts';
import type { MatchState } from '../board/match-state.ts';
import { type Decision, deny } from '../decision/decision.ts';
import { limits } from '../kernel/limits.ts';
import { type Refused, refused } from '../kernel/refusal.ts';
import type { Statement } from '../reading/statement.ts';
import type { Event } from '../kernel/event.ts';
import { isSameBoard, type MatchRef } from '../kernel/documents.ts';
import type { State } from '../kernel/state.ts';
import type { LineStart } from './mail-state.ts';

/** The start of the next line. If a line took moves back, the lines below it are about the board after that. */
export function startBehind(
  { board, proposedAt, ...others }: LineStart,
  events: readonly Event[],
  { before, after }: { readonly before: State; readonly after: State },
): LineStart {
  const continued = events.flatMap(event => (event.kind === 'match-continued' ? [event] : []));
  if (continued.length === 0) return { ...others, board, proposedAt };
  const isOpen = (ref: MatchRef): boolean => (standingIn(after, ref)?.proposal ?? null) !== null;
  const seen = board === null ? null : standingIn(before, board.match);
  const stands = board === null ? null : standingIn(after, board.match);
  const hasTakenBack =
    seen !== null &&
    stands !== null &&
    board?.takeBacks === seen.takeBacks.length &&
    stands.takeBacks.length > seen.takeBacks.length;
  return {
    ...others,
    proposedAt: [...proposedAt, ...continued.map(({ match }) => match)].filter(isOpen),
    board:
      board === null || !hasTakenBack
        ? board
        : { ...board, ply: stands.plies.length, takeBacks: stands.takeBacks.length },
  };
}

/** With the move that the line asked for, if it is one: lines below it may speak of what follows. */
export function noteMove(start: LineStart, { command, match }: Statement, decision: Decision): LineStart {
  const isPlayed = decision.ok && decision.value.events.some(({ kind }) => kind === 'match-continued');
  const isMove = isPlayed || MOVES.has(command?.name ?? '');
  if (!isMove || match === null || isDoneAlready(decision)) return start;
  return { ...start, movesAbove: [...(start.movesAbove ?? []), { match, isPlayed }] };
}

const MOVES: ReadonlySet<string> = new Set(['move', 'swap']);

/** With the board that a refused line of a reply would have changed. */
export function noteRefusal(start: LineStart, statement: Statement, decision: Decision): LineStart {
  const { match } = statement;
  const isRefused = start.board !== null && changesBoard(statement) && !decision.ok && !isDoneAlready(decision);
  return isRefused && match !== null ? { ...start, refusedAt: [...(start.refusedAt ?? []), match] } : start;
}

/**
 * Commands that change a board. They build on each other: where one is refused, those below it about the same board are skipped, or a better
 * move below a refused undo would be played on top.
 */
const CHANGES: ReadonlySet<string> = new Set([
  ...['move', 'swap', 'undo', 'draw', 'resign', 'accept', 'reject'],
  ...['queue', 'submit', 'confirm', 'claim'],
]);

const changesBoard = ({ command }: Statement): boolean => CHANGES.has(command?.name ?? '');

const SHOWS: ReadonlySet<string> = new Set(['show', 'showas', 'all show']);

/** Why this line is not even tried; null: it is. */
export function findSkip({ refusedAt = [], shown = 0 }: LineStart, statement: Statement): Refused | null {
  const { match } = statement;
  const isBehindRefused = refusedAt.some(each => match === null || isSameBoard(each, match));
  if (isBehindRefused && changesBoard(statement)) return refused('line-skipped');
  return shown >= limits.boardsShownPerMail && SHOWS.has(statement.command?.name ?? '') ? SHOWN_ENOUGH : null;
}

const SHOWN_ENOUGH = refused('boards-shown-enough', { most: limits.boardsShownPerMail });

/** Shows nothing where all lines together would show too many boards. */
export function limitShown({ shown = 0 }: LineStart, decision: Decision): Decision {
  const all = shown + countShown(decision);
  return all > limits.boardsShownPerMail && all > shown ? deny(SHOWN_ENOUGH) : decision;
}

const countShown = (decision: Decision): number =>
  decision.ok ? decision.value.notifications.filter(({ kind }) => kind === 'board-shown').length : 0;

/** With the boards that the line shows. Where they were too many, the lines below show none. */
export const noteShown = (start: LineStart, decision: Decision): LineStart => ({
  ...start,
  shown:
    !decision.ok && decision.reason.refused.code === SHOWN_ENOUGH.code
      ? limits.boardsShownPerMail
      : (start.shown ?? 0) + countShown(decision),
});

/** The same mail in another copy: what it asks for stands. */
const isDoneAlready = (decision: Decision): boolean =>
  !decision.ok && decision.reason.refused.code === 'already-played';

function standingIn(state: State, ref: MatchRef): MatchState | null {
  const match = state.match(ref);
  return match === null ? null : matchStateOf(requireGame(state, match), match);
}
