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
    ['no JSON', '{\n  "address": "a@b.c"\n  "name": "x"\n}', 'is no JSON: line 3: comma expected.'],
    ['half a file', '{\n  "address": "a@b.c",\n', 'is no JSON: line 3:'],
    ['no object', '[]', 'is not a JSON object.'],
  ])('says where it is no configuration: %s', async (_, content, sentence) => {
    await expect(readSettings(await withFile(content), {})).rejects.toThrow(sentence);
  });

  it('says everything that is wrong at once: the line, the name, and what is expected', async () => {
    const content = JSON.stringify(
      {
        adress: 'games@example.org',
        pictures: 'perhaps',
        imap: { host: 'h', port: 'abc', user: '', password: 7, sweepSeconds: 1, hots: 'x' },
        smtp: 'mail.example.org',
        operator: 'me',
      },
      null,
      2,
    );
    const file = await withFile(content);
    const error: unknown = await readSettings(file, { NEXPOST_IMAP_INBOX: '' }).catch((reason: unknown) => reason);
    expect((error as Error).message.replace(file, 'service.json')).toMatchInlineSnapshot(`
      "The configuration service.json is not right:
        'address' is missing: it should be an email address without +detail.
        NEXPOST_IMAP_INBOX: 'imap.inbox' is "": it should be a text that is not empty.
        line 2: there is no setting 'adress'. Did you mean 'address'?
        line 3: 'pictures' is "perhaps": it should be true or false.
        line 6: 'imap.port' is "abc": it should be a whole number from 1 to 65535.
        line 7: 'imap.user' is "": it should be a text that is not empty.
        line 8: 'imap.password' is of the wrong kind: it should be a text that is not empty.
        line 9: 'imap.sweepSeconds' is 1: it should be a whole number from 5 to 3600.
        line 10: there is no setting 'imap.hots'. Did you mean 'host'?
        line 12: 'smtp' is "mail.example.org": it should be an object with host, port, secure, user, password, connections.
        line 13: 'operator' is "me": it should be an email address, or empty.
      config/service.example.json shows every setting."
    `);
  });

  it.each([
    [{ processed: 'Inbox' }, `'imap.processed' is the folder "INBOX" of 'imap.inbox'`],
    [{ quarantine: 'inbox' }, `'imap.quarantine' is the folder "INBOX" of 'imap.inbox'`],
    [{ quarantine: 'Done', processed: 'Done' }, `'imap.quarantine' is the folder "Done" of 'imap.processed'`],
    [{ inbox: 'Games', processed: 'Games' }, `'imap.processed' is the folder "Games" of 'imap.inbox'`],
  ])('refuses two names of one folder: %j', async (folders, sentence) => {
    const settings = JSON.parse(await readFile(example, 'utf8')) as { readonly imap: object };
    const file = await withFile(JSON.stringify({ ...settings, imap: { ...settings.imap, ...folders } }));
    await expect(readSettings(file, {})).rejects.toThrow(
      `line 1: ${sentence}: mails would come again and again. Choose another, such as "`,
    );
  });

  it.each([
    [{ operator: 'Games@example.org', address: 'games@example.org' }, "'operator' is the service's own address"],
    [{ trustedProxies: ['127.0.0.1', 'nonsense'] }, `'trustedProxies' holds "nonsense"`],
    [{ trustedAuthservIds: ['*'] }, `'trustedAuthservIds' holds "*"`],
  ])('refuses what cannot be right: %j', async (wrong, sentence) => {
    const file = await withFile(
      JSON.stringify({ ...(JSON.parse(await readFile(example, 'utf8')) as object), ...wrong }),
    );
    await expect(readSettings(file, {})).rejects.toThrow(`line 1: ${sentence}`);
  });

  it('refuses ports that were exchanged, and says so of both', async () => {
    const wrong = readSettings(example, { NEXPOST_IMAP_PORT: '465', NEXPOST_SMTP_PORT: '993' });
    await expect(wrong).rejects.toThrow("NEXPOST_IMAP_PORT: 'imap.port' is 465, where servers speak SMTP, not IMAP.");
    await expect(wrong).rejects.toThrow("NEXPOST_SMTP_PORT: 'smtp.port' is 993, where servers speak IMAP, not SMTP.");
  });

  it('refuses a misspelt variable of a mail server', async () => {
    await expect(readSettings(example, { NEXPOST_IMAP_PASWORD: 'x' })).rejects.toThrow(
      "there is no variable NEXPOST_IMAP_PASWORD. Did you mean 'NEXPOST_IMAP_PASSWORD'?",
    );
  });

  it('names the variable of the environment', async () => {
    const wrong = readSettings(example, { NEXPOST_SMTP_PORT: 'many' });
    await expect(wrong).rejects.toThrow(
      `NEXPOST_SMTP_PORT: 'smtp.port' is "many": it should be a whole number from 1 to 65535.`,
    );
  });

  it('says which file cannot be read', async () => {
    await expect(readSettings(join(dir, 'nowhere.json'), {})).rejects.toThrow(/nowhere\.json cannot be read/);
  });
});
