// The attack of the lost counter and the damaged files on a running service: it starts, says what is wrong, and overwrites nothing.
import { readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { builtProgram, type Program } from './program.ts';
import { players } from './setting.ts';

let program: Program;
beforeAll(() => {
  program = builtProgram();
});
afterAll(() => program.remove());

it('a service whose counter was moved away opens the next board, and the old one is as it was', async () => {
  const data = program.folder('lost');
  const args = ['--data', data, '--smtp-port', '0', '--imap-port', '0', '--http-port', '0', '--log-level', 'warn'];
  let serving = await program.serve(args);
  const talk = players(() => serving.ready, 'lost');
  const { alice, bob } = talk.players;
  const send = (from: typeof alice, subject: string): Promise<unknown> =>
    from.send({ to: talk.service, subject, messageId: `<${subject.replaceAll(' ', '-')}@client.test>` });
  await send(alice, 'signup alice');
  await alice.awaits(1);
  await send(bob, 'signup bob');
  await bob.awaits(1);
  await send(alice, 'nex challenge alice bob');
  await alice.awaits(2);
  const board = join(data, 'matches/nex/101.json');
  await expect.poll(() => isFiled(board), { timeout: 60_000 }).toBe(true);
  await serving.terminate();
  const before = documentIn(board);
  unlinkSync(join(data, 'counters/nex.json'));
  unlinkSync(join(data, 'key'));
  writeFileSync(join(data, 'accounts/mallory.json'), '{');
  serving = await program.serve(args);
  const count = (await alice.inbox()).length;
  await alice.send({ to: talk.service, subject: 'nex challenge alice bob', messageId: '<next@client.test>' });
  expect((await alice.awaits(count + 1)).at(-1)?.subject).toMatch(/^New Nex Board 102 /);
  const { code, stderr } = await serving.terminate();
  expect(code).toBe(0);
  expect(documentIn(board)).toEqual(before);
  for (const where of ['counters/nex.json', 'key', 'accounts/mallory.json'])
    expect(stderr).toContain(`"where":"${where}"`);
});

const documentIn = (file: string): unknown =>
  (JSON.parse(readFileSync(file, 'utf8')) as { readonly document: unknown }).document;

function isFiled(file: string): boolean {
  try {
    return readFileSync(file, 'utf8').includes('"record"');
  } catch {
    return false;
  }
}
