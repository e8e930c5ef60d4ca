// Problem 1 of nexC: what random games are like, by the size of the board: how long, how they end, how many moves there are to choose from.
import { type Convention, startOf } from './positions.ts';
import { createRandom } from '#games/kit/random.ts';
import { nex } from '#games/nex/index.ts';

export interface RandomGames {
  readonly size: string;
  readonly endgame: Convention;
  readonly games: number;
  readonly meanPlies: number;
  /** Standard deviation of the length of a game. */
  readonly spread: number;
  readonly longest: number;
  /** Shares of all games. */
  readonly blackWins: number;
  readonly draws: number;
}

export function randomGames(
  size: string,
  endgame: Convention,
  { games, seed }: { games: number; seed: number },
): RandomGames {
  const [rng, start] = [createRandom(seed), startOf(size, endgame)];
  const all = Array.from({ length: games }, () => nex.playout(start, rng));
  const plies = all.map(each => each.plies);
  const mean = plies.reduce((sum, each) => sum + each, 0) / games;
  const variance = plies.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (games - 1);
  const share = (first: number, second: number): number =>
    all.filter(({ outcome: { ranks } }) => ranks[0] === first && ranks[1] === second).length / games;
  return {
    size,
    endgame,
    games,
    meanPlies: Number(mean.toFixed(1)),
    spread: Number(Math.sqrt(variance).toFixed(1)),
    longest: Math.max(...plies),
    blackWins: share(1, 2),
    draws: share(1, 1),
  };
}

/** The mean number of moves at each of these plies, over random games that last so long; null: none does. */
export function branching(
  size: string,
  plies: readonly number[],
  { games, seed }: { games: number; seed: number },
): readonly (number | null)[] {
  const [rng, start] = [createRandom(seed), startOf(size, 'neto')];
  const sums = plies.map(() => ({ moves: 0, games: 0 }));
  for (let i = 0; i < games; i++) {
    let position = start;
    for (let ply = 0; position.end === null; ply++) {
      const sum = sums[plies.indexOf(ply)];
      if (sum !== undefined) {
        sum.moves += nex.countMoves(position);
        sum.games += 1;
      }
      position = nex.play(position, nex.randomMove(position, rng));
    }
  }
  return sums.map(({ moves, games: lasted }) => (lasted === 0 ? null : Math.round(moves / lasted)));
}
