// The SGF of Hex and Gomoku read by a library that is not ours, and played through by a reader of this test's own: the same position.
import sgf from '@sabaki/sgf';
import { describe, expect, it } from 'vitest';
import type { AnyGame, GameForFile, Opaque } from '#games/game.ts';
import { findGame } from '#games/registry/index.ts';
import { createRandom } from '#games/kit/random.ts';
import { setupOf } from '#test/conformance/game.ts';
import { SEED } from '#test/seeds.ts';

interface Node {
  readonly data: Readonly<Record<string, readonly string[]>>;
  readonly children: readonly Node[];
}

const nodesIn = (text: string): readonly Node['data'][] => {
  const [root] = sgf.parse(text) as readonly Node[];
  const nodes: Node['data'][] = [];
  for (let node = root; node !== undefined; node = node.children[0]) nodes.push(node.data);
  return nodes;
};

/** A game at random, up to its end. */
function played(game: AnyGame, size: string, seed: number): GameForFile<Opaque> {
  const rng = createRandom(seed);
  const setup = setupOf(game, [['size', size]]);
  let position = game.start(setup);
  const moves: { colour: string; text: string }[] = [];
  for (let colour = game.toMove(position); colour !== null; colour = game.toMove(position)) {
    const move = game.randomMove(position, rng);
    moves.push({ colour, text: game.format(position, move) });
    position = game.play(position, move);
  }
  const outcome = game.outcome(position);
  return { position, setup, moves, players: ['alice', 'bob'], swappedAfter: null, outcome, date: '2026-12-01' };
}

type Stones = ReadonlyMap<string, string>;

/** Stones by row and column, by the words of HexGui's files: letters are columns, numbers rows, a swap mirrors. */
function hexStones(nodes: readonly Node['data'][]): Stones {
  let stones = new Map<string, string>();
  for (const node of nodes) {
    for (const colour of ['B', 'W']) {
      const point = node[colour]?.[0];
      if (point === undefined || point === 'resign' || point === 'swap-sides') continue;
      if (point === 'swap-pieces') {
        const turned = [...stones].map(([at, held]): [string, string] => [at.split(',').reverse().join(), held === 'B' ? 'W' : 'B']); // prettier-ignore
        stones = new Map(turned);
      } else stones.set(`${Number(point.slice(1)) - 1},${point.charCodeAt(0) - 97}`, colour);
    }
  }
  return stones;
}

/** Ours, from the text of the position: rows joined by /. */
const ourStones = (game: AnyGame, position: Opaque): Stones =>
  new Map(
    (game.encode(position).split(' ')[0] ?? '')
      .split('/')
      .flatMap((row, y) =>
        Array.from(row, (held, x): [string, string] => [`${y},${x}`, held]).filter(([, held]) => held !== '.'),
      ),
  );

const sorted = (stones: Stones): readonly string[] => [...stones].map(each => each.join(' ')).sort();

describe('a game of Hex', () => {
  const hex = findGame('hex')!;

  it.each(['5', '11', '3x7'])('of size %s is read as it was played', size => {
    const course = played(hex, size, SEED);
    const nodes = nodesIn(hex.record!.write(course));
    const [rows, columns = rows] = size.split('x');
    expect(nodes[0], `seed ${SEED}`).toEqual({
      ...{ FF: ['4'], CA: ['UTF-8'], AP: ['nexpost'], GM: ['11'], DT: ['2026-12-01'] },
      SZ: [rows === columns ? rows : `${columns}:${rows}`],
      ...{ PB: ['alice'], PW: ['bob'] },
      RE: [course.outcome!.ranks[0] === 1 ? 'B+' : 'W+'],
    });
    expect(nodes.length - 1).toBe(course.moves.length);
    expect(sorted(hexStones(nodes)), `seed ${SEED}`).toEqual(sorted(ourStones(hex, course.position)));
  });

  it('that was swapped is the same game mirrored, its players with the colours they began with', () => {
    const course = { ...played(hex, '7', SEED), players: ['bob', 'alice'], swappedAfter: 1 };
    const nodes = nodesIn(hex.record!.write(course));
    expect(nodes[0]).toMatchObject({ PB: ['alice'], PW: ['bob'], RE: [course.outcome!.ranks[0] === 1 ? 'W+' : 'B+'] });
    expect(nodes[2]).toEqual({ W: ['swap-pieces'] });
    expect(nodes.slice(3).map(node => Object.keys(node)[0])).toEqual(
      nodes.slice(3).map((_, index) => (index % 2 === 0 ? 'B' : 'W')),
    );
    const ours = [...ourStones(hex, course.position)].map(([at, held]): [string, string] => [at.split(',').reverse().join(), held === 'B' ? 'W' : 'B']); // prettier-ignore
    expect(sorted(hexStones(nodes)), `seed ${SEED}`).toEqual(sorted(new Map(ours)));
  });

  it('that was swapped on a board that is no square stays as it is', () => {
    const course = { ...played(hex, '4x6', SEED), players: ['bob', 'alice'], swappedAfter: 1 };
    const nodes = nodesIn(hex.record!.write(course));
    expect(nodes[2]).toEqual({ W: ['swap-sides'] });
    // So whoever the result names is who has won: bob took over the black stones.
    expect(nodes[0]).toMatchObject({ PB: ['bob'], PW: ['alice'] });
    expect(sorted(hexStones(nodes)), `seed ${SEED}`).toEqual(sorted(ourStones(hex, course.position)));
  });

  it('says who resigned, and that a time was over', () => {
    const { moves, position, ...rest } = played(hex, '5', SEED);
    const course = { ...rest, position, moves: moves.slice(0, 2) };
    const ended = (reason: string, ranks: readonly number[]): readonly Node['data'][] =>
      nodesIn(hex.record!.write({ ...course, outcome: { ranks, reason, scores: null } }));
    expect(ended('resigned', [2, 1]).at(-1)).toEqual({ B: ['resign'] });
    expect(ended('resigned', [2, 1])[0]).toMatchObject({ RE: ['W+R'] });
    expect(ended('out-of-time', [1, 2])[0]).toMatchObject({ RE: ['B+T'] });
    expect(ended('absent', [1, 1])[0]).toMatchObject({ RE: ['Void'] });
    expect(ended('agreed', [1, 1])[0]).toMatchObject({ RE: ['Draw'] });
    const swapped = { ...course, swappedAfter: 1, outcome: { ranks: [2, 1], reason: 'resigned', scores: null } };
    const nodes = nodesIn(hex.record!.write(swapped));
    expect(nodes.at(-1)).toEqual({ W: ['resign'] });
    expect(nodes[0]).toMatchObject({ RE: ['B+R'] });
  });

  // The bracket at the end of the second game would be the 73rd character of its line.
  it.each([SEED, 186_716])('has lines that fit into a mail (%i)', seed => {
    const lines = hex.record!.write(played(hex, '13', seed)).split('\n');
    expect(lines.slice(1).filter(line => line.length > 72)).toEqual([]);
  });
});

describe('a game of Gomoku', () => {
  const gomoku = findGame('gomoku')!;

  it('is read as it was played', () => {
    const course = played(gomoku, '15', SEED);
    const nodes = nodesIn(gomoku.record!.write(course));
    expect(nodes[0]).toMatchObject({ GM: ['4'], SZ: ['15'], PB: ['alice'], PW: ['bob'] });
    // Points are column and row from the upper left corner.
    const stones = nodes.slice(1).map((node): [string, string] => {
      const [colour = '', [point = ''] = []] = Object.entries(node)[0] ?? [];
      return [`${point.charCodeAt(1) - 97},${point.charCodeAt(0) - 97}`, colour];
    });
    expect(sorted(new Map(stones)), `seed ${SEED}`).toEqual(sorted(ourStones(gomoku, course.position)));
  });

  it('names its players by the colours they have behind a swap', () => {
    const nodes = nodesIn(gomoku.record!.write({ ...played(gomoku, '9', SEED), swappedAfter: 3 }));
    expect(nodes[4]).toEqual({ N: ['swap'] });
    expect(nodes[5]).toHaveProperty('W');
  });
});
