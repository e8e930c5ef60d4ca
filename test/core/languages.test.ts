// Walks every sentence, letter and rules text in every language: none missing or idle, none English, none too wide, every plural there.
import { describe, expect, it } from 'vitest';
import { games } from '#games/registry/index.ts';
import { findGaps, readTexts, removeMarkup } from '#adapters/templates/templates.ts';
import { FIRST_LANGUAGE, LANGUAGES, type Sentence, type Sentences, localeOf, say } from '#core/kernel/sentence.ts';
import { limits } from '#core/kernel/limits.ts';
import { WIDTH, wrap } from '#core/writing/text.ts';
import { englishIn, typicalParts } from './languages/walk.ts';

/** Letters are broken by hand: a little wider is allowed where a placeholder would not fit. */
const LETTER_WIDTH = 79;

const names = games.map(({ name }) => name);
const english = readTexts(FIRST_LANGUAGE, names);
const translated = LANGUAGES.filter(language => language !== FIRST_LANGUAGE).map(language => ({
  language,
  own: readTexts(language, names),
}));

const isTerm = (code: string): boolean => code.includes(':');
const formsOf = (sentence: Sentence): readonly string[] =>
  typeof sentence === 'string'
    ? [sentence]
    : Object.entries(sentence).flatMap(([name, form]) => (name === 'by' ? [] : [form]));
const placesOf = (sentence: Sentence): readonly string[] => [
  ...new Set([
    ...formsOf(sentence).flatMap(form => [...form.matchAll(/\{(\w+)(?::\w+)?\}/g)].map(([, name = '']) => name)),
    ...(typeof sentence === 'string' ? [] : [sentence.by]),
  ]),
];
const kindsOf = (sentence: Sentence): readonly string[] =>
  formsOf(sentence).flatMap(form => [...form.matchAll(/\{\w+:(\w+)\}/g)].map(([, kind = '']) => kind));

/** What colours and seats are called in parts of phrases, on all boards there are. */
const colourWords = [
  ...new Set([
    'neutral',
    ...games.flatMap(game => {
      const setups = [
        game.setup([]),
        ...(game.name === 'nexos' ? ['2', '4'].map(n => game.setup([['players', n]])) : []),
      ];
      return setups.flatMap(setup =>
        setup.ok
          ? [
              ...game.colours(setup.value).map(({ name }) => name),
              ...game.seats(setup.value).map(({ title }) => title.toLowerCase()),
            ]
          : [],
      );
    }),
  ]),
];

const plain = (sentences: Sentences): readonly string[] => Object.keys(sentences).filter(code => !isTerm(code));

describe.each(translated)('$language', ({ language, own }) => {
  const folder = `templates/${language}`;

  it('lacks nothing that English has', () => {
    expect(findGaps(language, own, english)).toEqual([]);
  });

  it('has nothing that English has not', () => {
    const idle = [
      ...plain(own.sentences).filter(code => english.sentences[code] === undefined),
      ...[...own.letters.keys()].filter(name => !english.letters.has(name)),
    ];
    expect(idle.map(name => `${folder} has '${name}'`)).toEqual([]);
  });

  it('fills no place that English has no part for', () => {
    const wrong = plain(own.sentences).flatMap(code => {
      const parts = placesOf(english.sentences[code] ?? '');
      return placesOf(own.sentences[code] ?? '').flatMap(place =>
        parts.includes(place) ? [] : [`${code}: {${place}}`],
      );
    });
    expect(wrong).toEqual([]);
  });

  it('leaves no part of English out', () => {
    const lost = plain(own.sentences).flatMap(code => {
      const places = placesOf(own.sentences[code] ?? '');
      return placesOf(english.sentences[code] ?? '').flatMap(part =>
        places.includes(part) ? [] : [`${code}: {${part}}`],
      );
    });
    expect(lost).toEqual([]);
  });

  it('leaves no line out that can be typed', () => {
    const typed = (sentence: Sentence = ''): number => formsOf(sentence).join(' ').split('`').length;
    const lost = plain(own.sentences).filter(code => typed(own.sentences[code]) < typed(english.sentences[code]));
    expect(lost).toEqual([]);
  });

  it('has a word for each colour wherever one is named', () => {
    const kinds = [...new Set(Object.values(own.sentences).flatMap(kindsOf))];
    const missing = kinds
      .flatMap(kind => colourWords.map(word => `${kind}:${word}`))
      .filter(code => own.sentences[code] === undefined);
    const used = Object.keys(own.sentences).filter(code => isTerm(code) && !kinds.includes(code.split(':')[0] ?? ''));
    expect({ missing, idle: used }).toEqual({ missing: [], idle: [] });
  });

  it('has a form for each plural category that numbers come to', () => {
    const rules = new Intl.PluralRules(localeOf(own.sentences));
    const categories = new Set(Array.from({ length: 10_000 }, (_, count) => rules.select(count)));
    const missing = Object.entries(own.sentences).flatMap(([code, sentence]) =>
      typeof sentence === 'string'
        ? []
        : [...categories].filter(each => sentence[each] === undefined).map(each => `${code}: ${each}`),
    );
    expect(missing).toEqual([]);
  });

  it('says nothing in English', () => {
    const said = plain(own.sentences).flatMap(code =>
      englishIn(say(own.sentences, { code, parts: typicalParts(placesOf(english.sentences[code] ?? '')) })).map(
        word => `${code}: ${word}`,
      ),
    );
    const written = [...own.letters, ...own.rules].flatMap(([name, text]) =>
      englishIn(removeMarkup(text)).map(word => `${name}: ${word}`),
    );
    expect([...said, ...written]).toEqual([]);
  });
});

describe.each(LANGUAGES)('%s', language => {
  const own = readTexts(language, names);

  it('is composed (NFC), so that letters are columns', () => {
    const texts = [...own.letters.values(), ...own.rules.values(), JSON.stringify(own.sentences)];
    expect(texts.filter(text => text !== text.normalize('NFC'))).toEqual([]);
  });

  it('fits into its columns', () => {
    const wide = Object.keys(own.sentences)
      .filter(code => !isTerm(code))
      .flatMap(code => {
        const parts = { ...limits, ...typicalParts(placesOf(english.sentences[code] ?? '')) };
        return wrap(say(own.sentences, { code, parts }))
          .filter(line => line.length > WIDTH)
          .map(line => `${code}: ${line}`);
      });
    const lines = [...own.letters, ...own.rules].flatMap(([name, text]) =>
      name.endsWith('.html')
        ? []
        : text
            .split('\n')
            .map(line => `${name}: ${line.replace(/<%[^%]*%>/g, '')}`)
            .filter(line => line.length > LETTER_WIDTH + name.length + 2),
    );
    expect([...wide, ...lines]).toEqual([]);
  });
});
