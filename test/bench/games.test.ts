// The bench of the games: the shape of what it prints, what must not depend on the clock, and how it refuses. No speed is expected.
import { PassThrough, Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { bench as measure } from '#bench/games.ts';

interface Run {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

async function bench(words: string): Promise<Run> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const texts = [stdout, stderr].map(stream => stream.setEncoding('utf8').toArray());
  const status = await measure.run(words.split(' ').filter(Boolean), { stdin: Readable.from([]), stdout, stderr });
  stdout.end();
  stderr.end();
  const [out = '', err = ''] = (await Promise.all(texts)).map(pieces => pieces.join(''));
  return { status, out, err };
}

type Line = Record<string, unknown>;
const linesOf = ({ out }: Run): Line[] =>
  out
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as Line);

const RATES = ['positionsPerSecond', 'countsPerSecond', 'movesPerSecond', 'playoutsPerSecond'];

describe('one game', () => {
  it('is a line, and a line that sums up', async () => {
    const done = await bench('nex -size=3 -endgame=nexc --seconds 0.005 --seed 7');
    expect(done).toMatchObject({ status: 0, err: '' });
    const [game, summary, ...more] = linesOf(done);
    expect(more).toEqual([]);
    expect(game).toMatchObject({ game: 'nex', options: { size: '3x3', endgame: 'nexc' } });
    for (const rate of RATES) expect(game![rate], rate).toBeGreaterThan(0);
    expect(Object.keys(game!)).toEqual(['game', 'options', ...RATES, 'choosing', 'solver', 'checksum']);
    expect(summary).toMatchObject({ summary: 'bench', games: 1, node: process.version, seconds: 0.005, seed: 7 });
    expect(summary!['checksum']).toBe(game!['checksum']);
  });

  it('chooses by nodes and by time, with knowledge and without', async () => {
    const [game] = linesOf(await bench('nex -size=3 --seconds 0.01'));
    const choosing = game!['choosing'] as { player: string; limit: Line; nodes: number; ms: number }[];
    expect(choosing.map(({ player, limit }) => [player, limit])).toEqual(
      ['mcts', 'plain'].flatMap(player =>
        [{ nodes: 100 }, { nodes: 1000 }, { ms: 2 }, { ms: 20 }].map(limit => [player, limit]),
      ),
    );
    for (const { nodes, limit } of choosing) {
      expect(nodes).toBeGreaterThan(0);
      if (typeof limit['nodes'] === 'number') expect(nodes).toBeLessThanOrEqual(limit['nodes']);
    }
  });

  it('asks the solver about a small board, and only where there is one', async () => {
    const [nex] = linesOf(await bench('nex -size=13 --seconds 0.002'));
    expect(nex!['solver']).toMatchObject({ size: '4x4' });
    const [hexafive] = linesOf(await bench('hexafive --seconds 0.002'));
    expect(hexafive!['solver']).toBeNull();
  });
});

it('sums up the same work to the same number, other work to another', async () => {
  const checksum = async (words: string): Promise<unknown> => linesOf(await bench(words)).at(-1)!['checksum'];
  const first = await checksum('gomoku -size=7 --seconds 0.002 --seed 1');
  expect(await checksum('gomoku -size=7 --seconds 0.004 --seed 1')).toBe(first);
  expect(await checksum('gomoku -size=7 --seconds 0.002 --seed 2')).not.toBe(first);
  expect(await checksum('gomoku -size=8 --seconds 0.002 --seed 1')).not.toBe(first);
});

it('makes a table for people', async () => {
  const { status, out } = await bench('boku --seconds=0.002 --text');
  expect(status).toBe(0);
  expect(out).toMatch(/^a second +positions +legal counts +moves listed +playouts\nhexafive +\d/);
  expect(out).toContain('mcts 1000');
  expect(out).toMatch(/\nnode v\d+\.\d+\.\d+, 0\.002 s a measurement, seed 2004, checksum \d+\n$/);
});

it.each([
  ['chess', "There is no game 'chess'; there is nex, "],
  ['nex hex', "bench takes one game; 'hex' is too much."],
  ['-size=5', 'Options of a game need the name of the game.'],
  ['nex -size=99', "-size can't be '99'"],
  ['nex --seconds 0', "--seconds is a number from 0.001 to 60, not '0'."],
  ['nex --seconds 61', '--seconds is a number'],
  ['nex --seed -1', "--seed is a whole number from 0 to 4294967295, not '-1'."],
  ['nex --depth 3', "'--depth' is no option of this verb."],
])('refuses %s', async (words, sentence) => {
  await expect(bench(words)).rejects.toThrow(sentence);
});

it('has help that names every option', () => {
  for (const option of ['--seconds', '--seed', '--text']) expect(measure.help).toContain(`  ${option}`);
});
