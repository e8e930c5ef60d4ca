// `nexpost init` against the embedded mail servers: what it writes works, and nothing wrong is written.
import { mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { reportOnMail } from '#cli/check/mail-report.ts';
import { type Lookups, inspectDnsRecords, readSignatures } from '#cli/check/dns-records.ts';
import { guessServers, parseMailHost } from '#cli/init/mail-servers.ts';
import { initialise } from '#cli/init/index.ts';
import { readUnit } from '#cli/init/start.ts';
import { readSettings } from '#adapters/settings/read.ts';
import { reasonOf } from '#games/kit/assert.ts';
import { type EmbeddedServers, startEmbedded } from '#trial/start-embedded.ts';

let dir = '';
let servers: EmbeddedServers;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'nexpost-init-'));
  servers = await startEmbedded({ dir, smtpPort: 0, imapPort: 0, domain: 'example.test', service: 'games', host: '127.0.0.1', log: () => undefined }); // prettier-ignore
});
afterEach(async () => {
  await servers.close();
  await rm(dir, { recursive: true });
});

interface Dns {
  readonly exchangers?: readonly string[];
  readonly services?: Readonly<Record<string, { readonly host: string; readonly port: number }>>;
  readonly texts?: Readonly<Record<string, readonly string[]>>;
}

const createDns = ({ exchangers = [], services = {}, texts = {} }: Dns = {}): Lookups => ({
  findExchangers: () => Promise.resolve(exchangers),
  findServices: name => Promise.resolve(services[name] === undefined ? [] : [services[name]]),
  resolveTxt: name => {
    const records = texts[name];
    return Promise.resolve(records === undefined ? { kind: 'none' } : { kind: 'found', records });
  },
});

/** Answers the questions in order. */
async function runInit(answers: readonly string[], dns = createDns()): Promise<{ status: string; said: string }> {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  stdin.end(answers.map(answer => `${answer}\n`).join(''));
  const io = { stdin, stdout, stderr };
  const status = await initialise(join(dir, 'nexpost.json'), io, dns).then(String, reasonOf);
  stdout.end();
  return { status, said: await text(stdout) };
}

const readWritten = async (): Promise<Record<string, unknown>> =>
  JSON.parse(await readFile(join(dir, 'nexpost.json'), 'utf8')) as Record<string, unknown>;

const answersFor = (password: string): readonly string[] => [
  ...['games@example.test', 'n'],
  ...[`127.0.0.1:${servers.imapPort}`, 'games', password],
  ...[`127.0.0.1:${servers.smtpPort}`, 'games', ''],
];

it('writes a private configuration with which the service sends and reads its mail', async () => {
  const { status, said } = await runInit([...answersFor(servers.servicePassword), 'y', 'me@example.test']);
  expect(status).toBe('0');
  expect(said).toContain('It has arrived: plus addresses work.');
  expect(said).not.toContain(servers.servicePassword);
  const file = join(dir, 'nexpost.json');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const settings = await readSettings(file, {});
  expect(settings).toMatchObject({ address: 'games@example.test', operator: 'me@example.test' });
  expect(settings?.trustedAuthservIds).toHaveLength(1);
  expect(said).toContain('They work as senders too');
  expect(settings?.smtp.returnPaths).toBe(true);
  expect(settings === null ? null : await reportOnMail(settings, null, 10_000)).toEqual([]);
});

it('asks again after a wrong answer or a refused password, and says why', async () => {
  const [address = '', kind = '', imap = '', user = '', password = '', ...smtp] = answersFor(servers.servicePassword);
  const { status, said } = await runInit([
    ...['games', address, 'perhaps', kind],
    ...['not a host', imap, user, 'wrong', imap, user, password],
    ...[...smtp, 'n', address, ''],
  ]);
  expect(status).toBe('0');
  expect(said).toContain('It is an address such as games@example.org');
  expect(said).toContain('Answer y or n.');
  expect(said).toContain('The login is refused: user or password');
  expect(said).toContain('Name another than that of the service.');
  expect(await readWritten()).toMatchObject({ address, trustedAuthservIds: [], verifyDkim: true });
});

it('writes nothing when the answers end, and never replaces a file', async () => {
  expect((await runInit(answersFor(servers.servicePassword))).status).toContain('The answers have ended');
  await expect(readWritten()).rejects.toThrow('ENOENT');
  await writeFile(join(dir, 'nexpost.json'), '{}');
  expect((await runInit([])).status).toContain('is there already');
  expect(await readWritten()).toEqual({});
});

it('asks about access tokens for a mailbox at Microsoft', async () => {
  const dns = createDns({ exchangers: ['example-test.mail.protection.outlook.com'] });
  const { status, said } = await runInit(['games@example.test', 'n', '', '1111-2222', '', '', ''], dns);
  expect(status).toBe('0');
  expect(said).toContain('nexpost login --config');
  expect(await readSettings(join(dir, 'nexpost.json'), {})).toMatchObject({
    oauth: { provider: 'microsoft', tenant: 'example.test', clientId: '1111-2222' },
    imap: { host: 'outlook.office365.com', port: 993, secure: true },
    smtp: { host: 'smtp.office365.com', port: 587, secure: false },
    trustUnnamed: true,
  });
});

it('writes the settings of a delivery by LMTP', async () => {
  const { status } = await runInit(['games@example.test', 'y', '', '', 'mx.example.test', '', '']);
  expect(status).toBe('0');
  expect(await readSettings(join(dir, 'nexpost.json'), {})).toMatchObject({
    delivery: { maildir: '/var/lib/nexpost-mail', lmtp: '/run/nexpost/lmtp.sock' },
    smtp: { host: '127.0.0.1', port: 25, secure: false, user: '' },
    trustedAuthservIds: ['mx.example.test'],
  });
});

it('guesses the servers from the provider, from service records, and from the mail exchanger', async () => {
  const hostsFor = async (dns: Dns): Promise<readonly unknown[]> => {
    const { imap, smtp, needsOauth } = await guessServers('example.org', createDns(dns));
    return [imap.host, imap.port, smtp?.host, smtp?.port, needsOauth];
  };
  expect(await hostsFor({ exchangers: ['aspmx.l.google.com'] })).toEqual([
    'imap.gmail.com',
    null,
    'smtp.gmail.com',
    null,
    false,
  ]);
  expect(await hostsFor({ exchangers: ['notgoogle.com'] })).toEqual([
    'mail.example.org',
    null,
    undefined,
    undefined,
    false,
  ]);
  expect(await hostsFor({ exchangers: ['mx.example.org'] })).toEqual([
    'mx.example.org',
    null,
    undefined,
    undefined,
    false,
  ]);
  const services = {
    '_imap._tcp.example.org': { host: 'in.example.net', port: 143 },
    '_submissions._tcp.example.org': { host: 'out.example.net', port: 465 },
  };
  expect(await hostsFor({ services })).toEqual(['in.example.net', 143, 'out.example.net', 465, false]);
});

it('asks nothing where a link to no file is in the way', async () => {
  await symlink(join(dir, 'none.json'), join(dir, 'nexpost.json'));
  const { status, said } = await runInit(['games@example.test']);
  expect([status, said]).toEqual([expect.stringContaining('is there already'), '']);
});

it('shows no control character of the DNS', async () => {
  const dns = createDns({ exchangers: ['\u001b[2J\u009b1A\u202e.example.test'] });
  const { said } = await runInit(['games@example.test', 'n'], dns);
  expect(said).toContain('IMAP server [\ufffd[2J\ufffd1A\ufffd.example.test]');
});

it('reads a host with or without a port', () => {
  expect(['a.example', 'a.example:143', '[::1]:143', '::1', '[::1]'].map(parseMailHost)).toEqual([
    { host: 'a.example', port: null },
    { host: 'a.example', port: 143 },
    { host: '::1', port: 143 },
    { host: '::1', port: null },
    { host: '::1', port: null },
  ]);
  for (const wrong of ['', 'a b', 'a:b', 'a:0', 'a:65536', 'https://a', 'a@b', 'a:1:2'])
    expect(parseMailHost(wrong)).toBeNull();
});

it('shows the DNS records that there are, and words those that are missing', async () => {
  const signed = 'DKIM-Signature: v=1; a=rsa-sha256; d=example.org;\r\n s=key1; bh=x=; b=y\r\nSubject: x\r\n';
  expect(readSignatures(signed)).toEqual([{ domain: 'example.org', selector: 'key1' }]);
  const missing = await inspectDnsRecords('example.org', [], createDns());
  expect(missing.map(({ name, isMissing }) => [name, isMissing])).toEqual(
    ['MX', 'SPF', 'DKIM', 'DMARC'].map(name => [name, true]),
  );
  expect(missing.map(({ text }) => text).join()).toContain('_dmarc.example.org. TXT "v=DMARC1; p=none"');
  const away = { ...createDns(), resolveTxt: () => Promise.resolve({ kind: 'failed', why: 'ETIMEOUT' } as const) };
  const unknown = await inspectDnsRecords('example.org', readSignatures(signed), away);
  expect(unknown.filter(({ isMissing }) => isMissing)).toEqual([]);
  const texts = {
    'example.org': ['other', 'v=spf1 mx -all'],
    '_dmarc.example.org': ['v=DMARC1; p=reject'],
    'key1._domainkey.example.org': ['v=DKIM1; p=abc'],
  };
  const dns = createDns({ exchangers: ['mx.example.org'], texts });
  const found = await inspectDnsRecords('example.org', readSignatures(signed), dns);
  expect(found.map(({ isMissing, text }) => [isMissing, text])).toEqual([
    [false, 'mx.example.org'],
    [false, 'v=spf1 mx -all'],
    [false, 'signed, with the key at key1._domainkey.example.org'],
    [false, 'v=DMARC1; p=reject'],
  ]);
});

it('fills the paths of this machine into the unit', async () => {
  const unit = await readUnit('/usr/bin/node /opt/nexpost/bin/nexpost.mjs', '/srv/club.json');
  expect(unit).toContain('ExecStart=/usr/bin/node /opt/nexpost/bin/nexpost.mjs serve --config /srv/club.json --data ');
});
