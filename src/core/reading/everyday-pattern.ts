// Finds what a sentence of ordinary language is about, by patterns of words.

/** Characters; a longer line is prose. */
const LONGEST = 100;

/** The words of a sentence, small, without accents and apostrophes; null: it is too long to be looked at. */
export function plainWords(text: string): readonly string[] | null {
  if (text.length > LONGEST) return null;
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[\u2018\u2019`\u00b4]/g, "'")
    .replace(/\b(?:[cdjlmnst]|qu)'(?=[aeiouhy])/g, '')
    .replace(/'/g, '');
  return plain.match(/[\p{L}\p{N}_]+/gu) ?? [];
}

/** A pattern whose groups each have to be in the sentence. */
export type Pattern = readonly RegExp[];

const alternative = (words: string): string => {
  const text = words.trim().replaceAll('_', ' ').replaceAll('*', '[^ ]*');
  return text.startsWith('^') ? `^ ${text.slice(1)}` : ` ${text}`;
};

const groupOf = (group: string): RegExp => new RegExp(`(?:${group.split('|').map(alternative).join('|')})(?= )`);

/** `more|extra & time|days`, as `SentenceRow` says. */
export const patternOf = (text: string): Pattern => text.split(' & ').map(groupOf);

/** Does a sentence have a word of each group? */
export function fitsPattern(words: readonly string[], pattern: Pattern): boolean {
  const text = ` ${words.join(' ')} `;
  return pattern.every(group => group.test(text));
}

/** Words that turn a sentence into its opposite. */
export const NEGATION: Pattern = patternOf(
  'not|dont|doesnt|didnt|isnt|cant|cannot|wont|wouldnt|shouldnt|never|nicht|nie|niemals|kein|keine|keinen|pas|jamais|nao|nunca|tampoco|without',
);
