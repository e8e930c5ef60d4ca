// Finds moves within sentences. They are never played: the writer is asked about them.
import type { AnyGame } from '#games/game.ts';
import { looksLikeMove } from './statement.ts';
import { tidy } from '../kernel/words.ts';

/** Words of a line that are examined. This bounds the work for a long line. */
const MAX_WORDS = 60;
/** Words of the longest move. */
const MAX_MOVE_WORDS = 8;
/** Cells that a sentence may name to be read as one move. A sentence with more cells talks about the game. */
const MAX_CELLS = 4;

/** A word that names one or several cells: `b3`, `b3,a3.`, `Bb3?a3`. */
const CELL_WORD = /^[^a-z0-9]{0,4}[a-z]{1,2}[1-9]\d?(?![a-z0-9]{0,20}[a-z]{2})/i;
const JOINING_WORD = /^(?:and|und|et|&|\+|\/|-|\u2013|\u2014|,|;)$/i;
const CELL = /(?<![a-z0-9])[a-z][1-9]\d?(?![a-z0-9])/gi;
const MOVE_CHARACTER = /[a-z0-9]/i;

/** Words before and after the cells that may belong to a move: `piece V2 at e20`, `a3 as neutral`. */
const MAX_WORDS_BESIDE = 2;

/** The parts of a text that look like names of cells, such as `b3`. */
export const findCells = (text: string): readonly string[] => text.match(CELL) ?? [];

/** The moves that a line mentions: the longest move from each word on, and all cells of the line together if they are a move. */
export function findMoves(line: string, game: AnyGame): readonly string[] {
  const words = tidy(line).split(' ', MAX_WORDS);
  const runs: string[] = [];
  for (let index = 0; index < words.length;) {
    const length = CELL_WORD.test(words[index] ?? '') ? measureRun(words, index, game) : 0;
    if (length > 0) runs.push(joinTrimmed(words.slice(index, index + length)));
    index += Math.max(1, length);
  }
  const allCells = joinAllCells(words, game);
  return allCells === null ? runs : [...runs, allCells];
}

/** All cells of a line as one move, if possible with the words between and beside them. null: they are no move. */
function joinAllCells(words: readonly string[], game: AnyGame): string | null {
  const cells = findCells(words.join(' '));
  if (cells.length === 0 || cells.length > MAX_CELLS) return null;
  const first = words.findIndex(word => findCells(word).length > 0);
  const last = words.findLastIndex(word => findCells(word).length > 0);
  for (let before = MAX_WORDS_BESIDE; before >= 0; before--) {
    for (let after = MAX_WORDS_BESIDE; after >= 0; after--) {
      const phrase = joinTrimmed(words.slice(Math.max(0, first - before), last + 1 + after));
      if (looksLikeMove(game, phrase)) return phrase;
    }
  }
  const cellsOnly = cells.join(',');
  return looksLikeMove(game, cellsOnly) ? cellsOnly : null;
}

/** The words without punctuation at both ends. */
function joinTrimmed(words: readonly string[]): string {
  const characters = words.join(' ').split('');
  const isPart = (character: string): boolean => MOVE_CHARACTER.test(character);
  return characters.slice(Math.max(0, characters.findIndex(isPart)), characters.findLastIndex(isPart) + 1).join('');
}

/** The number of words of the longest move that begins at `start`. 0: none begins there. */
function measureRun(words: readonly string[], start: number, game: AnyGame): number {
  let longest = 0;
  for (let length = 1; length <= MAX_MOVE_WORDS; length++) {
    const word = words[start + length - 1];
    if (word === undefined || !(CELL_WORD.test(word) || JOINING_WORD.test(word))) break;
    if (looksLikeMove(game, joinTrimmed(words.slice(start, start + length)))) longest = length;
  }
  return longest;
}
