// The operator's settings: file, environment, and a clear sentence for what is wrong.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSettings } from '#adapters/settings.ts';

const example = join(import.meta.dirname, '..', '..', 'config', 'service.example.json');
let dir = '';

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'nexpost-settings-'));
});
afterAll(() => rm(dir, { recursive: true }));

async function withFile(content: string): Promise<string> {
  const file = join(dir, 'service.json');
  await writeFile(file, content);
  return file;
}

describe('settings', () => {
  it('are none without a file and without the environment: the embedded servers serve', async () => {
    expect(await readSettings(null, { PATH: '/bin', NEXPOST: 'x' })).toBeNull();
  });

  it('are right in the example, which shows every one of them', async () => {
    const settings = await readSettings(example, {});
    expect(settings).toEqual(JSON.parse(await readFile(example, 'utf8')));
  });

  it('can come from the environment alone, or override the file', async () => {
    const environment = {
      NEXPOST_ADDRESS: 'play@example.org',
      NEXPOST_IMAP_HOST: 'imap.example.org',
      NEXPOST_IMAP_USER: 'play',
      NEXPOST_IMAP_PASSWORD: 'x',
      NEXPOST_IMAP_PORT: '143',
      NEXPOST_IMAP_SECURE: 'false',
      NEXPOST_IMAP_SWEEP_SECONDS: '30',
      NEXPOST_SMTP_HOST: 'smtp.example.org',
      NEXPOST_TRUSTED_AUTHSERV_IDS: 'a.example.org, b.example.org',
    };
    const alone = await readSettings(null, environment);
    expect(alone).toMatchObject({
      address: 'play@example.org',
      trustedAuthservIds: ['a.example.org', 'b.example.org'],
      imap: { host: 'imap.example.org', port: 143, secure: false, sweepSeconds: 30, inbox: 'INBOX' },
      smtp: { host: 'smtp.example.org', port: 465, user: '' },
    });
    expect(await readSettings(example, { NEXPOST_SMTP_PASSWORD: 'secret' })).toMatchObject({
      smtp: { password: 'secret', host: 'smtp.example.org' },
    });
  });

  it('takes a password of digits as it is', async () => {
    expect(await readSettings(example, { NEXPOST_IMAP_PASSWORD: '123456' })).toMatchObject({
      imap: { password: '123456' },
    });
  });

  it.each([
    ['{', /is not a JSON object/],
    ['[]', /is not a JSON object/],
    ['{}', /'address' is not right/],
    ['{"address":"games+x@example.org"}', /'address' is not right: must be an email address without \+detail/],
    [
      '{"address":"a@b.c","imap":{"host":"h","user":"u","password":"p","port":99999},"smtp":{"host":"h"}}',
      /'imap\.port' is not right/,
    ],
    [
      '{"address":"a@b.c","imap":{"host":"h","user":"u","password":"p","hots":"x"},"smtp":{"host":"h"}}',
      /'imap' is not right/,
    ],
  ])('says what is wrong with %s', async (content, sentence) => {
    await expect(readSettings(await withFile(content), {})).rejects.toThrow(sentence);
  });

  it('says which file cannot be read', async () => {
    await expect(readSettings(join(dir, 'nowhere.json'), {})).rejects.toThrow(/nowhere\.json cannot be read/);
  });
});
