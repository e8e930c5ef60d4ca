// The operator writes to everybody: beside a running service, without one, and not by mistake.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { builtProgram, type Program } from './program.ts';
import { players } from './setting.ts';

let program: Program;
beforeAll(() => {
  program = builtProgram();
});
afterAll(() => program.remove());

const run = async (...args: readonly string[]): Promise<readonly [number | null, string]> => {
  const { code, stdout, stderr } = await program.start(args).ended;
  return [code, stdout + stderr];
};

it('nexpost announce reaches players once, whether or not a service runs', async () => {
  const ports = ['--smtp-port', '0', '--imap-port', '0', '--http-port', '0', '--log-level', 'warn'];
  const data = program.folder('announced');
  let serving = await program.serve(['--data', data, ...ports]);
  const { players: named, service } = players(() => serving.ready, 'announced');
  const { alice } = named;
  await alice.send({ to: service, subject: 'signup alice', messageId: '<1@client.test>' });
  await alice.awaits(1);
  const [news, noise, more] = ['news.txt', 'noise.bin', 'more.txt'].map(name => join(data, '..', name)) as [string, string, string]; // prettier-ignore
  await writeFile(news, 'We move on Sunday: "all of us".\nGrüße');
  await writeFile(noise, Buffer.from([0xff, 0x00, 0x41]));
  await writeFile(more, 'We have moved.');
  expect((await run('announce', news, '--data', data))[0]).toBe(0);
  const mails = await alice.awaits(2);
  expect(mails.at(-1)!.text).toContain('We move on Sunday: "all of us".\n    Grüße');
  expect(await run('announce', news, '--data', data)).toEqual([1, expect.stringContaining('--again')]);
  expect(await run('announce', noise, '--data', data)).toEqual([1, expect.stringContaining('is no text')]);
  expect((await run('announce', '--data', data))[0]).toBe(2);
  expect((await serving.terminate()).code).toBe(0);
  expect(await run('announce', more, '--text', '--data', data)).toEqual([
    0,
    expect.stringContaining('when the service runs'),
  ]);
  serving = await program.serve(['--data', data, ...ports]);
  expect((await alice.awaits(3)).at(-1)!.text).toContain('We have moved.');
  expect((await serving.terminate()).code).toBe(0);
});
