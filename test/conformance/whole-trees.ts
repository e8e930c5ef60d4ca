// What only the whole tree of a game tells: how likely each end is, and what a position is worth.
import type { AnyGame, Opaque, Outcome, Setup } from '#games/game.ts';

export const winnerOf = (game: AnyGame, setup: Setup, outcome: Outcome | null): string | null => {
  const first = game.seats(setup).filter((_, seat) => outcome?.ranks[seat] === 1);
  return first.length === 1 ? first[0]!.colours.join('+') : null;
};

/** How often each (winner, plies) comes when every legal move is equally likely: outcome → probability. */
export function exactly(game: AnyGame, setup: Setup, from: Opaque): Map<string, number> {
  const chances = new Map<string, number>();
  const walk = (position: Opaque, plies: number, chance: number): void => {
    const outcome = game.outcome(position);
    if (outcome !== null) {
      const key = `${winnerOf(game, setup, outcome)} ${plies}`;
      chances.set(key, (chances.get(key) ?? 0) + chance);
      return;
    }
    const share = chance / game.countMoves(position);
    for (const move of game.moves(position)) walk(game.play(position, move), plies + 1, share);
  };
  walk(from, 0, 1);
  return chances;
}

/** What a position of a game of two is worth to the side to move, or that moved last: every line of play is tried. */
export function worth(game: AnyGame, position: Opaque): 'win' | 'draw' | 'loss' {
  const outcome = game.outcome(position);
  // Who completes a goal has just moved.
  if (outcome !== null) return outcome.ranks.every(rank => rank === 1) ? 'draw' : 'loss';
  const values = [...game.moves(position)].map(move => worth(game, game.play(position, move)));
  if (values.includes('loss')) return 'win';
  return values.includes('draw') ? 'draw' : 'loss';
}
