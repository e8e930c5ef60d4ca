// Turns a phrase (a code and its parts) into the sentence a player reads, with the sentences handed in, whatever their language.
import type { Phrase } from '#games/kit/refusal.ts';
import { must } from '#games/kit/assert.ts';

/** Sentences by code; `{name}` stands for the part of that name. */
export type Sentences = Readonly<Record<string, string>>;

/** The same behind a colon: a sentence of ours begins small there, unless its first word is always large, or is somebody's name. */
export function sayWithin(sentences: Sentences, phrase: Phrase): string {
  const sentence = must(sentences[phrase.code], `'${phrase.code}' has a sentence`);
  const said = say(sentences, phrase);
  return /^(?!I\b)[A-Z]/.test(sentence) ? said.charAt(0).toLowerCase() + said.slice(1) : said;
}

/** Fills the phrase's sentence; a part that is a phrase is said first. A code without a sentence, or a placeholder without a part, is a bug of ours. */
export function say(sentences: Sentences, phrase: Phrase): string {
  const sentence = must(sentences[phrase.code], `'${phrase.code}' has a sentence`);
  return sentence.replace(/\{([a-zA-Z]+)\}/g, (_, name: string) => {
    const part: string | number | Phrase = must(phrase.parts[name], `'${phrase.code}' comes with its part '${name}'`);
    return typeof part === 'object' ? say(sentences, part) : String(part);
  });
}
