// The results of docs/strength.json, and what is known of a row by them.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { memoize } from '#games/kit/remember.ts';
import { findPackageRoot } from '#adapters/package-root.ts';
import { readNetwork } from '#adapters/workers/search-sessions.ts';
import type { Tally } from './match.ts';
import { OPENING_PLIES, type Row, SEED } from './rows.ts';

/** The result of a row. */
export interface RowResult extends Tally {
  /** Identifies the players, the board, the openings and the weights. */
  readonly fingerprint: string;
  /** The first characters of the SHA-256 of the weights of our player. null: it plays without a network. */
  readonly weights: string | null;
  /** The limit of our player in nodes a move. */
  readonly nodes: number;
  /** As the program names itself, with its version. */
  readonly opponent: string;
  /** The day of the last game. */
  readonly date: string;
}

/** By the names of rows. A match under way leaves the finished result of its row as it is, until all its games are played. */
export interface Results {
  readonly finished: Readonly<Partial<Record<string, RowResult>>>;
  readonly underWay: Readonly<Partial<Record<string, RowResult>>>;
}

const NO_RESULTS: Results = { finished: {}, underWay: {} };

/** Its length in hexadecimal digits. */
const HASH_LENGTH = 16;

const computeHash = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex').slice(0, HASH_LENGTH);

/** Identifies weights by their file. null: there are none. */
export const computeWeightsHash = (content: Uint8Array | null): string | null =>
  content === null ? null : computeHash(content);

/** The weights that robot5 plays a game by. null: it plays without a network. */
export const findWeights: (game: string) => string | null = memoize(game =>
  computeWeightsHash(
    readNetwork(game) === null ? null : readFileSync(join(findPackageRoot(), 'games', game, 'network.net')),
  ),
);

/** Another target does not change the games of a row, and neither does a number of games. */
export function computeFingerprint({ game, options, nodes, opponent, isEven }: Row, weights: string | null): string {
  const openings = isEven === true ? 'even' : OPENING_PLIES;
  return computeHash(JSON.stringify([game, options, nodes, opponent, weights, openings, SEED]));
}

/** `done`: it has a result. `outdated`: it has one by other players or weights. `missing`: it has none. */
export type RowState = 'done' | 'outdated' | 'missing';

export function findRowState(row: Row, weights: string | null, { finished }: Results): RowState {
  const result = finished[row.name];
  if (result === undefined) return 'missing';
  return result.fingerprint === computeFingerprint(row, weights) ? 'done' : 'outdated';
}

/** The match under way of a row. null: there is none, or it is of other players or weights. */
export function findMatchUnderWay(row: Row, weights: string | null, { underWay }: Results): RowResult | null {
  const result = underWay[row.name];
  return result?.fingerprint === computeFingerprint(row, weights) ? result : null;
}

/** The results with that of a match, which is finished when all games of the row are played. */
export function addResult({ finished, underWay }: Results, row: Row, result: RowResult): Results {
  const { [row.name]: _, ...others } = underWay;
  return result.games < row.games
    ? { finished, underWay: { ...others, [row.name]: result } }
    : { finished: { ...finished, [row.name]: result }, underWay: others };
}

export const readResults = (path: string): Results =>
  existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Results) : NO_RESULTS;

/** Replaces the file at once, so that a kill leaves no half of it. */
export function writeFileAtOnce(path: string, content: string): void {
  writeFileSync(`${path}.new`, content);
  renameSync(`${path}.new`, path);
}

export const writeResults = (path: string, results: Results): void =>
  writeFileAtOnce(path, `${JSON.stringify(results, null, 2)}\n`);
