// Parses the options of a challenge into a complete setup.
import type { GivenOptions, OptionSpec, Setup } from './game.ts';
import { shorten, type Phrase, type Refusal, refusal, formatCommaList } from './kit/refusal.ts';
import { no, ok, type Result } from './kit/result.ts';

export interface Size {
  readonly rows: number;
  readonly columns: number;
}

/** Parses '9x11' as 9 rows and 11 columns, and '13' as 13 x 13. null: the text is no size. Checks no bounds. */
export function parseSize(text: string): Size | null {
  const match = /^(\d{1,3})(?:\s*[x×]\s*(\d{1,3}))?$/.exec(text.trim().toLowerCase());
  if (match === null) return null;
  const rows = Number(match[1]);
  return { rows, columns: match[2] === undefined ? rows : Number(match[2]) };
}

/** The canonical text, with both numbers: '13x13'. */
const formatSize = ({ rows, columns }: Size): string => `${rows}x${columns}`;

/** The size of a board by the lengths of its rows. null: the lengths differ. */
export const rectangleOf = (rows: readonly number[]): string | null =>
  rows.every(length => length === rows[0]) ? formatSize({ rows: rows.length, columns: rows[0] ?? 0 }) : null;

/** The size of a square board by the lengths of its rows. null: the board is not square. */
export const squareOf = (rows: readonly number[]): string | null =>
  rows.every(length => length === rows.length) ? String(rows.length) : null;

/** Describes the allowed values: '2 to 19', or '2 to 19, or rows x columns such as 9x11'. */
function describeAllowed(spec: OptionSpec): Phrase {
  if (spec.kind === 'choice') return formatCommaList(spec.choices);
  const { least, most } = spec;
  if (spec.kind === 'number' && spec.word !== null)
    return { code: 'allowed-word', parts: { least, most, word: spec.word.value } };
  return spec.kind === 'size' && spec.rectangular
    ? { code: 'allowed-rectangles', parts: { least, most, example: `${least}x${least + 1}` } }
    : { code: 'allowed-range', parts: { least, most } };
}

function parseSizeOption(spec: Extract<OptionSpec, { kind: 'size' }>, text: string): string | null {
  const size = parseSize(text);
  if (size === null || (!spec.rectangular && !/^\d+$/.test(text.trim()))) return null;
  if (Math.min(size.rows, size.columns) < spec.least || Math.max(size.rows, size.columns) > spec.most) return null;
  return spec.rectangular ? formatSize(size) : String(size.rows);
}

function canonicalise(spec: OptionSpec, text: string): string | null {
  switch (spec.kind) {
    case 'size':
      return parseSizeOption(spec, text);
    case 'number': {
      const { least, most, word } = spec;
      const typed = text.trim().toLowerCase();
      if (typed === word?.value) return typed;
      if (!/^\d{1,9}$/.test(typed)) return null;
      const number = Number(typed);
      if (word !== null && number >= word.from) return word.value;
      return number < least || number > most ? null : String(number);
    }
    case 'choice':
      return spec.choices.find(choice => choice === text.trim().toLowerCase()) ?? null;
  }
}

function parseOption(spec: OptionSpec, value: string | true): Result<string, Refusal> {
  if (value === true || value.trim() === '') {
    return no(refusal('option-missing-value', { option: spec.name, allowed: describeAllowed(spec) }));
  }
  const canonical = canonicalise(spec, value);
  return canonical === null
    ? no(refusal('option-value', { option: spec.name, value: shorten(value), allowed: describeAllowed(spec) }))
    : ok(canonical);
}

/** Parses typed options into a setup: every option of the game with its canonical value. Names may be in upper case. */
export function parseOptions(specs: readonly OptionSpec[], given: GivenOptions): Result<Setup, Refusal> {
  const valueByName = new Map<string, string>();
  for (const [typed, value] of given) {
    const name = typed.toLowerCase();
    const spec = specs.find(known => known.name === name);
    if (spec === undefined) {
      return no(
        refusal('option-unknown', { option: shorten(typed), known: specs.map(known => `-${known.name}`).join(', ') }),
      );
    }
    if (valueByName.has(name)) return no(refusal('option-twice', { option: name }));
    const canonical = parseOption(spec, value);
    if (!canonical.ok) return canonical;
    valueByName.set(name, canonical.value);
  }
  // The setup has the order of the game's options.
  const entries = specs.map(spec => {
    const usual = spec.kind === 'size' ? parseSizeOption(spec, spec.default) : null;
    return [spec.name, valueByName.get(spec.name) ?? usual ?? spec.default] as const;
  });
  return ok(Object.fromEntries(entries));
}
