// The sentences of games and the codes that need them: none missing, none idle, no placeholder without a part.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { AnyGame, GivenOptions, Opaque, OptionSpec, Setup } from '#games/game.ts';
import { KIT_REFUSALS, type Phrase } from '#games/kit/refusal.ts';
import { findGame, games } from '#games/registry/index.ts';
import { readSentences } from '#adapters/templates/templates.ts';
import { say } from '#core/kernel/sentence.ts';
import { playNext, beginReplay } from '#cli/shell/game-replay.ts';
import { randomGame } from '../conformance/game.ts';
import { CYCLE } from './slow-hexafive.ts';

const sentences = JSON.parse(
  readFileSync(new URL('../../templates/sentences/games.json', import.meta.url), 'utf8'),
) as Record<string, string>;

/** Codes that games do not make themselves: those of the picture in words. */
const PICTURE: Record<string, readonly string[]> = {
  'words-pieces': ['title', 'cells'],
  'words-none': [],
  'words-touching': ['cells', 'sides'],
  'side-top': [],
  'side-bottom': [],
  'side-left': [],
  'side-right': [],
  'words-last': ['changes'],
  'words-became': ['cells', 'colour'],
  'words-emptied': ['cells'],
  decided: ['cells'],
  'words-decided': ['cells'],
  'words-banned': ['cells'],
  'words-tray': ['title', 'pieces'],
};

/** What of this option makes a small set-up: every choice, the least number and the word for no number at all. */
function smallValues(option: OptionSpec): readonly string[] {
  if (option.kind === 'choice') return option.choices;
  const least = String(option.least);
  return option.kind === 'number' && option.word !== null ? [least, option.word.value] : [least];
}

/** A shelf game with all its small set-ups, as far as they agree with each other. */
const smallSetups = (game: AnyGame): Setup[] =>
  game.options
    .reduce<GivenOptions[]>(
      (all, option) =>
        smallValues(option).flatMap(value => all.map(given => [...given, [option.name, value] as const])),
      [[]],
    )
    .map(game.setup)
    .filter(setup => setup.ok)
    .map(setup => setup.value);

/** What no small random game comes to. */
const RARE: readonly { readonly name: string; readonly text: string | null; readonly moves: readonly string[] }[] = [
  { name: 'nex', text: 'BB?/WWB/BW. W', moves: [] },
  { name: 'hexafive', text: 'OOX/OXXO/OXXO./OXXO/OOX X ban=C5', moves: [] },
  { name: 'hexafive', text: null, moves: [...CYCLE.before, ...CYCLE.again, ...CYCLE.again, CYCLE.again[0]] },
];

function phrasesOf(game: AnyGame, setup: Setup, position: Opaque): Phrase[] {
  const outcome = game.outcome(position);
  const told = [...game.moves(position)].map(move => game.describe(position, move));
  const aims = [...game.colours(setup).map(colour => colour.aim), ...game.picture(position, { seat: null }).aims];
  const { notes } = game.picture(position, { seat: null });
  return [...told, ...aims, ...notes, ...(outcome === null ? [] : [{ code: outcome.reason, parts: {} }])];
}

/** Small boards need many games until everything has been said, large ones take long and need few. */
const gamesOf = (game: AnyGame, setup: Setup): Opaque[] =>
  Array.from({ length: game.countMoves(game.start(setup)) > 100 ? 3 : 40 }, (_, seed) => [
    ...randomGame(game, setup, seed),
  ]).flat();

/** Every phrase the games of the shelf utter in some small games: aims, moves, outcomes. */
function uttered(): Record<string, readonly string[]> {
  const phrases: Phrase[] = [
    { code: 'resigned', parts: {} },
    { code: 'others-resigned', parts: {} },
  ];
  for (const game of games) {
    for (const setup of smallSetups(game)) {
      for (const position of gamesOf(game, setup)) phrases.push(...phrasesOf(game, setup, position));
      phrases.push(...phrasesOf(game, setup, game.retire(game.start(setup), 0)));
    }
  }
  for (const { name, text, moves } of RARE) {
    const game = findGame(name)!;
    const begun = beginReplay(game, [], text);
    if (!begun.ok) throw new Error(begun.reason.code);
    const { setup } = begun.value;
    const played = moves.reduce((replay, move) => {
      const after = playNext(replay, move);
      if (!after.ok) throw new Error(after.reason.code);
      return after.value.next;
    }, begun.value);
    phrases.push(...phrasesOf(game, setup, played.position));
  }
  return Object.fromEntries(phrases.map(({ code, parts }) => [code, Object.keys(parts)]));
}

/** What any game may refuse, and what those of the shelf do. */
const GAME_REFUSALS = Object.fromEntries(
  [KIT_REFUSALS, ...games.map(({ refusals }) => refusals)].flatMap(codes => Object.entries(codes)),
);

const needed = { ...GAME_REFUSALS, ...PICTURE, ...uttered() };

it('has a sentence for every code, and no sentence without one', () => {
  expect(Object.keys(sentences).sort()).toEqual(Object.keys(needed).sort());
});

it.each(Object.entries(needed))("fills every placeholder of '%s'", (code, parts) => {
  const said = say(sentences, { code, parts: Object.fromEntries(parts.map(part => [part, `<${part}>`])) });
  expect(said).not.toMatch(/[{}]/);
});

it.each(Object.keys(GAME_REFUSALS))("'%s' is a sentence", code => {
  expect(sentences[code]).toMatch(/^(?:[A-Z'{-]).*\.$/);
});

it('says phrases within phrases', () => {
  const inner = { code: 'one-stone', parts: { colour: 'black', cell: 'c3' } };
  expect(say({ ...sentences, outer: 'You placed {what}.' }, { code: 'outer', parts: { what: inner } })).toBe(
    'You placed a black stone on c3.',
  );
});

it('breaks loudly on an unknown code or a missing part', () => {
  expect(() => say(sentences, { code: 'nonsense', parts: {} })).toThrow("'nonsense' has a sentence");
  expect(() => say(sentences, { code: 'cell-twice', parts: {} })).toThrow("its part 'cell'");
});

it('reads all files of sentences together', () => {
  expect(readSentences()).toMatchObject(sentences);
});
