// Parses the words after a verb: names, the game's options (one dash), the verb's own (two).
// A table lists the verb's own options, and its help shows them.
import { lookUp } from '#games/kit/look-up.ts';
import { type AnyGame, type GivenOptions, namesOf, addTypedOptions } from '#games/game.ts';
import { games, lookUpGame } from '#games/registry/index.ts';
import { readSentences } from '#adapters/templates/sentences.ts';
import { say } from '#core/kernel/sentence.ts';
import { parseSwapOption } from '#core/reading/command.ts';
import { Misuse } from './verb.ts';

interface OptionRow {
  /**
   * `flag`: takes no value; `lines`: may be given again, the values are lines; `port`: 0 to 65535; `position`: a text
   * that may be empty, as the start of Nexos is; a list: one of these words.
   */
  readonly kind: 'text' | 'flag' | 'lines' | 'port' | 'position' | readonly string[];
  readonly default: string;
  readonly sentence: string;
}

export type OptionTable = Readonly<Record<string, OptionRow>>;

/** Every option of a table with its value; a flag that was there has its own name. */
export type OptionValues<Table extends OptionTable> = Readonly<Record<keyof Table & string, string>>;

interface ParsedArguments<Table extends OptionTable> {
  /** Words without dashes. */
  readonly names: readonly string[];
  readonly given: GivenOptions;
  readonly values: OptionValues<Table>;
}

/** `-size=5` → ['size', '5'], `-size` → ['size', true]; null where it is no option of a game. */
function parseGameOption(word: string): GivenOptions[number] | null {
  const match = /^-([a-zA-Z][\w-]*)(?:=(.*))?$/.exec(word);
  return match?.[1] === undefined ? null : [match[1], match[2] ?? true];
}

type Values = Record<string, string>;

/** Parses the words of a verb that takes games. An option's last value counts. `--json` is accepted and changes nothing. */
export function parseCommandLine<Table extends OptionTable>(
  words: readonly string[],
  table: Table,
): ParsedArguments<Table> {
  const [names, given]: [string[], GivenOptions[number][]] = [[], []];
  const values: Values = Object.fromEntries(Object.entries(table).map(([name, row]) => [name, row.default]));
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? '';
    const [, name = '', inline] = /^--([a-z-]+)(?:=(.*))?$/s.exec(word) ?? [];
    const row = Object.hasOwn(table, name) ? table[name] : undefined;
    const option = parseGameOption(word);
    if (row !== undefined) {
      values[name] = checkValue(name, row, inline ?? (row.kind === 'flag' ? name : words[(i += 1)]), values);
    } else if (option !== null) given.push(option);
    else if (!word.startsWith('-')) names.push(word);
    else if (word !== '--json') throw new Misuse(`'${word}' is no option of this verb.`);
  }
  return { names, given, values: values as OptionValues<Table> };
}

function checkValue(name: string, row: OptionRow, value: string | undefined, values: Values): string {
  if (value === undefined || (value === '' && row.kind !== 'position')) throw new Misuse(`--${name} needs a value.`);
  const wrong = findFault(name, row, value);
  if (wrong !== null) throw new Misuse(`--${name} cannot be '${value}': ${wrong}.`);
  return row.kind === 'lines' ? `${lookUp(values, name) ?? ''}${value}\n` : value;
}

function findFault(name: string, { kind, default: standard }: OptionRow, value: string): string | null {
  switch (kind) {
    case 'text':
    case 'lines':
      return null;
    case 'flag':
      return value === name ? null : 'it takes no value';
    case 'port':
      return /^\d{1,5}$/.test(value) && Number(value) <= 65_535 ? null : 'a port is a number from 0 to 65535';
    case 'position':
      return value === standard ? 'that is no position' : null;
    default:
      return kind.includes(value) ? null : `it may be ${kind.join(', ')}`;
  }
}

/** Parses the words of a verb that takes nothing but its own options. */
export function parseOptions<Table extends OptionTable>(words: readonly string[], table: Table): OptionValues<Table> {
  const { names, given, values } = parseCommandLine(words, table);
  const surplus = names[0] ?? (given[0] === undefined ? undefined : `-${given[0][0]}`);
  if (surplus !== undefined) throw new Misuse(`'${surplus}' is no option of this verb.`);
  return values;
}

/** A table as lines of a help text, the sentences in one column. */
export function formatOptionLines(table: OptionTable): string {
  const width = Math.max(...Object.keys(table).map(name => name.length));
  return Object.entries(table)
    .map(([name, row]) => {
      const indent = ' '.repeat(width + 6);
      const text = `  --${name.padEnd(width)}  ${row.sentence.replaceAll('\n', `\n${indent}`)}`;
      const standard = row.default === '' ? '' : `(default ${row.default})`;
      return `${text}${text.length + standard.length > 79 ? `\n${indent}` : ' '}${standard}`.trimEnd();
    })
    .join('\n');
}

/** The options line of a game in --many: these over those of the command line. Null where a word of it is no option. */
export function parseOverrides(given: GivenOptions, line: string): GivenOptions | null {
  const own = line.split(/\s+/).filter(Boolean).map(parseGameOption);
  const read = own.filter(option => option !== null);
  if (read.length < own.length) return null;
  const names = new Set(read.map(([name]) => name.toLowerCase()));
  return [...given.filter(([name]) => !names.has(name.toLowerCase())), ...read];
}

/** The one game among the names, with the options its name stands for. */
export function parseGame(
  verb: string,
  names: readonly string[],
  given: GivenOptions,
  hint = '',
): { readonly game: AnyGame; readonly given: GivenOptions } {
  const [name, surplus] = names;
  const known = games.flatMap(namesOf).join(', ');
  if (name === undefined) throw new Misuse(`${verb} needs the name of a game: ${known}.`);
  if (surplus !== undefined) throw new Misuse(`${verb} takes one game; '${surplus}' is too much.${hint}`);
  const found = lookUpGame(name);
  if (found === null) throw new Misuse(`There is no game '${name}'; there is ${known}.`);
  return { game: found.game, given: addTypedOptions(found, given) };
}

/** As `parseGame`, with the option `-swap` of challenges. `swapAfter`: the number of moves before a swap. null: no player may swap. */
export function parseGameWithSwap(
  verb: string,
  names: readonly string[],
  typed: GivenOptions,
  hint = '',
): { readonly game: AnyGame; readonly given: GivenOptions; readonly swapAfter: number | null } {
  const { game, given } = parseGame(verb, names, typed, hint);
  const swap = parseSwapOption(game, given);
  if (!swap.ok) throw new Misuse(say(readSentences(), swap.reason));
  return { game, given: given.filter(([name]) => name !== 'swap'), swapAfter: swap.value ? game.swapAfter : null };
}

interface NumberBounds {
  readonly least: number;
  readonly most: number;
  readonly isWhole: boolean;
  /** 'a number of seconds' */
  readonly what: string;
}

/** A number typed in digits, with a fraction or without. */
export function parseNumber(option: string, text: string, { least, most, isWhole, what }: NumberBounds): number {
  const value = (isWhole ? /^\d{1,15}$/ : /^\d{1,15}(?:\.\d{1,9})?$/).test(text) ? Number(text) : NaN;
  if (value >= least && value <= most) return value;
  throw new Misuse(`--${option} is ${what} from ${least} to ${most}, not '${text}'.`);
}

/** Reads a part of the command line, and puts that part in front of an error message. */
export function prefixErrors<Value>(part: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    throw error instanceof Misuse ? new Misuse(`${part}: ${error.message}`) : error;
  }
}
