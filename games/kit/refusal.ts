// Refusals of the rules as data: a code and its parts.
// The sentences are in templates/, so that they can be translated.

/** Reasons to refuse: every code with the parts its sentence may use. */
export type RefusalCodes = Readonly<Record<string, readonly string[]>>;

/** What any game may have to refuse; each game adds its own. */
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

/** A sentence as data: which one, and what goes into it; a part may be a phrase itself. */
export interface Phrase<Code extends string = string> {
  readonly code: Code;
  readonly parts: Readonly<Record<string, string | number | Phrase>>;
}

export type Refusal = Phrase;

/** Refuses with a code of a list; the parts are checked against it, so that no sentence is ever left with a hole. */
type Refuse<Codes extends RefusalCodes> = <Code extends keyof Codes & string>(
  code: Code,
  parts: Readonly<Record<Codes[Code][number], string | number | Phrase>>,
) => Refusal;

export const refusing =
  <Codes extends RefusalCodes>(_codes: Codes): Refuse<Codes> =>
  (code, parts) => ({ code, parts });

export const refusal = refusing(KIT_REFUSALS);

const LONGEST_ECHO = 60;

/** What somebody typed, short enough to be repeated in a sentence. */
export const echo = (text: string): string => (text.length > LONGEST_ECHO ? `${text.slice(0, LONGEST_ECHO)}...` : text);
