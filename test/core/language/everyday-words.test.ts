// The list of everyday words, walked: each word does one thing in each place, and whatever it command is a command that can be read.
import { expect, it } from 'vitest';
import { games } from '#games/registry/index.ts';
import { readTexts } from '#adapters/templates/templates.ts';
import { commands, REFUSALS } from '#core/features.ts';
import { makeBoardContext } from '#core/mail/mail-sender.ts';
import { findEverydayMeaning, findEverydayVerb } from '#core/language/everyday-words.ts';
import { type ReplyContext, findMeaning, isWish } from '#core/language/wishes.ts';
import { HEARING } from '../ear.ts';
import { parseCommandLine } from '#core/language/statement.ts';
import { LANGUAGES } from '#core/kernel/sentence.ts';

const NEX_101 = { game: 'nex', number: 101 };
const PLACES: Readonly<Record<ReplyContext, ReturnType<typeof makeBoardContext> | null>> = {
  mail: null,
  board: makeBoardContext(NEX_101, { ply: 4 }),
  proposal: makeBoardContext(NEX_101, { ply: 4, isAsking: true }),
  invitation: makeBoardContext(NEX_101, { isInvited: true }),
};

const { ear } = HEARING;
const rows = Object.entries(PLACES).flatMap(([place, board]) =>
  [...ear.exact].flatMap(([word, { wish }]) => {
    const meaning = isWish(wish) ? findMeaning(wish, place as ReplyContext) : null;
    return meaning === null ? [] : [{ place: place as ReplyContext, board, word, meaning }];
  }),
);

it('has every wish of an example', () => {
  expect([...ear.exact.values()].filter(({ wish }) => !isWish(wish))).toEqual([]);
});

it.each(Object.keys(PLACES))('in a %s each does what it says, or is told what helps', place => {
  for (const { board, word, meaning } of rows.filter(row => row.place === place)) {
    const wish = word.includes('please') ? [] : [`${word} please`];
    for (const typed of [word, `${word.toUpperCase()}!`, ` *${word}*. `, ...wish])
      expect(findEverydayMeaning(typed, place as ReplyContext, ear), typed).toEqual(meaning);
    if ('sentence' in meaning) {
      expect(REFUSALS[meaning.sentence]).toEqual([]);
    } else {
      const reader = { ...HEARING, commands, games, board, isUser: () => false, userid: 'alice', opponents: [] };
      const line = 'look' in meaning ? meaning.look : meaning.command;
      expect(parseCommandLine(line, reader)?.parseResult.ok, line).toBe(true);
    }
  }
});

it.each([
  ['ajuda', 'help', 'mail'],
  ['hilfe', 'help', 'board'],
  ['register', 'signup', 'mail'],
  ['aceito', 'accept', 'invitation'],
] as const)('"%s" and one word is %s in a %s, and with more words nothing', (word, command, place) => {
  expect(findEverydayVerb(` ${word.toUpperCase()}  Nex`, place)).toBe(`${command} Nex`);
  expect(findEverydayVerb(`${word} Nex please`, place)).toBeNull();
  expect(findEverydayVerb(word, place)).toBeNull();
});

/** What the sentences of these words tell people to type, but for single words, which are replies to a board. */
const lines = LANGUAGES.flatMap(language =>
  Object.entries(readTexts(language, []).sentences).flatMap(([code, sentence]) =>
    code.startsWith('everyday-') && typeof sentence === 'string'
      ? [...sentence.matchAll(/`([^`]+)`/g)].flatMap(([, line = '']) =>
          line.includes(' ') ? { language, code, line } : [],
        )
      : [],
  ),
);

it.each(lines)('what $code tells in $language works as a Subject: $line', ({ line }) => {
  const reader = { ...HEARING, commands, games, board: null, isUser: () => true, userid: 'alice', opponents: [] };
  const whole = /^(?:change password|nex challenge me)$/.test(line) ? `${line} bob` : line;
  expect(parseCommandLine(whole, reader)?.parseResult.ok).toBe(true);
});
