// What an operator does beside a running service and without one: stops all clocks, writes to everybody, has a player forgotten.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askControl } from '#adapters/control.ts';
import { runVerb } from '#test/cli/run-verb.ts';
import { untilSoIn } from '#test/changes-in.ts';
import type { Player } from './player.ts';
import { builtProgram, type Program, type Serving } from './program.ts';
import { players } from './setting.ts';

let program: Program;
let data: string;
/** Each test goes on where the one before has ended. */
let serving: Serving;

const serve = (): Promise<Serving> =>
  program.serve([
    ...['--data', data, '--smtp-port', '0', '--imap-port', '0', '--http-port', '0'],
    ...['--log-level', 'warn'],
  ]);

beforeAll(async () => {
  program = builtProgram();
  data = program.folder('data');
  serving = await serve();
});
afterAll(() => program.remove());

const run = async (...args: readonly string[]): Promise<readonly [number, string]> => {
  const { code, stdout, stderr } = await runVerb(...args, '--data', data);
  return [code, stdout + stderr];
};

const named = (name: 'alice' | 'bob'): Player => players(() => serving.ready, 'operator').players[name];

/** Sends a mail, and waits until its writer has `mails` in all. Returns the text of the last. */
async function write(name: 'alice' | 'bob', subject: string, mails: number, body = ''): Promise<string> {
  const messageId = `<${subject.replaceAll(' ', '-')}-${mails}@client.test>`;
  await named(name).send({ to: serving.ready.address, subject, body, messageId });
  return (await named(name).awaits(mails)).at(-1)!.text;
}

/** The files of the service itself which contain one of the words, or whose name does. */
function holding(words: readonly string[]): readonly string[] {
  const files = readdirSync(data, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile());
  return files
    .map(entry => relative(data, join(entry.parentPath, entry.name)))
    .filter(file => !file.startsWith('mail/') || file.startsWith('mail/users/games/'))
    .filter(file => {
      const text = `${file}\n${contentOf(join(data, file))}`;
      return words.some(word => text.includes(word));
    });
}

/** Empty if the service has removed the file meanwhile. */
function contentOf(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}

describe('the operator of a running service', () => {
  it('stops all clocks, which boards say, and lets them run again', async () => {
    await write('alice', 'signup alice', 1);
    await write('alice', 'nex challenge -size=4 alice robot1', 2);
    expect(await run('pause', '--text')).toEqual([
      0,
      'All clocks stand still. `nexpost resume` lets them run again.\n',
    ]);
    expect(await write('alice', 'nex show 101', 3)).toContain('All clocks are stopped.');
    expect(await run('resume')).toEqual([0, '{"done":true,"running":true}\n']);
    expect(await write('alice', 'nex show 101', 4)).toContain('You have until');
  });

  it('is the only one on the machine who may ask, and must ask rightly', async () => {
    expect(statSync(join(data, 'control.sock')).mode & 0o777).toBe(0o600);
    expect(await askControl(data, '{"act":"stop"}')).toContain('does not know');
    expect(await askControl(data, 'x'.repeat(300_000))).toBeNull();
  });

  it('writes to everybody once, and not by mistake', async () => {
    const [news, noise] = ['news.txt', 'noise.bin'].map(name => program.folder(name)) as [string, string];
    await writeFile(news, 'We move on Sunday: "all of us".\nGrüße');
    await writeFile(noise, Buffer.from([0xff, 0x00, 0x41]));
    expect((await run('announce', news))[0]).toBe(0);
    const mails = await named('alice').awaits(5);
    expect(mails.at(-1)!.text).toContain('We move on Sunday: "all of us".\n    Grüße');
    expect(await run('announce', news)).toEqual([1, expect.stringContaining('--again')]);
    expect(await run('announce', noise)).toEqual([1, expect.stringContaining('is no text')]);
    expect((await run('announce'))[0]).toBe(2);
  });
});

describe('the operator of a service that does not run', () => {
  it('stops all clocks though it was killed, and writes to everybody: the mails go out when it runs', async () => {
    await serving.kill();
    const more = program.folder('more.txt');
    await writeFile(more, 'We have moved.');
    expect(await run('announce', more, '--text')).toEqual([0, expect.stringContaining('when the service runs')]);
    expect((await run('pause'))[0]).toBe(0);
    serving = await serve();
    expect((await named('alice').awaits(6)).at(-1)!.text).toContain('We have moved.');
    expect((await run('resume'))[0]).toBe(0);
  });
});

describe('the operator who has a player forgotten', () => {
  it('leaves nothing of the player, through a restart, and the ratings as they are', async () => {
    await write('bob', 'signup bob', 1);
    await write('alice', 'hex challenge -size=3 alice bob', 7, 'chrysanthemum');
    await write('alice', 'hex move 101 b2', 8, 'chrysanthemum');
    await named('bob').awaits(3);
    await write('bob', 'hex move 101 a3', 4);
    await write('alice', 'hex note 101', 10, 'chrysanthemum');
    // As if an older version had given up a mail to her.
    expect((await serving.terminate()).code).toBe(0);
    const failed = join(data, 'failed', 'x.eml');
    writeFileSync(failed, `X-Nexpost-Failed: 550\r\nTo: ${named('alice').address}\r\n\r\nchrysanthemum`);
    serving = await serve();
    const words = ['alice', 'chrysanthemum'];
    const filed = (): boolean => holding(words).some(file => file.startsWith('mail/users/games/'));
    await untilSoIn(data, filed);
    expect((await run('forget', 'Alice'))[0]).toBe(0);
    // In the midst of it the service is stopped, and goes on.
    expect((await serving.terminate()).code).toBe(0);
    serving = await serve();
    await untilSoIn(data, () => holding(['"step"', ...words]).length === 0);
    expect((await named('bob').awaits(5)).at(-1)!.text).toContain('won');
    expect((await run('forget', 'alice'))[0]).toBe(1);
    expect((await serving.terminate()).code).toBe(0);
    expect(holding(words)).toEqual([]);
    expect((await run('ratings', 'rebuild', '--dry-run'))[0]).toBe(0);
    expect(await run('check')).toEqual([0, expect.stringContaining('"ok":true')]);
  });
});
