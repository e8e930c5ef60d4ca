// The port guessLanguage: prose of four languages is told apart or doubted, never mistaken; what is no language at all breaks nothing.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { guessLanguage, loadLanguages } from '#adapters/language/guess.ts';
import { limits } from '#core/kernel/limits.ts';

await loadLanguages();

const letters = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0;

/** Neighbouring lines together, as long as a text must be that is looked at. */
function samples(language: string): readonly string[] {
  const lines = readFileSync(new URL(`../core/language/prose/${language}.txt`, import.meta.url), 'utf8').split('\n');
  return lines
    .map((_, at) => lines.slice(at, at + 3).join(' '))
    .filter(text => letters(text) >= limits.languageLetters);
}

describe.each(['pt', 'en', 'de', 'fr'])('prose in %s', language => {
  it('is found to be that or doubtful, and seldom doubtful', () => {
    const found = samples(language).map(guessLanguage);
    expect(new Set(found.filter(each => each !== null))).toEqual(new Set([language]));
    expect(found.filter(each => each === null).length).toBeLessThan(found.length / 10);
  });
});

it.each([
  ['Galician', 'Gustaríame xogar unha partida contigo, se tes tempo esta semana.'],
  ['Spanish', 'Me gustaría jugar una partida contigo, si tienes tiempo esta semana.'],
  ['noise', 'xq zzv kkw '.repeat(20)],
  ['one letter', 'ã'.repeat(2_000)],
  ['nothing', ''],
  ['numbers', '12 34 '.repeat(50)],
  ['signs', '\u202e\ud83d\ude00\u0000'.repeat(300)],
])('takes %s for none of our languages', (_, text) => {
  expect(['pt', 'en']).not.toContain(guessLanguage(text));
});
