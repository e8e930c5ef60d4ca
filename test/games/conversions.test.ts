// Conversions in a game with captures: the quick test of many agrees with placing the stones, liberties and repetitions alike.
import { describe, expect, it } from 'vitest';
import { gonnectStones } from '#games/gonnect/stones.ts';
import { createRandom, type Random } from '#games/kit/random.ts';
import { createLegality, listChanges } from '#games/stones/legality.ts';
import { buildMove, createMoveTest, listCandidates } from '#games/stones/neutral/moves.ts';
import { findMaterial, setCells, type StonePosition } from '#games/stones/stone-game.ts';
import { SEED } from '#test/seeds.ts';

/** Boards with few empty cells, where chains have few liberties, or none. An earlier arrangement is one conversion away. */
function drawPosition(random: Random): StonePosition {
  const size = 3 + random.below(3);
  const letters = ['.BBWW??', 'BBBWW????.', '.BBBB??'][random.below(3)]!;
  const cells = Array.from({ length: size * size }, () => letters[random.below(letters.length)]!).join('');
  const position: StonePosition = { setup: { size: String(size) }, cells, turn: 0, last: [], seen: [cells], end: null };
  const { count, cellsAt } = listCandidates(findMaterial(gonnectStones, position));
  if (count === 0) return position;
  const earlier = setCells(cells, listChanges(gonnectStones, position, cellsAt(random.below(count))));
  return { ...position, seen: [earlier, cells] };
}

describe('a conversion', () => {
  it('is legal if the stones can be placed', () => {
    const random = createRandom(SEED);
    const reasons = new Map<string, number>();
    for (let i = 0; i < 400; i++) {
      const position = drawPosition(random);
      const isLegal = createMoveTest(gonnectStones, position);
      const { count, cellsAt } = listCandidates(findMaterial(gonnectStones, position));
      const { findCaptures } = createLegality(gonnectStones, position);
      for (let k = 0; k < count; k++) {
        const move = buildMove(gonnectStones, position, cellsAt(k));
        const found = findCaptures(cellsAt(k));
        const reason = `${move.kind}: ${found.ok ? 'legal' : found.reason}`;
        reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
        expect(isLegal(move), `${position.cells} ${JSON.stringify(move)}`).toBe(found.ok);
      }
    }
    expect(reasons.get('convert: legal')).toBeGreaterThan(100);
    expect(reasons.get('convert: suicide')).toBeGreaterThan(100);
    expect(reasons.get('convert: repetition')).toBeGreaterThan(5);
  });
});
