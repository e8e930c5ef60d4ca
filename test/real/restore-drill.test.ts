// A backup of the running service, the loss of its folder, and the way back: the mails since then are read once more.
import { rmSync } from 'node:fs';
import { ImapFlow } from 'imapflow';
import { expect, it } from 'vitest';
import { converse, MOVES, steps } from '../e2e/conversation.ts';
import { listenAs } from './listening.ts';
import { DOMAIN, PASSWORD } from './mail-servers.ts';
import { startMailService } from './mail-service.ts';

const { alice, program, serve, service, servers, serving, talk } = startMailService(listenAs);

/** The backup is made while the mail of this step, bob's first move, is on its way. */
const BACKUP_STEP = 5;

async function nexpost(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await program().start(args).ended;
  expect([code, stderr.includes('Error')]).toEqual([0, false]);
  return stdout;
}

/** Moves all mails that were dealt with back to where they are read. Resolves to their number. */
async function moveBack(): Promise<number> {
  const client = new ImapFlow({
    ...{ host: '127.0.0.1', port: servers().ports.imap, secure: false, logger: false },
    auth: { user: `games@${DOMAIN}`, pass: PASSWORD },
  });
  await client.connect();
  const folder = (await client.list()).find(({ path }) => path.endsWith('Processed'))!.path;
  const lock = await client.getMailboxLock(folder);
  const moved = await client.messageMove('1:*', 'INBOX').finally(() => lock.release());
  await client.logout();
  return moved === false ? 0 : (moved.uidMap?.size ?? 0);
}

it('leads from a backup to the last move of the game', async () => {
  const [data, file] = [program().folder('data'), program().folder('backup.gz')];
  const meanwhile = async (step: number): Promise<void> => {
    if (step === BACKUP_STEP) await nexpost('backup', file, '--data', data);
  };
  await converse({ ...talk, meanwhile });
  await serving().kill();
  rmSync(data, { recursive: true });

  await nexpost('restore', file, '--data', data);
  const lost = JSON.parse(await nexpost('admin', 'show', 'nex', '101', '--data', data, '--config', program().folder('config.json'))) as { readonly state: string }; // prettier-ignore
  expect(lost.state).toBe('active');
  expect(await moveBack()).toBeGreaterThanOrEqual(steps.length - 1);
  const before = (await alice.inbox()).length;
  await serve();
  await alice.send({ to: service, subject: 'nex show 101', body: '', messageId: '<drill@client.test>' });
  const isShown = (text: string): boolean => MOVES.every(move => text.includes(move)) && text.includes('resigned');
  for (let count = before + 1; ; count++) {
    const mails = await alice.awaits(count);
    if (mails.slice(before).some(({ subject, text }) => subject === 'Nex Board 101: you won' && isShown(text))) break;
  }
  expect(await nexpost('check', '--data', data)).toContain('"ok":true');
});
