// The operator has a player forgotten, beside a running service on its own mail servers: nothing of the player is left in the data folder, but in other people's mailboxes.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { builtProgram, type Program } from './program.ts';
import { players } from './setting.ts';

let program: Program;
beforeAll(() => {
  program = builtProgram();
});
afterAll(() => program.remove());

/** The files of the service itself in which one of these stands, or that are called so. */
function holding(data: string, words: readonly string[]): readonly string[] {
  const files = readdirSync(data, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile());
  return files
    .map(entry => relative(data, join(entry.parentPath, entry.name)))
    .filter(file => !file.startsWith('mail/') || file.startsWith('mail/users/games/'))
    .filter(file => {
      const text = `${file}\n${readFileSync(join(data, file), 'latin1')}`;
      return words.some(word => text.includes(word));
    });
}

it('nexpost forget erases what there is of a player, through a restart, and the ratings stay as they are', async () => {
  const ports = ['--smtp-port', '0', '--imap-port', '0', '--http-port', '0', '--log-level', 'warn'];
  const data = program.folder('forgotten');
  let serving = await program.serve(['--data', data, ...ports]);
  const { players: named, service } = players(() => serving.ready, 'forgotten');
  const { alice, bob } = named;
  await alice.send({ to: service, subject: 'signup alice', messageId: '<1@client.test>' });
  await alice.awaits(1);
  await bob.send({ to: service, subject: 'signup bob', messageId: '<2@client.test>' });
  await bob.awaits(1);
  await alice.send({
    ...{ to: service, subject: 'hex challenge -size=3 alice bob', messageId: '<3@client.test>' },
    body: 'chrysanthemum',
  });
  await alice.awaits(2);
  await alice.send({ to: service, subject: 'hex move 101 b2', body: 'chrysanthemum', messageId: '<4@client.test>' });
  await alice.awaits(3);
  await bob.awaits(3);
  await bob.send({ to: service, subject: 'hex move 101 a3', messageId: '<5@client.test>' });
  await alice.awaits(4);
  await alice.send({ to: service, subject: 'hex note 101', body: 'chrysanthemum', messageId: '<6@client.test>' });
  await alice.awaits(5);
  // As if a mail to her had been given up.
  writeFileSync(join(data, 'failed', 'x.eml'), `X-Nexpost-Failed: 550\r\nTo: ${alice.address}\r\n\r\nchrysanthemum`);
  const words = ['alice', 'chrysanthemum'];
  const filed = (): readonly string[] => holding(data, words).filter(file => file.startsWith('mail/users/games/'));
  await expect.poll(filed, { timeout: 60_000 }).not.toEqual([]);
  expect(holding(data, words)).toContain(join('failed', 'x.eml'));
  const { code } = await program.start(['forget', 'Alice', '--data', data]).ended;
  expect(code).toBe(0);
  // In the midst of it the service is stopped, and goes on.
  expect((await serving.terminate()).code).toBe(0);
  serving = await program.serve(['--data', data, ...ports]);
  await expect.poll(() => holding(data, ['"step"']), { timeout: 60_000, interval: 500 }).toEqual([]);
  await expect.poll(() => holding(data, words), { timeout: 60_000, interval: 500 }).toEqual([]);
  expect((await bob.awaits(4)).at(-1)!.text).toContain('won');
  expect((await program.start(['forget', 'alice', '--data', data]).ended).code).toBe(1);
  expect((await serving.terminate()).code).toBe(0);
  expect(holding(data, words)).toEqual([]);
  expect((await program.start(['ratings', 'rebuild', '--dry-run', '--data', data]).ended).code).toBe(0);
  const checked = await program.start(['check', '--data', data]).ended;
  expect([checked.code, checked.stdout]).toEqual([0, expect.stringContaining('"ok":true')]);
}, 180_000);
