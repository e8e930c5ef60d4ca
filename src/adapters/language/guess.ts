// The guessLanguage port: detects the language of a text by its n-grams (eld, Apache-2.0).
// 60 languages, linear in the text.
import type { eld } from 'eld/extrasmall';
import { must } from '#games/kit/assert.ts';

/** A smaller lead is no decision between languages as close as Portuguese and Galician. */
const LEAD = 0.05;

let detector: typeof eld | null = null;

/** Loads the n-grams, which need 30 MB. To be called before the first guess. */
export async function loadLanguages(): Promise<void> {
  detector ??= (await import('eld/extrasmall')).eld;
}

/** A BCP 47 tag. null: undecided. */
export function guessLanguage(text: string): string | null {
  const result = must(detector, 'the n-grams are loaded').detect(text);
  const [first = 0, second = 0] = Object.values(result.getScores()).toSorted((a, b) => b - a);
  return result.isReliable() && first - second >= LEAD ? result.language : null;
}
