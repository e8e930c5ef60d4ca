// Phrases and refusals as data: a code and its parts.
// The sentences are in templates/, in several languages.

/** Refusal codes, each with the parts that its sentence may use. */
export type RefusalCodes = Readonly<Record<string, readonly string[]>>;

/** The refusal codes that all games share. */
export const KIT_REFUSALS = {
  'move-unreadable': ['text', 'example'],
  'cell-off-board': ['cell', 'first', 'last'],
  'cell-off-row': ['cell', 'row', 'first', 'last'],
  'cell-occupied': ['cell', 'by'],
  'cell-twice': ['cell'],
  over: [],
  'option-unknown': ['option', 'known'],
  'option-value': ['option', 'value', 'allowed'],
  'option-missing-value': ['option', 'allowed'],
  'option-twice': ['option'],
  'options-unreadable': ['text'], // a line of options in a file of games
  'position-unreadable': ['text', 'expected'],
} as const;

/** A sentence as data: its code, and the values of its parts. A part may be a phrase itself. */
export interface Phrase<Code extends string = string> {
  readonly code: Code;
  readonly parts: Readonly<Record<string, string | number | Phrase>>;
}

export type Refusal = Phrase;

/** Makes a refusal with a code of the list. The type checks that all parts of the sentence are given. */
type Refuse<Codes extends RefusalCodes> = <Code extends keyof Codes & string>(
  code: Code,
  parts: Readonly<Record<Codes[Code][number], string | number | Phrase>>,
) => Refusal;

export const createRefuse =
  <Codes extends RefusalCodes>(_codes: Codes): Refuse<Codes> =>
  (code, parts) => ({ code, parts });

export const refusal = createRefuse(KIT_REFUSALS);

const MAX_ECHO_LENGTH = 60;

/** Shortens a typed text, so that a sentence can repeat it. */
export const shorten = (text: string): string =>
  text.length > MAX_ECHO_LENGTH ? `${text.slice(0, MAX_ECHO_LENGTH)}...` : text;

// Lists as phrases: each language has its own words for `and` and `or`.

type Item = string | number | Phrase;

const numberItems = (items: readonly Item[]): Phrase['parts'] =>
  Object.fromEntries(items.map((item, index) => [String(index), item]));

/** Formats `a, b and c`. */
export const formatAndList = (items: readonly Item[]): Phrase => ({ code: 'list-and', parts: numberItems(items) });

/** Formats `a or b or c`. */
export const formatOrList = (items: readonly Item[]): Phrase => ({ code: 'list-or', parts: numberItems(items) });

/** Formats `a, b, c`. */
export const formatCommaList = (items: readonly Item[]): Phrase => ({ code: 'list', parts: numberItems(items) });
