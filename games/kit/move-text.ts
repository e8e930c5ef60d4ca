// Normalises moves as people write them, and reads their cells.
// Removes quotes, numbers and words around a move, and accepts any separator of cells. Takes linear time.

/** Removes these characters from the end of a text. */
export function trimEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Removes the blanks on both sides of each mark. */
export const trimAround = (text: string, mark: string): string =>
  text
    .split(mark)
    .map((piece, index, all) => {
      const trimmed = index === 0 ? piece : piece.trimStart();
      return index === all.length - 1 ? trimmed : trimmed.trimEnd();
    })
    .join(mark);

/** The maximal length of a move with the words around it. Longer texts are not parsed. */
const MAX_MOVE_LENGTH = 100;

/** Invisible characters: joiners, direction marks, soft hyphens, variation selectors. */
const INVISIBLE = /[\p{Cf}\p{Variation_Selector}]/gu;

/** Quotes, brackets, and the asterisks and underscores of bold and italic text. */
const BRACKETS = /[*_`"'\u2018-\u201f\u2039\u203a\u00ab\u00bb()[\]{}<>]+/g;

/** Hyphens and dashes of every length, the minus sign, arrows. */
const DASHES = /[\u2010-\u2015\u2190-\u21ff\u2212\u27f5-\u27ff]/g;

/** A move number such as `1.` or `16...` (but not `22.17b`), or the dash or dot of a list item. */
const MOVE_NUMBER_OR_BULLET = /^(?:\d{1,3} ?(?:\.{1,3}(?!\d)|:) ?|[-+\u2022\u00b7] )/;

/** A move number in words: `move 3 b3,a3`, `#3 b3,a3`. Numbers of three digits are boards. */
const MOVE_NUMBER_IN_WORDS =
  /^(?:(?:move|turn|zug|coup|jugada|lance|jogada) (?:(?:no|nr)\.? ?|number |# ?)?|# ?)\d{1,2}[.:]? (?=[a-z] ?\d)/;

/** A move number such as `2)`, before brackets around the move are removed. */
const BRACKETED_NUMBER = /^(\W{0,9}\d{1,3}) ?\)/;

/** A text that needs no cleaning, as records and programs have it. */
const CLEAN_TEXT = /^[a-z0-9,-]+$/;

/** Phrases that people write before a move, in five languages. Longer ones come first. */
const INTRODUCTIONS: readonly string[] = [
  ...['my move is now', 'my next move is', 'my next move', 'my move is', 'my move', 'my answer is', 'next move'],
  ...['i would like to play', 'i want to play', 'i am playing', 'i will play', 'i will take', 'i ll play', 'i ll take'],
  ...['id like to play', 'i d like to play', 'ill play', 'ill take', 'i m playing', 'i choose', 'i place', 'i played'],
  ...['i play at', 'i play on', 'i play', 'i move to', 'i move', 'i take', 'i go', 'let me play', 'here is my move'],
  ...['please play', 'please move', 'move to', 'moves', 'move', 'plays', 'play at', 'play', 'place', 'put'],
  ...['set', 'pick'],
  ...['mein zug ist', 'mein zug', 'ich spiele', 'ich ziehe', 'ich setze', 'ich nehme', 'zug'],
  ...['mon coup est', 'mon coup', 'je joue en', 'je joue', 'coup'],
  ...['mi jugada es', 'mi jugada', 'mi movimiento es', 'mi movimiento', 'yo juego', 'juego', 'jugada'],
  ...['minha jogada \u00e9', 'minha jogada', 'meu lance \u00e9', 'meu lance', 'eu jogo', 'jogo', 'jogada', 'lance'],
];

/** Removes an introductory phrase from the start of a text. */
function removeIntroduction(text: string): string {
  const found = INTRODUCTIONS.find(words => text.startsWith(words) && /^[ :]/.test(text.slice(words.length)));
  return found === undefined ? text : text.slice(found.length).replace(/^ ?:? ?/, '');
}

/**
 * Cleans the text of a move: NFKC, lower case, single blanks, without quotes, brackets and marks for bold, without a move number, an
 * introductory phrase, and punctuation at the end. Returns '' for a text that is too long.
 */
export function tidyMoveText(text: string): string {
  if (text.length > MAX_MOVE_LENGTH) return '';
  if (CLEAN_TEXT.test(text)) return trimEnd(text, ',');
  if (text !== lastCleaned.text) lastCleaned = { text, tidy: cleanText(text) };
  return lastCleaned.tidy;
}

/** A cache of one text: each line of a mail is parsed for every game in turn. */
let lastCleaned = { text: '', tidy: '' };

function cleanText(text: string): string {
  const plain = text.normalize('NFKC').replace(INVISIBLE, '').replace(DASHES, '-').toLowerCase();
  const bracketless = plain.replace(BRACKETED_NUMBER, '$1.').replace(BRACKETS, ' ').replace(/\s+/g, ' ').trim();
  const unnumbered = bracketless.replace(MOVE_NUMBER_IN_WORDS, '').replace(MOVE_NUMBER_OR_BULLET, '');
  const move = /\d/.test(bracketless) ? removeIntroduction(unnumbered).replace(MOVE_NUMBER_OR_BULLET, '') : bracketless;
  return trimEnd(move, '.,;:! ');
}

/** A notation of cells: letter and number in either order, perhaps with a blank or mark between them, and the separators of cells. */
interface CellNotation {
  readonly cell: RegExp;
  /** Punctuation, or `and` in five languages. `y` and `e` may be columns too, unless a whole cell follows. */
  readonly separator: RegExp;
}

const LETTER_FIRST: CellNotation = {
  cell: /([a-z])[ .:,/-]?0?([1-9]\d?)(?!\d)/y,
  separator: / ?(?:[,;:./\\|=~+&-]{1,3} ?)?(?:\b(?:and|und|et|[ye](?= [a-z]))\b ?)?/y,
};
const NUMBER_FIRST: CellNotation = {
  cell: /0?([1-9]\d?)[ .:,/-]?([a-z])(?![a-z])/y,
  separator: / ?(?:[,;:./\\|=~+&-]{1,3} ?)?(?:\b(?:and|und|et|[ye](?= \d))\b ?)?/y,
};

/** The names of cells, and the separators between them: '-' for any dash, ' ' for a blank, ',' for anything else. */
export interface WrittenCells {
  readonly names: readonly string[];
  readonly marks: readonly (',' | '-' | ' ')[];
}

function matchAt(pattern: RegExp, text: string, offset: number): RegExpExecArray | null {
  pattern.lastIndex = offset;
  return pattern.exec(text);
}

/** Parses a clean text that consists of cells only. null: it holds something else, or nothing. */
export function parseCells(text: string): WrittenCells | null {
  return /^\d/.test(text) ? parseCellsIn(NUMBER_FIRST, text) : parseCellsIn(LETTER_FIRST, text);
}

function parseCellsIn(notation: CellNotation, text: string): WrittenCells | null {
  const names: string[] = [];
  const marks: WrittenCells['marks'][number][] = [];
  for (let offset = 0; ;) {
    const cell = matchAt(notation.cell, text, offset);
    if (cell === null) return null;
    const [whole, first = '', second = ''] = cell;
    names.push(notation === LETTER_FIRST ? first + second : second + first);
    offset += whole.length;
    if (offset === text.length) return { names, marks };
    const separator = matchAt(notation.separator, text, offset)?.[0] ?? '';
    marks.push(separator.includes('-') ? '-' : separator.trim() === '' ? ' ' : ',');
    offset += separator.length;
  }
}
