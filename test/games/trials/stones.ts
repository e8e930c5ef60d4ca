// The stone games, plain and with neutral stones, held against one slow set of rules.
import type { GivenOptions } from '#games/game.ts';
import { findGame } from '#games/registry/index.ts';
import type { GameTrial } from '#test/conformance/game.ts';
import {
  readBoard,
  type SlowGame,
  slowGomoku,
  slowGonnect,
  slowHex,
  slowMoves,
  slowWinner,
  slowY,
} from '../slow-stones.ts';

type Options = Readonly<Record<string, string>>;

interface Stones {
  readonly name: string;
  readonly slow: SlowGame;
  readonly options: Options;
  readonly longest: number;
  readonly tiny?: readonly (readonly [options: Options, text: string | null])[];
}

const given = (options: Options): GivenOptions => Object.entries(options);

function trial({ name, slow, options, longest, tiny = [] }: Stones): GameTrial {
  const isNeutral = name === 'nex' || name.startsWith('neu');
  return {
    game: findGame(name)!,
    given: given(options),
    longest,
    tiny: tiny.map(([small, text]) => ({ given: given(small), text })),
    judge: (text, setup, before) => slowMoves(slow, text, { isNeutral, endgame: setup['endgame'], before }),
    winner: (text, moves) => {
      const winner = slowWinner(slow, text);
      if (winner !== null || !slow.captures || moves > 0) return winner;
      return readBoard(text).toMove === 'B' ? 'white' : 'black';
    },
    forgets: slow.captures,
  };
}

const nex = (size: string, endgame: string, longest: number): GameTrial =>
  trial({
    name: 'nex',
    slow: slowHex,
    options: { size, endgame },
    longest,
    tiny: [
      [{ size: endgame === 'neto' ? '2x3' : '2x2', endgame }, null],
      // Conversions only, of which each pair and each stone given leads elsewhere.
      [{ endgame }, '?B?W/W??B/BW.? B'],
      [{ endgame }, '??W/BB?/?BB/W?W W'],
    ],
  });

const hex = (size: string, longest: number): GameTrial =>
  trial({
    name: 'hex',
    slow: slowHex,
    options: { size },
    longest,
    tiny: [
      [{ size: '2x4' }, null],
      [{}, '.B../W..B/.W.. B'],
    ],
  });

export const stoneTrials: readonly GameTrial[] = [
  nex('2', 'neto', 4),
  nex('2', 'nexc', 4),
  nex('3', 'neto', 9),
  nex('3x4', 'nexc', 12),
  nex('5x3', 'neto', 15),
  nex('5', 'nexc', 25),
  hex('2', 4),
  hex('4x6', 24),
  hex('6x4', 24),
  hex('7', 49),
  trial({ name: 'y', slow: slowY, options: { size: '2' }, longest: 3, tiny: [[{ size: '3' }, null]] }),
  trial({ name: 'y', slow: slowY, options: { size: '6' }, longest: 21 }),
  trial({ name: 'neuy', slow: slowY, options: { size: '3' }, longest: 6, tiny: [[{ size: '2' }, null], [{}, '?/B?/W?B W']] }), // prettier-ignore
  trial({ name: 'neuy', slow: slowY, options: { size: '5', endgame: 'nexc' }, longest: 15 }),
  trial({ name: 'gomoku', slow: slowGomoku, options: { size: '5' }, longest: 25, tiny: [[{}, 'BBBB./WWWW./B.BW./BWBW./WBBW. B']] }), // prettier-ignore
  trial({ name: 'gomoku', slow: slowGomoku, options: { size: '9' }, longest: 81 }),
  trial({ name: 'neugomoku', slow: slowGomoku, options: { size: '5' }, longest: 25, tiny: [[{}, 'BBBB?/WWWW?/B?BWB/BWBW?/WBBW. B']] }), // prettier-ignore
  trial({ name: 'neugomoku', slow: slowGomoku, options: { size: '6', endgame: 'nexc' }, longest: 36 }),
  trial({ name: 'gonnect', slow: slowGonnect, options: { size: '3' }, longest: 60, tiny: [[{}, 'BW./B.W/.BW B']] }),
  trial({ name: 'gonnect', slow: slowGonnect, options: { size: '6' }, longest: 300 }),
  trial({ name: 'neugonnect', slow: slowGonnect, options: { size: '3' }, longest: 100, tiny: [[{}, 'WW./..?/??? B']] }),
  trial({ name: 'neugonnect', slow: slowGonnect, options: { size: '5' }, longest: 300 }),
];
