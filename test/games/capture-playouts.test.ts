// Playouts of games with captures: the board that is changed in place agrees with the rules on moves, captures and results.
import { describe, expect, it } from 'vitest';
import { gonnectStones } from '#games/gonnect/stones.ts';
import { createRandom, type Random } from '#games/kit/random.ts';
import { findGame } from '#games/registry/index.ts';
import { createLegality } from '#games/stones/legality.ts';
import { buildMove, listCandidates, play } from '#games/stones/neutral/moves.ts';
import { type Candidates, createTable } from '#games/stones/rejection-sampling.ts';
import { findMaterial, setCells, type Material, type StonePosition } from '#games/stones/stone-game.ts';
import { setupOf } from '../conformance/game.ts';
import { SEED } from '#test/seeds.ts';

const listPlacements = ({ empties }: Material): Candidates => ({
  count: empties.length,
  cellsAt: index => [empties[index]!],
});

/** Boards with few empty cells, where chains have few liberties, or none. An earlier arrangement is one conversion away. */
function drawPosition(random: Random): StonePosition {
  const size = 3 + random.below(3);
  const letters = ['.BBWW??', 'BBBWW????.', '.BBBB??'][random.below(3)]!;
  const cells = Array.from({ length: size * size }, () => letters[random.below(letters.length)]!).join('');
  const position: StonePosition = { setup: { size: String(size) }, cells, turn: 0, last: [], seen: [cells], end: null };
  const { count, cellsAt } = listCandidates(findMaterial(gonnectStones, position));
  if (count === 0) return position;
  const [first = 0, second = 0, given] = cellsAt(random.below(count));
  const last = given === undefined ? [[second, '?'] as const] : [[second, 'B'] as const, [given, '?'] as const];
  return { ...position, seen: [setCells(cells, [[first, 'B'], ...last]), cells] };
}

const reasons = new Map<string, number>();

/** Compares the legality and captures of all candidates. */
function compareMoves(table: ReturnType<typeof createTable>, position: StonePosition, candidates: Candidates): void {
  const { findCaptures } = createLegality(gonnectStones, position);
  for (let k = 0; k < candidates.count; k++) {
    const cells = candidates.cellsAt(k);
    const found = findCaptures(cells);
    const reason = `${cells.length}: ${!found.ok ? found.reason : found.value.length > 0 ? 'captures' : 'legal'}`;
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    const place = `${position.cells} ${cells.join(',')}`;
    expect(table.test(cells, position.turn), place).toEqual(found.ok ? found.value : null);
  }
}

describe('the board of playouts', () => {
  it('agrees with the rules on set-up boards', () => {
    const random = createRandom(SEED);
    for (let i = 0; i < 400; i++) {
      const position = drawPosition(random);
      const table = createTable(gonnectStones, position);
      compareMoves(table, position, listCandidates(findMaterial(gonnectStones, position)));
    }
    for (const reason of ['2: legal', '2: captures', '3: legal', '3: captures', '3: suicide'])
      expect(reasons.get(reason), reason).toBeGreaterThan(100);
    expect(reasons.get('3: repetition')).toBeGreaterThan(5);
  });

  it.each([
    ['gonnect', listPlacements, ['1: captures', '1: suicide', '1: repetition']],
    ['neugonnect', listCandidates, ['2: captures', '2: suicide', '3: suicide']],
  ] as const)('agrees with the rules along random games of %s', (name, candidates, kinds) => {
    const game = findGame(name)!;
    const random = createRandom(SEED + 1);
    reasons.clear();
    // Repetitions are rare. A seed with few of them plays more games.
    const isSeen = (): boolean => kinds.every(kind => (reasons.get(kind) ?? 0) > 5);
    for (let i = 0; i < (name === 'gonnect' ? 60 : 21) || (i < 1_000 && !isSeen()); i++) {
      let position = game.start(setupOf(game, [['size', String(3 + (i % 3))]])) as unknown as StonePosition;
      const table = createTable(gonnectStones, position);
      while (position.end === null) {
        const { turn } = position;
        expect(table.material(turn)).toEqual(findMaterial(gonnectStones, position));
        const fitting = candidates(findMaterial(gonnectStones, position));
        compareMoves(table, position, fitting);
        let cells = fitting.cellsAt(random.below(fitting.count));
        while (table.test(cells, turn) === null) cells = fitting.cellsAt(random.below(fitting.count));
        const wins = table.play(cells, table.test(cells, turn)!, turn);
        position =
          name === 'gonnect'
            ? (game.play(position as never, { cell: cells[0] } as never) as unknown as StonePosition)
            : play(gonnectStones, position, buildMove(gonnectStones, position, cells));
        expect(wins).toBe(position.end?.reason === 'connection');
      }
    }
    for (const reason of kinds) expect(reasons.get(reason), reason).toBeGreaterThan(5);
  });

  it.each(['gonnect', 'neugonnect'])('gives the results of games of %s that are drawn by the rules', name => {
    const game = findGame(name)!;
    const ends = new Set<string>();
    for (let i = 0; i < 120; i++) {
      let position = game.start(setupOf(game, [['size', String(3 + (i % 4))]]));
      const random = createRandom(SEED + i);
      for (let ply = i % 7; ply > 0 && game.toMove(position) !== null; ply--)
        position = game.play(position, game.randomMove(position, random));
      const played = game.playout(position, createRandom(i));
      const again = createRandom(i);
      let plies = 0;
      for (; game.toMove(position) !== null; plies++) position = game.play(position, game.randomMove(position, again));
      expect(played).toEqual({ outcome: game.outcome(position), plies });
      ends.add(played.outcome.reason);
    }
    expect([...ends].toSorted()).toEqual(['connection', 'no-move']);
  });
});
