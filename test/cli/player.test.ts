// `nexpost player`: how it leaves, with which exit status, and what it says about that.
import { PassThrough, Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { runCommandLine } from '#cli/main.ts';

async function player(words: readonly string[], input: string): Promise<readonly [number, string, string]> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const texts = [stdout, stderr].map(stream => stream.setEncoding('utf8').toArray());
  const stdin = Readable.from([Buffer.from(input)]);
  const status = await runCommandLine(['player', ...words], { stdin, stdout, stderr });
  stdout.end();
  stderr.end();
  const [out = '', err = ''] = (await Promise.all(texts)).map(pieces => pieces.join(''));
  return [status, out, err];
}

type Case = [input: string, words: string, status: number, out: string, err: string | RegExp];

it.each<Case>([
  ['!', 'random', 1, '', 'The referee broke off.\n'],
  ['$', 'random', 0, '', ''],
  ['r3-c3#\n>Ba1?b1\n', 'random', 1, 'ok\nok\n', 'The referee hung up in the middle of a game.\n'],
  ['r3-c3#\n+\n', 'random', 0, 'ok\n', ''],
  ['r3-c3#\n+\n', 'random hex -size=9 --dialect later --seed 1 --nodes 5', 0, 'ok\n', ''],
  ['r3-c3#\n#\nr3-c3#\n', 'random --dialect old', 0, '', ''],
  ['r99-c99#', 'random', 1, '', "A board of 99 x 99 cannot be played on. -size can't be '99x99'. It can be 2 to 19, or rows x columns such as 2x3.\n"], // prettier-ignore
  ['r9-c9#', 'random hexafive -radius=3', 1, '', "The referee's board is 9 x 9, that of these options 5 x 5.\n"],
  ['r3-c3#>Wa1?a2\n', 'random', 1, 'ok\n', /^The referee told a move that cannot be played\. /],
  ['', 'random --connect 127.0.0.1:1', 1, '', /^Nobody answers at 127\.0\.0\.1:1 \(/],
  ['', 'random --connect [::1]:1', 1, '', /^Nobody answers at ::1:1 \(/],
  ['', '', 2, '', /^player needs a name: random, .*\nUsage: nexpost player /],
  ['', 'deep', 2, '', /^There is no player 'deep'; there is random, /],
  ['', 'random chess', 2, '', /^There is no game 'chess'; /],
  ['', 'random nex -size=99', 2, '', /^-size can't be '99'/],
  ['', 'random nex hex', 2, '', /'hex' is too much/],
  ['', 'random --connect somewhere', 2, '', /^--connect is HOST:PORT, not 'somewhere'\.\nUsage: nexpost player /],
  ['', 'random --connect here:0', 2, '', /^--connect is HOST:PORT/],
  ['', 'random --nodes few', 2, '', /^--nodes is a whole number from 1 to 2000000000, not 'few'\./],
  ['', 'random --time-ms 0.5', 2, '', /^--time-ms is a whole number of milliseconds/],
  ['', 'random --seed -1', 2, '', /^--seed is a whole number/],
  ['', 'random --dialect new', 2, '', /^--dialect cannot be 'new': it may be later, old\./],
])('told %j: player %s', async (input, words, ...expected) => {
  const [status, out, err] = expected;
  const done = await player(words.split(' ').filter(Boolean), input);
  expect(done).toEqual([status, out, typeof err === 'string' ? err : expect.stringMatching(err)]);
});

it('has help that names every option', async () => {
  const [status, out] = await player(['--help'], '');
  expect(status).toBe(0);
  for (const option of ['--seed', '--time-ms', '--nodes', '--dialect', '--connect'])
    expect(out).toContain(`  ${option}`);
});
