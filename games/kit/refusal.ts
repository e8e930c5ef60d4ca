// What the rules say when they say no: a code and its parts; the sentences live in templates/, so that they can be translated.

/** Every reason a game has to refuse a move, an option or a position text, with the parts its sentence may use. */
const PARTS = {
  'move-unreadable': ['text', 'example'],
  'move-other-colour': ['text', 'colour'], // nexC's form names the colour, and it is not the one to move
  'cell-off-board': ['cell', 'first', 'last'],
  'no-column-i': ['cell'], // on a Go board
  'cell-occupied': ['cell', 'by'],
  'cell-twice': ['cell'],
  'cell-empty': ['cell'], // a conversion names it, and nothing stands there
  'cell-not-neutral': ['cell', 'by'],
  'cell-not-own': ['cell', 'by', 'own'],
  'no-own-stone': ['text', 'own'], // three neutrals: none to give up
  'needs-neutral-cell': ['cell', 'example'], // a lone stone where a second cell for the neutral is due
  'needs-conversion': ['cell', 'example'], // a lone stone where no pair of cells is left
  'only-drop': ['cell'], // the last-cell convention leaves one move
  'only-convert': ['cell'],
  'no-liberty': ['cells', 'colour'], // it would leave the mover a chain without an empty neighbour
  'arrangement-repeats': ['cells'], // superko
  'cell-off-row': ['cell', 'row', 'first', 'last'],
  'cell-banned': ['cell'], // the mover has just lost a stone there
  'capture-due': ['cell', 'moves'], // a lone stone that encloses a pair
  'captures-nothing': ['cell', 'taken'],
  'captures-other': ['cell', 'taken', 'moves'],
  'cells-too-many': ['text', 'example'],
  'point-hole': ['point'], // Nexos: between the lines
  'point-intersection': ['point', 'segments'], // an intersection among the names of segments
  'point-no-intersection': ['point', 'example'], // a line is drawn from intersection to intersection
  'line-crooked': ['from', 'to'],
  'segment-twice': ['segment'],
  'segment-taken': ['segment', 'by'],
  'piece-too-long': ['count', 'most'],
  'piece-apart': ['segment'],
  'piece-placed': ['piece', 'colour', 'segments'],
  'piece-crosses': ['point', 'by'],
  'piece-off-start': ['colour', 'start', 'segments'],
  'piece-detached': ['text', 'colour', 'example'],
  'pass-refused': ['colour', 'example'],
  over: [],
  'option-unknown': ['option', 'known'],
  'option-value': ['option', 'value', 'allowed'],
  'option-missing-value': ['option', 'allowed'],
  'option-twice': ['option'],
  'options-unreadable': ['text'], // a line of options in a file of games
  'option-fixed': ['option', 'fixed'], // beside -special=1
  'position-unreadable': ['text', 'expected'],
} as const;

export type GameRefusal = keyof typeof PARTS;

/** The codes with their parts; a test checks that each has its sentence. */
export const GAME_REFUSALS: Readonly<Record<GameRefusal, readonly string[]>> = PARTS;

/** A sentence as data: which one, and what goes into it; a part may be a phrase itself. */
export interface Phrase<Code extends string = string> {
  readonly code: Code;
  readonly parts: Readonly<Record<string, string | number | Phrase>>;
}

export type Refusal = Phrase<GameRefusal>;

/** The parts are checked against the list above, so that no sentence is ever left with a hole. */
export const refusal = <Code extends GameRefusal>(
  code: Code,
  parts: Readonly<Record<(typeof PARTS)[Code][number], string | number>>,
): Refusal => ({ code, parts });

const LONGEST_ECHO = 60;

/** What somebody typed, short enough to be repeated in a sentence. */
export const echo = (text: string): string => (text.length > LONGEST_ECHO ? `${text.slice(0, LONGEST_ECHO)}...` : text);
