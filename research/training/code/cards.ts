// The cards of networks: what each cost and how strong it is, in the repository and in the folder of a training.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Tally } from './match.ts';

/** The result of a match from the side of the network. */
interface Result {
  readonly games: number;
  readonly score: number;
  readonly elo: number;
  /** CPU milliseconds a move: the network's and the opponent's. */
  readonly milliseconds: readonly [number, number];
}

export interface Card {
  readonly game: string;
  readonly generation: number;
  /** Games and positions of self-play, and CPU hours of play and learning, from the first generation on. */
  readonly games: number;
  readonly positions: number;
  readonly hours: number;
  /** Hours of a GPU; absent: none was used. */
  readonly gpuHours?: number;
  /** The board of the matches. */
  readonly size: string;
  /** Against the generation before. This match has selected the network, so that its Elo says too much. */
  readonly last: Result;
  /** Against today's search; the robots played by it before there were networks. */
  readonly today: Result;
  readonly date: string;
  /** Of the learner. Players take theirs from the clock, so that no two runs play the same games. */
  readonly seed: number;
  /** Of the program that trained it. */
  readonly commit: string;
}

/** The folder with a folder for each game; npm runs the trainer in the root of the repository. */
export const GAMES = 'games';

/** The newest network of a game, and the cards of all of them. */
export const networkFileOf = (game: string, folder = GAMES): string => join(folder, game, 'network.net');
export const cardFileOf = (game: string, folder = GAMES): string => join(folder, game, 'network.json');

/** Elo of a score; half a point is added to both sides, so that no score is without bounds. */
export const eloOf = ({ score, games }: Pick<Tally, 'score' | 'games'>): number =>
  Math.round(400 * Math.log10((score + 0.5) / (games - score + 0.5)));

export function resultOf(tally: Tally): Result {
  const { games, score, spent, moves } = tally;
  const mean = (player: 0 | 1): number => Math.round((10 * spent[player]) / Math.max(1, moves[player])) / 10;
  return { games, score, elo: eloOf(tally), milliseconds: [mean(0), mean(1)] };
}

/** The cards of a game in the repository, the oldest first. */
export function cardsOf(game: string, folder = GAMES): readonly Card[] {
  const path = cardFileOf(game, folder);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as readonly Card[]) : [];
}
