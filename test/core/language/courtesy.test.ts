// Courtesies around a move: what is taken away, and what is too long to be looked at.
import { expect, it } from 'vitest';
import { removeCourtesy } from '#core/language/courtesy.ts';
import { ear } from '../ear.ts';

it.each([
  ['hi otto, b3,a3, thanks!', 'b3,a3'],
  ['ich spiele h8. Viel Glück!', 'h8'],
  ['not b3,a3', 'not b3,a3'],
])('%s', (line, rest) => {
  expect(removeCourtesy(line, ear)).toBe(rest);
});

it('looks at no long line, which would take the square of its length', () => {
  const hostile = `${'!'.repeat(300_000)}x`;
  expect(removeCourtesy(hostile, ear)).toBe(hostile);
});
