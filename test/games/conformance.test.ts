// Every game on the shelf under the common suite.
import { expect, it } from 'vitest';
import type { GivenOptions } from '../../games/game.ts';
import type { GameTrial } from '../conformance/game.ts';
import { gameNamed, games } from '../../games/index.ts';
import { testGame } from '../conformance/game.ts';
import { slowHexMoves, slowNexMoves, slowWinner } from './slow-rules.ts';

function nexTrial(size: string, endgame: string, longest: number): GameTrial {
  const given: GivenOptions = [['size', size], ['endgame', endgame]]; // prettier-ignore
  return {
    game: gameNamed('nex')!,
    given,
    longest,
    tiny: [
      { given: [['size', endgame === 'neto' ? '2x3' : '2x2'], ['endgame', endgame]], text: null }, // prettier-ignore
      // Conversions only, of which each pair and each stone given leads elsewhere.
      { given: [['endgame', endgame]], text: '?B?W/W??B/BW.? B' },
      { given: [['endgame', endgame]], text: '??W/BB?/?BB/W?W W' },
    ],
    judge: (text, setup) => slowNexMoves(text, setup['endgame']!),
    winner: slowWinner,
  };
}

function hexTrial(size: string, longest: number): GameTrial {
  return {
    game: gameNamed('hex')!,
    given: [['size', size]],
    longest,
    tiny: [
      { given: [['size', '2x4']], text: null },
      { given: [], text: '.B../W..B/.W.. B' },
    ],
    judge: slowHexMoves,
    winner: slowWinner,
  };
}

const trials = [
  nexTrial('2', 'neto', 4),
  nexTrial('2', 'nexc', 4),
  nexTrial('3', 'neto', 9),
  nexTrial('3x4', 'nexc', 12),
  nexTrial('5x3', 'neto', 15),
  nexTrial('5', 'nexc', 25),
  hexTrial('2', 4),
  hexTrial('4x6', 24),
  hexTrial('6x4', 24),
  hexTrial('7', 49),
];

it('tries every game on the shelf', () => {
  expect(new Set(trials.map(({ game }) => game))).toEqual(new Set(games));
  expect(new Set(games.map(game => game.name)).size).toBe(games.length);
});

trials.forEach(testGame);
