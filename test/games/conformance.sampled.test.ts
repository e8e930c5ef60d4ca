// Every game on the shelf under the common suite.
import { expect, it } from 'vitest';
import { games } from '#games/registry/index.ts';
import { testGame } from '../conformance/game.ts';
import { hexafiveTrials } from './trials/hexafive.ts';
import { nexosTrials } from './trials/nexos.ts';
import { stoneTrials } from './trials/stones.ts';

const trials = [...stoneTrials, ...hexafiveTrials, ...nexosTrials];

it('tries every game on the shelf', () => {
  expect(new Set(trials.map(({ game }) => game))).toEqual(new Set(games));
  expect(new Set(games.map(game => game.name)).size).toBe(games.length);
});

trials.forEach(testGame);
