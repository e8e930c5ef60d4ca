// A verb that writes more than a stream holds waits until it is read.
import { expect, it } from 'vitest';
import { runVerb } from './run-verb.ts';

const GAMES = 200;

it('is read while it runs', async () => {
  const players = ['--black', 'player:random', '--white', 'player:random'];
  const { code, stdout } = await runVerb('referee', 'hex', '-size=3', ...players, '--games', String(GAMES));
  expect(code).toBe(0);
  expect(stdout.length).toBeGreaterThan(32_768);
  expect(stdout.trim().split('\n')).toHaveLength(GAMES + 1);
});
