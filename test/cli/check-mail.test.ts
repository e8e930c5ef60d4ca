// `nexpost check --mail` mails itself through real servers: it finds nothing wrong where all is well, and names what is.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { mailReport } from '#cli/check/mail-report.ts';
import { type EmbeddedServers, startEmbedded } from '#mailserver/index.ts';
import { embeddedSettings } from '#service-settings.ts';
import { scriptedServer } from '../adapters/imap/scripted-server.ts';

let dir = '';
let servers: EmbeddedServers;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'nexpost-check-mail-'));
  servers = await startEmbedded({ dir, smtpPort: 0, imapPort: 0, domain: 'example.test', service: 'games', host: '127.0.0.1', log: () => undefined }); // prettier-ignore
});
afterEach(async () => {
  await servers.close();
  await rm(dir, { recursive: true });
});

it('finds nothing where plus addresses arrive with the word of a trusted server, and leaves nothing behind', async () => {
  const settings = embeddedSettings(servers, 1);
  expect(await mailReport(settings, 10_000)).toEqual([]);
  expect(await mailReport(settings, 10_000)).toEqual([]);
});

it('warns where nobody trusted vouches for mail', async () => {
  const settings = { ...embeddedSettings(servers, 1), trustedAuthservIds: ['mx.example.org'] };
  expect(await mailReport(settings, 10_000)).toMatchObject([{ level: 'warn', where: 'Authentication-Results' }]);
});

it('tells a refused password from a server that is away', async () => {
  const own = embeddedSettings(servers, 1);
  const wrong = { ...own, imap: { ...own.imap, password: 'wrong' }, smtp: { ...own.smtp, port: 1 } };
  const [imap, smtp] = await mailReport(wrong, 1_000);
  expect(imap?.what).toContain('user or password of the configuration is wrong');
  expect(smtp?.what).toContain('answers at 127.0.0.1:1');
});

it('says that plus addresses are not delivered, where the mail never comes', async () => {
  const empty = await scriptedServer({});
  const own = embeddedSettings(servers, 1);
  const [finding] = await mailReport({ ...own, imap: { ...own.imap, port: empty.port } }, 1_500);
  expect(finding).toMatchObject({ level: 'error', where: 'games+check@example.test' });
  expect(finding?.what).toContain('plus addresses are not delivered');
  await empty.close();
});
