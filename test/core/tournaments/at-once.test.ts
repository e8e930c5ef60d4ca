// Many boards of one tournament that end at the same instant: all of them enter their results into one document.
import { expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '#core/kernel/time.ts';
import { boardsOf, club, tournamentOf } from './club.ts';

it('enters every result, and nothing fails', async () => {
  const names = await club(10);
  const { service } = names;
  await service.write('player1', 'hex tournament open -size=3 --entries=10');
  for (const name of names) await service.write(name, 'tournament enter 1');
  await service.live(4 * HOUR_MS);
  expect(await boardsOf(service)).toHaveLength(45);
  await service.live(12 * DAY_MS);
  const { state, pairings, entrants } = await tournamentOf(service);
  expect(state).toBe('over');
  expect(pairings.filter(({ result }) => result === null)).toEqual([]);
  // In Hex of 3x3 everybody begins somewhere, so everybody has lost a game they were never at.
  expect(entrants.every(({ hasLeft }) => hasLeft)).toBe(true);
  expect(service.log.filter(line => line.includes('failed'))).toEqual([]);
});
