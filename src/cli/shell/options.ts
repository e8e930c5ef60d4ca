// `--name value` and `--name=value` on the command line, from a table that also makes the help.
import { no, ok, type Result } from '#games/kit/result.ts';

export interface OptionRow {
  /** `port`: 0 to 65535; a list: one of these words. */
  readonly kind: 'text' | 'port' | readonly string[];
  readonly default: string;
  readonly sentence: string;
}

export type OptionTable = Readonly<Record<string, OptionRow>>;

/** Every option with its value, or what is wrong in one sentence. `--json` is taken and changes nothing. */
export function parseOptions<Table extends OptionTable>(
  args: readonly string[],
  table: Table,
): Result<Readonly<Record<keyof Table & string, string>>, string> {
  const values: Record<string, string> = Object.fromEntries(
    Object.entries(table).map(([name, row]) => [name, row.default]),
  );
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? '';
    if (word === '--json') continue;
    const [, name = '', inline] = /^--([a-z-]+)(?:=(.*))?$/s.exec(word) ?? [];
    const row = table[name];
    if (row === undefined) return no(`'${word}' is no option of this verb.`);
    const value = inline ?? args[(at += 1)];
    if (value === undefined || value === '') return no(`--${name} needs a value.`);
    const wrong = fault(row, value);
    if (wrong !== null) return no(`--${name} cannot be '${value}': ${wrong}.`);
    values[name] = value;
  }
  return ok(values as Record<keyof Table & string, string>);
}

function fault({ kind }: OptionRow, value: string): string | null {
  if (kind === 'text') return null;
  if (kind === 'port')
    return /^\d{1,5}$/.test(value) && Number(value) <= 65_535 ? null : 'a port is a number from 0 to 65535';
  return kind.includes(value) ? null : `it may be ${kind.join(', ')}`;
}
