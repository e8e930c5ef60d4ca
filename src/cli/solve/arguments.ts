// Parses the arguments of `nexpost solve`.
import type { AnyGame, GivenOptions } from '#games/game.ts';
import { games } from '#games/registry/index.ts';
import { type OptionTable, parseCommandLine, parseGame, parseNumber } from '../shell/command-line.ts';
import { Misuse } from '../shell/verb.ts';

export interface SolveArguments {
  readonly game: AnyGame;
  readonly given: GivenOptions;
  readonly position: string | null;
  /** A colour's name. */
  readonly toMove: string | null;
  readonly openings: boolean;
  /** Seconds. */
  readonly time: number | null;
  /** Megabytes. */
  readonly memory: number;
  /** A file to write. */
  readonly proof: string | null;
  /** Proofs with more answers are not written. */
  readonly proofLimit: number;
  readonly text: boolean;
}

/** What the words are: a proof to verify, or a game to solve. */
export type SolveRequest =
  | { readonly kind: 'verify'; readonly file: string; readonly text: boolean }
  | { readonly kind: 'solve'; readonly of: SolveArguments };

export const SOLVE_OPTIONS = {
  'to-move': { kind: 'text', default: '', sentence: 'black or white moves first, on an empty board (default: black)' },
  position: {
    kind: 'position',
    default: 'none',
    sentence: "solves this position; size and side to move are the text's",
  },
  openings: { kind: 'flag', default: '', sentence: 'what each move of the position is worth to its mover' },
  time: { kind: 'text', default: '', sentence: "gives up after so many seconds: what is not known then is 'unknown'" },
  memory: { kind: 'text', default: '256', sentence: 'megabytes for what is remembered of positions' },
  proof: { kind: 'text', default: '', sentence: 'a file: the strategy that proves the value is written there' },
  'proof-limit': { kind: 'text', default: '1000000', sentence: 'writes no proof of more answers' },
  verify: { kind: 'text', default: '', sentence: 'checks such a file by the rules alone, without any search' },
  text: { kind: 'flag', default: '', sentence: 'the board and a sentence instead of JSON' },
} as const satisfies OptionTable;

function parseSolvableGame(names: readonly string[], given: GivenOptions): Pick<SolveArguments, 'game' | 'given'> {
  const found = parseGame('solve', names, given);
  const solvable = games.filter(game => game.solver !== null).map(game => game.name);
  if (found.game.solver === null)
    throw new Misuse(`Nobody has written a solver for ${found.game.name}; there is one for ${solvable.join(', ')}.`);
  return found;
}

const MAX_MEMORY_MIB = 8192;

/** The words behind the verb → what to do. */
export function parseSolveArguments(words: readonly string[]): SolveRequest {
  const { names, given, values } = parseCommandLine(words, SOLVE_OPTIONS);
  const { position, proof, verify: file } = values;
  const text = values.text !== '';
  if (file !== '') {
    const isAlone = Object.entries(SOLVE_OPTIONS).every(
      ([name, row]) => ['verify', 'text'].includes(name) || values[name as keyof typeof values] === row.default,
    );
    if (!isAlone || names.length + given.length > 0)
      throw new Misuse('--verify stands alone: the file says what it proves.');
    return { kind: 'verify', file, text };
  }
  const number = (option: 'time' | 'memory' | 'proof-limit', least: number, most: number, what: string): number =>
    parseNumber(option, values[option], { least, most, isWhole: false, what });
  const found = parseSolvableGame(names, given);
  // With a position given, size and side to move are the position's.
  if (position !== 'none' && values['to-move'] !== '')
    throw new Misuse('--to-move is part of the position: its last letter.');
  if (position !== 'none' && given.some(([name]) => name.toLowerCase() === 'size'))
    throw new Misuse('-size is part of the position: its rows.');
  const of = {
    ...found,
    position: position === 'none' ? null : position,
    toMove: values['to-move'] === '' ? null : values['to-move'].toLowerCase(),
    openings: values.openings !== '',
    time: values.time === '' ? null : number('time', 0, 1e7, 'a number of seconds'),
    memory: number('memory', 1, MAX_MEMORY_MIB, 'a number of megabytes'),
    proof: proof === '' ? null : proof,
    proofLimit: number('proof-limit', 1, 1e7, 'a number of answers'),
    text,
  };
  return { kind: 'solve', of };
}
