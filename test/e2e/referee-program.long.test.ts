// `nexpost referee` and `nexpost player` as programs: our players over pipes, over TCP and in the process; signals; exit statuses.
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NEXPOST, builtProgram, type Ending, type Program } from './program.ts';
import { type GameRecord, isAlive, traces } from './referee-run.ts';

let program: Program;
beforeAll(() => {
  program = builtProgram();
});
afterAll(async () => program.remove());

const ourPlayer = (words: string): string => `exec ${process.execPath} ${NEXPOST} player ${words}`;

const records = ({ stdout }: Ending): GameRecord[] =>
  stdout.trim().split('\n').slice(0, -1).map(line => JSON.parse(line) as GameRecord); // prettier-ignore

describe('our players', () => {
  it('play in the process of the referee, sides called as the game calls them', async () => {
    for (const [name, size, sides] of [
      ['nexos', '-players=2', ['blue+red', 'yellow+green']],
      ['hexafive', '-radius=3', ['white', 'black']],
    ] as const) {
      const { code, stdout, stderr } = await program.start(['referee', name, size, '--black', 'player:random', '--white', 'player:random --seed 5', '--seed', '1']).ended; // prettier-ignore
      expect([code, stderr], name).toEqual([0, '']);
      const [game, summary] = stdout.trim().split('\n').map(line => JSON.parse(line) as Record<string, unknown>); // prettier-ignore
      const black = name === 'nexos' ? 'blue+red' : 'black';
      expect([game![black], Object.keys(game!['ms'] as object)]).toEqual(['player:random', sides]);
      expect(['illegal', 'timeout', 'crash', 'protocol'], name).not.toContain(game!['reason']);
      expect(summary, name).toMatchObject({ summary: name, games: 1, seed: 1 });
    }
  });

  it('play the same game again, given seeds and nodes', async () => {
    const words = ['referee', 'nex', '-size=4', '--black', 'player:mcts --nodes 60', '--white', 'player:random', '--games', '2', '--seed', '7']; // prettier-ignore
    const [one, two] = [await program.start(words).ended, await program.start(words).ended].map(ending => records(ending).map(({ moves }) => moves)); // prettier-ignore
    expect(one).toHaveLength(2);
    expect(one).toEqual(two);
  });

  it('speak either dialect over pipes', async () => {
    const { code, stderr, stdout } = await program.start([
      'referee', 'nex', '-size=3', '--games', '2',
      '--black', ourPlayer('random --seed 1'), '--white', ourPlayer('random nex --seed 2 --dialect old'),
    ]).ended; // prettier-ignore
    expect([code, stderr]).toEqual([0, '']);
    expect(records({ stdout } as Ending).map(({ faults, plies }) => [faults, plies > 2])).toEqual([[undefined, true], [undefined, true]]); // prettier-ignore
  });

  it('connect to a port, and exit when all is over', async () => {
    const referee = program.start(['referee', 'hex', '-size=4', '--port', '0', '--games', '2']);
    let stderr = '';
    referee.process.stderr!.on('data', (piece: Buffer) => (stderr += piece.toString()));
    while (!stderr.includes('\n')) await sleep(10);
    const address = /127\.0\.0\.1:\d+/.exec(stderr)![0];
    const players = [1, 2].map(() => program.start(['player', 'random', 'hex', '--connect', address]));
    const endings = await Promise.all([referee, ...players].map(({ ended }) => ended));
    expect(endings.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(records(endings[0]!).map(({ reason }) => reason)).toEqual(['connection', 'connection']);
  });
});

describe('a referee that is stopped', () => {
  const STUBBORN =
    'trap "" TERM INT HUP; echo $$ >>"$PIDS"; setsid sleep 300 & echo $! >>"$PIDS"; while sleep 1; do :; done';

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('by %s leaves nobody behind', async signal => {
    const left = traces();
    const command = `PIDS=${left.file('pids')}; ${STUBBORN}`;
    const referee = program.start(['referee', 'hex', '--black', command, '--white', command]);
    while (!existsSync(left.file('pids')) || left.ids().length < 4) await sleep(10);
    expect(left.ids().every(isAlive)).toBe(true);
    const began = performance.now();
    referee.process.kill(signal);
    const { code, stdout, stderr } = await referee.ended;
    expect([code, stderr]).toEqual([1, 'The match was called off.\n']);
    expect(JSON.parse(stdout)).toMatchObject({ summary: 'hex', games: 0, averagePlies: null });
    expect(left.ids().filter(isAlive)).toEqual([]);
    expect(performance.now() - began).toBeLessThan(5_000);
    left.remove();
  });

  it('by a reader that goes away leaves nobody behind', async () => {
    const left = traces();
    const command = `PIDS=${left.file('pids')}; ${STUBBORN}`;
    const referee = program.start(['referee', 'hex', '--black', `echo hello; ${command}`, '--white', command, '--games', '5']); // prettier-ignore
    referee.process.stdout!.destroy();
    await referee.ended;
    expect(left.ids().length).toBeGreaterThan(0);
    expect(left.ids().filter(isAlive)).toEqual([]);
    left.remove();
  });
});
