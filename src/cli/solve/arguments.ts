// Reads the command line of `nexpost solve`: the verb's own flags have two dashes, the game's options one.
import { type AnyGame, type GivenOptions, withTyped } from '#games/game.ts';
import { no, ok, type Result } from '#games/kit/result.ts';
import { games, named } from '#games/index.ts';
import { parseGameOption } from '../shell/game-arguments.ts';

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

const FLAGS = ['--openings', '--text', '--json'];
const VALUED = ['--position', '--to-move', '--time', '--memory', '--proof', '--proof-limit', '--verify'];
export const DEFAULT_MEMORY = 256;
const MOST_MEMORY = 8192;
export const DEFAULT_PROOF_LIMIT = 1_000_000;

interface SortedWords {
  readonly flags: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, string>;
  readonly given: GivenOptions;
  readonly names: readonly string[];
}

/** `--name value` or `--name=value` → name and value; '' where the value is missing; null: it is no such word. */
function parseValued(
  word: string,
  next: string | undefined,
): { name: string; value: string; isInline: boolean } | null {
  const [, name = '', inline] = /^(--[a-z-]+)(?:=(.*))?$/s.exec(word) ?? [];
  return VALUED.includes(name) ? { name, value: inline ?? next ?? '', isInline: inline !== undefined } : null;
}

/** Sorts the words by what they are. */
function sortWords(words: readonly string[]): Result<SortedWords, string> {
  const flags = new Set<string>();
  const values = new Map<string, string>();
  const given: GivenOptions[number][] = [];
  const names: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    const option = parseGameOption(word);
    const pair = parseValued(word, words[at + 1]);
    if (FLAGS.includes(word)) flags.add(word);
    else if (pair !== null) {
      if (pair.value === '') return no(`${pair.name} needs a value`);
      if (values.has(pair.name)) return no(`${pair.name} is given twice; once is enough`);
      values.set(pair.name, pair.value);
      if (!pair.isInline) at += 1;
    } else if (option !== null) given.push(option);
    else if (word.startsWith('-')) return no(`solve has no option ${word}`);
    else names.push(word);
  }
  return ok({ flags, values, given, names });
}

/** The number of an option within its bounds; null where it is none. */
function numberWithin(
  values: SortedWords['values'],
  name: string,
  bounds: readonly [least: number, most: number],
): number | null {
  const text = values.get(name) ?? '';
  const number = Number(text);
  return /^\d+(\.\d+)?$/.test(text) && number >= bounds[0] && number <= bounds[1] ? number : null;
}

const solvable = games.filter(game => game.solver !== null).map(game => game.name);

function parseSolvableGame({ names, given }: SortedWords): Result<Pick<SolveArguments, 'game' | 'given'>, string> {
  const [name, surplus] = names;
  if (name === undefined) return no(`solve needs the name of a game: ${solvable.join(', ')}`);
  if (surplus !== undefined) return no(`solve takes one game; '${surplus}' is too much`);
  const found = named(name);
  if (found === null) return no(`there is no game '${name}'; solve knows ${solvable.join(', ')}`);
  if (found.game.solver === null) return no(`nobody has written a solver for ${found.game.name}; there is one for ${solvable.join(', ')}`); // prettier-ignore
  return ok({ game: found.game, given: withTyped(found, given) });
}

/** With a position given, size and side to move are the position's. */
function clash({ values, given }: SortedWords): string | null {
  if (!values.has('--position')) return null;
  if (values.has('--to-move')) return '--to-move is part of the position: its last letter';
  return given.some(([name]) => name.toLowerCase() === 'size') ? '-size is part of the position: its rows' : null;
}

const LIMITS = [
  ['--time', [0, 1e7], 'a number of seconds'],
  ['--memory', [1, MOST_MEMORY], `a number of megabytes up to ${MOST_MEMORY}`],
  ['--proof-limit', [1, 1e7], 'a number of answers'],
] as const;

/** The words behind the verb → what to do, or what is wrong with them. */
export function parseSolveArguments(words: readonly string[]): Result<SolveRequest, string> {
  const read = sortWords(words);
  if (!read.ok) return read;
  const { flags, values, names, given } = read.value;
  const text = flags.has('--text');
  const file = values.get('--verify');
  if (file !== undefined) {
    const isAlone = values.size === 1 && names.length === 0 && given.length === 0 && !flags.has('--openings');
    return isAlone ? ok({ kind: 'verify', file, text }) : no('--verify stands alone: the file says what it proves');
  }
  for (const [name, bounds, shape] of LIMITS) {
    if (values.has(name) && numberWithin(values, name, bounds) === null) return no(`${name} is ${shape}`);
  }
  const game = parseSolvableGame(read.value);
  if (!game.ok) return game;
  const why = clash(read.value);
  if (why !== null) return no(why);
  return ok({ kind: 'solve', of: { ...game.value, ...parseLimits(values), openings: flags.has('--openings'), text } });
}

function parseLimits(values: SortedWords['values']): Omit<SolveArguments, 'game' | 'given' | 'openings' | 'text'> {
  return {
    position: values.get('--position') ?? null,
    toMove: values.get('--to-move')?.toLowerCase() ?? null,
    time: numberWithin(values, '--time', LIMITS[0][1]),
    memory: numberWithin(values, '--memory', LIMITS[1][1]) ?? DEFAULT_MEMORY,
    proof: values.get('--proof') ?? null,
    proofLimit: numberWithin(values, '--proof-limit', LIMITS[2][1]) ?? DEFAULT_PROOF_LIMIT,
  };
}
