// The sentences of games and the codes that need them: none missing, none idle, no placeholder without a part.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
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
};

/** Every phrase the games of the shelf utter in some small games: aims, moves, outcomes. */
function uttered(): Record<string, readonly string[]> {
  const parts: Record<string, readonly string[]> = { resigned: [] };
  const note = ({ code, parts: given }: Phrase): void => {
    parts[code] = Object.keys(given);
  };
  for (const game of games) {
    for (const given of game === gameNamed('nex') ? ['neto', 'nexc'].map(end => [['endgame', end]] as const) : [[]]) {
      const setup = setupOf(game, [['size', '2'], ...given]); // prettier-ignore
      for (const colour of game.colours(setup)) note(colour.aim);
      for (let seed = 0; seed < 40; seed++) {
        for (const position of randomGame(game, setup, seed)) {
          for (const move of game.moves(position)) note(game.describe(position, move));
          const outcome = game.outcome(position);
          if (outcome !== null) note({ code: outcome.reason, parts: {} });
        }
      }
    }
  }
  // The lone drop needs an odd board.
  const nex = gameNamed('nex')!;
  const drop = nex.decode(setupOf(nex, []), 'BB?/WWB/BW. W');
  if (drop.ok) for (const move of nex.moves(drop.value)) note(nex.describe(drop.value, move));
  return parts;
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
