// `nexpost referee` with players in Python: the one that the manual shows, and one that knows no lines.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isAlive, referee, type Traces, traces } from '../e2e/referee-run.ts';

const root = join(import.meta.dirname, '..', '..');
const players = join(root, 'test', 'e2e', 'players');
const manual = readFileSync(join(root, 'docs', 'referee.md'), 'utf8');
const shown = /```python\n([\s\S]*?)```/.exec(manual)?.[1] ?? '';

let left: Traces;
beforeEach(() => {
  left = traces();
});
afterEach(() => {
  left.remove();
});

it('plays a match in the later dialect, one process for all games', async () => {
  writeFileSync(left.file('player.py'), shown);
  const command = `echo $$ >>'${left.file('pids')}'; exec python3 '${left.file('player.py')}'`;
  const { status, games, summary, err } = await referee('nex', '-size=4', '--black', command, '--white', command, '--games', '6'); // prettier-ignore
  expect([status, err, games.length]).toEqual([0, '', 6]);
  expect(games.flatMap(({ faults = [] }) => faults)).toEqual([]);
  expect(games.filter(({ reason }) => !['connection', 'no-move'].includes(reason))).toEqual([]);
  expect(summary).toMatchObject({ summary: 'nex', options: { size: '4x4', endgame: 'neto' }, games: 6 });
  expect(left.ids()).toHaveLength(2);
  expect(left.ids().filter(isAlive)).toEqual([]);
});

it('needs no lines', async () => {
  const black = `python3 '${join(players, 'hex-characters.py')}'`;
  const white = `sh '${join(players, 'hex.sh')}' last`;
  const { games } = await referee('hex', '-size=2', '--black', black, '--white', white, '--games', '2');
  expect(games.map(({ moves, winner, reason }) => [moves.join(' '), winner, reason])).toEqual([
    ['a1 b2 a2 b1', 'white', 'connection'],
    ['b2 a1 b1 a2', 'white', 'connection'],
  ]);
});
