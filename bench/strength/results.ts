// The results of docs/strength.json, and what is known of a row by them.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { NO_GAMES, type Tally } from './match.ts';
import { OPENING_PLIES, type Row, SEED } from './rows.ts';

/** The result of a row. With fewer games than the row it is a match under way. */
export interface RowResult extends Tally {
  /** Identifies the players, the board, the openings and the weights. */
  readonly fingerprint: string;
  /** The first characters of the SHA-256 of the weights of our player. null: it plays without a network. */
  readonly weights: string | null;
  /** As the program names itself, with its version. */
  readonly opponent: string;
  /** The day of the last game. */
  readonly date: string;
}

/** By the names of rows. */
export type Results = Readonly<Record<string, RowResult>>;

/** Its length in hexadecimal digits. */
const HASH_LENGTH = 16;

const computeHash = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex').slice(0, HASH_LENGTH);

/** Identifies weights by their file. null: there are none. */
export const computeWeightsHash = (content: Uint8Array | null): string | null =>
  content === null ? null : computeHash(content);

/** Another target does not change the games of a row, and neither does a number of games. */
export function computeFingerprint({ game, options, nodes, opponent }: Row, weights: string | null): string {
  return computeHash(JSON.stringify([game, options, nodes, opponent, weights, OPENING_PLIES, SEED]));
}

/** `done`: all games of the row are played. `outdated`: they were, by other players or weights. `missing`: they were not. */
export type RowState = 'done' | 'outdated' | 'missing';

export function findRowState(row: Row, weights: string | null, result: RowResult | undefined): RowState {
  if (result === undefined || result.games < row.games) return 'missing';
  return result.fingerprint === computeFingerprint(row, weights) ? 'done' : 'outdated';
}

/** The tally from which a match goes on. A match of other players or weights begins again. */
export const findTally = (row: Row, weights: string | null, result: RowResult | undefined): Tally =>
  result?.fingerprint === computeFingerprint(row, weights) && result.games < row.games ? result : NO_GAMES;

export const readResults = (path: string): Results =>
  existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Results) : {};

/** Replaces the file at once, so that a kill leaves no half of it. */
export function writeResults(path: string, results: Results): void {
  writeFileSync(`${path}.new`, `${JSON.stringify(results, null, 2)}\n`);
  renameSync(`${path}.new`, path);
}
