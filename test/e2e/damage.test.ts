// The attack of the lost counter and the damaged files on a running service: it starts, says what is wrong, and overwrites nothing.
import { readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { converse } from './conversation.ts';
import { compileProgram, type Program } from './program.ts';
import { players } from './setting.ts';

let program: Program;
beforeAll(() => {
  program = compileProgram();
});
afterAll(() => program.remove());

it('a service whose counter was moved away opens the next board, and the old one is as it was', async () => {
  const data = program.folder('lost');
  const args = ['--data', data, '--smtp-port', '0', '--imap-port', '0', '--http-port', '0', '--log-level', 'warn'];
  let serving = await program.serve(args);
  const talk = players(() => serving.ready, 'lost');
  await converse(talk);
  const board = join(data, 'matches/nex/101.json');
  await expect.poll(() => Object.is(talkedAbout(board), true), { timeout: 10_000 }).toBe(true);
  await serving.terminate();
  const before = readFileSync(board, 'utf8');
  unlinkSync(join(data, 'counters/nex.json'));
  unlinkSync(join(data, 'key'));
  writeFileSync(join(data, 'accounts/mallory.json'), '{');
  serving = await program.serve(args);
  const { alice } = talk.players;
  const count = (await alice.inbox()).length;
  await alice.send({ to: talk.service, subject: 'nex challenge alice bob', messageId: '<next@client.test>' });
  expect((await alice.awaits(count + 1)).at(-1)?.subject).toMatch(/^New Nex Board 102 /);
  const { code, stderr } = await serving.terminate();
  expect(code).toBe(0);
  expect(readFileSync(board, 'utf8')).toBe(before);
  for (const where of ['counters/nex.json', 'key', 'accounts/mallory.json'])
    expect(stderr).toContain(`"where":"${where}"`);
});

/** Is it in its file? */
function talkedAbout(file: string): boolean {
  try {
    return readFileSync(file, 'utf8').includes('"record"');
  } catch {
    return false;
  }
}
