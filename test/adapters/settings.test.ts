// The operator's settings: file, environment, and a clear sentence for what is wrong.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSettings } from '#adapters/settings/read.ts';
import { hasOauth } from '#adapters/settings/schema.ts';
import { CERTIFICATE } from '../cli/certificate.ts';

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
        line 12: 'smtp' is "mail.example.org": it should be an object with host, port, secure, ca, user, password, connections, perHour, returnPaths.
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
    [{ operator: 'games+Admin@example.org', address: 'Games@example.org' }, "'operator' is the service's own address"],
    [{ trustedProxies: ['127.0.0.1', 'nonsense'] }, `'trustedProxies' holds "nonsense"`],
    [{ trustedAuthservIds: ['*'] }, `'trustedAuthservIds' holds "*"`],
    [{ trustedSealers: ['lists.example.net'] }, "'trustedSealers' has no use without 'verifyDkim'"],
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

  const withOauth = async (over: object, oauth: object): Promise<string> => {
    const settings = JSON.parse(await readFile(example, 'utf8')) as { readonly imap: object; readonly smtp: object };
    const [imap, smtp] = [settings.imap, settings.smtp].map(each => ({ ...each, password: '' }));
    return withFile(JSON.stringify({ ...settings, imap, smtp, oauth, ...over }));
  };

  it('take access tokens in place of passwords, by a provider or by a program', async () => {
    const oauth = { provider: 'google', clientId: 'c', tokenFile: '/var/lib/token' };
    expect(hasOauth((await readSettings(await withOauth({}, oauth), {}))!)).toBe(true);
    const program = await withOauth({ smtp: { host: 'relay' } }, { command: '/usr/bin/token' });
    expect(hasOauth((await readSettings(program, {}))!)).toBe(true);
    expect(hasOauth((await readSettings(example, {}))!)).toBe(false);
    const fromEnvironment = await readSettings(await withOauth({}, oauth), { NEXPOST_OAUTH_CLIENT_SECRET: 's' });
    expect(fromEnvironment).toMatchObject({ oauth: { ...oauth, clientSecret: 's', tenant: 'common' } });
  });

  it('load each example of access tokens in the reference for operators', async () => {
    const page = await readFile(join(import.meta.dirname, '..', '..', 'docs', 'operations-reference.md'), 'utf8');
    const blocks = [...page.matchAll(/```json\n(\s*"oauth": .*?)```/gs)].map(([, block = '']) => block);
    expect(blocks).toHaveLength(2);
    for (const block of blocks) {
      const { oauth } = JSON.parse(`{${block}}`) as { readonly oauth: object };
      expect(hasOauth((await readSettings(await withOauth({}, oauth), {}))!)).toBe(true);
    }
  });

  it.each([
    [{}, "'imap.password' is missing: it should be a text that is not empty, or set 'oauth'."],
    [{ provider: 'google' }, "'oauth.clientId' is missing: without it 'oauth.provider' has no use."],
    [{ command: '/t', scope: 'x' }, "'oauth.clientId' is missing: without it 'oauth.scope' has no use."],
    [{ clientId: 'c', command: '/t' }, "'oauth.command' has no use beside 'oauth.clientId'"],
    [{ clientId: 'c', provider: 'google' }, "'oauth.tokenFile' is missing: `nexpost login`"],
    [{ clientId: 'c', tokenFile: '/t' }, "'oauth.tokenUrl' is missing: it should be a URL, or name the"],
    [
      { clientId: 'c', tokenFile: 't' },
      '\'oauth.tokenFile\' is "t": it should be a path that begins with /, or empty.',
    ],
    [
      { tokenUrl: 'http://x.test' },
      '\'oauth.tokenUrl\' is "http://x.test": it should be a URL that begins with https://',
    ],
    [{ provider: 'yahoo' }, '\'oauth.provider\' is "yahoo": it should be microsoft, google, or empty.'],
    [{ clientSecret: 7 }, "'oauth.clientSecret' is of the wrong kind: it should be a text."],
    [{ clientid: 'c' }, "there is no setting 'oauth.clientid'. Did you mean 'clientId'?"],
  ])('refuse access tokens that cannot be had: %j', async (oauth, sentence) => {
    await expect(readSettings(await withOauth({}, oauth), {})).rejects.toThrow(sentence);
  });

  it('refuse tokens that no server needs, and misspelt variables about them', async () => {
    const secrets = { NEXPOST_IMAP_PASSWORD: 'x', NEXPOST_SMTP_PASSWORD: 'y' };
    await expect(readSettings(await withOauth({}, { command: '/t' }), secrets)).rejects.toThrow(
      "NEXPOST_IMAP_PASSWORD: 'imap.password' and 'smtp.password' take the place of 'oauth'",
    );
    await expect(readSettings(example, { NEXPOST_OAUTH_CLIENTID: 'x' })).rejects.toThrow(
      "there is no variable NEXPOST_OAUTH_CLIENTID. Did you mean 'NEXPOST_OAUTH_CLIENT_ID'?",
    );
  });

  it.each([
    ['IMAP', '143', 'true', "'imap.secure' is true, and servers at port 143 begin in plain text (STARTTLS)"],
    ['IMAP', '993', 'false', "'imap.secure' is false, and servers at port 993 are encrypted from the first byte"],
    ['SMTP', '587', 'true', "'smtp.secure' is true, and servers at port 587 begin in plain text (STARTTLS)"],
    ['SMTP', '465', 'false', "'smtp.secure' is false, and servers at port 465 are encrypted from the first byte"],
  ])('refuses %s at port %s with secure %s', async (name, port, secure, sentence) => {
    const wrong = readSettings(example, { [`NEXPOST_${name}_PORT`]: port, [`NEXPOST_${name}_SECURE`]: secure });
    await expect(wrong).rejects.toThrow(`NEXPOST_${name}_SECURE: ${sentence}: it should be ${secure !== 'true'}.`);
  });

  it('takes an IPv6 address with its brackets', async () => {
    expect(await readSettings(example, { NEXPOST_IMAP_HOST: '[2001:db8::1]' })).toMatchObject({
      imap: { host: '2001:db8::1' },
    });
  });

  it('reads the certificates of a private authority at once', async () => {
    const ca = join(dir, 'ca.pem');
    const missing = readSettings(example, { NEXPOST_IMAP_CA: ca });
    await expect(missing).rejects.toThrow(`NEXPOST_IMAP_CA: 'imap.ca': ${ca} cannot be read: ENOENT`);
    await writeFile(ca, 'no certificate');
    const wrong = readSettings(example, { NEXPOST_SMTP_CA: ca });
    await expect(wrong).rejects.toThrow(`NEXPOST_SMTP_CA: 'smtp.ca': ${ca} holds no certificate (PEM).`);
    await writeFile(ca, CERTIFICATE);
    expect(await readSettings(example, { NEXPOST_SMTP_CA: ca })).toMatchObject({ smtp: { ca } });
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

  const DELIVERED = {
    address: 'games@example.org',
    delivery: { maildir: '/var/lib/nexpost-mail', lmtp: '/run/nexpost/lmtp.sock' },
    smtp: { host: 'localhost', port: 25, secure: false },
  };

  it('need no mailbox where mail is delivered to a folder', async () => {
    const settings = await readSettings(await withFile(JSON.stringify(DELIVERED)), {});
    expect(settings).toMatchObject({ delivery: DELIVERED.delivery });
    expect(settings?.imap).toBeUndefined();
  });

  it.each(['127.0.0.1:2424', '[::1]:2424', 'localhost:2424'])('take LMTP at %s', async lmtp => {
    expect(await readSettings(await withFile(JSON.stringify(DELIVERED)), { NEXPOST_DELIVERY_LMTP: lmtp })).toMatchObject({ delivery: { lmtp } }); // prettier-ignore
  });

  it.each<readonly [string, unknown, string]>([
    [
      'neither a mailbox nor a folder',
      { maildir: '', lmtp: '' },
      "'imap' is missing: it should be an object with host, port,",
    ],
    [
      'LMTP without a folder',
      { lmtp: '127.0.0.1:2424' },
      "'delivery.maildir' is missing: 'delivery.lmtp' needs a folder",
    ],
    [
      'LMTP for the whole network',
      { maildir: '/m', lmtp: '0.0.0.0:24' },
      '\'delivery.lmtp\' is "0.0.0.0:24": it should be a path',
    ],
    [
      'a folder without a path',
      { maildir: 'mail' },
      '\'delivery.maildir\' is "mail": it should be a path that begins with /',
    ],
    ['a misspelt setting', { maildir: '/m', lmpt: '' }, "there is no setting 'delivery.lmpt'. Did you mean 'lmtp'?"],
  ])('refuse %s', async (_, delivery, sentence) => {
    const file = await withFile(JSON.stringify({ ...DELIVERED, delivery }));
    await expect(readSettings(file, {})).rejects.toThrow(sentence);
  });
});
