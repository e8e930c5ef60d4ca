// Takes a command line apart that names a game: its names, the game's options (one dash), the verb's own (two).
import { type AnyGame, type GivenOptions, withTyped } from '#games/game.ts';
import { no, ok, type Result } from '#games/kit/result.ts';
import { games, named } from '#games/index.ts';

export interface GameArguments {
  /** Words without dashes. */
  readonly names: readonly string[];
  readonly given: GivenOptions;
  /** The verb's own options with their values, as parseOptions reads them. */
  readonly own: readonly string[];
  /** Those without a value that were there. */
  readonly flags: ReadonlySet<string>;
}

/** `-size=5` → ['size', '5'], `-size` → ['size', true]; null where it is no option. */
export function parseGameOption(word: string): GivenOptions[number] | null {
  const match = /^-([a-zA-Z][\w-]*)(?:=(.*))?$/.exec(word);
  if (match?.[1] === undefined) return null;
  return [match[1], match[2] ?? true];
}

/** `flags`: the verb's options that take no value, as they are typed. */
export function splitArguments(words: readonly string[], flags: readonly string[]): Result<GameArguments, string> {
  const [names, given, own, found]: [string[], GivenOptions[number][], string[], Set<string>] = [[], [], [], new Set()];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    const option = parseGameOption(word);
    const isPair = word.startsWith('--') && !word.includes('=') && word !== '--json';
    if (flags.includes(word)) found.add(word);
    else if (isPair) own.push(...words.slice(at, (at += 1) + 1));
    else if (word.startsWith('--')) own.push(word);
    else if (option !== null) given.push(option);
    else if (word.startsWith('-')) return no(`'${word}' is no option of a game.`);
    else names.push(word);
  }
  return ok({ names, given, own, flags: found });
}

/** The options line of a game in --many: these over those of the command line. Null where a word of it is no option. */
export function overrideOptions(given: GivenOptions, line: string): GivenOptions | null {
  const own = line.split(/\s+/).filter(Boolean).map(parseGameOption);
  const read = own.filter(option => option !== null);
  if (read.length < own.length) return null;
  const names = new Set(read.map(([name]) => name.toLowerCase()));
  return [...given.filter(([name]) => !names.has(name.toLowerCase())), ...read];
}

/** The game of that name with the options its name stands for. */
export function parseGame(
  name: string,
  given: GivenOptions,
): Result<{ readonly game: AnyGame; readonly given: GivenOptions }, string> {
  const found = named(name);
  if (found !== null) return ok({ game: found.game, given: withTyped(found, given) });
  return no(`There is no game '${name}'; there is ${games.map(game => game.name).join(', ')}.`);
}

/** A number typed in digits, with a fraction or without; null: it is none, or not in the bounds. */
export function parseNumber(text: string, { least, most, isWhole }: NumberBounds): number | null {
  if (!(isWhole ? /^\d{1,15}$/ : /^\d{1,15}(?:\.\d{1,9})?$/).test(text)) return null;
  const value = Number(text);
  return value < least || value > most ? null : value;
}

export interface NumberBounds {
  readonly least: number;
  readonly most: number;
  readonly isWhole: boolean;
}
