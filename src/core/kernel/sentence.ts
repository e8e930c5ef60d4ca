// Turns a phrase (a code and its parts) into a sentence, by the sentences of a language.
import { lookUp } from '#games/kit/look-up.ts';
import type { Phrase } from '#games/kit/refusal.ts';
import { must } from '#games/kit/assert.ts';
import { formatOf, pluralOf } from './formats.ts';

/** A sentence that differs with the number in its part `by`: a form for each of the language's plural categories. */
export type Plural = { readonly by: string; readonly other: string } & Readonly<
  Partial<Record<Exclude<Intl.LDMLPluralRule, 'other'>, string>>
>;

export type Sentence = string | Plural;

/**
 * The sentences of one language by code; `locale` is its BCP 47 tag. `{name}` stands for the part of that name. `{name:kind}` stands for
 * the sentence `kind:<part>`, the word of this language for what the part names: `{by:stone}` with by = black is `stone:black`.
 */
export type Sentences = Readonly<Record<string, Sentence>>;

const ENGLISH = 'en-GB';

/** The BCP 47 tag of the language the sentences are in. */
export function localeOf({ locale = ENGLISH }: Sentences): string {
  return typeof locale === 'string' ? locale : ENGLISH;
}

/** The same after a colon: our sentences begin in lower case there, unless the first word is always capitalised or a name. */
export function sayWithin(sentences: Sentences, phrase: Phrase): string {
  const sentence = formFor(sentences, phrase);
  const said = say(sentences, phrase);
  return /^(?!I\b)\p{Lu}/u.test(sentence) ? said.charAt(0).toLowerCase() + said.slice(1) : said;
}

/**
 * Fills the phrase's sentence. A part that is a phrase is filled first. A code without a sentence, or a placeholder without a part, is a
 * bug.
 */
export function say(sentences: Sentences, phrase: Phrase): string {
  const format = formatOf(phrase.code);
  if (format !== undefined) return format(localeOf(sentences), saidParts(sentences, phrase));
  return formFor(sentences, phrase).replace(/\{([a-zA-Z]+)(?::([a-z]+))?\}/g, (_, name: string, kind?: string) => {
    const part: string | number | Phrase = must(
      lookUp(phrase.parts, name),
      `'${phrase.code}' comes with its part '${name}'`,
    );
    if (typeof part === 'object') return say(sentences, part);
    return kind === undefined ? String(part) : termOf(sentences, kind, String(part));
  });
}

const saidParts = (sentences: Sentences, { parts }: Phrase): Readonly<Record<string, string | number>> =>
  Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [name, typeof part === 'object' ? say(sentences, part) : part]),
  );

/** The sentence, in the form its number asks for. */
function formFor(sentences: Sentences, { code, parts }: Phrase): string {
  const sentence = must(lookUp(sentences, code), `'${code}' has a sentence`);
  if (typeof sentence === 'string') return sentence;
  const count = must(lookUp(parts, sentence.by), `'${code}' comes with its part '${sentence.by}'`);
  return sentence[pluralOf(localeOf(sentences), Number(count))] ?? sentence.other;
}

/** What this language calls it: `stone:black`. A word it does not know stays as it is. */
function termOf(sentences: Sentences, kind: string, word: string): string {
  const term = sentences[`${kind}:${word.toLowerCase()}`];
  return typeof term === 'string' ? term : word;
}
