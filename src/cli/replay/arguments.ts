// Parses the arguments of `nexpost replay`.
import type { AnyGame, GivenOptions } from '#games/game.ts';
import {
  type OptionTable,
  type OptionValues,
  type ParsedArguments,
  parseGame,
  requireSetup,
} from '../shell/command-line.ts';
import { Misuse } from '../shell/verb.ts';

export const REPLAY_OPTIONS = {
  count: { kind: 'flag', sentence: 'adds the number of legal moves and the position as text' },
  hash: {
    kind: 'flag',
    sentence: 'adds legalHash: the sum, modulo 2^32, of FNV-1a-32 of the\ncanonical text of every legal move',
  },
  position: {
    kind: 'position',
    default: 'none',
    sentence: "begins at this position instead of the start; the size of\nthe board is the text's",
  },
  many: {
    kind: 'flag',
    sentence:
      'many games, separated by lines ---, each with its own options\nline or none; a refused game does not end the others',
  },
  json: { kind: 'flag', sentence: 'JSON (the default)' },
  text: { kind: 'flag', sentence: 'lines for people, and the board at the end, instead of JSON' },
  record: {
    kind: 'flag',
    sentence:
      'instead of all this the game file that other programs open,\nat the end of each game (nexos: blksgf, for Pentobi; hex\nand gomoku: SGF)',
  },
} as const satisfies OptionTable;

/** The game that was named, and the options. */
export interface ReplayArguments extends OptionValues<typeof REPLAY_OPTIONS> {
  readonly game: AnyGame;
  readonly given: GivenOptions;
}

export function parseReplayArguments({
  names,
  given,
  values,
}: ParsedArguments<typeof REPLAY_OPTIONS>): ReplayArguments {
  const found = parseGame('replay', names, given);
  // The options line of a file may have -swap, the command line may not.
  requireSetup(found.game, found.given);
  if (values.record && found.game.record === null) throw new Misuse(`There is no game record for ${found.game.name}.`);
  if (values.record && values.position !== null)
    throw new Misuse('--record tells a game from its beginning: --position cannot stand beside it.');
  return { ...found, ...values };
}
