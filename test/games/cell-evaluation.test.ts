// What is known cell by cell: of lines, what a change is worth and what cannot be answered; of triangles, who has won when they are full.
import { describe, expect, it } from 'vitest';
import { gomokuStones } from '#games/gomoku/stones.ts';
import { createRandom } from '#games/kit/random.ts';
import { estimateWin, evaluateCells } from '#games/stones/heuristic/evaluation.ts';
import { evaluateTriangle } from '#games/stones/heuristic/triangle.ts';
import { NEUTRAL, STONE, type StoneGame, type StonePosition, setCells } from '#games/stones/stone-game.ts';
import { yStones } from '#games/y/stones.ts';

const LETTERS = '..BW?';

function anyPosition(game: StoneGame, size: string, seed: number): StonePosition {
  const rng = createRandom(seed);
  const { names } = game.boardOfSize(size);
  const cells = names.map(() => LETTERS.charAt(rng.below(LETTERS.length))).join('');
  return { setup: { size }, cells, turn: rng.below(2) as 0 | 1, last: [], seen: [], end: null };
}

describe('lines', () => {
  it('tell what a cell is worth as what the whole board is worth after the change', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const position = anyPosition(gomokuStones, '7x7', seed);
      const before = evaluateCells(gomokuStones, position)!;
      const own = gomokuStones.sides[position.turn].letter;
      for (let cell = 0; cell < position.cells.length; cell += 3) {
        for (const [state, letter] of [
          ['own', own],
          ['empty', '.'],
          ['neutral', '?'],
        ] as const) {
          const after = evaluateCells(gomokuStones, {
            ...position,
            cells: setCells(position.cells, [[cell, letter]]),
          })!;
          expect(before.evaluation + before.gain(cell, state), `seed ${seed}, cell ${cell}, ${state}`).toBeCloseTo(after.evaluation, 9); // prettier-ignore
        }
      }
    }
  });

  const chance = (rows: string, turn: 0 | 1): number => {
    const cells = rows.replaceAll('/', '');
    return estimateWin(gomokuStones, { setup: { size: '7x7' }, cells, turn, last: [], seen: [], end: null })!;
  };

  it('know an open four as lost for whoever must answer it, and an open three as won for whoever moves', () => {
    expect(chance('......./......./.BBBB../..WWW../......./......./.......', 1)).toBeLessThan(0.1);
    expect(chance('......./......./..BBB../......./..WW.../..W..../.......', 0)).toBeGreaterThan(0.9);
  });

  it('know that a closed four can be answered', () => {
    expect(chance('......./......./WBBBB../..WWW../......./......./.......', 1)).toBeGreaterThan(0.1);
  });
});

describe('the reduction of a triangle', () => {
  it('names the winner of a full board', () => {
    const board = yStones.boardOfSize('8');
    for (let seed = 1; seed <= 300; seed++) {
      const rng = createRandom(seed);
      const filling = board.fill(board.names.map(() => 'BW'.charAt(rng.below(2))).join(''));
      const { evaluation } = evaluateTriangle(filling, 8, STONE[0]);
      expect(evaluation > 0, `seed ${seed}`).toBe(board.hasWon(filling, 0));
      expect(board.hasWon(filling, 1)).toBe(!board.hasWon(filling, 0));
    }
  });

  it('favours nobody where nobody stands, and nothing more than the middle', () => {
    const board = yStones.boardOfSize('7');
    const filling = board.fill('.'.repeat(board.names.length)).fill(NEUTRAL, 0, 1);
    const { evaluation, gain } = evaluateTriangle(filling, 7, STONE[1]);
    expect(evaluation).toBeCloseTo(0, 9);
    expect(gain(12, 'own')).toBeGreaterThan(gain(1, 'own'));
    expect(gain(12, 'enemy')).toBeCloseTo(-gain(12, 'own'), 9);
  });
});
