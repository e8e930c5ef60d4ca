// The list of everyday words, walked: each word does one thing in each place, and whatever it command is a command that can be read.
import { describe, expect, it } from 'vitest';
import { games } from '#games/registry/index.ts';
import { readTexts } from '#adapters/templates/templates.ts';
import { commands, REFUSALS } from '#core/features.ts';
import { makeBoardContext } from '#core/mail/mail-sender.ts';
import { everydayWords, type ReplyContext } from '#core/language/everyday-list.ts';
import { findMeaning, findEverydayVerb, everydayVerbs, wordsOf } from '#core/language/everyday-words.ts';
import { parseCommandLine } from '#core/language/statement.ts';
import { LANGUAGES } from '#core/kernel/sentence.ts';

const NEX_101 = { game: 'nex', number: 101 };
const PLACES: Readonly<Record<ReplyContext, ReturnType<typeof makeBoardContext> | null>> = {
  mail: null,
  board: makeBoardContext(NEX_101, { ply: 4 }),
  proposal: makeBoardContext(NEX_101, { ply: 4, isAsking: true }),
  invitation: makeBoardContext(NEX_101, { isInvited: true }),
};

const rows = Object.entries(PLACES).flatMap(([place, board]) =>
  everydayWords.flatMap(row => {
    const meaning = row[place as ReplyContext];
    return meaning === undefined
      ? []
      : wordsOf(row).map(word => ({ place: place as ReplyContext, board, word, meaning }));
  }),
);

it('holds each word once for each place', () => {
  const keys = rows.map(({ place, word }) => `${place}: ${word}`);
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
});

describe.each(rows)('in a $place "$word"', ({ place, board, word, meaning }) => {
  it('does what it says, or is told what helps', () => {
    const wish = word.includes('please') ? [] : [`${word} please`];
    for (const typed of [word, `${word.toUpperCase()}!`, ` *${word}*. `, ...wish])
      expect(findMeaning(typed, place), typed).toEqual(meaning);
    if ('sentence' in meaning) {
      expect(REFUSALS[meaning.sentence]).toEqual([]);
    } else {
      const reader = { commands, games, board, isUser: () => false, userid: 'alice', opponents: [] };
      expect(parseCommandLine(meaning.command, reader)?.parseResult.ok, meaning.command).toBe(true);
    }
  });
});

it.each(
  everydayVerbs.flatMap(({ words, command, contexts }) =>
    words.flatMap(word => contexts.map(place => ({ word, command, place }))),
  ),
)('in a $place "$word" and one word is $command, and with more words nothing', ({ word, command, place }) => {
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
  const reader = { commands, games, board: null, isUser: () => true, userid: 'alice', opponents: [] };
  const whole = /^(?:change password|nex challenge me)$/.test(line) ? `${line} bob` : line;
  expect(parseCommandLine(whole, reader)?.parseResult.ok).toBe(true);
});
