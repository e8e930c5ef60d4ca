// Derives the turns of a match: which player had to act, and when. Clocks are computed from them.
import type { Entry } from './match-document.ts';
import type { Instant } from '../kernel/time.ts';
import type { Turn } from './match-state.ts';

const turn = (player: number, begun: Instant, isRestored: boolean): Turn => ({
  ...{ player, begun, ended: null, isDone: false, isRestored },
});

/** null: no player is to act. */
export const firstTurn = (player: number | null, at: Instant): readonly Turn[] =>
  player === null ? [] : [turn(player, at, false)];

/** After an entry: the player to act, and how many moves it has taken back. */
interface Next {
  readonly player: number | null;
  readonly takenBack: number;
}

const isAct = ({ kind }: Entry): boolean => kind === 'move' || kind === 'swap';

export function turnsAfter(turns: readonly Turn[], entry: Entry, { player, takenBack }: Next): readonly Turn[] {
  const last = turns.at(-1);
  // Another player resigned, or answered a proposal. That gives the player to move no extra time.
  if (!isAct(entry) && takenBack === 0 && last?.player === player) return turns;
  const isDone = isAct(entry);
  const ended = last === undefined ? [] : [...turns.slice(0, -1), { ...last, ended: entry.at, isDone }];
  const standing = takenBack === 0 ? ended : withoutActs(ended, takenBack);
  return player === null ? standing : [...standing, turn(player, entry.at, takenBack > 0)];
}

/** The time of moves that were taken back stays used, but nothing is added for them. */
function withoutActs(turns: readonly Turn[], count: number): readonly Turn[] {
  const done = turns.flatMap((each, index) => (each.isDone ? [index] : []));
  const undone = new Set(done.slice(done.length - count));
  return turns.map((each, index) => (undone.has(index) ? { ...each, isDone: false } : each));
}
