// What Gonnect forbids to capture: a move that brings back an arrangement, however long ago that one stood there.
import { describe, expect, it } from 'vitest';
import { findGame } from '#games/registry/index.ts';
import { setupOf } from '../conformance/game.ts';

const gonnect = findGame('gonnect')!;

/** The arrangements of a game on the smallest board, the first one empty. */
function play(moves: string): { readonly seen: readonly string[]; readonly answer: (text: string) => string } {
  let position = gonnect.start(setupOf(gonnect, [['size', '3']]));
  const cells = (): string => gonnect.encode(position).split(' ')[0]!;
  const seen = [cells()];
  for (const text of moves.split(' ')) {
    const move = gonnect.parse(position, text);
    if (!move.ok) throw new Error(`${text}: ${move.reason.code}`);
    position = gonnect.play(position, move.value);
    seen.push(cells());
  }
  const answer = (text: string): string => {
    const move = gonnect.parse(position, text);
    return move.ok ? gonnect.encode(gonnect.play(position, move.value)) : move.reason.code;
  };
  return { seen, answer };
}

describe('a capture in Gonnect', () => {
  it('of the two stones just given up takes them', () => {
    expect(play('b3 a2 c2 b2 a3').answer('c3')).toBe('..W/WWB/... B');
  });

  it('may not bring back the arrangement of before the stones were given up', () => {
    const { seen, answer } = play('b3 a2 c2 b2 a3 c3');
    // White has taken a3 and b3. To take c3 from b3 would leave what White's b2 left.
    expect(seen[4]).toBe('.B./WWB/...');
    expect(answer('b3')).toBe('arrangement-repeats');
    expect(answer('a3')).toBe('B.W/WWB/... W');
  });
});
