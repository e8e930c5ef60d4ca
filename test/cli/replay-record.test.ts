// `nexpost replay` of our record of a game: from a file, from stdin, as lines for people, as SGF; and what it refuses.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommandLine } from '#cli/main.ts';

const page = join(import.meta.dirname, '..', '..', 'docs', 'record-format.md');

async function run(args: readonly string[], input = ''): Promise<{ status: number; out: string; err: string }> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const read = async (stream: PassThrough): Promise<string> => (await stream.setEncoding('utf8').toArray()).join('');
  const texts = Promise.all([read(stdout), read(stderr)]);
  const status = await runCommandLine(['replay', ...args], {
    stdin: Readable.from([Buffer.from(input)]),
    stdout,
    stderr,
  });
  stdout.end();
  stderr.end();
  const [out, err] = await texts;
  return { status, out, err };
}

const linesOf = (out: string): readonly unknown[] =>
  out.trim().split('\n').map(line => JSON.parse(line) as unknown); // prettier-ignore

describe('nexpost replay of a record', () => {
  let dir = '';
  let file = '';
  let record = '';
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'nexpost-record-'));
    file = join(dir, 'hex-101.json');
    record = /```json\n(.*?)```/s.exec(await readFile(page, 'utf8'))?.[1] ?? '';
    await writeFile(file, record);
  });
  afterAll(() => rm(dir, { recursive: true }));

  it.each([
    ['a colour that was not to move', '"colour": "black"', '"colour": "white"'],
    ['a colour that there is not', '"colour": "black"', '"colour": "__proto__"'],
    ['a swap where none was offered', '"swap": true', '"swap": false'],
    ['a second swap', '{ "swap": 1,', '{ "swap": 1, "at": "2026-12-01T10:30:00.000Z" }, { "swap": 1,'],
    ['a move after an agreed draw', '{ "swap": 1,', '{ "draw": true, "at": "2026-12-01T10:30:00.000Z" }, { "swap": 1,'],
    ['a swap after another move', '{ "takeBack": 1,', '{ "swap": 0,'],
  ])('refuses %s', async (_, text, other) => {
    expect(record).toContain(text);
    const { status, out } = await run(['hex'], record.replace(text, other));
    expect([status, linesOf(out).at(-1)]).toMatchObject([1, { error: {} }]);
  });

  it('sends nothing of it to a terminal that it would obey', async () => {
    const move = '\u001b]0;x\u0007\u009b2J\u202e\u{e0041}\n1. black b3';
    const hostile = record.replace('"move": "b3"', `"move": ${JSON.stringify(move)}`);
    const [json, text] = [await run(['hex'], hostile), await run(['hex', '--text'], hostile)];
    for (const { out } of [json, text]) expect(out).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
    expect(linesOf(json.out).at(-1)).toMatchObject({ move });
    expect(text.out).not.toContain('\n1. black b3');
  });

  it('tells every entry', async () => {
    const { status, out } = await run([file]);
    expect(status).toBe(0);
    expect(linesOf(out)).toEqual([
      { ply: 0, toMove: 'black', status: 'playing', winner: null },
      { ply: 1, by: 'black', move: 'b3', toMove: 'white', status: 'playing', winner: null },
      { ply: 1, swap: 'bob', toMove: 'white', status: 'playing', winner: null },
      { ply: 2, by: 'white', move: 'c1', toMove: 'black', status: 'playing', winner: null },
      { ply: 1, takeBack: 1, toMove: 'white', status: 'playing', winner: null },
      { ply: 2, by: 'white', move: 'c2', toMove: 'black', status: 'playing', winner: null },
      { ply: 2, retire: 'white', toMove: null, status: 'over', winner: 'black', reason: 'resigned' },
    ]);
  });

  it('reads it on stdin as well, in many lines or one, whatever the size of the command line', async () => {
    const told = linesOf((await run([file])).out);
    const [start, ...rest] = linesOf((await run(['hex', '-size=9'], record)).out);
    expect(start).toMatchObject({ ply: 0 });
    expect(rest).toEqual(told);
    const short = JSON.stringify(JSON.parse(record));
    expect(linesOf((await run(['hex'], `${short}\n`)).out).slice(1)).toEqual(told);
  });

  it('writes it as SGF, and as lines with the board', async () => {
    expect((await run([file, '--record'])).out).toBe(
      '(;FF[4]CA[UTF-8]AP[nexpost]GM[11]SZ[4]RE[W+R]\n;B[c2];W[swap-pieces];B[c2];B[resign])\n',
    );
    const { out } = await run([file, '--text']);
    expect(out).toContain('\n1.  (swap: bob, toMove: white)\n');
    expect(out).toContain('a\\');
  });

  it.each([
    ['no JSON', (text: string): string => text.slice(0, -5)],
    ['of a later version', (text: string): string => text.replace('"version": 1', '"version": 2')],
    ['with an illegal move', (text: string): string => text.replace('"move": "c2"', '"move": "b3"')],
    ['with another result', (text: string): string => text.replace('"ranks": [1, 2]', '"ranks": [2, 1]')],
    ['of another game', (text: string): string => text.replace('"hex"', '"nex"')],
  ])('refuses one that is %s', async (_, change) => {
    const { status, out } = await run(['hex'], change(record));
    expect(status).toBe(1);
    expect(linesOf(out).at(-1)).toHaveProperty('error.message');
  });

  it('stands alone on the command line', async () => {
    for (const words of [[file, '-size=5'], [file, '--many'], [file, '--position', '.'], [join(dir, 'none.json')]])
      expect(await run(words)).toMatchObject({ status: 2, out: '' });
    const { err } = await run(['hex', '--record', '--position', '../.. B']);
    expect(err).toContain('--position cannot stand beside it');
  });
});
