// Splits sentences of ordinary language into words that are easy to compare.
import { trimEnd } from '#games/kit/move-text.ts';
import { tidy } from '../kernel/words.ts';

/** The words of a text with a blank or a new line between them. */
export const splitToSet = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** Characters; a longer line is prose. */
export const MAX_LENGTH = 120;

/** The words of a sentence, small, without accents and apostrophes; null: it is too long to be looked at. */
export function splitWords(text: string): readonly string[] | null {
  if (text.length > MAX_LENGTH) return null;
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[\u2018\u2019`\u00b4]/g, "'")
    .replace(/\b(?:[cdjlmnst]|qu)'(?=[aeiouhy])/g, '')
    .replace(/'/g, '');
  // One character may stand for many.
  if (plain.length > 2 * MAX_LENGTH) return null;
  return plain.match(/[\p{L}\p{N}_]+/gu) ?? [];
}

/** Words that turn a sentence into its opposite. */
const NEGATIONS = splitToSet(
  'not dont doesnt didnt isnt cant cannot wont wouldnt shouldnt never nicht nie niemals kein keine keinen pas jamais nao nunca tampoco without',
);

export const hasNegation = (words: readonly string[]): boolean => words.some(word => NEGATIONS.has(word));

const QUOTATION_MARKS = /[*_`"\u201c\u201d\u201e\u00ab\u00bb]/g;

/** A line in the form in which whole lines are compared: lower case, straight apostrophes, no quotation marks, no punctuation at the end. */
export const normaliseLine = (text: string): string =>
  trimEnd(
    tidy(text)
      .normalize('NFKC')
      .toLowerCase()
      .replace(QUOTATION_MARKS, '')
      .replace(/[\u2018\u2019]/g, "'")
      .replace(/[,;\u00bf\u00a1]/g, ''),
    '.!?',
  ).trim();
