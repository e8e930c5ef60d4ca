// Which game needs training most.
import { type Card, cardsOf, eloOf } from './cards.ts';
import { type Plan, PLANS } from './plans.ts';

/** A game has stopped to gain when this many generations in a row gained less, or when this many hours, and as many as before, brought none. */
const STALE = { generations: 3, elo: 30, hours: 2 } as const;

interface Need {
  readonly game: string;
  readonly isStale: boolean;
  /** Elo that the network lacks against today's search. */
  readonly behind: number;
  readonly hours: number;
}

function needOf(game: string, plan: Plan, { cards, hours }: TrainingState): Need {
  const recent = cards.slice(-STALE.generations);
  const since = hours - (cards.at(-1)?.hours ?? 0);
  return {
    game,
    isStale:
      since > Math.max(STALE.hours, hours / 2) ||
      (recent.length === STALE.generations && recent.every(({ last }) => last.elo < STALE.elo)),
    behind: behindOf(plan, cards.at(-1)),
    hours,
  };
}

/** A network that was never measured on the board of the plan is as far behind as none. */
function behindOf({ sizes, target }: Plan, newest: Card | undefined): number {
  if (newest === undefined || newest.size !== sizes.at(-1)) return Infinity;
  const { games, elo } = newest.today;
  return eloOf({ score: target * games, games }) - elo;
}

/** The accepted generations of a game, and the CPU hours of its training, those of no generation included. */
export interface TrainingState {
  readonly cards: readonly Card[];
  readonly hours: number;
}

/** The game to train next: furthest behind its target, of equal ones that with the fewest hours; games that have stopped to gain come last, by their hours. `stateOf`: what the folder knows. */
export function needsMost(stateOf: (game: string) => TrainingState): string {
  const needs = Object.entries(PLANS).map(([game, plan]) => {
    const inFolder = stateOf(game);
    const kept = cardsOf(game);
    return needOf(game, plan, inFolder.hours > 0 ? inFolder : { cards: kept, hours: kept.at(-1)?.hours ?? 0 });
  });
  const [most] = needs.toSorted(
    (a, b) => Number(a.isStale) - Number(b.isStale) || (a.isStale ? 0 : byBehind(a, b)) || a.hours - b.hours,
  );
  return most?.game ?? '';
}

/** Untrained games are all equally far behind. */
const byBehind = (a: Need, b: Need): number => (a.behind === b.behind ? 0 : b.behind - a.behind);
