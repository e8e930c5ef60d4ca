// Forced wins in Gomoku: what is found wins against every reply, and known ones are found.
import { describe, expect, it } from 'vitest';
import { hideTypes } from '#games/game.ts';
import { gomoku } from '#games/gomoku/index.ts';
import { createRandom } from '#games/kit/random.ts';
import { must } from '#games/kit/assert.ts';
import type { PlaceMove, StonePosition } from '#games/stones/stone-game.ts';
import { times } from '#test/sample.ts';
import { seedsFor } from '#test/seeds.ts';
import { setupOf } from '../conformance/game.ts';

const NODES = 2_000;
const seek = must(gomoku.forcedWin, 'a search for wins');

const positionOf = (rows: readonly string[], turn: 'B' | 'W'): StonePosition => {
  const setup = setupOf(hideTypes(gomoku), [['size', `${rows.length}`]]);
  const read = gomoku.decode(setup, `${rows.join('/')} ${turn}`);
  if (!read.ok) throw new Error(read.reason.code);
  return read.value;
};

/** The first reply that stops the win which this move begins. null: none does. */
function findRefutation(position: StonePosition, move: PlaceMove): string | null {
  const after = gomoku.play(position, move);
  if (gomoku.outcome(after) !== null) return null;
  if (gomoku.winningMove(after) !== null) return 'a win';
  for (const reply of gomoku.moves(after)) {
    const next = gomoku.play(after, reply);
    const wins = gomoku.outcome(next) === null && (gomoku.winningMove(next) ?? seek(next, 20 * NODES)) !== null;
    if (!wins) return gomoku.format(after, reply);
  }
  return null;
}

/** A position after moves that a player might make. */
function createPosition(seed: number): StonePosition {
  const rng = createRandom(seed);
  let position = gomoku.start(setupOf(hideTypes(gomoku), [['size', `${7 + (seed % 5)}`]]));
  for (let plies = 6 + rng.below(14); plies > 0 && gomoku.outcome(position) === null; plies--) {
    const likely = gomoku.heuristic?.topMoves(position, 8) ?? [];
    const move = likely[rng.below(8)]?.move ?? gomoku.randomMove(position, rng);
    position = gomoku.play(position, move);
  }
  return position;
}

const findForcedWin = (position: StonePosition): PlaceMove => must(seek(position, NODES), 'a forced win');

describe('forced wins', () => {
  it.each(seedsFor(import.meta.filename))('hold against every reply (seed %i)', seed => {
    let found = 0;
    for (let n = 0; n < times(60, 600, seed); n++) {
      const position = createPosition(seed * 10_000 + n);
      if (gomoku.outcome(position) !== null || gomoku.winningMove(position) !== null) continue;
      const before = JSON.stringify(position);
      const move = seek(position, NODES);
      if (move === null) continue;
      found += 1;
      expect(JSON.stringify(position)).toBe(before);
      expect(findRefutation(position, move), gomoku.encode(position)).toBeNull();
    }
    expect(found).toBeGreaterThan(0);
  });

  it('are found where two rows of three meet', () => {
    const fork = positionOf(['.........', '.........', '.........', '...BBB...', '......W..', '.....B...', '.....B...', '..W..B.W.', '.W......W'], 'B'); // prettier-ignore
    expect(findRefutation(fork, findForcedWin(fork))).toBeNull();
  });

  it('are none where the answer makes a four, and the four against that makes no more', () => {
    const empty = '.........';
    const rows = ['.BBB.W...', 'W........', 'W........', 'W........', ...Array<string>(5).fill(empty)];
    expect(seek(positionOf(rows, 'B'), NODES)).toBeNull();
    // With three more stones in a row that meets the answer the game goes on, and is won.
    const met = ['.BBB.W...', 'W........', 'W........', 'W........', '.B.BB....', ...Array<string>(4).fill(empty)];
    const won = positionOf(met, 'B');
    expect(findRefutation(won, findForcedWin(won))).toBeNull();
  });

  it('are found where a three meets another, and not where one of them is stopped', () => {
    const empty = '...........';
    const rows = [empty, empty, '....B......', '....B......', empty, '..BB.......', empty, empty, empty, empty, empty];
    const cross = positionOf(rows.with(7, '.......W.W.').with(9, '.W.......W.'), 'B');
    expect(findRefutation(cross, findForcedWin(cross))).toBeNull();
    const stopped = rows.with(1, '....W......').with(5, '.WBB.......').with(9, '.W....W....');
    expect(seek(positionOf(stopped, 'B'), NODES)).toBeNull();
  });

  it('are not looked for beyond the limit', () => {
    const open = positionOf(['.........', '.........', '.........', '...BBB...', '.........', '.........', '.........', '.........', '.........'], 'B'); // prettier-ignore
    expect(seek(open, 0)).toBeNull();
    expect(seek(open, 1)).not.toBeNull();
  });
});
