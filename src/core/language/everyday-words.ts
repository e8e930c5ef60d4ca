// Recognises everyday words: lines whose meaning is certain by templates/phrases.
import { rememberLast } from '#games/kit/remember.ts';
import type { Language } from '../kernel/sentence.ts';
import { tidy } from '../kernel/words.ts';
import type { Ear } from './ear.ts';
import { normaliseLine } from './sentence-words.ts';
import { type Meaning, type ReplyContext, type Wish, findMeaning, isHarmful, isWish } from './wishes.ts';

/** A word of politeness before or after other words. It changes no meaning. */
const PLEASE = /^(?:please|bitte|por favor) | (?:please|pls|bitte|por favor|s'il (?:vous|te) pla\u00eet)$/;

/** Longer lines are no everyday words, nor those with a number. Characters. */
const MAX_EVERYDAY = 80;

/** The wish of a line of everyday words. null: the line has other words. */
export function findWish(line: string, { exact }: Ear): Wish | null {
  if (line.length > MAX_EVERYDAY || /\d/.test(line)) return null;
  const words = normaliseLine(line);
  const { wish = '' } = exact.get(words) ?? exact.get(words.replace(PLEASE, '')) ?? {};
  return isWish(wish) ? wish : null;
}

/** The meaning of a line of everyday words. null: the line has other words, or nothing comes of them here. */
export function findEverydayMeaning(line: string, place: ReplyContext, ear: Ear): Meaning | null {
  const wish = findWish(line, ear);
  return wish === null ? null : findMeaning(wish, place);
}

/** Words that stand for the name of a command if exactly one word follows: `ajuda nex`. `only` null: at every place. */
const VERBS: readonly (readonly [line: RegExp, command: string, only: ReplyContext | null])[] = [
  [/^(?:ajuda|hilfe|aide|ayuda|aiuto|hulp) \S+$/i, 'help', null],
  [/^(?:register|registar|inscrever) \S+$/i, 'signup', 'mail'],
  [/^aceito \S+$/i, 'accept', 'invitation'],
];

/** The command line for a verb and one word. The word stays as typed. null: the line is no such line. */
export function findEverydayVerb(text: string, place: ReplyContext): string | null {
  const [, command] = VERBS.find(([line, , only]) => (only ?? place) === place && line.test(tidy(text))) ?? [];
  return command === undefined ? null : tidy(text).replace(/^\S+/, command);
}

/** The language of a line of everyday words that only one of our languages has, or of a verb before a word. null: unknown. */
export function guessEverydayLanguage(line: string, { exact }: Ear): Language | null {
  if (line.length > MAX_EVERYDAY) return null;
  const example =
    exact.get(normaliseLine(line)) ??
    (tidy(line).split(' ').length === 2 ? exact.get(normaliseLine(tidy(line).split(' ', 1).join(''))) : undefined);
  return example?.language === 'pt' ? 'pt' : null;
}

/** The everyday words that hints may suggest: single words of at least six letters. Shorter ones resemble too many others. */
export const listEverydayWords = rememberLast(({ exact }: Ear): readonly string[] =>
  [...exact].flatMap(([line, { wish }]) =>
    /^[a-z]{6,}$/.test(line) && isWish(wish) && !isHarmful(wish) ? [line] : [],
  ),
);
