// The format of proofs: a header line with the claim, one answer on each line, and a seal.
import { lookUp } from '#games/kit/look-up.ts';
import type { AnyGame, Colour, Outcome, Seat, Setup } from '#games/game.ts';

/** The header of a proof: `colour` is to move at `position` (in the game's own text), and `value` is the result for that colour. */
export interface ProofClaim {
  readonly proof: 'strategy';
  readonly version: 1;
  readonly game: string;
  readonly setup: Setup;
  readonly position: string;
  readonly colour: Colour;
  readonly value: 'win' | 'draw' | 'loss';
}

/** A line between the header and the seal: the move to play at a position. */
export type ProofAnswer = readonly [position: string, move: string];

/** A player with a strategy in the proof: the seat reaches at least `least` against every play. */
export interface Hero {
  readonly seat: Seat;
  readonly minResult: 'win' | 'draw';
}

/** The players whose strategies prove a value in a game of two: the winner, or both for a draw. */
export function listHeroes(seat: Seat, value: ProofClaim['value']): readonly Hero[] {
  if (value === 'win') return [{ seat, minResult: 'win' }];
  if (value === 'loss') return [{ seat: 1 - seat, minResult: 'win' }];
  return [0, 1].map(each => ({ seat: each, minResult: 'draw' }));
}

/** The seat of a colour. -1: no seat has it. */
export const findSeat = (game: AnyGame, setup: Setup, colour: Colour | null): Seat =>
  game.seats(setup).findIndex(({ colours }) => colour !== null && colours.includes(colour));

/** Whether the hero reached the claimed result. */
export function isAchieved(hero: Hero, { ranks }: Outcome): boolean {
  const isFirst = ranks[hero.seat] === 1;
  return isFirst && (hero.minResult === 'draw' || ranks.filter(rank => rank === 1).length === 1);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads the claim from a parsed header line. null: the line is invalid. */
export function readClaim(line: unknown): ProofClaim | null {
  if (!isRecord(line) || line['proof'] !== 'strategy' || line['version'] !== 1) return null;
  const areTexts = ['game', 'position', 'colour', 'value'].every(name => typeof lookUp(line, name) === 'string');
  const { setup } = line;
  const isSetup = isRecord(setup) && Object.values(setup).every(value => typeof value === 'string');
  const isValue = ['win', 'draw', 'loss'].includes(String(line['value']));
  return areTexts && isSetup && isValue ? (line as unknown as ProofClaim) : null;
}

/** Reads an answer from a parsed line. null: the line is invalid. */
export const readAnswer = (line: unknown): ProofAnswer | null =>
  Array.isArray(line) && line.length === 2 && line.every(part => typeof part === 'string')
    ? (line as unknown as ProofAnswer)
    : null;
