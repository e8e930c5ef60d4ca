// Hexafive, on boards of several sizes and under every option, held against slow rules of its own.
import type { GivenOptions } from '#games/game.ts';
import type { GameTrial } from '#test/conformance/game.ts';
import { findGame } from '#games/registry/index.ts';
import { slowHexafiveMoves, slowHexafiveWinner } from '../slow-hexafive.ts';

type Options = Readonly<Record<string, string>>;

const given = (options: Options): GivenOptions => Object.entries(options);

const trial = (options: Options, tiny: readonly (readonly [Options, string])[] = []): GameTrial => ({
  game: findGame('hexafive')!,
  given: given(options),
  // Captures make room again: no game has a bound but the one that repetition sets, and random games are far from it.
  longest: 300,
  tiny: tiny.map(([of, text]) => ({ given: given(of), text })),
  judge: (text, setup) => slowHexafiveMoves(text, setup['capture']!),
  winner: slowHexafiveWinner,
  forgets: false,
});

export const hexafiveTrials: readonly GameTrial[] = [
  trial({ radius: '3' }, [[{}, 'OOO/.OX./XOXXX/XOO./XX. O']]),
  trial({ radius: '3', capture: 'may', pieces: '9' }, [[{ capture: 'may' }, 'O../XOXO/XXOXX/XO.O/.OO X']]),
  trial({ radius: '4', pieces: '12' }, [[{}, 'O.X/OOX./XOO.X/XX.O/XOO X stock=1,2']]),
  trial({ radius: '4', capture: 'may' }, [[{ capture: 'may' }, 'XO./XXOX/OOOO./OXX./O.X X stock=0,1']]),
  trial({ radius: '6' }, [[{}, 'OOO/.OX./XOXXX/XOO./XX. X ban=B4']]),
  trial({ special: '1' }),
];
