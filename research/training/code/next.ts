// Which game needs training most.
import { type Card, cardsOf, eloOf } from './cards.ts';
import { type Plan, PLANS } from './plans.ts';

/** A game is left alone when so many generations in a row have gained less than this. */
const STALE = { generations: 3, elo: 30 } as const;

interface Need {
  readonly game: string;
  readonly isStale: boolean;
  /** Elo that the network lacks against today's search. */
  readonly behind: number;
  readonly hours: number;
}

function needOf(game: string, { target }: Plan, { cards, hours }: State): Need {
  const newest = cards.at(-1);
  const recent = cards.slice(-STALE.generations);
  return {
    game,
    isStale: recent.length === STALE.generations && recent.every(({ last }) => last.elo < STALE.elo),
    behind:
      newest === undefined
        ? Infinity
        : eloOf({ score: target * newest.today.games, games: newest.today.games }) - newest.today.elo,
    hours,
  };
}

/** The accepted generations of a game, and the CPU hours of its training, those of no generation included. */
export interface State {
  readonly cards: readonly Card[];
  readonly hours: number;
}

/** The game whose network is furthest behind its target; of equal ones the one with the fewest hours. `stateOf`: what the folder knows. */
export function needsMost(stateOf: (game: string) => State): string {
  const needs = Object.entries(PLANS).map(([game, plan]) => {
    const inFolder = stateOf(game);
    const cards = inFolder.cards.length > 0 ? inFolder.cards : cardsOf(game);
    return needOf(game, plan, { cards, hours: inFolder.hours });
  });
  const [most] = needs.toSorted((a, b) => Number(a.isStale) - Number(b.isStale) || byBehind(a, b) || a.hours - b.hours);
  return most?.game ?? '';
}

/** Untrained games are all equally far behind. */
const byBehind = (a: Need, b: Need): number => (a.behind === b.behind ? 0 : b.behind - a.behind);
