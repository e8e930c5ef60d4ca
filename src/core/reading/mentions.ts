// Finds moves within a sentence: we ask about them, and never play them.
import type { AnyGame } from '#games/game.ts';
import { looksLikeMove } from './statement.ts';
import { tidy } from '../kernel/words.ts';

/** Words beyond these are not looked at: a line costs the same work whatever it holds. */
const MOST_WORDS = 60;
/** No move has more words. */
const MOST_WORDS_OF_MOVE = 8;
/** More cells are the talk of a game, not a move. */
const MOST_CELLS = 4;

/** A word that names a cell, or several: `b3`, `b3,a3.`, `Bb3?a3`. */
const NAMES_CELLS = /^[^a-z0-9]{0,4}[a-z]{1,2}[1-9]\d?(?![a-z0-9]{0,20}[a-z]{2})/i;
const JOINS = /^(?:and|und|et|&|\+|\/|-|\u2013|\u2014|,|;)$/i;
const CELL = /(?<![a-z0-9])[a-z][1-9]\d?(?![a-z0-9])/gi;
const PART_OF_MOVE = /[a-z0-9]/i;

/** Words beside the cells that may belong to a move: `piece V2 at e20`, `a3 as neutral`. */
const WORDS_BESIDE = 2;

/** What in a text looks like the name of a cell, letter first. */
export const findCells = (text: string): readonly string[] => text.match(CELL) ?? [];

/** The moves a line mentions, as they stand there: the longest run of cells from each place, and all its cells together where that is a move as well. */
export function findMoves(line: string, game: AnyGame): readonly string[] {
  const words = tidy(line).split(' ', MOST_WORDS);
  const runs: string[] = [];
  for (let at = 0; at < words.length;) {
    const length = NAMES_CELLS.test(words[at] ?? '') ? runFrom(words, at, game) : 0;
    if (length > 0) runs.push(textOf(words.slice(at, at + length)));
    at += Math.max(1, length);
  }
  const together = allTogether(words, game);
  return together === null ? runs : [...runs, together];
}

/** All cells of a line as one move: with the words between and beside them if the game can read those, else the cells alone; null: they are none. */
function allTogether(words: readonly string[], game: AnyGame): string | null {
  const cells = findCells(words.join(' '));
  if (cells.length === 0 || cells.length > MOST_CELLS) return null;
  const first = words.findIndex(word => findCells(word).length > 0);
  const last = words.findLastIndex(word => findCells(word).length > 0);
  for (let before = WORDS_BESIDE; before >= 0; before--) {
    for (let behind = WORDS_BESIDE; behind >= 0; behind--) {
      const phrase = textOf(words.slice(Math.max(0, first - before), last + 1 + behind));
      if (looksLikeMove(game, phrase)) return phrase;
    }
  }
  const alone = cells.join(',');
  return looksLikeMove(game, alone) ? alone : null;
}

/** Words without the marks around them. */
function textOf(words: readonly string[]): string {
  const characters = words.join(' ').split('');
  const isPart = (character: string): boolean => PART_OF_MOVE.test(character);
  return characters.slice(Math.max(0, characters.findIndex(isPart)), characters.findLastIndex(isPart) + 1).join('');
}

/** How many words from here on make the longest move; 0: none does. */
function runFrom(words: readonly string[], at: number, game: AnyGame): number {
  let longest = 0;
  for (let length = 1; length <= MOST_WORDS_OF_MOVE; length++) {
    const word = words[at + length - 1];
    if (word === undefined || !(NAMES_CELLS.test(word) || JOINS.test(word))) break;
    if (looksLikeMove(game, textOf(words.slice(at, at + length)))) longest = length;
  }
  return longest;
}
