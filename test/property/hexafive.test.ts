// Properties of every game of Hexafive, over random options and games. A failure prints its seed.
import type { Arbitrary } from 'fast-check';
import fc from '#test/fast-check.ts';
import { describe, expect, it } from 'vitest';
import type { GivenOptions, Opaque } from '#games/game.ts';
import { findGame } from '#games/registry/index.ts';
import { randomGame, setupOf } from '../conformance/game.ts';
import { slowHexafiveMoves, slowHexafiveWinner } from '../games/slow-hexafive.ts';

const game = findGame('hexafive')!;
const runs = { numRuns: 60, verbose: fc.VerbosityLevel.Verbose };

const captures = fc.constantFrom('must', 'may');
const options: Arbitrary<GivenOptions> = fc.oneof(
  captures.map(capture => [['special', '1'], ['capture', capture]] as const), // prettier-ignore
  fc
    .record({
      radius: fc.integer({ min: 3, max: 7 }).map(String),
      pieces: fc.oneof(fc.constant('unlimited'), fc.integer({ min: 1, max: 40 }).map(String)),
      capture: captures,
    })
    .map(Object.entries<string>),
);

interface Told {
  readonly letters: Readonly<Record<string, number>>;
  readonly ban: string | undefined;
  readonly stock: readonly number[] | null;
}

function told(position: Opaque): Told {
  const text = game.encode(position);
  const count = (letter: string): number => text.split(' ')[0]!.split(letter).length - 1;
  return {
    letters: { empty: count('.'), white: count('O'), black: count('X') },
    ban: / ban=(\S+)/.exec(text)?.[1],
    stock: / stock=(\S+)/.exec(text)?.[1]?.split(',').map(Number) ?? null,
  };
}

describe('hexafive', () => {
  it('counts stones: on the board and in hand they are always as many as at the start', () => {
    fc.assert(
      fc.property(options, fc.integer(), (given, seed) => {
        const setup = setupOf(game, given);
        const total = Number(setup['pieces']);
        for (const position of randomGame(game, setup, seed)) {
          const { letters, stock } = told(position);
          if (stock === null) expect(setup['pieces']).toBe('unlimited');
          else expect([letters['white']! + stock[0]!, letters['black']! + stock[1]!]).toEqual([total, total]);
        }
      }),
      runs,
    );
  });

  it('fills one cell with every move, or none and forbids one', () => {
    fc.assert(
      fc.property(options, fc.integer(), (given, seed) => {
        const positions = [...randomGame(game, setupOf(game, given), seed)].map(told);
        for (const [i, { letters, ban }] of positions.entries()) {
          if (i > 0) expect(positions[i - 1]!.letters['empty']! - letters['empty']!).toBe(ban === undefined ? 1 : 0);
        }
      }),
      runs,
    );
  });

  it('agrees with the slow rules on boards filled at random, whoever could have reached them', () => {
    const rows = [5, 6, 7, 8, 9, 8, 7, 6, 5];
    const board = fc
      .tuple(
        ...rows.map(length => fc.array(fc.constantFrom('.', '.', 'O', 'X'), { minLength: length, maxLength: length })),
      )
      .map(lines => lines.map(line => line.join('')).join('/'));
    fc.assert(
      fc.property(board, fc.constantFrom('O', 'X'), captures, (cells, turn, capture) => {
        const text = `${cells} ${turn}`;
        const position = game.decode(setupOf(game, [['capture', capture]]), text);
        if (!position.ok) throw new Error(position.reason.code);
        const winner = slowHexafiveWinner(text);
        const outcome = game.outcome(position.value);
        expect(outcome?.ranks).toEqual(winner === null ? undefined : winner === 'white' ? [1, 2] : [2, 1]);
        const expected = slowHexafiveMoves(text, capture);
        expect([...game.moves(position.value)].map(move => game.format(position.value, move)).sort()).toEqual([...expected.keys()].sort()); // prettier-ignore
        for (const move of game.moves(position.value)) {
          expect(game.encode(game.play(position.value, move))).toBe(expected.get(game.format(position.value, move)));
        }
      }),
      { ...runs, numRuns: 200 },
    );
  });

  it('answers any text with a move or a reason, and a text of move shape never as unreadable', () => {
    const noise = fc.oneof(
      fc.string({ maxLength: 12 }),
      fc.stringMatching(/^[a-kA-K,. 0-9]{0,10}$/),
      fc.stringMatching(/^[a-lA-L][1-9][01]?(?:, ?[a-l][1-9]){0,3}$/),
    );
    const position = [...randomGame(game, setupOf(game, []), 7)][12]!;
    fc.assert(
      fc.property(noise, text => {
        const move = game.parse(position, text);
        if (move.ok) expect(game.looksLikeMove(text)).toBe(true);
        else if (game.looksLikeMove(text)) expect(move.reason.code).not.toBe('move-unreadable');
        else expect(move.reason.code).toBe('move-unreadable');
      }),
      { ...runs, numRuns: 2000 },
    );
  });

  it('decodes any text to a position or a reason', () => {
    const texts = fc.oneof(fc.string(), fc.stringMatching(/^[.OX]{3}\/[.OX]{4}\/[.OX]{5}\/[.OX]{4}\/[.OX]{3} [OX]( ban=[A-E][1-5])?( stock=[0-9]{1,3},[1-9])?$/)); // prettier-ignore
    fc.assert(
      fc.property(texts, text => {
        const read = game.decode(setupOf(game, []), text);
        if (read.ok) expect(game.encode(read.value)).toBe(text.trim().replace(/\s+/g, ' '));
        else expect(read.reason.code).toBe('position-unreadable');
      }),
      { ...runs, numRuns: 1000 },
    );
  });
});
