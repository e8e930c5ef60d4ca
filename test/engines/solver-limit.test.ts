// How long an engine asks the solver of a game before it searches by itself.
import { describe, expect, it } from 'vitest';
import { randomEngine } from '#engines/engine.ts';
import { createSolverEngine } from '#engines/solver.ts';
import type { AnyGame } from '#games/game.ts';
import { findGame } from '#games/registry/index.ts';
import { setupOf } from '../conformance/game.ts';

/** How often a solver that finds no answer may go on. */
function countCalls(name: string, size: string, nodes: number): number {
  let calls = 0;
  const solve = (_: unknown, stop: () => boolean) => {
    while (!stop()) calls += 1;
    return { value: 'unknown', move: null, nodes: calls } as const;
  };
  const game: AnyGame = { ...findGame(name)!, solver: { open: () => ({ solve }) } };
  const setup = setupOf(game, [['size', size]]);
  const options = { game, setup, position: game.start(setup), seed: 1, network: null };
  createSolverEngine(randomEngine)
    .begin(options)
    .search({ nodes, spentShare: () => 0 });
  return calls;
}

describe('the solver of an engine', () => {
  it('has the nodes of a weak robot', () => {
    expect(countCalls('y', '7', 80)).toBe(80);
  });

  it('has some seconds of the strongest robot, so fewer calls on larger boards', () => {
    const [small, middle, large] = [countCalls('nex', '4', 4_000), countCalls('y', '7', 4_000), countCalls('hex', '19', 4_000)] as const; // prettier-ignore
    expect([small, middle, large]).toEqual([1_600, 522, 3]);
  });
});
