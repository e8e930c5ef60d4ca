// The claim of a proof, and the line format of proofs: a header, an answer a line, and a seal.
import { lookUp } from '#games/kit/look-up.ts';
import type { AnyGame, Colour, Outcome, Seat, Setup } from '#games/game.ts';

/** The first line of a proof. `position` is the game's own text, `colour` the one to move there, `value` what it is worth to that colour. */
export interface ProofClaim {
  readonly proof: 'strategy';
  readonly version: 1;
  readonly game: string;
  readonly setup: Setup;
  readonly position: string;
  readonly colour: Colour;
  readonly value: 'win' | 'draw' | 'loss';
}

/** A line between the header and the seal: at this position, this move. */
export type ProofAnswer = readonly [position: string, move: string];

/** A player with a strategy in the proof: the seat gets at least `least`, whatever the other does. */
export interface Hero {
  readonly seat: Seat;
  readonly least: 'win' | 'draw';
}

/** The players whose strategies prove a value in a game of two: the winner, or both for a draw. */
export function heroesOf(seat: Seat, value: ProofClaim['value']): readonly Hero[] {
  if (value === 'win') return [{ seat, least: 'win' }];
  if (value === 'loss') return [{ seat: 1 - seat, least: 'win' }];
  return [0, 1].map(each => ({ seat: each, least: 'draw' }));
}

/** The seat of a colour. -1: it has none. */
export const seatOf = (game: AnyGame, setup: Setup, colour: Colour | null): Seat =>
  game.seats(setup).findIndex(({ colours }) => colour !== null && colours.includes(colour));

/** Did the game end well enough? */
export function isAchieved(hero: Hero, { ranks }: Outcome): boolean {
  const isFirst = ranks[hero.seat] === 1;
  return isFirst && (hero.least === 'draw' || ranks.filter(rank => rank === 1).length === 1);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A parsed first line → the claim. null: it is invalid. */
export function readClaim(line: unknown): ProofClaim | null {
  if (!isRecord(line) || line['proof'] !== 'strategy' || line['version'] !== 1) return null;
  const texts = ['game', 'position', 'colour', 'value'].every(name => typeof lookUp(line, name) === 'string');
  const { setup } = line;
  const isSetup = isRecord(setup) && Object.values(setup).every(value => typeof value === 'string');
  const isValue = ['win', 'draw', 'loss'].includes(String(line['value']));
  return texts && isSetup && isValue ? (line as unknown as ProofClaim) : null;
}

/** A parsed line between them → the answer. null: it is invalid. */
export const readAnswer = (line: unknown): ProofAnswer | null =>
  Array.isArray(line) && line.length === 2 && line.every(part => typeof part === 'string')
    ? (line as unknown as ProofAnswer)
    : null;
