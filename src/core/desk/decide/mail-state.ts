// Types shared by the steps that decide a mail, and the context in which a line of it starts.
import { isCourtesy } from '#core/language/courtesy.ts';
import type { MatchState } from '#core/board/match-state.ts';
import { openMatch } from '#core/board/match.ts';
import type { Identity } from '#core/board/sender.ts';
import type { RequestContext } from '#core/writing/feature.ts';
import { type CommandContext, type Decision, type Denied, type Notification, deny } from '#core/players/decision.ts';
import type { Message } from '#core/players/message.ts';
import { type Event, type MatchRef, isSameBoard } from '#core/kernel/documents.ts';
import { limits } from '#core/kernel/limits.ts';
import { type Refused, refused } from '#core/kernel/refusal.ts';
import type { State } from '#core/kernel/state.ts';
import type { Proof } from '#core/mail/mail-sender.ts';
import type { Statement } from '#core/language/statement.ts';
import type { MailRequest } from './request.ts';

/** A mail with the context in which it is decided. */
export type MailDecisionInput = MailRequest & RequestContext;

export interface MailOutcome {
  readonly events: readonly Event[];
  readonly messages: readonly Message[];
  /** The state after the events. Its changes are stored. */
  readonly state: State;
  readonly identity: Identity;
  /** How the mail as a whole was proved. `password`: one of its lines had the right password. */
  readonly proof: Proof;
  /** Does the mail have a known command? */
  readonly hasCommand: boolean;
}

/** The result of one line of a mail. */
export interface CommandResult {
  readonly statement: Statement;
  readonly denied: Denied | null;
  readonly notifications: readonly Notification[];
}

/** A mail, its sender, and the state it is decided in. */
export interface MailState {
  readonly request: MailDecisionInput;
  readonly state: State;
  readonly identity: Identity;
}

/** The context in which a line starts, after the lines above it. */
export interface LineStart extends Pick<CommandContext, 'board' | 'proposedAt' | 'movesAbove'> {
  /** Boards that a refused line would have changed. Absent: none. */
  readonly refusedAt?: readonly MatchRef[];
  /** The number of boards that the lines above show. Absent: none. */
  readonly shown?: number;
}

export const commandContextOf = (
  { request, state, identity }: MailState,
  comment: string,
  { board, proposedAt, movesAbove = [] }: LineStart = { board: identity.board, proposedAt: [] },
): CommandContext => ({
  now: request.now,
  state,
  sender: identity.sender,
  actor: identity.sender.userid,
  comment,
  board,
  proposedAt,
  movesAbove,
  token: identity.token,
  isReply: identity.isReply,
  cause: request.cause,
  sign: request.trust.sign,
  hasPages: request.mailSettings.webUrl !== '',
  isCourtesy: line => isCourtesy(line, request.ear),
});

// The effects of the lines above a line are proposals, moves, shown boards and refusals.

/** The start of the next line. If a line took moves back, the lines below it are about the board after the take-back. */
export function findNextStart(
  { board, proposedAt, ...otherFields }: LineStart,
  events: readonly Event[],
  { before, after }: { readonly before: State; readonly after: State },
): LineStart {
  const continued = events.flatMap(event => (event.kind === 'match-continued' ? [event] : []));
  if (continued.length === 0) return { ...otherFields, board, proposedAt };
  const isOpen = (ref: MatchRef): boolean => (findMatchState(after, ref)?.proposal ?? null) !== null;
  const stateBefore = board === null ? null : findMatchState(before, board.match);
  const stateAfter = board === null ? null : findMatchState(after, board.match);
  const hasTakenBack =
    stateBefore !== null &&
    stateAfter !== null &&
    board?.takeBacks === stateBefore.takeBacks.length &&
    stateAfter.takeBacks.length > stateBefore.takeBacks.length;
  return {
    ...otherFields,
    proposedAt: [...proposedAt, ...continued.map(({ match }) => match)].filter(isOpen),
    board:
      board === null || !hasTakenBack
        ? board
        : { ...board, ply: stateAfter.plies.length, takeBacks: stateAfter.takeBacks.length },
  };
}

/** Adds the move that the line asked for, so that lines below it can refer to the position after it. */
export function noteMove(start: LineStart, { command, match }: Statement, decision: Decision): LineStart {
  const isPlayed = decision.ok && decision.value.events.some(({ kind }) => kind === 'match-continued');
  const isMove = isPlayed || MOVE_COMMANDS.has(command?.name ?? '');
  if (!isMove || match === null || isDoneAlready(decision)) return start;
  return { ...start, movesAbove: [...(start.movesAbove ?? []), { match, isPlayed }] };
}

const MOVE_COMMANDS: ReadonlySet<string> = new Set(['move', 'swap']);

/** Adds the board that a refused line of a reply would have changed. */
export function noteRefusal(start: LineStart, statement: Statement, decision: Decision): LineStart {
  const { match } = statement;
  const isRefused = start.board !== null && changesBoard(statement) && !decision.ok && !isDoneAlready(decision);
  return isRefused && match !== null ? { ...start, refusedAt: [...(start.refusedAt ?? []), match] } : start;
}

/**
 * Commands that change a board. If one is refused, the later ones about the same board are skipped. Otherwise a better move below a
 * refused undo would be played in addition.
 */
const BOARD_COMMANDS: ReadonlySet<string> = new Set([
  ...['move', 'swap', 'resign', 'accept', 'reject'],
  ...['queue', 'submit', 'confirm', 'claim'],
]);

const changesBoard = ({ command }: Statement): boolean =>
  command?.proposal !== undefined || BOARD_COMMANDS.has(command?.name ?? '');

const SHOW_COMMANDS: ReadonlySet<string> = new Set(['show', 'showas', 'all show']);

/** The reason why a line is skipped. null: it is tried. `all`: the lines of the mail. */
export function findSkip(
  { refusedAt = [], shown: shownCount = 0 }: LineStart,
  statement: Statement,
  all: readonly Statement[],
): Refused | null {
  const { match, command } = statement;
  if (command?.isAlone === true && all.length > 1) return refused('line-alone', { command: command.name });
  const isAfterRefusal = refusedAt.some(each => match === null || isSameBoard(each, match));
  if (isAfterRefusal && changesBoard(statement)) return refused('line-skipped');
  return shownCount >= limits.boardsShownPerMail && SHOW_COMMANDS.has(statement.command?.name ?? '')
    ? SHOWN_ENOUGH
    : null;
}

const SHOWN_ENOUGH = refused('boards-shown-enough', { most: limits.boardsShownPerMail });

/** Refuses the line if all lines together would show too many boards. */
export function limitShown({ shown: shownCount = 0 }: LineStart, decision: Decision): Decision {
  const totalShown = shownCount + countShown(decision);
  return totalShown > limits.boardsShownPerMail && totalShown > shownCount ? deny(SHOWN_ENOUGH) : decision;
}

const countShown = (decision: Decision): number =>
  decision.ok ? decision.value.notifications.filter(({ kind }) => kind === 'board-shown').length : 0;

/** Counts the boards that the line shows. After too many, later lines show none. */
export const noteShown = (start: LineStart, decision: Decision): LineStart => ({
  ...start,
  shown:
    !decision.ok && decision.reason.refused.code === SHOWN_ENOUGH.code
      ? limits.boardsShownPerMail
      : (start.shown ?? 0) + countShown(decision),
});

/** Was the line's move played already, from another copy of the mail? */
const isDoneAlready = (decision: Decision): boolean =>
  !decision.ok && decision.reason.refused.code === 'already-played';

function findMatchState(state: State, ref: MatchRef): MatchState | null {
  const match = state.match(ref);
  return match === null ? null : openMatch(state, match).matchState;
}
