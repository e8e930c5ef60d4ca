// Nexos under the common suite: both numbers of players, and the ends of some games, whose trees are small.
import { type GameTrial, randomGame, setupOf } from '#test/conformance/game.ts';
import { findGame } from '#games/registry/index.ts';
import { slowNexosMoves, slowNexosWinner } from '../slow-nexos.ts';

const nexos = findGame('nexos')!;

/** Some plies before the end of the random game of this seed. */
const late = (seed: number, plies: number): string => {
  const positions = [...randomGame(nexos, setupOf(nexos, []), seed)];
  return nexos.encode(positions.at(-1 - plies)!);
};

const trial = (players: 2 | 4, tiny: readonly string[]): GameTrial => ({
  game: nexos,
  given: [['players', String(players)]],
  longest: 96,
  checked: players === 2 ? 3 : 7,
  tiny: tiny.map(text => ({ given: [['players', String(players)]], text })),
  judge: slowNexosMoves,
  winner: text => slowNexosWinner(text, players),
  forgets: false,
});

export const nexosTrials: readonly GameTrial[] = [trial(2, [late(27, 4)]), trial(4, [late(40, 6)])];
