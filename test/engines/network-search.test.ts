// Search by a network: repeatable, and exact where a win is near or all moves are tried.
import { describe, expect, it } from 'vitest';
import { createNetworkEngine } from '#engines/network-engine.ts';
import { logistic, softmax } from '#engines/network/kernel.ts';
import { type Network, openNetwork } from '#engines/network/network.ts';
import { explore, expandNode, prepareSearch, policyOf, computeQValues } from '#engines/network-search.ts';
import { randomWeights } from '#bench/network-kit.ts';
import { decodeWeights, OUTPUTS } from '#engines/network/weights.ts';
import { randomEngine as randomPlayer } from '#engines/engine.ts';
import { findGame } from '#games/registry/index.ts';
import { must } from '#games/kit/assert.ts';
import { cellMapOf } from '#games/kit/cell-view.ts';
import { createRandom } from '#games/kit/random.ts';
import { setupOf } from '../conformance/game.ts';

const networkOf = (directions: number) =>
  openNetwork(decodeWeights(randomWeights({ directions, channels: 8, blocks: 1, pooled: [0] }, createRandom(5))));

const BOARDS = [
  ['hex', 'size', '4'],
  ['nex', 'size', '3'],
  ['y', 'size', '4'],
  ['gomoku', 'size', '6'],
  ['gonnect', 'size', '4'],
  ['neugonnect', 'size', '3'],
  ['hexafive', 'radius', '3'],
] as const;

describe.each(BOARDS)('%s', (name, option, size) => {
  const game = must(findGame(name), name);
  const setup = setupOf(game, [[option, size]]);
  const start = game.start(setup);
  const network = networkOf(cellMapOf(game.picture(start, { seat: null })).directions);
  const about = prepareSearch(game, setup, network);

  it('is searched alike by the same network', () => {
    const searched = () => {
      const root = expandNode(about, start);
      explore(about, root, { temperature: 0, visits: 60 });
      return [root.totalVisits, root.proven, ...computeQValues(root), ...policyOf(root)];
    };
    expect(searched()).toEqual(searched());
  });

  it('ends with a win where one move wins, and with none of the others', () => {
    const rng = createRandom(11);
    const engine = createNetworkEngine(network);
    for (let found = 0; found < 5;) {
      let position = start;
      while (game.outcome(position) === null && game.winningMove(position) === null)
        position = game.play(position, game.randomMove(position, rng));
      if (game.outcome(position) !== null) continue;
      found += 1;
      const session = engine.begin({ game, setup, position, seed: 1, network: null });
      const { move, isProven } = session.search({ spentShare: () => 0, nodes: 10 });
      const outcome = game.outcome(game.play(position, move));
      expect([isProven, outcome?.ranks.filter(rank => rank === 1)]).toEqual([true, [1]]);
    }
  });
});

it('finds the value of a small board for certain', () => {
  const game = must(findGame('hex'), 'hex');
  const setup = setupOf(game, [['size', '3']]);
  const about = prepareSearch(game, setup, networkOf(6));
  const root = expandNode(about, game.start(setup));
  explore(about, root, { temperature: 0, visits: 20_000 });
  expect(root.proven).toBe(1);
});

describe('a threat that the moves of the best cells do not answer', () => {
  const game = must(findGame('neugomoku'), 'neugomoku');
  const setup = setupOf(game, [['size', '9']]);
  // Without an opinion, the network ranks the cells from the top left on.
  const network: Network = { evaluate: map => ({ value: 0, cells: new Int16Array(map.cells * OUTPUTS) }) };
  const expand = (lastRows: string, searched = game) => {
    const rows = [...Array<string>(7).fill('.........'), lastRows].join('/');
    const position = game.decode(setup, `${rows} B`);
    if (!position.ok) throw new Error(position.reason.code);
    return [expandNode(prepareSearch(searched, setup, network), position.value), position.value] as const;
  };

  it('is answered by other moves', () => {
    const [node, position] = expand('.B.B.B.../...BWWWW.');
    expect(node.proven).toBeNull();
    expect(node.moves.length).toBeGreaterThan(0);
    for (const move of node.moves) expect(game.format(position, move)).toContain('j1');
  });

  it('is lost if it is double, which no list of moves has to show', () => {
    const moves = () => expect.fail('A board of size 19 can have a million moves.');
    const [node] = expand('.B?B.B.W./..?WWWW..', { ...game, moves });
    expect([node.proven, node.value]).toEqual([0, 0]);
  });
});

it('wins against any moves, whatever the network', () => {
  const game = must(findGame('hex'), 'hex');
  const setup = setupOf(game, [['size', '4']]);
  const players = [createNetworkEngine(networkOf(6)), randomPlayer];
  let won = 0;
  for (let seed = 0; seed < 6; seed++) {
    const sessions = players.map(({ begin }) =>
      begin({ game, setup, position: game.start(setup), seed, network: null }),
    );
    let position = game.start(setup);
    for (let ply = seed; game.outcome(position) === null; ply++) {
      const { move } = must(sessions[ply % 2], 'two players').search({ spentShare: () => 0, nodes: 1_000 });
      position = game.play(position, move);
      for (const session of sessions) session.advance(move);
    }
    won += game.outcome(position)?.ranks[seed % 2] === 1 ? 1 : 0;
  }
  expect(won).toBe(6);
});

it('counts powers of e as well as the library does', () => {
  for (let x = -12; x <= 12; x += 0.25) expect(logistic(x)).toBeCloseTo(1 / (1 + Math.exp(-x)), 9);
  const shares = softmax([1, 2, -30]);
  expect(shares[0]! + shares[1]!).toBeCloseTo(1, 9);
  expect(shares[1]! / shares[0]!).toBeCloseTo(Math.E, 9);
  expect(shares[2]).toBe(0);
});
