// The guessLanguage port: detects the language of a text by its n-grams (eld, Apache-2.0).
// 60 languages, linear in the text.
import { eld } from 'eld/extrasmall';

/** A smaller lead is no decision between languages as close as Portuguese and Galician. */
const LEAD = 0.05;

/** A BCP 47 tag. null: undecided. */
export function guessLanguage(text: string): string | null {
  const result = eld.detect(text);
  const [first = 0, second = 0] = Object.values(result.getScores()).toSorted((a, b) => b - a);
  return result.isReliable() && first - second >= LEAD ? result.language : null;
}
