// What the tests of Hexafive set up: positions from options, texts and moves.
import type { GivenOptions, Opaque } from '#games/game.ts';
import { findGame } from '#games/registry/index.ts';
import { readSentences } from '#adapters/templates/templates.ts';
import { say } from '#core/kernel/sentence.ts';
import { setupOf } from '../conformance/game.ts';

export const hexafive = findGame('hexafive')!;
const sentences = readSentences();

export const started = (given: GivenOptions): Opaque => hexafive.start(setupOf(hexafive, given));

export function decoded(text: string, given: GivenOptions = []): Opaque {
  const read = hexafive.decode(setupOf(hexafive, given), text);
  if (!read.ok) throw new Error(read.reason.code);
  return read.value;
}

export function played(position: Opaque, moves: readonly string[]): Opaque {
  return moves.reduce((before, text) => {
    const move = hexafive.parse(before, text);
    if (!move.ok) throw new Error(`${text}: ${say(sentences, move.reason)}`);
    return hexafive.play(before, move.value);
  }, position);
}

/** The move as the game writes it, or the sentence of its refusal. */
export function read(position: Opaque, text: string): string {
  const move = hexafive.parse(position, text);
  return move.ok ? hexafive.format(position, move.value) : say(sentences, move.reason);
}

export const from = (position: Opaque, cell: string): string[] =>
  [...hexafive.moves(position)]
    .map(move => hexafive.format(position, move))
    .filter(text => text.split(',')[0] === cell);

/** White: E5 F4 F7; Black: D4 D5 E4 E6 F2 F5. White to move. */
export const DIAGRAM_4 =
  '....../......./......../...XX..../...XOX..../.X.OX.O..../........../........./......../......./...... O';
