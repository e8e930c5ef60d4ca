// The sentences of games and the codes that need them: none missing, none idle, no placeholder without a part.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { AnyGame, GivenOptions, Opaque, Setup } from '../../games/game.ts';
import type { Phrase } from '../../games/kit/refusal.ts';
import { gameNamed, games } from '../../games/index.ts';
import { GAME_REFUSALS } from '../../games/kit/refusal.ts';
import { readSentences } from '../../src/adapters/templates/sentences.ts';
import { say } from '../../src/core/sentence.ts';
import { randomGame, setupOf } from '../conformance/game.ts';

const sentences = JSON.parse(
  readFileSync(new URL('../../templates/sentences/games.json', import.meta.url), 'utf8'),
) as Record<string, string>;

/** Codes that games do not make themselves: those of the picture in words. */
const PICTURE: Record<string, readonly string[]> = {
  'words-pieces': ['title', 'cells'],
  'words-none': [],
  'words-last': ['cells'],
  'words-banned': ['cells'],
  'words-tray': ['title', 'pieces'],
};

/** A shelf game with all its small set-ups: every choice of every option. */
const smallSetups = (game: AnyGame): Setup[] =>
  game.options
    .reduce<GivenOptions[]>(
      (all, option) =>
        option.kind === 'size'
          ? all.map(given => [...given, [option.name, String(option.least)]])
          : option.kind === 'number'
            ? all.map(given => [...given, [option.name, String(option.least)]])
            : all.flatMap(given => option.choices.map(choice => [...given, [option.name, choice] as const])),
      [[]],
    )
    .map(given => setupOf(game, given));

function phrasesOf(game: AnyGame, setup: Setup, position: Opaque): Phrase[] {
  const outcome = game.outcome(position);
  const told = [...game.moves(position)].map(move => game.describe(position, move));
  const aims = game.colours(setup).map(colour => colour.aim);
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
  const phrases: Phrase[] = [{ code: 'resigned', parts: {} }];
  for (const game of games) {
    for (const setup of smallSetups(game)) {
      for (const position of gamesOf(game, setup)) phrases.push(...phrasesOf(game, setup, position));
      phrases.push(...phrasesOf(game, setup, game.retire(game.start(setup), 0)));
    }
  }
  // The lone drop needs an odd board.
  const nex = gameNamed('nex')!;
  const drop = nex.decode(setupOf(nex, []), 'BB?/WWB/BW. W');
  if (drop.ok) phrases.push(...phrasesOf(nex, setupOf(nex, []), drop.value));
  return Object.fromEntries(phrases.map(({ code, parts }) => [code, Object.keys(parts)]));
}

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
