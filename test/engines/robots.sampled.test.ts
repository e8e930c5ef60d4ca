// What every robot sees at every game, held against the rules played out slowly: a win in one is taken, a loss in one is blocked where it can be.
import { describe, expect, it } from 'vitest';
import type { AnyGame, GivenOptions, Opaque } from '#games/game.ts';
import { searchSessions } from '#adapters/workers/search-sessions.ts';
import type { Robot } from '#core/kernel/document-definition.ts';
import { robots } from '#core/players/robots.ts';
import { games, findGame } from '#games/registry/index.ts';
import { createRandom } from '#games/kit/random.ts';
import { times } from '#test/sample.ts';
import { randomGame, setupOf } from '../conformance/game.ts';
import { hasSafeMove, hasWin, losesAtOnce, winsAtOnce } from '../games/slow-foresight.ts';

/** A small board of each game and a larger one: what is decided by many moves, and what hides among many. */
const BOARDS: readonly (readonly [string, GivenOptions])[] = [
  ['nex', [['size', '4']]],
  ['nex', [['size', '6']]],
  ['hexafive', [['radius', '4']]],
  ['hexafive', []],
  ['nexos', []],
  ['nexos', [['players', '4']]],
  ['hex', [['size', '5']]],
  ['hex', [['size', '11']]],
  ['y', [['size', '6']]],
  ['y', [['size', '14']]],
  ['gomoku', [['size', '7']]],
  ['gomoku', [['size', '15']]],
  ['gonnect', [['size', '4']]],
  ['gonnect', [['size', '7']]],
  ['neuy', [['size', '4']]],
  ['neuy', [['size', '6']]],
  ['neugomoku', [['size', '5']]],
  ['neugomoku', [['size', '6']]],
  ['neugonnect', [['size', '3']]],
  ['neugonnect', [['size', '4']]],
]; // prettier-ignore

/** Positions of each board; every robot decides in each: 20 boards, 5 robots, 3,400 decisions in the long run, of which three in five can go wrong. */
const POSITIONS = times(2, 34);
/** Enough for the search to have an opinion: without a network, these are twenty times as many. */
const NODES = 2;

/** The last positions of random games, in turns: what is decided at once is decided near the end. */
function positionFrom(game: AnyGame, given: GivenOptions, seed: number): Opaque {
  const running = [...randomGame(game, setupOf(game, given), seed)].slice(0, -1);
  const back = [1, 2, 2, 3, 1 + createRandom(seed).below(running.length)][seed % 5]!;
  return running[Math.max(0, running.length - back)]!;
}

interface Decision {
  readonly game: AnyGame;
  readonly given: GivenOptions;
  readonly position: Opaque;
  readonly robot: Robot;
  readonly seed: number;
}

function decided({ game, given, position, robot, seed }: Decision): Opaque {
  const { engine, weakness } = robot;
  const search = searchSessions(() => 0);
  const text = game.encode(position);
  const thought = { engine, weakness, seed, nodes: NODES, milliseconds: null, sessionKey: 'robot', swapAfter: null };
  const { move } = search({ ...thought, game: game.name, setup: setupOf(game, given), position: text, moves: [] });
  const read = game.parse(position, move);
  if (!read.ok) throw new Error(`${move} is no move at ${text}`);
  return read.value;
}

/** null: nothing was missed. */
function missed(decision: Decision): 'win' | 'block' | null {
  const { game, given, position } = decision;
  const setup = setupOf(game, given);
  const move = decided(decision);
  if (winsAtOnce(game, setup, position, move)) return null;
  if (hasWin(game, setup, position)) return 'win';
  return losesAtOnce(game, setup, position, move) && hasSafeMove(game, setup, position) ? 'block' : null;
}

it('knows every game', () => {
  expect(new Set(BOARDS.map(([name]) => name))).toEqual(new Set(games.map(({ name }) => name)));
});

describe.each(BOARDS.map(([name, given]) => [`${name} ${JSON.stringify(given)}`, name, given] as const))(
  '%s',
  (_, name, given) => {
    const game = findGame(name)!;

    it('no robot misses a win or a block', () => {
      for (let seed = 1; seed <= POSITIONS; seed++) {
        // Read back: what went before is forgotten by the text, and so by robot and rules alike.
        const played = positionFrom(game, given, seed);
        const read = game.decode(setupOf(game, given), game.encode(played));
        if (!read.ok) throw new Error(read.reason.code);
        for (const robot of robots) {
          const at = `${robot.userid} at ${game.encode(read.value)}, seed ${seed}`;
          expect(missed({ game, given, position: read.value, robot, seed }), at).toBeNull();
        }
      }
    });
  },
);
