// Whose time it was, and from when to when: what clocks are derived from.
import type { Entry, Instant } from '../state/documents.ts';
import type { Turn } from './match-state.ts';

const turn = (player: number, begun: Instant, isRestored: boolean): Turn => ({
  ...{ player, begun, ended: null, isDone: false, isRestored },
});

/** null: nobody is to act. */
export const firstTurn = (player: number | null, at: Instant): readonly Turn[] =>
  player === null ? [] : [turn(player, at, false)];

/** After an entry: who is to act, and how many moves it has taken back. */
interface Next {
  readonly player: number | null;
  readonly takenBack: number;
}

const isAct = ({ kind }: Entry): boolean => kind === 'move' || kind === 'swap';

export function turnsAfter(turns: readonly Turn[], entry: Entry, { player, takenBack }: Next): readonly Turn[] {
  const last = turns.at(-1);
  // Somebody else gave up, or only said what they think: whoever is to move has no more time for it.
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
