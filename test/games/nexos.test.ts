// The rules of Nexos where they are particular: the set of pieces, first placements, crossing, skipping, points, giving up.
import { describe, expect, it } from 'vitest';
import type { GivenOptions } from '#games/game.ts';
import type { NexosPosition } from '#games/nexos/rules.ts';
import { createRandom } from '#games/kit/random.ts';
import { boardOf, iterateLegal } from '#games/nexos/board.ts';
import { nexos } from '#games/nexos/index.ts';
import { nameOf } from '#games/nexos/lattice.ts';
import { firstOfPiece, PIECES, PLACEMENT_COUNT, findPlacement } from '#games/nexos/pieces.ts';
import { drawPlacement, placeAndMark, createState } from '#games/nexos/playout.ts';

function started(players: '2' | '4' = '2'): NexosPosition {
  const given: GivenOptions = [['players', players]];
  const setup = nexos.setup(given);
  if (!setup.ok) throw new Error(setup.reason.code);
  return nexos.start(setup.value);
}

/** The position after these moves. */
const after = (position: NexosPosition, moves: string): NexosPosition =>
  moves.split(' ').reduce((before, text) => {
    const move = nexos.parse(before, text);
    if (!move.ok) throw new Error(`${text}: ${move.reason.code}`);
    return nexos.play(before, move.value);
  }, position);

const isLegal = (position: NexosPosition, text: string): boolean => nexos.parse(position, text).ok;

const placements = Array.from({ length: PLACEMENT_COUNT }, (_, index) => findPlacement(index));

/** A position where these pieces lie, whoever's turn it was, and this colour is due. */
const laid = (pieces: readonly (readonly [hue: number, text: string])[], due: number): NexosPosition => ({
  ...started(),
  placed: pieces.map(([hue, text]) => {
    const placement = placements.findIndex(({ segments }) => segments.map(nameOf).join() === text);
    if (placement < 0) throw new Error(`${text} is no piece in canonical order`);
    return { hue, placement };
  }),
  due,
  turn: due,
});

/** A random game to its end. */
function* game(players: '2' | '4', seed: number): Generator<NexosPosition> {
  const rng = createRandom(seed);
  let position = started(players);
  for (yield position; position.turn !== null; yield position) {
    const moves = [...nexos.moves(position)];
    position = nexos.play(position, moves[rng.below(moves.length)]!);
  }
}

const ended = (players: '2' | '4', seed: number): NexosPosition => [...game(players, seed)].at(-1)!;

/** How many orientations, placements, and legal first moves each piece has. */
const TABLE: Record<string, readonly [number, number, number]> = {
  I4: [2, 234, 6], L4: [8, 960, 28], Y: [8, 960, 32], N: [8, 960, 32], V4: [4, 484, 20], W: [4, 484, 20],
  Z4: [4, 484, 20], T4: [4, 484, 20], E: [8, 968, 40], U4: [4, 528, 20], X: [1, 121, 5], F: [8, 1056, 40],
  H: [8, 1056, 40], J: [8, 1056, 40], G: [8, 1056, 40], O: [1, 144, 4], I3: [2, 260, 6], L3: [8, 1056, 32],
  T3: [4, 528, 16], Z3: [4, 528, 16], U3: [4, 576, 16], V2: [4, 576, 12], I2: [2, 286, 6], '1': [2, 312, 4],
}; // prettier-ignore

describe('the set of pieces', () => {
  it('has 24 of them, 84 segments, and 15,157 placements in all', () => {
    expect(PIECES.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(TABLE)));
    expect(PIECES.reduce((sum, { middles }) => sum + middles.length, 0)).toBe(84);
    expect(placements).toHaveLength(15_157);
    expect(new Set(placements.map(({ segments }) => segments.join())).size).toBe(15_157);
  });

  it.each(PIECES.map(({ name }, piece) => [name, piece] as const))('%s is as the table says', (name, piece) => {
    const own = placements.slice(firstOfPiece[piece], firstOfPiece[piece + 1]);
    const shapes = new Set(own.map(({ segments }) => {
      const left = Math.min(...segments.map(point => point % 25));
      const low = Math.min(...segments.map(point => Math.floor(point / 25)));
      return segments.map(point => point - (low - (low % 2)) * 25 - (left - (left % 2))).join();
    })); // prettier-ignore
    const first = [...nexos.moves(started())].filter(({ placement }) => placements[placement]!.piece === piece);
    expect([shapes.size, own.length, first.length]).toEqual(TABLE[name]);
  });

  it('is listed by piece, then by number and letter of the segments', () => {
    const texts = [...nexos.moves(started())].map(move => nexos.format(started(), move));
    expect(texts.slice(0, 8)).toMatchInlineSnapshot(`
      [
        "e14,e16,e18,e20",
        "e16,e18,e20,e22",
        "e18,e20,e22,e24",
        "b21,d21,f21,h21",
        "d21,f21,h21,j21",
        "f21,h21,j21,l21",
        "d15,e16,e18,e20",
        "f15,e16,e18,e20",
      ]
    `);
    expect(texts.slice(-6)).toMatchInlineSnapshot(`
      [
        "f21,h21",
        "e22,e24",
        "e20",
        "d21",
        "f21",
        "e22",
      ]
    `);
  });
});

describe('first placements', () => {
  it('are 515 for every colour, whatever the others have placed', () => {
    let position = started();
    const rng = createRandom(3);
    for (const colour of ['blue', 'yellow', 'red', 'green']) {
      expect(nexos.toMove(position)).toBe(colour);
      expect(nexos.countMoves(position)).toBe(515);
      position = nexos.play(position, [...nexos.moves(position)][rng.below(515)]!);
    }
  });

  it('are 265,225 in pairs', () => {
    const start = started();
    let sum = 0;
    for (const move of nexos.moves(start)) sum += nexos.countMoves(nexos.play(start, move));
    expect(sum).toBe(265_225);
  });

  it('leave 334,839 pairs of one colour alone', () => {
    let sum = 0;
    for (const { placement } of nexos.moves(started()))
      sum += [...iterateLegal(boardOf([{ hue: 0, placement }]), 0)].length;
    expect(sum).toBe(334_839);
  });

  it('may touch the start with an end or with their middle', () => {
    for (const text of ['e20', 'f21,h21', 'e20,e22', 'd21,f21,e20,e22']) expect(isLegal(started(), text)).toBe(true);
    for (const text of ['e18', 'h21', 'u20']) expect(isLegal(started(), text)).toBe(false);
  });
});

describe('crossing', () => {
  const line = [1, 'd19,f19'] as const;

  it('lets a net go on behind a piece that runs straight over its end', () => {
    expect(isLegal(laid([[0, 'e20'], line], 0), 'f17,e18')).toBe(true);
  });

  it('forbids a second piece straight over the same intersection, whosever they are', () => {
    expect(isLegal(laid([[0, 'e22'], line], 0), 'e18,e20')).toBe(false);
    expect(isLegal(laid([[0, 'e22'], [0, 'd19,f19']], 0), 'e18,e20')).toBe(false); // prettier-ignore
  });

  it('lets ends and corners share an intersection with a straight piece, and corners with each other', () => {
    expect(isLegal(laid([[0, 'e22'], line], 0), 'e20,d21')).toBe(true);
    expect(isLegal(laid([[0, 'e20'], [1, 'e18,f19']], 0), 'd19,b19')).toBe(true); // prettier-ignore
    expect(isLegal(laid([[0, 'e22'], [1, 'e18,f19']], 0), 'd19,e20')).toBe(true); // prettier-ignore
  });

  it('joins colours of one player in nothing', () => {
    expect(isLegal(laid([[0, 'e20'], [2, 'u6']], 0), 'u8')).toBe(false); // prettier-ignore
  });
});

describe('skipping', () => {
  const skipped = [...game('2', 8)].filter(({ due, turn }) => turn !== null && turn !== due);

  it('happens by itself, and a pass for it is taken and changes nothing of the moves', () => {
    expect(skipped.length).toBeGreaterThan(0);
    for (const position of skipped) {
      let passed = position;
      while (passed.due !== passed.turn) passed = nexos.parsePass(passed, ' PASS ')!;
      expect(nexos.toMove(passed)).toBe(nexos.toMove(position));
      expect(nexos.encode(passed)).toBe(nexos.encode(position));
      expect(nexos.parsePass(passed, 'pass')).toBeNull();
      const [move] = nexos.moves(position);
      expect(nexos.play(passed, move!)).toEqual(nexos.play(position, move!));
    }
  });

  it('is nothing else than the word', () => {
    for (const text of ['', 'passes', 'pass pass', 'e20', `pass${' '.repeat(200)}x`]) {
      for (const position of skipped) expect(nexos.parsePass(position, text)).toBeNull();
    }
    expect(nexos.parsePass(started(), 'pass')).toBeNull();
  });

  it('goes on after the end: then every colour is blocked', () => {
    let position = ended('2', 8);
    for (let i = 0; i < 5; i++) position = nexos.parsePass(position, 'pass')!;
    expect(nexos.outcome(position)).toEqual(nexos.outcome(ended('2', 8)));
  });
});

describe('points', () => {
  it('are one a segment, with 10 more for a colour that has placed everything', () => {
    const all = (hue: number): NexosPosition['placed'] =>
      PIECES.map((_, piece) => ({ hue, placement: firstOfPiece[piece]! }));
    const over: NexosPosition = {
      ...started('4'),
      placed: [...all(2), ...all(3).slice(1)],
      turn: null,
      end: 'blocked',
    };
    expect(nexos.outcome(over)).toEqual({
      ranks: [3, 3, 1, 2],
      reason: 'blocked',
      scores: { blue: 0, yellow: 0, red: 94, green: 80 },
    });
    expect(nexos.outcome({ ...over, setup: { players: '2' } })?.ranks).toEqual([1, 2]);
    expect(nexos.outcome({ ...over, placed: [], setup: { players: '2' } })?.ranks).toEqual([1, 1]);
  });
});

describe('giving up', () => {
  it('ends a game of two at once', () => {
    const left = nexos.retire(after(started(), 'e20 u20'), 0);
    expect([nexos.toMove(left), nexos.countMoves(left), nexos.outcome(left)]).toEqual([
      null,
      0,
      { ranks: [2, 1], reason: 'resigned', scores: { blue: 1, yellow: 1, red: 0, green: 0 } },
    ]);
    expect(nexos.retire(left, 1)).toBe(left);
  });

  it('skips the colour in a game of four, until one player is left', () => {
    const second = nexos.retire(after(started('4'), 'e20'), 1);
    expect([nexos.toMove(second), nexos.outcome(second)]).toEqual(['red', null]);
    expect(nexos.toMove(nexos.parsePass(second, 'pass')!)).toBe('red');
    const third = nexos.retire(after(second, 'u6 e6'), 3);
    expect(nexos.toMove(after(third, 'e18,f17 u8,v9'))).toBe('blue');
    expect(nexos.retire(third, 3)).toBe(third);
    expect(nexos.outcome(nexos.retire(third, 0))).toMatchObject({ ranks: [2, 4, 1, 2], reason: 'others-resigned' });
  });

  it('ranks behind everybody who stayed, however few points those have', () => {
    const [, , , , , ...later] = game('4', 5);
    for (const position of later.filter((_, i) => i % 20 === 0)) {
      const out = nexos.retire(nexos.retire(nexos.retire(position, 0), 2), 3);
      expect(nexos.outcome(out)?.ranks[1]).toBe(1);
    }
  });

  it('is part of the text of a position', () => {
    const left = nexos.retire(after(nexos.retire(after(started('4'), 'e20'), 1), 'u6 e6'), 0);
    expect(nexos.encode(left)).toBe('e20/retired=yellow/u6/e6/retired=blue');
    expect(nexos.decode(left.setup, nexos.encode(left))).toEqual({ ok: true, value: left });
    for (const text of ['retired=black', 'e20/retired=', 'retired=blue/retired=yellow/e20']) {
      expect(nexos.decode(started().setup, text).ok).toBe(false);
    }
  });

  it('lets a playout go on without the colour', () => {
    const left = nexos.retire(after(started('4'), 'e20 u20,u22 u6'), 0);
    const { outcome } = nexos.playout(left, createRandom(1));
    expect(outcome.scores!['blue']).toBe(1);
    expect(outcome.ranks[0]).toBe(4);
    const over = nexos.retire(started(), 0);
    expect(nexos.playout(over, createRandom(1))).toEqual({ outcome: nexos.outcome(over), plies: 0 });
  });
});

describe('drawing', () => {
  it('draws legal placements only, and none exactly where there is none', () => {
    const rng = createRandom(7);
    let position = started();
    const table = createState([]);
    while (position.turn !== null) {
      const legal = new Set([...nexos.moves(position)].map(({ placement }) => placement));
      const placement = drawPlacement(table, position.turn, rng)!;
      expect(legal.has(placement)).toBe(true);
      for (let hue = position.due; hue !== position.turn; hue = (hue + 1) % 4) expect(drawPlacement(table, hue, rng)).toBeNull(); // prettier-ignore
      placeAndMark(table, { hue: position.turn, placement });
      position = nexos.play(position, { placement });
    }
  });

  it.each([0, 30, 60])('draws each of them as often as the others, after %i pieces', pieces => {
    const position = [...game('2', 11)][pieces]!;
    const legal = [...nexos.moves(position)];
    const rng = createRandom(1965);
    const state = createState(position.placed);
    const seen = new Map<number, number>();
    const rounds = legal.length * 40;
    for (let i = 0; i < rounds; i++) {
      const placement = drawPlacement(state, position.turn!, rng)!;
      seen.set(placement, (seen.get(placement) ?? 0) + 1);
    }
    const chi = legal.reduce((sum, { placement }) => sum + ((seen.get(placement) ?? 0) - 40) ** 2 / 40, 0);
    expect(chi).toBeLessThan(legal.length - 1 + 4 * Math.sqrt(2 * (legal.length - 1)));
  });
});
