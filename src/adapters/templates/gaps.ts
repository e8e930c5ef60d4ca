// Finds the texts that a language lacks, compared with the first language.
// They are logged at the start. The tests allow none.
import { lookUp } from '#games/kit/look-up.ts';
import { FIRST_LANGUAGE, type Language } from '#core/kernel/sentence.ts';
import { readTexts } from './templates.ts';

/** The text of a letter, without template code and HTML. */
export const removeMarkup = (text: string): string =>
  text
    .replace(/<%[^%]*%>/g, ' ')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&\w+;/g, ' ');

/** Each missing text: the file it belongs into, and the text in the first language. */
export function findGaps(language: Language, games: readonly string[]): readonly string[] {
  const first = readTexts(FIRST_LANGUAGE, games);
  const own = readTexts(language, games);
  const folder = `templates/${language}`;
  const sentences = Object.entries(first.sentences)
    .filter(([code]) => lookUp(own.sentences, code) === undefined)
    .map(([code, sentence]) => `${folder}/sentences lacks '${code}': ${JSON.stringify(sentence)}`);
  const letters = [...first.letters]
    .filter(([name, text]) => /\p{L}{2}/u.test(removeMarkup(text)) && !own.letters.has(name))
    .map(([name]) => `${folder}/letters/${name} is missing`);
  const rules = games.filter(game => !own.rules.has(game)).map(game => `${folder}/rules/${game}.md is missing`);
  return [...sentences, ...letters, ...rules];
}
