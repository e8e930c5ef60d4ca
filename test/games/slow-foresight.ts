// Wins and losses at once a second time, slowly: every move is played, and every answer to it, and the outcome is read.
import type { AnyGame, Opaque, Seat, Setup } from '#games/game.ts';

const seatToMove = (game: AnyGame, setup: Setup, position: Opaque): Seat =>
  game.seats(setup).findIndex(({ colours }) => colours.includes(game.toMove(position)!));

/** Is the game over, with this seat alone in front? */
const isWon = (game: AnyGame, position: Opaque, seat: Seat): boolean => {
  const ranks = game.outcome(position)?.ranks;
  return ranks?.[seat] === 1 && ranks.filter(rank => rank === 1).length === 1;
};

export function winsAtOnce(game: AnyGame, setup: Setup, position: Opaque, move: Opaque): boolean {
  return isWon(game, game.play(position, move), seatToMove(game, setup, position));
}

export function hasWin(game: AnyGame, setup: Setup, position: Opaque): boolean {
  for (const move of game.moves(position)) if (winsAtOnce(game, setup, position, move)) return true;
  return false;
}

/** Asked of moves that do not win at once. */
export function losesAtOnce(game: AnyGame, setup: Setup, position: Opaque, move: Opaque): boolean {
  const seat = seatToMove(game, setup, position);
  const after = game.play(position, move);
  const ranks = game.outcome(after)?.ranks;
  if (ranks !== undefined) return ranks[seat] === ranks.length;
  return seatToMove(game, setup, after) !== seat && hasWin(game, setup, after);
}

export function hasSafeMove(game: AnyGame, setup: Setup, position: Opaque): boolean {
  for (const move of game.moves(position)) if (!losesAtOnce(game, setup, position, move)) return true;
  return false;
}
