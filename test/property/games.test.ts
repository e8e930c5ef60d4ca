// Properties of every game of Nex and Hex, over random sizes and games. A failure prints its seed.
import type { Arbitrary } from 'fast-check';
import fc from '#test/fast-check.ts';
import { describe, expect, it } from 'vitest';
import type { AnyGame, Opaque } from '#games/game.ts';
import { findGame } from '#games/registry/index.ts';
import { createRandom } from '#games/kit/random.ts';
import { drawn, setupOf } from '../conformance/game.ts';
import { slowHex, slowWinner } from '../games/slow-stones.ts';

const nex = findGame('nex')!;
const hex = findGame('hex')!;
const runs = { numRuns: 60, verbose: fc.VerbosityLevel.Verbose };

const size = fc.tuple(fc.integer({ min: 2, max: 9 }), fc.integer({ min: 2, max: 9 })).map(([r, c]) => `${r}x${c}`);
const endgame = fc.constantFrom('neto', 'nexc');
const seed = fc.integer();

function* played(game: AnyGame, start: Opaque, from: number): Generator<Opaque> {
  const rng = createRandom(from);
  for (let position = start; ; position = game.play(position, drawn(game, position, rng.below))) {
    yield position;
    if (game.toMove(position) === null) return;
  }
}

const counts = (text: string): Record<string, number> => {
  const of = (letter: string): number => text.split(' ')[0]!.split(letter).length - 1;
  return { empties: of('.'), neutrals: of('?'), black: of('B'), white: of('W') };
};

describe('nex', () => {
  it('adds one stone to the mover with every move, keeps the parity of the empties and a neutral on the board', () => {
    fc.assert(
      fc.property(size, endgame, seed, (of, end, from) => {
        const start = nex.start(setupOf(nex, [['size', of], ['endgame', end]])); // prettier-ignore
        const area = counts(nex.encode(start))['empties']!;
        let ply = 0;
        for (const position of played(nex, start, from)) {
          const { empties, neutrals, black, white } = counts(nex.encode(position));
          expect([black, white]).toEqual([Math.ceil(ply / 2), Math.floor(ply / 2)]);
          const conventions = nex.toMove(position) === null ? 2 : 1;
          if (ply > 0 && end === 'nexc') {
            expect((area - empties!) % 2).toBe(0);
            expect(neutrals).toBeGreaterThan(0);
          } else expect(neutrals! + conventions).toBeGreaterThan(0);
          ply += 1;
        }
        expect(ply).toBeLessThanOrEqual(area + 1);
      }),
      runs,
    );
  });

  it('under neto never ends in a draw; under nexc only with one neutral and at most one empty cell left', () => {
    fc.assert(
      fc.property(size, endgame, seed, (of, end, from) => {
        const positions = [...played(nex, nex.start(setupOf(nex, [['size', of], ['endgame', end]])), from)]; // prettier-ignore
        const last = positions.at(-1)!;
        const drawnGame = nex.outcome(last)!.ranks.every(rank => rank === 1);
        const { empties, neutrals } = counts(nex.encode(last));
        if (end === 'neto') expect(drawnGame).toBe(false);
        if (drawnGame) expect([neutrals, empties! <= 1]).toEqual([1, true]);
      }),
      runs,
    );
  });
});

describe.each([nex, hex].map(game => [game.name, game] as const))('%s', (_, game) => {
  it('agrees with a slow walk about who has joined what', () => {
    fc.assert(
      fc.property(size, seed, (of, from) => {
        for (const position of played(game, game.start(setupOf(game, [['size', of]])), from)) {
          const outcome = game.outcome(position);
          const winner = outcome === null ? null : ['black', 'white'][outcome.ranks.indexOf(1)];
          expect(winner).toBe(slowWinner(slowHex, game.encode(position)));
        }
      }),
      runs,
    );
  });

  it('agrees with a slow walk on boards filled at random, whoever could have reached them', () => {
    const cells = (letters: string): Arbitrary<string> =>
      fc.tuple(fc.integer({ min: 2, max: 8 }), fc.integer({ min: 2, max: 8 })).chain(([rows, columns]) =>
        fc.array(fc.array(fc.constantFrom(...letters.split('')), { minLength: columns, maxLength: columns }), { minLength: rows, maxLength: rows })
          .map(board => board.map(row => row.join('')).join('/'))); // prettier-ignore
    fc.assert(
      fc.property(cells(game === nex ? '.?BBBWWW' : 'BBBWWW.'), fc.constantFrom('B', 'W'), (board, turn) => {
        const read = game.decode(setupOf(game, []), `${board} ${turn}`);
        if (!read.ok) throw new Error(read.reason.code);
        const outcome = game.outcome(read.value);
        const winner = slowWinner(slowHex, `${board} ${turn}`);
        if (winner !== null) expect(outcome?.ranks).toEqual(winner === 'black' ? [1, 2] : [2, 1]);
        else expect(outcome === null ? 'on' : outcome.reason).toMatch(/^(?:on|no-move)$/);
        expect(game.encode(read.value)).toBe(`${board} ${turn}`);
      }),
      { ...runs, numRuns: 400 },
    );
  });

  it('answers any text with a move or a reason, and a text of move shape never as unreadable', () => {
    const noise = fc.oneof(
      fc.string({ maxLength: 12 }),
      fc.stringMatching(/^[a-fBW?,. 0-9]{0,10}$/),
      fc.stringMatching(/^[BbWw]?[a-h][1-9](?:,[a-h][1-9]){0,2}$/),
    );
    const position = [...played(game, game.start(setupOf(game, [['size', '6']])), 7)][8]!;
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
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[.BW?/]{0,20} ?[BW]?$/)), text => {
        const read = game.decode(setupOf(game, []), text);
        if (read.ok) expect(game.encode(read.value)).toBe(text.trim().replace(/\s+/, ' '));
        else expect(read.reason.code).toBe('position-unreadable');
      }),
      { ...runs, numRuns: 1000 },
    );
  });
});
