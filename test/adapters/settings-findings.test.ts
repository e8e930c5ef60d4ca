// What is doubtful about settings that are right.
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NO_DELIVERY, NO_OAUTH } from '#adapters/settings/schema.ts';
import { findDoubtfulSettings } from '#adapters/settings/read.ts';

let dir = '';
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'nexpost-settings-'));
});
afterAll(() => rm(dir, { recursive: true }));

it.each([
  ['passwords that everybody may read', '{"imap":{"password":"x"}}', 0o644, 1],
  ['the password of a database that everybody may read', '{"store":"postgres://a:b@host/name"}', 0o644, 1],
  ['passwords that a group may read', '{"imap":{"password":"x"}}', 0o640, 0],
  ['no passwords', '{"imap":{"password":""},"store":"postgres://a@host/name"}', 0o644, 0],
])('a file with %s', async (_, content, mode, count) => {
  const file = join(dir, 'service.json');
  await writeFile(file, content);
  await chmod(file, mode);
  const found = await findDoubtfulSettings({ webUrl: '', oauth: NO_OAUTH, delivery: NO_DELIVERY }, file);
  expect(found.map(({ level, where }) => [level, where])).toEqual(Array.from({ length: count }, () => ['warn', file]));
});

it.each([
  ['http://games.example.org', 1],
  ['http://localhost:8025', 0],
  ['http://[::1]:8025', 0],
  ['https://games.example.org', 0],
  ['', 0],
])('pages at %j', async (webUrl, count) => {
  expect(await findDoubtfulSettings({ webUrl, oauth: NO_OAUTH, delivery: NO_DELIVERY }, null)).toHaveLength(count);
});

it.each([
  [0o644, 1],
  [0o600, 0],
])('a refresh token in a file with the mode %i', async (mode, count) => {
  const file = join(dir, 'token.json');
  await writeFile(file, '{"refreshToken":"x"}');
  await chmod(file, mode);
  const oauth = { ...NO_OAUTH, tokenFile: file };
  expect(await findDoubtfulSettings({ webUrl: '', oauth, delivery: NO_DELIVERY }, null)).toHaveLength(count);
  await rm(file);
  expect(await findDoubtfulSettings({ webUrl: '', oauth, delivery: NO_DELIVERY }, null)).toEqual([]);
});

it.each([
  [0o755, 1],
  [0o700, 0],
])('mails in a folder with the mode %i', async (mode, count) => {
  const maildir = join(dir, 'mail');
  await mkdir(join(maildir, 'new'), { recursive: true });
  await chmod(join(maildir, 'new'), mode);
  const found = await findDoubtfulSettings({ webUrl: '', oauth: NO_OAUTH, delivery: { maildir } }, null);
  expect(found).toHaveLength(count);
});
