// Wins by a row of fours in Gomoku: what is found wins against every answer, and known ones are found.
import { describe, expect, it } from 'vitest';
import { hideTypes } from '#games/game.ts';
import { gomoku } from '#games/gomoku/index.ts';
import { createRandom } from '#games/kit/random.ts';
import { must } from '#games/kit/assert.ts';
import type { StonePosition } from '#games/stones/stone-game.ts';
import { times } from '#test/sample.ts';
import { seedsFor } from '#test/seeds.ts';
import { setupOf } from '../conformance/game.ts';

const NODES = 2_000;

const positionOf = (rows: readonly string[], turn: 'B' | 'W'): StonePosition => {
  const setup = setupOf(hideTypes(gomoku), [['size', `${rows.length}`]]);
  const read = gomoku.decode(setup, `${rows.join('/')} ${turn}`);
  if (!read.ok) throw new Error(read.reason.code);
  return read.value;
};

/** Plays the win to its end: the other side answers each four, as it must. The number of fours. */
function countFours(start: StonePosition): number {
  let position = start;
  for (let fours = 1; ; fours++) {
    const move = must(gomoku.forcedWin(position, NODES), 'a win that goes on');
    position = gomoku.play(position, move);
    expect(gomoku.outcome(position)).toBeNull();
    expect(gomoku.winningMove(position)).toBeNull();
    // Any other answer loses at once.
    const losesAtOnce = gomoku.losesAtOnce(position);
    const answers = [...gomoku.moves(position)].filter(answer => !losesAtOnce(answer));
    if (answers.length === 0) return fours;
    expect(answers).toHaveLength(1);
    position = gomoku.play(position, must(answers[0], 'one answer'));
    if (gomoku.winningMove(position) !== null) return fours;
  }
}

describe('wins by fours', () => {
  it.each(seedsFor(import.meta.filename))('hold against the answers of the other side (seed %i)', seed => {
    let found = 0;
    for (let n = 0; n < times(300, 3_000, seed); n++) {
      const rng = createRandom(seed * 10_000 + n);
      const setup = setupOf(hideTypes(gomoku), [['size', `${7 + (n % 5)}`]]);
      let position = gomoku.start(setup);
      for (let plies = 10 + rng.below(30); plies > 0 && gomoku.outcome(position) === null; plies--)
        position = gomoku.play(position, gomoku.randomMove(position, rng));
      if (gomoku.outcome(position) !== null || gomoku.winningMove(position) !== null) continue;
      const before = JSON.stringify(position);
      if (gomoku.forcedWin(position, NODES) === null) continue;
      found += 1;
      expect(JSON.stringify(position)).toBe(before);
      expect(countFours(position)).toBeGreaterThan(0);
    }
    expect(found).toBeGreaterThan(3);
  });

  it('are found where two rows of three meet', () => {
    const fork = positionOf(['.........', '.........', '.........', '...BBB...', '......W..', '.....B...', '.....B...', '..W..B.W.', '.W......W'], 'B'); // prettier-ignore
    expect(gomoku.forcedWin(fork, NODES)).not.toBeNull();
    expect(countFours(fork)).toBeGreaterThanOrEqual(1);
  });

  it('are none where the answer makes a four, and the four against that makes no more', () => {
    const empty = '.........';
    const rows = ['.BBB.W...', 'W........', 'W........', 'W........', ...Array<string>(5).fill(empty)];
    expect(gomoku.forcedWin(positionOf(rows, 'B'), NODES)).toBeNull();
    // With three more stones in a row that meets the answer the game goes on, and is won.
    const met = ['.BBB.W...', 'W........', 'W........', 'W........', '.B.BB....', ...Array<string>(4).fill(empty)];
    expect(countFours(positionOf(met, 'B'))).toBeGreaterThan(0);
  });

  it('are not looked for beyond the limit', () => {
    const open = positionOf(['.........', '.........', '.........', '...BBB...', '.........', '.........', '.........', '.........', '.........'], 'B'); // prettier-ignore
    expect(gomoku.forcedWin(open, 0)).toBeNull();
    expect(gomoku.forcedWin(open, 1)).not.toBeNull();
  });
});
