// Training on a GPU: its own rules, input and network agree with those of the program, position by position.
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { type Network, openNetwork } from '#engines/network/network.ts';
import { decodeWeights } from '#engines/network/weights.ts';
import type { AnyGame, Opaque } from '#games/game.ts';
import { must } from '#games/kit/assert.ts';
import { type CellMap, cellMapOf, type CellView } from '#games/kit/cell-view.ts';
import { createRandom } from '#games/kit/random.ts';
import { findGame } from '#games/registry/index.ts';
import { PLANES } from '#engines/network-search.ts';
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
  readonly moves: readonly FollowedMove[];
  readonly value: number;
  readonly won: boolean;
}

/** Cells that become own stones, then one that becomes neutral, if the game has such; the number of cells for none. */
interface FollowedMove {
  readonly cells: readonly number[];
  readonly logit: number;
  readonly isDecisive: boolean;
  readonly isLosing: boolean;
}

const run = async (...args: readonly string[]): Promise<string> =>
  (await promisify(execFile)(PYTHON, [PROGRAM, ...args], { maxBuffer: 1e9 })).stdout;

const isWon = (game: AnyGame, position: Opaque): boolean => {
  const outcome = game.outcome(position);
  return outcome !== null && Math.max(...scoresOf(outcome)) === 1;
};

const canWin = (game: AnyGame, position: Opaque): boolean => game.winningMove(position) !== null;

/** Does the last move win against every answer? */
const isDecided = (game: AnyGame, position: Opaque): boolean =>
  isWon(game, position) ||
  (game.outcome(position) === null &&
    !canWin(game, position) &&
    [...game.moves(position)].every(move => canWin(game, game.play(position, move))));

interface Board {
  readonly game: AnyGame;
  readonly view: CellView<Opaque, Opaque>;
  readonly map: CellMap;
  readonly network: Network;
}

/** A move as the program for the GPU writes it. */
function cellsOf({ view, map }: Board, position: Opaque, move: Opaque): readonly number[] {
  const changes = view.cellChanges(position, move);
  const [first = map.cells, second = map.cells] = changes.filter(([, to]) => to === 'own').map(([cell]) => cell);
  const [neutral = map.cells] = changes.filter(([, to]) => to === 'neutral').map(([cell]) => cell);
  return view.newStates.includes('neutral') ? [first, second, neutral] : [first];
}

/** The two neutral stones that become own ones have no order. */
const keyOf = ([first = 0, second = 0, ...rest]: readonly number[]): string =>
  [Math.min(first, second), Math.max(first, second), ...rest].join(' ');

interface Course {
  readonly steps: readonly { readonly position: Opaque; readonly cells: readonly number[] }[];
  readonly end: Opaque;
}

function playByChance(board: Board, start: Opaque, seed: number): Course {
  const { game } = board;
  const rng = createRandom(seed);
  const steps = [];
  let position = start;
  while (game.outcome(position) === null) {
    const move = game.randomMove(position, rng);
    steps.push({ position, cells: cellsOf(board, position, move) });
    position = game.play(position, move);
  }
  return { steps, end: position };
}

function compareMoves(
  board: Board,
  position: Opaque,
  { moves, won }: Followed,
  logitOf: (move: Opaque) => number,
): void {
  const { game, view } = board;
  const hasWin = canWin(game, position);
  expect(won).toBe(hasWin || moves.some(({ isDecisive }) => isDecisive));
  const legal = new Map([...game.moves(position)].map(move => [keyOf(cellsOf(board, position, move)), move]));
  const isNeutral = view.newStates.includes('neutral');
  if (!isNeutral) expect(moves).toHaveLength(legal.size);
  const loses = game.losesAtOnce(position);
  for (const { cells, logit, isDecisive, isLosing } of moves) {
    const move = must(legal.get(keyOf(cells)), 'a legal move');
    // Whole numbers round off more of a large logit.
    expect(Math.abs(logit - logitOf(move))).toBeLessThan(0.2 + 0.05 * Math.abs(logit));
    const after = game.play(position, move);
    if (isNeutral) expect(isLosing).toBe(!isWon(game, after) && loses(move));
    // In Neugomoku it finds some of the moves that win against every answer, in Hex and Y none.
    const isExpected = game.name === 'gomoku' && !hasWin ? isDecided(game, after) : isWon(game, after);
    const isMore = isNeutral && isDecisive && isDecided(game, after);
    expect(isDecisive).toBe(isExpected || isMore);
  }
}

it.each([
  ['hex', '7'],
  ['y', '7'],
  ['gomoku', '7'],
  ['neugomoku', '7'],
])('%s: follows the same games to the same ends', async (name, size) => {
  const game = must(findGame(name), name);
  const start = game.start(setupOf(game, size));
  const dir = mkdtempSync(join(tmpdir(), 'nexpost-accelerated-'));
  openFolder(dir, game, { sizes: [size], seed: 1 });
  const file = networkFileOf(name);
  const network = openNetwork(decodeWeights(readFileSync(file)));
  const view = must(game.cellView, name);
  const board: Board = { game, view, network, map: cellMapOf(game.picture(start, { seat: null })) };
  const courses = Array.from({ length: 30 }, (_, n) => playByChance(board, start, SEED + n));
  const games = courses.map(({ steps }) => steps.map(({ cells }) => cells));
  writeFileSync(join(dir, 'games.json'), JSON.stringify({ size, games }));
  const lines = (await run(dir, '0', '--follow', join(dir, 'games.json'), '--begin', file)).trim().split('\n');

  expect(lines).toHaveLength(courses.length);
  for (const [index, { steps, end }] of courses.entries()) {
    const followed = JSON.parse(lines[index]!) as { readonly positions: readonly Followed[]; readonly won: boolean };
    expect(followed.won).toBe(isWon(game, end));
    for (const [ply, { position }] of steps.entries()) {
      const found = followed.positions[ply]!;
      const features = view.featurePlanes(position);
      expect(found.seen).toEqual([...features]);
      const said = network.evaluate(board.map, features);
      expect(found.value).toBeCloseTo(1 / (1 + Math.exp(-said.value / 256)), 1);
      compareMoves(board, position, found, move =>
        view
          .cellChanges(position, move)
          .reduce((sum, [cell, to]) => sum + (said.cells[cell * OUTPUTS + PLANES[to]] ?? 0) / 256, 0),
      );
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
