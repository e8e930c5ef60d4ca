// Derives the turns of a match: which player had to act, and when. Clocks are computed from them.
import type { Entry } from './match-document.ts';
import type { Instant } from '../kernel/time.ts';
import type { Turn } from './match-state.ts';

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
