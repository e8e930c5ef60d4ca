// Compares docs/glossary.md with the exported names: each word is used, and none is missing.
import { describe, expect, it } from 'vitest';
import { pageText, sourceFiles } from './pages.ts';

/** A noun in this number of exported names of the core is a word of the domain, or plain English. */
const MANY = 6;

/** Plain English, and words of programming, that need no entry. */
const PLAIN = new Set(
  [
    'at by first for in is of on out to',
    'address asked change context data day feature game help kind language mail name number operator page password path',
    'recipient refused report row setting shown text time user word',
  ].flatMap(words => words.split(' ')),
);

const singular = (word: string): string =>
  word.endsWith('ies') && word.length > 4 && word !== 'series'
    ? `${word.slice(0, -3)}y`
    : word.replace(/(?<=..[^isu])s$/, '');

/** `MailPlan`, `mailPlan` and `MAIL_PLAN` are the words `mail` and `plan`. */
const wordsOf = (name: string): readonly string[] =>
  (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []).map(word => singular(word.toLowerCase()));

const names = sourceFiles().flatMap(file =>
  [...pageText(file).matchAll(/^export (?:async )?(?:function|const|interface|type|class) (\w+)/gm)].map(
    ([, name = '']) => ({ file, name, words: wordsOf(name) }),
  ),
);

const entries = [...pageText('docs/glossary.md').matchAll(/^\| ([a-z ]+) \| (.+) \| `([^`]+)` \|$/gm)].map(
  ([, word = '', meaning = '', folder = '']) => ({ word, meaning, folder }),
);

/** Do these words follow each other in an exported name of a folder? */
const isUsed = (word: string, folder: string): boolean =>
  names.some(
    ({ file, words }) =>
      (file.startsWith(`src/${folder}/`) || file.startsWith(`${folder}/`)) &&
      ` ${words.join(' ')} `.includes(` ${word.split(' ').map(singular).join(' ')} `),
  );

/** The words of a name without the verb that a function begins with. */
const nounsOf = (name: string, words: readonly string[]): readonly string[] =>
  /^[a-z]/.test(name) && words.length > 1 ? words.slice(1) : words;

describe('docs/glossary.md', () => {
  it('gives each word one meaning, in order', () => {
    const words = entries.map(({ word }) => word);
    expect(words.length).toBeGreaterThan(50);
    expect(words).toEqual([...new Set(words)].toSorted((one, other) => one.localeCompare(other, 'en')));
    expect(entries.filter(({ meaning }) => !/^[A-Z][^.]*\.$/.test(meaning))).toEqual([]);
  });

  it('names a folder with an exported name of each word', () => {
    expect(entries.filter(({ word, folder }) => !isUsed(word, folder))).toEqual([]);
    expect(isUsed('seek', 'core/mail')).toBe(false);
  });

  it('has every noun that is in many exported names of the core', () => {
    const counts = new Map<string, Set<string>>();
    for (const { file, name, words } of names) {
      if (!file.startsWith('src/core/')) continue;
      for (const word of nounsOf(name, words)) counts.set(word, (counts.get(word) ?? new Set()).add(name));
    }
    const known = new Set(entries.flatMap(({ word }) => word.split(' ')).map(singular));
    const missing = [...counts].filter(([word, all]) => all.size >= MANY && !known.has(word) && !PLAIN.has(word));
    expect(missing.map(([word, all]) => `${word}: ${[...all].join(', ')}`)).toEqual([]);
    expect(entries.filter(({ word }) => PLAIN.has(word))).toEqual([]);
  });
});
