// Turns a phrase (a code and its parts) into a sentence, by the sentences of a language.
import { lookUp } from '#games/kit/look-up.ts';
import type { Phrase } from '#games/kit/refusal.ts';
import { must } from '#games/kit/assert.ts';
import { formatOf, pluralOf } from './formats.ts';

/** A sentence with plural forms. The part named `by` holds the number that selects the form. */
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

/** Says a phrase after a colon: in lower case, unless the first word is always capitalised or a name. */
export function sayAfterColon(sentences: Sentences, phrase: Phrase): string {
  const sentence = chooseForm(sentences, phrase);
  const text = say(sentences, phrase);
  return /^(?!I\b)\p{Lu}/u.test(sentence) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

/**
 * Fills the phrase's sentence. A part that is a phrase is filled first. A code without a sentence, or a placeholder without a part, is a
 * bug.
 */
export function say(sentences: Sentences, phrase: Phrase): string {
  const format = formatOf(phrase.code);
  if (format !== undefined) return format(localeOf(sentences), sayParts(sentences, phrase));
  return chooseForm(sentences, phrase).replace(/\{([a-zA-Z]+)(?::([a-z]+))?\}/g, (_, name: string, kind?: string) => {
    const part: string | number | Phrase = must(
      lookUp(phrase.parts, name),
      `'${phrase.code}' comes with its part '${name}'`,
    );
    if (typeof part === 'object') return say(sentences, part);
    return kind === undefined ? String(part) : findTerm(sentences, kind, String(part));
  });
}

const sayParts = (sentences: Sentences, { parts }: Phrase): Readonly<Record<string, string | number>> =>
  Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [name, typeof part === 'object' ? say(sentences, part) : part]),
  );

/** The sentence of a phrase, in the plural form for its number. */
function chooseForm(sentences: Sentences, { code, parts }: Phrase): string {
  const sentence = must(lookUp(sentences, code), `'${code}' has a sentence`);
  if (typeof sentence === 'string') return sentence;
  const count = must(lookUp(parts, sentence.by), `'${code}' comes with its part '${sentence.by}'`);
  return sentence[pluralOf(localeOf(sentences), Number(count))] ?? sentence.other;
}

/** The word of this language for a term, such as `stone:black`. An unknown word stays unchanged. */
function findTerm(sentences: Sentences, kind: string, word: string): string {
  const term = sentences[`${kind}:${word.toLowerCase()}`];
  return typeof term === 'string' ? term : word;
}
