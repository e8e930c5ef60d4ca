// Parses the options of a challenge into a complete setup.
import type { GivenOptions, OptionSpec, Setup } from './game.ts';
import { series } from './kit/lists.ts';
import { echo, type Phrase, type Refusal, refusal } from './kit/refusal.ts';
import { no, ok, type Result } from './kit/result.ts';

export interface Size {
  readonly rows: number;
  readonly columns: number;
}

type SizeSpec = Extract<OptionSpec, { kind: 'size' }>;
type NumberSpec = Extract<OptionSpec, { kind: 'number' }>;

/** '9x11' → 9 rows, 11 columns; '13' → 13 x 13; anything else null. Knows no bounds. */
export function readSize(text: string): Size | null {
  const match = /^(\d{1,3})(?:\s*[x×]\s*(\d{1,3}))?$/.exec(text.trim().toLowerCase());
  if (match === null) return null;
  const rows = Number(match[1]);
  return { rows, columns: match[2] === undefined ? rows : Number(match[2]) };
}

/** The canonical text, which names both numbers: '13x13'. */
const formatSize = ({ rows, columns }: Size): string => `${rows}x${columns}`;

/** The size of a board whose rows are all of one length; null where they are not. */
export const rectangleOf = (rows: readonly number[]): string | null =>
  rows.every(length => length === rows[0]) ? formatSize({ rows: rows.length, columns: rows[0] ?? 0 }) : null;

/** The size of a board with as many rows as cells in each; null where they differ. */
export const squareOf = (rows: readonly number[]): string | null =>
  rows.every(length => length === rows.length) ? String(rows.length) : null;

/** What may be typed, for people: '2 to 19', or '2 to 19, or rows x columns such as 9x11'. */
function allowed(spec: OptionSpec): Phrase {
  if (spec.kind === 'choice') return series(spec.choices);
  const { least, most } = spec;
  if (spec.kind === 'number' && spec.word !== null)
    return { code: 'allowed-word', parts: { least, most, word: spec.word.value } };
  return spec.kind === 'size' && spec.rectangular
    ? { code: 'allowed-rectangles', parts: { least, most, example: `${least}x${least + 1}` } }
    : { code: 'allowed-range', parts: { least, most } };
}

function sizeIn(spec: SizeSpec, text: string): string | null {
  const size = readSize(text);
  if (size === null || (!spec.rectangular && !/^\d+$/.test(text.trim()))) return null;
  if (Math.min(size.rows, size.columns) < spec.least || Math.max(size.rows, size.columns) > spec.most) return null;
  return spec.rectangular ? formatSize(size) : String(size.rows);
}

function numberIn({ least, most, word }: NumberSpec, text: string): string | null {
  const typed = text.trim().toLowerCase();
  if (typed === word?.value) return typed;
  if (!/^\d{1,9}$/.test(typed)) return null;
  const number = Number(typed);
  if (word !== null && number >= word.from) return word.value;
  return number < least || number > most ? null : String(number);
}

function canonicalIn(spec: OptionSpec, text: string): string | null {
  switch (spec.kind) {
    case 'size':
      return sizeIn(spec, text);
    case 'number':
      return numberIn(spec, text);
    case 'choice':
      return spec.choices.find(choice => choice === text.trim().toLowerCase()) ?? null;
  }
}

function read(spec: OptionSpec, value: string | true): Result<string, Refusal> {
  if (value === true || value.trim() === '') {
    return no(refusal('option-missing-value', { option: spec.name, allowed: allowed(spec) }));
  }
  const canonical = canonicalIn(spec, value);
  return canonical === null
    ? no(refusal('option-value', { option: spec.name, value: echo(value), allowed: allowed(spec) }))
    : ok(canonical);
}

/** Options as typed → every option of the game with its canonical value. Names may be typed in capitals. */
export function readOptions(specs: readonly OptionSpec[], given: GivenOptions): Result<Setup, Refusal> {
  const typedIn = new Map<string, string>();
  for (const [typed, value] of given) {
    const name = typed.toLowerCase();
    const spec = specs.find(known => known.name === name);
    if (spec === undefined) {
      return no(
        refusal('option-unknown', { option: echo(typed), known: specs.map(known => `-${known.name}`).join(', ') }),
      );
    }
    if (typedIn.has(name)) return no(refusal('option-twice', { option: name }));
    const canonical = read(spec, value);
    if (!canonical.ok) return canonical;
    typedIn.set(name, canonical.value);
  }
  // In the order of the game's options, whatever the order of typing.
  const whole = specs.map(spec => [spec.name, typedIn.get(spec.name) ?? defaultOf(spec)] as const);
  return ok(Object.fromEntries(whole));
}

const defaultOf = (spec: OptionSpec): string =>
  spec.kind === 'size' ? (sizeIn(spec, spec.default) ?? spec.default) : spec.default;
