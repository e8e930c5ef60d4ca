// Parses the arguments of `nexpost replay`.
import type { AnyGame, GivenOptions } from '#games/game.ts';
import { readSentences } from '#adapters/templates/sentences.ts';
import { say } from '#core/kernel/sentence.ts';
import { parseCommandLine, parseGame } from '../shell/command-line.ts';
import { Misuse } from '../shell/verb.ts';

export interface ReplayArguments {
  readonly game: AnyGame;
  readonly given: GivenOptions;
  readonly position: string | null;
  readonly count: boolean;
  readonly hash: boolean;
  readonly many: boolean;
  readonly text: boolean;
  readonly record: boolean;
}

export const REPLAY_OPTIONS = {
  count: { kind: 'flag', default: '', sentence: 'adds the number of legal moves and the position as text' },
  hash: {
    kind: 'flag',
    default: '',
    sentence: 'adds legalHash: the sum, modulo 2^32, of FNV-1a-32 of the\ncanonical text of every legal move',
  },
  position: {
    kind: 'position',
    default: 'none',
    sentence: "begins at this position instead of the start; the size of\nthe board is the text's",
  },
  many: {
    kind: 'flag',
    default: '',
    sentence:
      'many games, separated by lines ---, each with its own options\nline or none; a refused game does not end the others',
  },
  text: { kind: 'flag', default: '', sentence: 'lines for people, and the board at the end, instead of JSON' },
  record: {
    kind: 'flag',
    default: '',
    sentence:
      'instead of all this the game file that other programs open,\nat the end of each game (nexos: blksgf, for Pentobi; hex\nand gomoku: SGF)',
  },
} as const;

export function parseReplayArguments(words: readonly string[]): ReplayArguments {
  const { names, given, values } = parseCommandLine(words, REPLAY_OPTIONS);
  const found = parseGame('replay', names, given);
  // The options line of a file may have -swap, the command line may not.
  const setup = found.game.setup(found.given);
  if (!setup.ok) throw new Misuse(say(readSentences(), setup.reason));
  if (values.record !== '' && found.game.record === null)
    throw new Misuse(`There is no game record for ${found.game.name}.`);
  if (values.record !== '' && values.position !== 'none')
    throw new Misuse('--record tells a game from its beginning: --position cannot stand beside it.');
  return {
    ...found,
    position: values.position === 'none' ? null : values.position,
    count: values.count !== '',
    hash: values.hash !== '',
    many: values.many !== '',
    text: values.text !== '',
    record: values.record !== '',
  };
}
