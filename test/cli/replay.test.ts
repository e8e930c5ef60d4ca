// `nexpost replay`: what it prints for what it reads, to the byte, and how it exits.
import { PassThrough, Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { namesOf } from '#games/game.ts';
import { games } from '#games/registry/index.ts';
import { runCommandLine } from '#cli/main.ts';

interface Run {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

async function run(words: string, input: string | Readable = ''): Promise<Run> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const read = async (stream: PassThrough): Promise<string> => (await stream.setEncoding('utf8').toArray()).join('');
  const texts = Promise.all([read(stdout), read(stderr)]);
  const stdin = typeof input === 'string' ? Readable.from([Buffer.from(input)]) : input;
  const args = words.match(/"[^"]*"|\S+/g)?.map(word => word.replace(/"/g, '')) ?? [];
  const status = await runCommandLine(['replay', ...args], { stdin, stdout, stderr });
  stdout.end();
  stderr.end();
  const [out, err] = await texts;
  return { status, out, err };
}

const records = ({ out }: Run): Record<string, unknown>[] =>
  out.trim().split('\n').filter(Boolean).map(line => JSON.parse(line) as Record<string, unknown>); // prettier-ignore

describe('a game', () => {
  it('prints a line for the start and for every move', async () => {
    const done = await run('nex -size=2 -endgame=nexc', 'Ba1?b2\n\n# White answers\nWa2?b1\nb2,b1,a1\n');
    expect(done).toEqual({
      status: 0,
      err: '',
      out: [
        '{"ply":0,"toMove":"black","status":"playing","winner":null}',
        '{"ply":1,"by":"black","move":"a1,b2","toMove":"white","status":"playing","winner":null}',
        '{"ply":2,"by":"white","move":"a2,b1","toMove":"black","status":"playing","winner":null}',
        '{"ply":3,"by":"black","move":"b1,b2,a1","toMove":null,"status":"over","winner":null,"reason":"no-move"}',
        '',
      ].join('\n'),
    });
  });

  it('takes a swap if the options of a file allow one', async () => {
    const [, , swapped, second, ...more] = records(
      await run('hex', 'options: -size=3 -swap=on\na1\nSwap\nb2\nswap\n'),
    ).slice(1);
    expect(swapped).toEqual({ ply: 1, swap: 'white', toMove: 'white', status: 'playing', winner: null });
    expect([second, ...more]).toMatchObject([{ ply: 2, by: 'white', move: 'b2' }, { ply: 3, error: { code: 'swap-too-late' } }]); // prettier-ignore
    const inFile = await run('hex', 'options: -size=3 -swap=on\nswap\n');
    expect(records(inFile).at(-1)).toMatchObject({ ply: 1, error: { code: 'swap-too-early' } });
    expect(records(await run('hex -size=3', 'a1\nswap')).at(-1)).toMatchObject({ error: { code: 'move-unreadable' } });
    expect((await run('nexos', 'options: -swap')).out).toContain('Nexos has no swap.');
    expect((await run('hex --record', 'options: -size=3 -swap\na2\nswap\nb2')).out).toContain(
      ';B[b1];W[swap-pieces];B[b2]',
    );
  });

  it('adds counts, positions and hashes when asked', async () => {
    const [start, first] = records(await run('nex -size=3 --count --hash', 'b3,a3'));
    expect(start).toMatchObject({ legal: 72, position: '.../.../... B', legalHash: 1742052336 });
    expect(first).toMatchObject({ legal: 42, position: '..?/..B/... W', legalHash: 1229421106 });
  });

  it('hashes the moves as the contract says', async () => {
    const fnv = (text: string): number => {
      let h = 2166136261n;
      for (const byte of Buffer.from(text)) h = ((h ^ BigInt(byte)) * 16777619n) % 4294967296n;
      return Number(h);
    };
    const [start] = records(await run('hex -size=2 --hash'));
    expect(start!['legalHash']).toBe(['a1', 'a2', 'b1', 'b2'].reduce((sum, text) => (sum + fnv(text)) % 2 ** 32, 0));
  });

  it('begins where --position says', async () => {
    for (const words of ['--position "BB/?W W"', '"--position=BB/?W W"']) {
      expect(records(await run(`nex ${words}`, 'b1'))).toEqual([
        { ply: 0, toMove: 'white', status: 'playing', winner: null },
        { ply: 1, by: 'white', move: 'b1', toMove: null, status: 'over', winner: 'white', reason: 'connection' },
      ]);
    }
    const drawn = {
      ply: 0,
      toMove: null,
      status: 'over',
      winner: null,
      reason: 'no-move',
      legal: 0,
      position: 'BB/?W W',
    };
    expect(records(await run('nex -endgame=nexc --count --position "BB/?W W"'))).toEqual([drawn]);
  });

  it('may begin with its options, which go before those of the command line', async () => {
    const again = records(await run('hex -size=3', 'options: -size=2\na1\n'));
    expect(again.map(({ ply, toMove }) => [ply, toMove])).toEqual([[0, 'black'], [0, 'black'], [1, 'white']]); // prettier-ignore
    expect(records(await run('hex -size=2', 'options: -size=2x2\na1\n'))).toHaveLength(2);
    for (const [options, code] of [
      ['-size=99', 'option-value'],
      ['size', 'options-unreadable'],
    ] as const) {
      const { status, out } = await run('hex', `options: ${options}\na1\n`);
      expect([status, JSON.parse(out.trim().split('\n').at(-1)!)]).toMatchObject([1, { error: { code } }]);
    }
    expect((await run('hex -size=2', 'a1\noptions: -size=2\n')).status).toBe(1);
  });

  it('reads lines with CRLF, and a last line without an end', async () => {
    const done = await run('hex -size=3', 'a1\r\nb2');
    expect(records(done).map(({ move }) => move)).toEqual([undefined, 'a1', 'b2']);
  });

  it('answers each line before the next is sent', async () => {
    const stdin = new PassThrough();
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    const done = runCommandLine(['replay', 'hex', '-size=3'], { stdin, stdout, stderr });
    const next = (): Promise<string> =>
      new Promise(resolve => stdout.once('data', (piece: Buffer) => resolve(piece.toString())));
    expect(await next()).toContain('"ply":0');
    stdin.write('a1\n');
    expect(await next()).toContain('"move":"a1"');
    stdin.end('b2\n');
    expect(await next()).toContain('"move":"b2"');
    expect(await done).toBe(0);
  });
});

describe('a refusal', () => {
  it('names the ply and the text as typed, ends the run, and exits 1', async () => {
    const done = await run('nex -size=3', 'b3,a3\n  B3,c1 \nb1,b2\n');
    expect(done.status).toBe(1);
    expect(done.err).toBe('');
    expect(records(done)[2]).toEqual({
      ply: 2,
      move: 'B3,c1',
      error: { code: 'cell-occupied', message: 'b3 is taken by a black stone.' },
    });
    expect(records(done)).toHaveLength(3);
  });

  it('of a move after the end has the code over', async () => {
    const done = await run('hex -size=2', 'a1\nb2\nb1\na2\n');
    expect(done.status).toBe(1);
    expect(records(done).at(-1)).toMatchObject({ ply: 4, move: 'a2', error: { code: 'over' } });
  });

  it.each(['resign', 'swap', '---', 'pass'])('meets %s, which is no move here', async text => {
    const done = await run('nex -size=3', `${text}\n`);
    expect(done.status).toBe(1);
    expect(records(done)[1]).toMatchObject({ ply: 1, move: text, error: { code: 'move-unreadable' } });
  });

  it('meets a line without end and does not hold it', async () => {
    const piece = Buffer.from('x'.repeat(1 << 16));
    let sent = 0;
    const endless = new Readable({
      read() {
        this.push(sent++ < 2000 ? piece : null);
      },
    });
    const done = await run('nex', endless);
    expect(done.status).toBe(1);
    expect(done.out.length).toBeLessThan(1000);
    expect(records(done)[1]).toMatchObject({ ply: 1, error: { code: 'move-unreadable' } });
  });
});

describe('many games', () => {
  it('run one after the other, each with its options; a refused one does not stop the next', async () => {
    const input = [
      'options: -size=2 -endgame=nexc', 'a1,b2', '---',
      'a1,a2', 'zz', 'b1,b2', '---',
      '---',
      'options: -size=99', 'a1,a2', '---',
      'options: size=3', '---',
      '# the last game', 'options: -SIZE=4', '---', '# nothing',
    ].join('\n'); // prettier-ignore
    const done = await run('nex -size=3 --many --count', input);
    expect(done.status).toBe(1);
    expect(records(done)).toMatchObject([
      { game: 1 },
      { ply: 0, legal: 12 },
      { ply: 1, legal: 2 },
      { game: 2 },
      { ply: 0, legal: 72 },
      { ply: 1, move: 'a1,a2' },
      { ply: 2, move: 'zz', error: { code: 'move-unreadable' } },
      { game: 3 },
      { ply: 0, legal: 72 },
      { game: 4 },
      { ply: 0, move: 'options: -size=99', error: { code: 'option-value' } },
      { game: 5 },
      { ply: 0, error: { code: 'options-unreadable' } },
      { game: 6 },
      { ply: 0, legal: 240 },
    ]);
    expect(records(done)).toHaveLength(15);
  });

  it('keep the options of the command line that a game does not name', async () => {
    const done = await run('nex -endgame=nexc --many', 'options: -size=2\na1,b2\na2,b1\nb1,b2,a1\n---\n');
    expect(done.status).toBe(0);
    expect(records(done).at(-1)).toMatchObject({ status: 'over', winner: null });
  });

  it('may be none', async () => expect(await run('nex --many')).toEqual({ status: 0, out: '', err: '' }));

  it('may be a thousand', async () => {
    const cells = 'abcdefghijk'
      .split('')
      .flatMap(row => Array.from({ length: 11 }, (_, column) => `${row}${column + 1}`));
    const moves = cells.slice(0, 120).flatMap((cell, i) => (i % 2 === 0 ? [`${cell},${cells[i + 1]!}`] : []));
    const game = `${moves.join('\n')}\n---\n`;
    const done = await run('nex -size=11 --many', game.repeat(1000));
    expect(done.status).toBe(0);
    expect(done.out.split('\n')).toHaveLength(1000 * 62 + 1);
  });
});

describe('for people', () => {
  it('prints the moves and the board at the end', async () => {
    expect((await run('hex -size=2 --text', 'a1\nb2\nb1\n')).out).toMatchInlineSnapshot(`
      "Start  (toMove: black)
      1. black a1  (toMove: white)
      2. white b2  (toMove: black)
      3. black b1  (winner: black, reason: connection)
             1  2
        a\\  *B  .  \\a
         b\\  >B  W  \\b
               1  2
      Winning stones (*): a1, b1.
      "
    `);
    expect((await run('hex -size=2 --text', 'c9')).out).toMatchInlineSnapshot(`
      "Start  (toMove: black)
      1. c9: There is no c9 on this board (a1 to b2).
             1  2
        a\\   .  .  \\a
         b\\   .  .  \\b
               1  2
      "
    `);
  });
});

describe('a game of Nexos', () => {
  it('takes lines, skips nobody who can place, and counts at the end', async () => {
    const done = records(await run('nexos -players=4 --count', 'e21-e19-g19-g17\nU21, T21\n'));
    expect(done).toEqual([
      { ply: 0, toMove: 'blue', status: 'playing', winner: null, legal: 515, position: '' },
      { ply: 1, by: 'blue', move: 'g18,f19,e20', toMove: 'yellow', status: 'playing', winner: null, legal: 515, position: 'g18,f19,e20' },
      { ply: 2, move: 'U21, T21', error: { code: 'point-intersection', message: 'u21 is an intersection, but a move names segments. Those at u21 are u20, t21, v21 and u22. To name a line through intersections, put - between them.' } },
    ]); // prettier-ignore
    const pass = records(await run('nexos', 'pass\n')).at(-1);
    expect(pass).toMatchObject({ ply: 1, move: 'pass', error: { code: 'pass-refused' } });
  });

  it('begins where --position says, also at the start', async () => {
    expect(records(await run('nexos --count "--position="'))[0]).toMatchObject({ legal: 515, position: '' });
    const [first] = records(await run('nexos --count --position e20/u20/u6'));
    expect(first).toMatchObject({ toMove: 'green', legal: 515, position: 'e20/u20/u6' });
  });

  it('is written as a game file, alone', async () => {
    const done = await run('nexos --record', 'e20\nu20,t21\n');
    expect(done.out).toBe('(;GM[Nexos Two-Player]CA[UTF-8]\n;1[e20]\n;2[u20,t21])\n');
    const many = await run('nexos -players=4 --record --many', 'e20\n---\ne20\ne20\n---\nf21\n');
    expect(many.out.split('\n').map(line => line.slice(0, 22))).toEqual([
      '(;GM[Nexos]CA[UTF-8]', ';1[e20])', '{"ply":2,"move":"e20",', '(;GM[Nexos]CA[UTF-8]', ';1[f21])', '',
    ]); // prettier-ignore
    expect(many.status).toBe(1);
  });
});

describe('the command line', () => {
  const known = games.flatMap(namesOf).join(', ');

  it.each([
    ['', `replay needs the name of a game: ${known}.`],
    ['chess', `There is no game 'chess'; there is ${known}.`],
    ['nex hex', "replay takes one game; 'hex' is too much."],
    ['nex --text=no', "--text cannot be 'no': it takes no value."],
    ['nex --position none', "--position cannot be 'none': that is no position."],
    ['nex --quick', "'--quick' is no option of this verb."],
    ['nex --position', '--position needs a value.'],
    ['nex --record', 'There is no game record for nex.'],
    ['nex -swap=on', "This game has no option 'swap'. It has -size, -endgame."],
    ['nex -size=99', "-size can't be '99'. It can be 2 to 19, or rows x columns such as 2x3."],
    ['nex -size', '-size needs a value. It can be 2 to 19, or rows x columns such as 2x3.'],
  ])('%j is wrong: %s', async (words, why) => {
    const done = await run(words);
    expect(done.status).toBe(2);
    expect(done.out).toBe('');
    expect(done.err).toMatch(/\nUsage: nexpost replay <game>.*\n$/);
    expect(done.err.split('\n')[0]).toBe(why);
  });

  it('refuses a position it cannot read', async () => {
    const done = await run('nex --position nonsense');
    expect(done.status).toBe(2);
    expect(done.err).toMatch(/^I can't read 'nonsense' as a position of this game\. /);
  });

  it('takes --json as what it does anyway, and a game in capitals', async () => {
    expect(await run('NEX -size=3 --json')).toEqual(await run('nex -size=3'));
  });

  it('has help that names every flag', async () => {
    const { out } = await run('--help');
    for (const flag of ['--count', '--hash', '--position', '--many', '--text', '--record', '--json'])
      expect(out).toContain(`  ${flag}`);
  });
});
