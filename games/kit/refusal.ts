// What the rules say when they say no: a code and its parts; the sentences live in templates/, so that they can be translated.

/** Every reason a game has to refuse a move, an option or a position text. A test checks that each has its sentence. */
export const GAME_REFUSALS = [
  'move-unreadable', // {text} {example}
  'move-other-colour', // {text} {colour}: nexC's form names the colour, and it is not the one to move
  'cell-off-board', // {cell} {first} {last}
  'cell-occupied', // {cell} {by}
  'cell-twice', // {cell}
  'cell-not-neutral', // {cell}
  'cell-not-own', // {cell}
  'no-own-stone', // {text}
  'needs-neutral-cell', // {cell}: a lone stone where a second cell for the neutral is due
  'only-drop', // {cell}: the last-cell convention leaves one move
  'only-convert', // {cell}
  'no-legal-move',
  'over',
  'option-unknown', // {option} {known}
  'option-value', // {option} {value} {allowed}
  'option-missing-value', // {option} {allowed}
  'option-twice', // {option}
  'position-unreadable', // {text} {expected}
] as const;

export type GameRefusal = (typeof GAME_REFUSALS)[number];

/** A sentence as data: which one, and the words that go into it. */
export interface Phrase<Code extends string = string> {
  readonly code: Code;
  readonly parts: Readonly<Record<string, string | number>>;
}

export type Refusal = Phrase<GameRefusal>;

export const refusal = (code: GameRefusal, parts: Refusal['parts'] = {}): Refusal => ({ code, parts });
