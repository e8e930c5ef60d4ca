// Normalises moves as people write them, and reads their cells.
// Drops what surrounds a move and accepts any way to join its cells, in time linear in the text.

/** Without any of these characters at its end. */
export function withoutTail(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Without blanks on either side of each mark. */
export const closeUp = (text: string, mark: string): string =>
  text
    .split(mark)
    .map((piece, at, all) => {
      const begun = at === 0 ? piece : piece.trimStart();
      return at === all.length - 1 ? begun : begun.trimEnd();
    })
    .join(mark);

/** No move is longer, with all that stands around it. Longer texts are not looked at. */
const LONGEST_MOVE = 100;

/** Characters that show nothing: joiners, direction marks, soft hyphens, variation selectors. */
const INVISIBLE = /[\p{Cf}\p{Variation_Selector}]/gu;

/** Quotes, brackets, and the asterisks and underscores that stand for bold and italic. */
const AROUND = /[*_`"'\u2018-\u201f\u2039\u203a\u00ab\u00bb()[\]{}<>]+/g;

/** Hyphens and dashes of every length, the minus sign, arrows. */
const DASHES = /[\u2010-\u2015\u2190-\u21ff\u2212\u27f5-\u27ff]/g;

/** `1.`, `16...`: the number of the move, but not `22.17b`, which cites something. A dash or a dot that begins an item of a list. */
const NUMBER = /^(?:\d{1,3} ?(?:\.{1,3}(?!\d)|:) ?|[-+\u2022\u00b7] )/;

/** `move 3 b3,a3`, `#3 b3,a3`: boards have numbers of three digits and more. */
const MOVE_NUMBER =
  /^(?:(?:move|turn|zug|coup|jugada|lance|jogada) (?:(?:no|nr)\.? ?|number |# ?)?|# ?)\d{1,2}[.:]? (?=[a-z] ?\d)/;

/** `2)`: its bracket would be taken for one around the move. */
const BRACKETED_NUMBER = /^(\W{0,9}\d{1,3}) ?\)/;

/** What needs no tidying: the texts that records and programs hold. */
const PLAIN = /^[a-z0-9,-]+$/;

/** What people say before a move, in the languages whose words for help we know. Longer ones first. */
const BEFORE: readonly string[] = [
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

/** What is left of a text when the words of `BEFORE` that begin it are gone. */
function behindWords(text: string): string {
  const found = BEFORE.find(words => text.startsWith(words) && /^[ :]/.test(text.slice(words.length)));
  return found === undefined ? text : text.slice(found.length).replace(/^ ?:? ?/, '');
}

/**
 * A move as somebody wrote it, without what stands around it: Unicode's compatible forms made plain, small, one blank between words; quotes, brackets and
 * marks for bold are gone, as are the number before it, words that announce it, and what ends a sentence. '' for what is too long.
 */
export function tidyMoveText(text: string): string {
  if (text.length > LONGEST_MOVE) return '';
  if (PLAIN.test(text)) return withoutTail(text, ',');
  if (text !== newest.text) newest = { text, tidy: tidied(text) };
  return newest.tidy;
}

/** A line of a mail is shown to every game, one after the other. */
let newest = { text: '', tidy: '' };

function tidied(text: string): string {
  const plain = text.normalize('NFKC').replace(INVISIBLE, '').replace(DASHES, '-').toLowerCase();
  const bare = plain.replace(BRACKETED_NUMBER, '$1.').replace(AROUND, ' ').replace(/\s+/g, ' ').trim();
  const numbered = bare.replace(MOVE_NUMBER, '').replace(NUMBER, '');
  const move = /\d/.test(bare) ? behindWords(numbered).replace(NUMBER, '') : bare;
  return withoutTail(move, '.,;:! ');
}

/** How cells are written: a letter and a number, in this order or the other, also with a blank or a mark between them; and what may stand between two. */
interface Writing {
  readonly cell: RegExp;
  /** Marks, and `and` in five languages: `y` and `e` may be columns as well, unless a whole cell follows. */
  readonly between: RegExp;
}

const LETTER_FIRST: Writing = {
  cell: /([a-z])[ .:,/-]?0?([1-9]\d?)(?!\d)/y,
  between: / ?(?:[,;:./\\|=~+&-]{1,3} ?)?(?:\b(?:and|und|et|[ye](?= [a-z]))\b ?)?/y,
};
const NUMBER_FIRST: Writing = {
  cell: /0?([1-9]\d?)[ .:,/-]?([a-z])(?![a-z])/y,
  between: / ?(?:[,;:./\\|=~+&-]{1,3} ?)?(?:\b(?:and|und|et|[ye](?= \d))\b ?)?/y,
};

/** The names of some cells as written, and what stands between each and the next: '-' where it is a dash, else ','; ' ' for a blank alone. */
export interface WrittenCells {
  readonly names: readonly string[];
  readonly marks: readonly (',' | '-' | ' ')[];
}

const markOf = (between: string): ',' | '-' | ' ' => {
  if (between.includes('-')) return '-';
  return between.trim() === '' ? ' ' : ',';
};

function matched(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** The cells of a tidy text that holds nothing else, whether letters or numbers come first in them; null: it does hold something else, or none. */
export function cellsIn(text: string): WrittenCells | null {
  return /^\d/.test(text) ? cellsBy(NUMBER_FIRST, text) : cellsBy(LETTER_FIRST, text);
}

function cellsBy(writing: Writing, text: string): WrittenCells | null {
  const names: string[] = [];
  const marks: WrittenCells['marks'][number][] = [];
  for (let at = 0; ;) {
    const cell = matched(writing.cell, text, at);
    if (cell === null) return null;
    const [whole, first = '', second = ''] = cell;
    names.push(writing === LETTER_FIRST ? first + second : second + first);
    at += whole.length;
    if (at === text.length) return { names, marks };
    const between = matched(writing.between, text, at)?.[0] ?? '';
    marks.push(markOf(between));
    at += between.length;
  }
}
