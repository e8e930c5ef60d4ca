// The state of a match: its line of moves, seats, take-backs, proposals, and turns.
import type { Colour, Opaque, Outcome, Seat } from '#games/game.ts';
import type { Instant, TimeSpan } from '../kernel/time.ts';
import type { Entry, LineEntry, Match, ProposalKind } from './match-document.ts';

/** A move of the line, with its colour and player. */
export interface Ply {
  readonly text: string;
  readonly colour: Colour;
  /** The player who made it, as an index of match.players. */
  readonly player: number;
  readonly isPrepared: boolean;
}

/** Moves that were taken back by agreement. */
export interface TakeBack {
  /** The player who asked for it, as an index of match.players. */
  readonly by: number;
  /** The number of moves that stayed, and of entries of the line. */
  readonly after: number;
  readonly kept: number;
  readonly plies: readonly Ply[];
}

/** An open proposal. Players are indices of match.players, the first one of an account. */
export interface Proposal {
  readonly what: ProposalKind;
  readonly by: number;
  /** The players who want it, the proposer included. */
  readonly accepted: readonly number[];
}

/** A stretch of time in which one player had to act. */
export interface Turn {
  /** An index of match.players: clocks belong to players, whatever colour they have. */
  readonly player: number;
  readonly begun: Instant;
  /** null: it goes on. */
  readonly ended: Instant | null;
  /** Did the turn end by the player's own act, which was not taken back? */
  readonly isDone: boolean;
  /** Did the turn begin with a take-back? */
  readonly isRestored: boolean;
}

export interface MatchState {
  readonly position: Opaque;
  /** The moves in effect. */
  readonly plies: readonly Ply[];
  /** The player of each seat, as an index of match.players. A swap exchanges them. */
  readonly holders: readonly number[];
  /** The swap: the number of moves before it, and the swapping player as an index of match.players. */
  readonly swapped: { readonly after: number; readonly by: number } | null;
  /** The seats that were given up, in this order. */
  readonly retired: readonly Seat[];
  /** The entries of the record in effect. */
  readonly line: readonly LineEntry[];
  /** Oldest first. */
  readonly takeBacks: readonly TakeBack[];
  /** The open proposal. null: there is none. */
  readonly proposal: Proposal | null;
  /** The players who have proposed something since the board last changed. */
  readonly proposers: readonly number[];
  /** The number of proposals since then. A reply is about the one that its mail showed. */
  readonly proposals: number;
  /** The stop of the clocks that the players have agreed on. null: they run. `moved`: the people who have moved since. */
  readonly pause: { readonly from: Instant; readonly moved: readonly number[] } | null;
  /** The earlier stops, oldest first. */
  readonly pauses: readonly TimeSpan[];
  /** How the game ended; null while it goes on. */
  readonly outcome: Outcome | null;
  /** In order; the last one goes on as long as the game does. */
  readonly turns: readonly Turn[];
}

// The line: the moves, swaps and resignations that are still in effect, and the places of take-backs in it.

/** The index in the line of the move with this number. The line's length if it was not made. */
function findIndexOfMove(line: readonly LineEntry[], number: number): number {
  let moves = 0;
  const index = line.findIndex(({ kind }) => kind === 'move' && ++moves === number);
  return index === -1 ? line.length : index;
}

/** The entries before the move with this number. */
export const lineBefore = (line: readonly LineEntry[], number: number): readonly LineEntry[] =>
  line.slice(0, findIndexOfMove(line, number));

/** The entries after the move with this number. */
export const lineAfter = (line: readonly LineEntry[], number: number): readonly LineEntry[] =>
  line.slice(findIndexOfMove(line, number) + 1);

/** The line up to this number of moves, with a swap right after the last of them, but without resignations after it. */
export function cutLine(line: readonly LineEntry[], plies: number): readonly LineEntry[] {
  const entries = lineBefore(line, plies + 1);
  const last = entries.findLastIndex(({ kind }) => kind === 'move');
  return entries.filter(({ kind }, index) => index <= last || kind === 'swap');
}

/** The number of entries after which each take-back is shown, oldest first. A later one may have gone back further. */
export function listTakeBackPlaces(takeBacks: readonly TakeBack[]): readonly number[] {
  let lowest = Infinity;
  return takeBacks
    .toReversed()
    .map(({ kept }) => (lowest = Math.min(lowest, kept)))
    .toReversed();
}

/** The take-backs that are shown within the first `entries` entries of the line. */
export function selectTakeBacks(takeBacks: readonly TakeBack[], entries: number): readonly TakeBack[] {
  const places = listTakeBackPlaces(takeBacks);
  return takeBacks.filter((_, index) => (places[index] ?? 0) <= entries);
}

/** The number of moves that a board has from the board it was opened from. */
export const countInheritedMoves = ({ from, dealt }: Pick<Match, 'from' | 'dealt'>): number => from?.ply ?? dealt ?? 0;

/** Resolves a typed number of moves: null is all of them, and below 0 counts back from the last. Returns null if there is no such position. */
export function resolvePly(last: number, ply: number | null): number | null {
  const plyNumber = ply === null ? last : ply < 0 ? last + ply : ply;
  return plyNumber < 0 || plyNumber > last ? null : plyNumber;
}

/** Has the account moved or swapped at the board? Acts that were taken back count. */
export const hasActed = (match: Match, matchState: MatchState, userid: string): boolean => {
  const isOwnSeat = (index: number): boolean => {
    const player = match.players[index];
    return player?.kind === 'account' && player.userid === userid;
  };
  const ownPlies = matchState.plies.slice(countInheritedMoves(match));
  const plies = [...ownPlies, ...matchState.takeBacks.flatMap(takeBack => takeBack.plies)];
  return plies.some(ply => isOwnSeat(ply.player)) || isOwnSeat(matchState.swapped?.by ?? -1);
};

/** Derives the turns of a match: which player had to act, and when. Clocks are computed from them. */
const createTurn = (player: number, begun: Instant, isRestored: boolean): Turn => ({
  ...{ player, begun, ended: null, isDone: false, isRestored },
});

/** The turns at the start. `player` null: no player is to act. */
export const startTurns = (player: number | null, at: Instant): readonly Turn[] =>
  player === null ? [] : [createTurn(player, at, false)];

/** The result of an entry: the player to act, and the number of moves taken back. */
interface TurnChange {
  readonly player: number | null;
  readonly takenBack: number;
}

const isMoveOrSwap = ({ kind }: Entry): boolean => kind === 'move' || kind === 'swap';

export function addTurn(
  turns: readonly Turn[],
  entry: Entry,
  { player, takenBack: takenBackCount }: TurnChange,
): readonly Turn[] {
  const last = turns.at(-1);
  // Another player resigned, or answered a proposal. That gives the player to move no extra time.
  if (!isMoveOrSwap(entry) && takenBackCount === 0 && last?.player === player) return turns;
  const isDone = isMoveOrSwap(entry);
  const ended = last === undefined ? [] : [...turns.slice(0, -1), { ...last, ended: entry.at, isDone }];
  const remainingTurns = takenBackCount === 0 ? ended : markUndone(ended, takenBackCount);
  return player === null ? remainingTurns : [...remainingTurns, createTurn(player, entry.at, takenBackCount > 0)];
}

/** The time of moves that were taken back stays used, but nothing is added for them. */
function markUndone(turns: readonly Turn[], count: number): readonly Turn[] {
  const doneIndices = turns.flatMap((each, index) => (each.isDone ? [index] : []));
  const undoneIndices = new Set(doneIndices.slice(doneIndices.length - count));
  return turns.map((each, index) => (undoneIndices.has(index) ? { ...each, isDone: false } : each));
}
