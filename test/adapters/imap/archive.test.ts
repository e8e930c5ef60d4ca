// Mails that were dealt with, erased by whom they are of and by their age, on our own mail server.
import { ImapFlow } from 'imapflow';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createImapArchive, createImapQuarantine } from '#adapters/imap/quarantine.ts';
import type { ImapSettings } from '#adapters/imap/connection.ts';
import { type EmbeddedServers, startEmbedded } from '#trial/start-embedded.ts';
import { systemClock } from '#adapters/clock.ts';

let dir = '';
let servers: EmbeddedServers;
let settings: ImapSettings;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'nexpost-archive-'));
  servers = await startEmbedded({
    ...{ dir, smtpPort: 0, imapPort: 0, domain: 'example.test', service: 'games', log: () => undefined },
  });
  settings = {
    ...{ host: '127.0.0.1', port: servers.imapPort, secure: false, user: 'games@example.test' },
    ...{ password: servers.servicePassword, inbox: 'INBOX', processed: 'Processed', quarantine: 'Quarantine' },
    sweepSeconds: 60,
  };
});
afterEach(async () => {
  await servers.close();
  await rm(dir, { recursive: true });
});

async function connected<Value>(act: (client: ImapFlow) => Promise<Value>): Promise<Value> {
  const { host, port, user, password } = settings;
  const client = new ImapFlow({ host, port, secure: false, auth: { user, pass: password }, logger: false, doSTARTTLS: false }); // prettier-ignore
  await client.connect();
  try {
    return await act(client);
  } finally {
    await client.logout();
  }
}

const append = (folder: string, from: string, to: string, at = new Date('2026-11-21')): Promise<void> =>
  connected(async client => {
    if (!(await client.list()).some(({ path }) => path === folder)) await client.mailboxCreate(folder);
    await client.append(folder, `From: <${from}>\r\nTo: ${to}\r\nSubject: ${from}\r\n\r\nb3,a3\r\n`, [], at);
  });

const subjects = (folder: string): Promise<readonly string[]> =>
  connected(async client => {
    await client.mailboxOpen(folder);
    const mails = await client.fetchAll('1:*', { envelope: true });
    return mails.map(({ envelope }) => envelope?.subject ?? '');
  });

it('erases what is from or to an address, wherever it was moved, and no one whose address is longer', async () => {
  await append('Processed', 'ann@x.test', 'games@example.test');
  await append('Processed', 'joann@x.test', 'games@example.test');
  await append('Processed', 'ann@x.test.org', 'games@example.test');
  await append('Processed', 'bob@x.test', 'games@example.test, Ann <ANN@x.test>');
  await append('Quarantine', 'ann@x.test', 'games@example.test');
  await append('Quarantine', 'bob@x.test', 'games@example.test');
  await createImapArchive(settings).erase({ of: ['ann@x.test'] });
  expect(await subjects('Processed')).toEqual(['joann@x.test', 'ann@x.test.org']);
  expect(await subjects('Quarantine')).toEqual(['bob@x.test']);
});

it('erases what is older than a day, and minds no folder that is not there', async () => {
  const now = systemClock.now();
  const day = 86_400_000;
  await append('Processed', 'old@x.test', 'games@example.test', new Date(now - 40 * day));
  await append('Processed', 'new@x.test', 'games@example.test', new Date(now - 20 * day));
  await createImapArchive(settings).erase({ before: now - 30 * day });
  expect(await subjects('Processed')).toEqual(['new@x.test']);
});

it('says so where nothing can be reached', async () => {
  await expect(createImapArchive({ ...settings, port: 1 }).erase({ of: ['ann@x.test'] })).rejects.toThrow();
});

it('lists, shows, puts back and drops mails that were put aside', async () => {
  const quarantine = createImapQuarantine(settings);
  expect(await quarantine.list(10)).toEqual([]);
  await append('Quarantine', 'ann@x.test', 'games@example.test');
  await append('Quarantine', 'bob@x.test', 'games@example.test');
  const [ann, bob] = await quarantine.list(10);
  expect(ann).toMatchObject({ state: 'quarantined', from: 'ann@x.test', subject: 'ann@x.test' });
  expect([(await quarantine.list(1)).length, ann!.size > 20, ann!.came === Date.UTC(2026, 10, 21)]).toEqual([
    1,
    true,
    true,
  ]);
  expect(Buffer.from((await quarantine.read(bob!.id))!).toString()).toContain('b3,a3');
  expect(await quarantine.retry(ann!.id)).toBe(true);
  expect(await subjects('INBOX')).toEqual(['ann@x.test']);
  expect(await quarantine.drop(bob!.id)).toBe(true);
  expect(await quarantine.list(10)).toEqual([]);
  for (const id of [ann!.id, 'q1x1', 'q1', 'x', ''])
    expect([await quarantine.read(id), await quarantine.retry(id), await quarantine.drop(id)]).toEqual([
      null,
      false,
      false,
    ]);
});
