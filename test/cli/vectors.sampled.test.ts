// The games made by programs that are not ours, all at once through `nexpost replay --many --count --hash`: no difference allowed.
import { readFileSync } from 'node:fs';
import { PassThrough, Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { runCommandLine } from '#cli/main.ts';
import { sample } from '#test/sample.ts';

type Line = Readonly<Record<string, unknown>>;

function read<Vector>(name: string): Vector[] {
  const file = new URL(`../vectors/${name}.jsonl.gz`, import.meta.url);
  const lines = gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n');
  return sample(lines, 12).map(line => JSON.parse(line) as Vector);
}

/** One process for all games; the records of each game. */
async function replayed(game: string, inputs: readonly string[], flags = ['--count']): Promise<Line[][]> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const text = stdout.setEncoding('utf8').toArray();
  const stdin = Readable.from([Buffer.from(inputs.join('\n---\n'))]);
  const status = await runCommandLine(['replay', game, '--many', ...flags], { stdin, stdout, stderr });
  stdout.end();
  const records = (await text).join('').trim().split('\n').map(line => JSON.parse(line) as Line); // prettier-ignore
  expect(status).toBe(records.some(record => 'error' in record) ? 1 : 0);
  const found: Line[][] = [];
  for (const record of records) {
    if ('game' in record) found.push([]);
    // The games that loop on purpose go on where ours has ended.
    else if ('error' in record) expect(record['error']).toMatchObject({ code: 'over' });
    else found.at(-1)!.push(record);
  }
  return found;
}

const column = (records: readonly Line[], name: string): unknown[] => records.map(record => record[name]);

interface NexGame {
  readonly rows: number;
  readonly cols: number;
  readonly variant: string;
  readonly plies: readonly (readonly [string, number, number, number])[];
  readonly result: string;
  readonly final: string;
}

it('Nex', async () => {
  const vectors = read<NexGame>('nex-games');
  const games = await replayed(
    'nex',
    vectors.map(({ rows, cols, variant, plies }) =>
      [`options: -size=${rows}x${cols} -endgame=${variant}`, ...plies.map(([move]) => move)].join('\n'),
    ),
  );
  expect(games.length).toBe(vectors.length);
  games.forEach((records, i) => {
    const { plies, result, final } = vectors[i]!;
    expect(column(records.slice(0, -1), 'legal')).toEqual(plies.map(([, p, c, v]) => p + c + v));
    const last = records.at(-1)!;
    expect(String(last['position']).split(' ')[0]).toBe(final);
    expect(last['winner']).toBe({ B: 'black', W: 'white' }[result] ?? null);
  });
});

interface HexafiveGame {
  readonly size: number;
  readonly special: boolean;
  readonly pieces: number;
  readonly capture: string;
  readonly plies: readonly (readonly [string, number, number])[];
  readonly result: string;
  readonly why: string;
  readonly final: string;
}

it('Hexafive', async () => {
  const vectors = read<HexafiveGame>('hexafive-games');
  const games = await replayed(
    'hexafive',
    vectors.map(({ size, special, pieces, capture, plies }) =>
      [
        `options: ${special ? '-special=1' : `-radius=${size} -pieces=${pieces}`} -capture=${capture}`,
        ...plies.map(([move]) => move),
      ].join('\n'),
    ),
  );
  expect(games.length).toBe(vectors.length);
  games.forEach((records, i) => {
    const { plies, capture, final, result, why } = vectors[i]!;
    expect(column(records.slice(0, -1), 'legal')).toEqual(
      plies.slice(0, records.length - 1).map(([, must, may]) => (capture === 'must' ? must : may)),
    );
    const last = records.at(-1)!;
    const loops = last['reason'] === 'repetition';
    if (!loops) expect(String(last['position']).split(' ')[0]).toBe(final);
    expect(loops || last['reason'] === why).toBe(true);
    if (!loops) expect(last['winner']).toBe({ White: 'white', Black: 'black' }[result] ?? null);
  });
});

interface NexosGame {
  readonly variant: string;
  readonly moves: readonly { readonly move: string }[];
  readonly legal_counts: readonly number[];
  readonly legal_hashes: readonly number[];
  readonly scores: readonly number[];
}

it('Nexos, with the passes written out and without', async () => {
  const vectors = read<NexosGame>('nexos-games');
  for (const isWritten of [true, false]) {
    const games = await replayed(
      'nexos',
      vectors.map(({ variant, moves }) =>
        [
          `options: -players=${variant === 'Nexos' ? 4 : 2}`,
          ...moves.map(({ move }) => move).filter(move => isWritten || move !== 'pass'),
        ].join('\n'),
      ),
      ['--count', '--hash'],
    );
    expect(games.length).toBe(vectors.length);
    games.forEach((records, i) => {
      const { moves, legal_counts: counts, legal_hashes: hashes, scores } = vectors[i]!;
      const turns = moves.flatMap(({ move }, ply) => (move === 'pass' ? [] : [ply]));
      expect(column(records.slice(0, -1), 'legal')).toEqual(turns.map(ply => counts[ply]));
      expect(column(records.slice(0, -1), 'legalHash')).toEqual(turns.map(ply => hashes[ply]));
      expect(Object.values(records.at(-1)!['scores'] as object)).toEqual(scores);
      expect(records.at(-1)).toMatchObject({ status: 'over', reason: 'blocked' });
    });
  }
});
