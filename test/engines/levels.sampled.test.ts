// The losses of each robot by the measure of the strongest one stay near those that its level allows.
import { expect, it } from 'vitest';
import type { AnyGame, GivenOptions, Opaque } from '#games/game.ts';
import { readNetwork } from '#adapters/workers/search-sessions.ts';
import type { Robot } from '#core/kernel/document-definition.ts';
import { robots } from '#core/players/robots.ts';
import type { EngineChoice } from '#engines/engine.ts';
import { findEngine } from '#engines/index.ts';
import { createWeakSession, scaleWeakness } from '#engines/weaken.ts';
import { findGame } from '#games/registry/index.ts';
import { times } from '#test/sample.ts';
import { seedsFor } from '#test/seeds.ts';
import { randomGame, setupOf } from '../conformance/game.ts';

const BOARDS: readonly (readonly [string, GivenOptions])[] = [
  ['hex', [['size', '6']]],
  ['nex', [['size', '6']]],
  ['y', [['size', '7']]],
  ['gonnect', [['size', '6']]],
];

/** The search that measures. Its own errors, and those of a level about itself, are within the tolerance. */
const MEASURE_NODES = 40;
const TOLERANCE = 0.15;

const PERFECT = { meanLoss: 0, mostLoss: 0, temperature: 0, slips: 0 };

interface Board {
  readonly game: AnyGame;
  readonly given: GivenOptions;
  readonly seed: number;
}

/** Searches a position as a robot does, or as the strongest one with the nodes of the measure. */
function searchAs(robot: Robot | null, { game, given, seed }: Board, position: Opaque): EngineChoice {
  const options = { game, setup: setupOf(game, given), position, seed, network: readNetwork(game.name) };
  const session = findEngine('network')!.begin(options);
  return createWeakSession(session, options, robot?.weakness ?? PERFECT).search({
    spentShare: () => 0,
    nodes: robot?.nodes ?? MEASURE_NODES,
  });
}

/** The loss of the move of a robot. */
function measureLoss(board: Board, position: Opaque, robot: Robot): number {
  const best = searchAs(null, board, position);
  const after = board.game.play(position, searchAs(robot, board, position).move);
  const value = board.game.outcome(after) === null ? 1 - (searchAs(null, board, after).value ?? 0) : 1;
  return (best.value ?? 0) - value;
}

it.each(seedsFor(import.meta.filename))('robots lose about as much as they may (seed %i)', seed => {
  const count = times(3, 60, seed);
  for (const robot of robots.slice(1, -1)) {
    const losses = BOARDS.flatMap(([name, given]) =>
      Array.from({ length: count }, (_, n) => {
        const board = { game: findGame(name)!, given, seed: seed * 1_000 + n };
        const positions = [...randomGame(board.game, setupOf(board.game, given), board.seed)];
        return measureLoss(board, positions[n % Math.min(12, positions.length - 2)]!, robot);
      }),
    );
    const mean = losses.reduce((a, b) => a + b, 0) / losses.length;
    const allowed = BOARDS.map(([name]) => scaleWeakness(robot.weakness, findGame(name)!).meanLoss);
    expect(mean, robot.userid).toBeLessThan(allowed.reduce((a, b) => a + b, 0) / allowed.length + TOLERANCE);
  }
});
