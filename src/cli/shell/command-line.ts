// The command line of every verb: one table of options parses its words and prints its help.
// Names and options of the verb (two dashes) go by the table. Options of a game (one dash) pass through.
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { lookUp } from '#games/kit/look-up.ts';
import { type AnyGame, type GivenOptions, type Setup, namesOf, addTypedOptions } from '#games/game.ts';
import { games, lookUpGame } from '#games/registry/index.ts';
import { readSentences } from '#adapters/templates/templates.ts';
import { say } from '#core/kernel/sentence.ts';
import { parseSwapOption } from '#core/language/command.ts';
import { type ExitStatus, type Io, Misuse, type Verb } from './verb.ts';

/** A number typed in digits, with a fraction or without. */
interface NumberKind {
  readonly least: number;
  readonly most: number;
  readonly isWhole: boolean;
  /** 'a number of seconds' */
  readonly what: string;
}

/** 0: any free port. */
export const PORT: NumberKind = { least: 0, most: 65_535, isWhole: true, what: 'a number' };
/** Engines take 32 bits. It may be `random`. */
export const SEED: NumberKind = { least: 0, most: 4_294_967_295, isWhole: true, what: 'a whole number' };

interface OptionRow {
  /**
   * `flag` takes no value. `lines` may be given again. `position` is a text that may be empty, as the start of Nexos is. A list: one
   * of these words.
   */
  readonly kind: 'text' | 'flag' | 'lines' | 'position' | NumberKind | readonly string[];
  /** The value in the usage, such as DIR. */
  readonly value?: string;
  /** Without it: '' for a text, otherwise null. `none` is null in any case. */
  readonly default?: string;
  /** The usage shows it without brackets. */
  readonly isNeeded?: true;
  readonly sentence: string;
}

export type OptionTable = Readonly<Record<string, OptionRow>>;

type BaseOf<Kind> = Kind extends readonly (infer Word)[] ? Word : Kind extends NumberKind ? number : string;
type ValueOf<Row extends OptionRow> = Row['kind'] extends 'flag'
  ? boolean
  : Row['kind'] extends 'lines'
    ? readonly string[]
    : | BaseOf<Row['kind']>
      | (Row extends { readonly default: infer Standard }
          ? 'none' extends Standard
            ? null
            : never
          : Row['kind'] extends 'text'
            ? never
            : null);

export type OptionValues<Table extends OptionTable> = { readonly [Name in keyof Table & string]: ValueOf<Table[Name]> };

export interface ParsedArguments<Table extends OptionTable> {
  /** Words without dashes. */
  readonly names: readonly string[];
  readonly given: GivenOptions;
  readonly values: OptionValues<Table>;
}

/** `-size=5` → ['size', '5'], `-size` → ['size', true]. null: it is no option of a game. */
function parseGameOption(word: string): GivenOptions[number] | null {
  const match = /^-([a-zA-Z][\w-]*)(?:=(.*))?$/.exec(word);
  return match?.[1] === undefined ? null : [match[1], match[2] ?? true];
}

/** No word holds it. It hides a single dash from parseArgs, which would read each letter as an option. */
const DASH = '\0';

/** An option's last value counts. `--json` is accepted and changes nothing. */
export function parseCommandLine<Table extends OptionTable>(
  words: readonly string[],
  table: Table,
): ParsedArguments<Table> {
  const rows = Object.entries(table);
  const types = rows.map(([name, { kind }]) => {
    const type: 'boolean' | 'string' = kind === 'flag' ? 'boolean' : 'string';
    return [name, { type, multiple: true }] as const;
  });
  const { values: typed, positionals } = parseArgs({
    ...{ args: words.map(word => word.replace(/^-(?!-)/, DASH)), options: Object.fromEntries(types) },
    ...{ strict: false, allowPositionals: true },
  });
  const unknown = Object.keys(typed).find(name => !Object.hasOwn(table, name) && name !== 'json');
  if (unknown !== undefined) throw new Misuse(`'--${unknown}' is no option of this verb.`);
  const values = rows.map(([name, row]) => {
    const texts = [lookUp(typed, name) ?? []].flat().map(value => checkValue(name, row, value));
    return [name, readValue(name, row, texts)];
  });
  const others = positionals.map(word => word.replace(DASH, '-'));
  const given = others
    .filter(word => word.startsWith('-'))
    .map(word => {
      const option = parseGameOption(word);
      if (option === null) throw new Misuse(`'${word}' is no option of this verb.`);
      return option;
    });
  const names = others.filter(word => !word.startsWith('-'));
  return { names, given, values: Object.fromEntries(values) as OptionValues<Table> };
}

/** `value` is true for an option without a value. */
function checkValue(name: string, { kind }: OptionRow, value: string | boolean): string {
  const text = typeof value === 'string' ? value.replace(DASH, '-') : '';
  const refuse = (why: string): Misuse => new Misuse(`--${name} cannot be '${text}': ${why}.`);
  if (kind === 'flag' && value !== true) throw refuse('it takes no value');
  if (kind === 'flag' || (kind === 'position' && value === '')) return '';
  if (text === '') throw new Misuse(`--${name} needs a value.`);
  if (kind === 'position' && text === 'none') throw refuse('that is no position');
  if (Array.isArray(kind) && !kind.includes(text)) throw refuse(`it may be ${kind.join(', ')}`);
  return text;
}

const isNumber = (kind: OptionRow['kind']): kind is NumberKind => typeof kind === 'object' && 'most' in kind;

function readValue(name: string, { kind, default: standard }: OptionRow, typed: readonly string[]): unknown {
  if (kind === 'flag') return typed.length > 0;
  if (kind === 'lines') return typed;
  const text = typed.at(-1) ?? standard ?? (kind === 'text' ? '' : 'none');
  if (text === 'none' && (standard === 'none' || kind !== 'text')) return null;
  if (kind === SEED && text === 'random') return randomInt(SEED.most);
  return isNumber(kind) ? parseNumber(name, text, kind) : text;
}

/** Parses the words of a verb that takes nothing but its own options. */
export function parseOptions<Table extends OptionTable>(words: readonly string[], table: Table): OptionValues<Table> {
  const { names, given, values } = parseCommandLine(words, table);
  rejectNames(names, given);
  return values;
}

function rejectNames(names: readonly string[], given: GivenOptions): void {
  const surplus = names[0] ?? (given[0] === undefined ? undefined : `-${given[0][0]}`);
  if (surplus !== undefined) throw new Misuse(`'${surplus}' is no option of this verb.`);
}

/** The only name that a verb takes. `what`: 'a file with the words'. */
export function takeName(verb: string, [name, surplus]: readonly string[], what: string): string {
  if (name === undefined) throw new Misuse(`${verb} needs ${what}.`);
  if (surplus !== undefined) throw new Misuse(`${verb} takes one name; '${surplus}' is too much.`);
  return name;
}

interface VerbPlan<Table extends OptionTable> {
  /** With the word that must follow: `store copy`. */
  readonly name: string;
  /** The words beside the options, as the usage shows them. Without it there are none. */
  readonly takes?: string;
  readonly options: Table;
  /** The help above the options. */
  readonly about?: string;
  /** The help below them. */
  readonly help: string;
  readonly run: (parsed: ParsedArguments<Table>, io: Io) => Promise<ExitStatus>;
}

/** A verb whose words are parsed, and whose usage and help are printed, from its table of options. */
export function createVerb<const Table extends OptionTable>(plan: VerbPlan<Table>): Verb {
  const { name, takes = '', options, about = '', help, run } = plan;
  const [verb = '', act] = name.split(' ');
  return {
    usage: ['nexpost', name, takes, ...Object.entries(options).map(formatUsage)].filter(Boolean).join(' '),
    help: [about.trim(), formatOptionLines(options), help.trim()].filter(Boolean).join('\n\n'),
    run: async (args, io) => {
      const [first, ...rest] = args;
      if (act !== undefined && first !== act)
        throw new Misuse(`${verb} can be told one thing: ${act}, not '${first ?? ''}'.`);
      const parsed = parseCommandLine(act === undefined ? args : rest, options);
      rejectNames(takes === '' ? parsed.names : [], /\[-\w/.test(takes) ? [] : parsed.given);
      return run(parsed, io);
    },
  };
}

/** `--data DIR`, `--text`. */
const formatOption = (name: string, { kind, value }: OptionRow): string => {
  if (kind === 'flag') return `--${name}`;
  if (Array.isArray(kind)) return `--${name} ${kind.join('|')}`;
  return `--${name} ${value ?? (typeof kind === 'string' ? 'TEXT' : 'N')}`;
};

const formatUsage = ([name, row]: readonly [string, OptionRow]): string => {
  const option = formatOption(name, row);
  return row.isNeeded === true ? option : `[${option}]${row.kind === 'lines' ? ' …' : ''}`;
};

/** A table as lines of a help text, the sentences in one column. */
function formatOptionLines(table: OptionTable): string {
  const rows = Object.entries(table).map(([name, row]) => ({
    ...row,
    // The words are part of the sentence or the usage.
    option: Array.isArray(row.kind) ? `--${name} WORD` : formatOption(name, row),
  }));
  const width = Math.max(...rows.map(({ option }) => option.length));
  const indent = ' '.repeat(width + 4);
  return rows
    .map(({ option, sentence, default: standard = '' }) => {
      const text = `  ${option.padEnd(width)}  ${sentence.replaceAll('\n', `\n${indent}`)}`;
      const told = standard === '' ? '' : `(default ${standard})`;
      return `${text}${text.length + told.length > 79 ? `\n${indent}` : ' '}${told}`.trimEnd();
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

/** The one game among the names, with the options that its name implies. */
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

/** The setup of a game by its options. Rejects them in a sentence. */
export function requireSetup(game: AnyGame, given: GivenOptions): Setup {
  const setup = game.setup(given);
  if (setup.ok) return setup.value;
  throw new Misuse(say(readSentences(), setup.reason));
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

export function parseNumber(option: string, text: string, { least, most, isWhole, what }: NumberKind): number {
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
