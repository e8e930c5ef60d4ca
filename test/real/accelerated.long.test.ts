// Training on a GPU: its own rules, input and network agree with those of the program, position by position.
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { openNetwork } from '#engines/network/network.ts';
import { decodeWeights } from '#engines/network/weights.ts';
import type { Opaque } from '#games/game.ts';
import { must } from '#games/kit/assert.ts';
import { cellMapOf } from '#games/kit/cell-view.ts';
import { createRandom } from '#games/kit/random.ts';
import { findGame } from '#games/registry/index.ts';
import { scoresOf } from '#engines/tree.ts';
import { networkFileOf } from '#research/training/code/cards.ts';
import { openFolder, setupOf } from '#research/training/code/folder.ts';
import { SEED } from '../seeds.ts';

const PROGRAM = join('research', 'training', 'code', 'accelerated.py');
const PYTHON = '/usr/bin/python3';
const OUTPUTS = 8;

/** A position as the program for the GPU sees it. */
interface Followed {
  readonly seen: readonly number[];
  readonly wins: readonly number[];
  readonly decisive: readonly number[];
  readonly logits: readonly number[];
  readonly value: number;
}

const run = async (...args: readonly string[]): Promise<string> =>
  (await promisify(execFile)(PYTHON, [PROGRAM, ...args], { maxBuffer: 1e9 })).stdout;

it.each([
  ['hex', '7'],
  ['y', '7'],
  ['gomoku', '7'],
])('%s: follows the same games to the same ends', async (name, size) => {
  const game = must(findGame(name), name);
  const setup = setupOf(game, size);
  const dir = mkdtempSync(join(tmpdir(), 'nexpost-accelerated-'));
  openFolder(dir, game, { sizes: [size], seed: 1 });
  const file = networkFileOf(name);
  const network = openNetwork(decodeWeights(readFileSync(file)));
  const map = cellMapOf(game.picture(game.start(setup), { seat: null }));
  const view = must(game.cellView, name);

  const cellOf = (position: Opaque, move: Opaque): number => must(view.cellChanges(position, move)[0], 'one stone')[0];
  const isWon = (position: Opaque): boolean => {
    const outcome = game.outcome(position);
    return outcome !== null && Math.max(...scoresOf(outcome)) === 1;
  };
  const after = (position: Opaque): Opaque[] => [...game.moves(position)].map(move => game.play(position, move));
  const canWin = (position: Opaque): boolean => game.outcome(position) === null && after(position).some(isWon);
  /** Does the last move win against every answer? */
  const isDecided = (position: Opaque): boolean =>
    isWon(position) || (game.outcome(position) === null && !canWin(position) && after(position).every(canWin));
  const courses = Array.from({ length: 30 }, (_, n) => {
    const rng = createRandom(SEED + n);
    const positions: Opaque[] = [];
    const moves: number[] = [];
    let position = game.start(setup);
    while (game.outcome(position) === null) {
      const move = game.randomMove(position, rng);
      positions.push(position);
      moves.push(cellOf(position, move));
      position = game.play(position, move);
    }
    return { positions, moves, isWon: isWon(position) };
  });
  writeFileSync(join(dir, 'games.json'), JSON.stringify({ size, games: courses.map(({ moves }) => moves) }));
  const lines = (await run(dir, '0', '--follow', join(dir, 'games.json'), '--begin', file)).trim().split('\n');

  expect(lines).toHaveLength(courses.length);
  for (const [index, { positions, isWon: isWonAtEnd }] of courses.entries()) {
    const followed = JSON.parse(lines[index]!) as { readonly positions: readonly Followed[]; readonly won: boolean };
    expect(followed.won).toBe(isWonAtEnd);
    for (const [ply, position] of positions.entries()) {
      const { seen, wins, decisive, logits, value } = followed.positions[ply]!;
      const features = view.featurePlanes(position);
      expect(seen).toEqual([...features]);
      const cellsWhere = (holds: (after: Opaque) => boolean): number[] =>
        [...game.moves(position)]
          .filter(move => holds(game.play(position, move)))
          .map(move => cellOf(position, move))
          .toSorted((a, b) => a - b);
      expect(wins).toEqual(cellsWhere(isWon));
      if (name === 'gomoku') expect(decisive).toEqual(wins.length > 0 ? wins : cellsWhere(isDecided));
      const said = network.evaluate(map, features);
      expect(value).toBeCloseTo(1 / (1 + Math.exp(-said.value / 256)), 1);
      logits.forEach((logit, cell) => {
        // Cells with a stone have no logit.
        if ((features[cell]! & 3) === 0) expect(Math.abs(logit - said.cells[cell * OUTPUTS]! / 256)).toBeLessThan(0.1);
      });
    }
  }
});

it('plays, learns, and leaves a candidate that the program can read', async () => {
  const game = must(findGame('hex'), 'hex');
  const dir = mkdtempSync(join(tmpdir(), 'nexpost-accelerated-'));
  openFolder(dir, game, { sizes: ['4'], seed: 1 });
  const small = ['--games', '32', '--batch', '32', '--least', '50', '--channels', '16', '--blocks', '2'];
  const said = await run(dir, '0.3', ...small, '--schedule', '[[1, {"4": 1}]]', '--judge', '4');
  expect(said).toMatch(/[1-9][0-9]* games .* [1-9][0-9]* steps/);
  expect(existsSync(join(dir, 'candidate.json'))).toBe(true);
  expect(decodeWeights(readFileSync(join(dir, 'candidate.net'))).shape).toMatchObject({ channels: 16, blocks: 2 });
});
