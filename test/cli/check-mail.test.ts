// `nexpost check --mail` mails itself through real servers: it finds nothing wrong where all is well, and names what is.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createCertificateWatch, findEndingCertificate } from '#cli/check/dns-records.ts';
import { meaningOf, reportOnMail } from '#cli/check/mail-report.ts';
import { checkImapLogin } from '#adapters/imap/connection.ts';
import { checkSmtpLogin } from '#adapters/smtp/sender.ts';
import { DAY_MS } from '#core/kernel/time.ts';
import { type EmbeddedServers, startEmbedded } from '#trial/start-embedded.ts';
import { makeMaildir, waitForDelivery, writeMail } from '#adapters/maildir/folders.ts';
import { createEmbeddedSettings } from '#composition/service-settings.ts';
import { CERTIFICATE, KEY } from './certificate.ts';
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
  const settings = createEmbeddedSettings(servers, 1);
  expect(await reportOnMail(settings, null, 10_000)).toEqual([]);
  expect(await reportOnMail(settings, null, 10_000)).toEqual([]);
});

it('warns of each DNS record that is missing', async () => {
  const none = () => Promise.resolve([]);
  const lookups = {
    ...{ findExchangers: none, findServices: none },
    resolveTxt: (name: string) =>
      Promise.resolve(
        name.startsWith('_dmarc.')
          ? ({ kind: 'found', records: ['v=DMARC1; p=none'] } as const)
          : ({ kind: 'none' } as const),
      ),
  };
  const findings = await reportOnMail(createEmbeddedSettings(servers, 1), lookups, 10_000);
  expect(findings.map(({ level, where }) => [level, where])).toEqual(
    ['MX', 'SPF', 'DKIM'].map(name => ['warn', `${name} of example.test`]),
  );
});

it('warns where nobody trusted vouches for mail', async () => {
  const settings = { ...createEmbeddedSettings(servers, 1), trustedAuthservIds: ['mx.example.org'] };
  expect(await reportOnMail(settings, null, 10_000)).toMatchObject([
    { level: 'warn', where: 'Authentication-Results' },
  ]);
});

it('tells a refused password from a server that is away', async () => {
  const own = createEmbeddedSettings(servers, 1);
  const wrong = { ...own, imap: { ...own.imap, password: 'wrong' }, smtp: { ...own.smtp, port: 1 } };
  const [imap, smtp] = await reportOnMail(wrong, null, 1_000);
  expect(imap?.what).toContain('user or password of the configuration is wrong');
  expect(smtp?.what).toContain('answers at 127.0.0.1:1');
});

it('says that plus addresses are not delivered, where the mail never comes', async () => {
  const empty = await scriptedServer({});
  const own = createEmbeddedSettings(servers, 1);
  const [finding] = await reportOnMail({ ...own, imap: { ...own.imap, port: empty.port } }, null, 1_500);
  expect(finding).toMatchObject({ level: 'error', where: 'games+check@example.test' });
  expect(finding?.what).toContain('plus addresses are not delivered');
  await empty.close();
});

it('finds its mail in the folder that mails are delivered to, and says where it does not come', async () => {
  const { imap: _, ...own } = createEmbeddedSettings(servers, 1);
  const maildir = join(dir, 'delivered');
  await makeMaildir(maildir);
  const settings = { ...own, delivery: { maildir, lmtp: '' } };
  const [absent] = await reportOnMail(settings, null, 1);
  expect(absent).toMatchObject({ level: 'error', where: 'games+check@example.test' });
  expect(absent?.what).toContain(`does not deliver it to ${maildir}`);
  const id = '<1@example.test>';
  await writeMail(maildir, Buffer.from(`Message-ID: ${id}\r\nX: y\r\n\r\nMessage-ID: <2@example.test>`));
  expect(await waitForDelivery(maildir, '<2@example.test>', 1)).toBeNull();
  expect(await waitForDelivery(maildir, id, 1_000)).toBe(`Message-ID: ${id}\r\nX: y`);
  expect(await waitForDelivery(maildir, id, 1)).toBeNull();
});

it('says that the mailbox is full, where the mail never comes', async () => {
  const full = await scriptedServer({
    capabilities: 'IMAP4rev1 IDLE MOVE UIDPLUS QUOTA',
    handlers: {
      GETQUOTAROOT: ({ ok }) => ok('* QUOTAROOT "INBOX" "user"', '* QUOTA "user" (STORAGE 51190 51200)'),
    },
  });
  const own = createEmbeddedSettings(servers, 1);
  const [finding] = await reportOnMail({ ...own, imap: { ...own.imap, port: full.port } }, null, 1_500);
  expect(finding?.what).toMatch(/has not arrived within 1\.5 s: the mailbox is full \(50\.0 of 50\.0 MB\)\. Make room/);
  await full.close();
});

it('names an inbox that is not there', async () => {
  const other = await scriptedServer({
    handlers: { SELECT: ({ tag, send }) => send(`${tag} NO [NONEXISTENT] Mailbox doesn't exist: Games\r\n`) },
  });
  const own = createEmbeddedSettings(servers, 1);
  const [finding] = await reportOnMail(
    { ...own, imap: { ...own.imap, port: other.port, inbox: 'Games' } },
    null,
    1_000,
  );
  expect(finding?.what).toBe(`'imap.inbox' names the folder "Games", which cannot be opened. The server: Mailbox doesn't exist: Games`); // prettier-ignore
  await other.close();
});

it('says of both servers that a port which was to begin with TLS speaks plain text first', async () => {
  const own = createEmbeddedSettings(servers, 1);
  const wrong = { ...own, imap: { ...own.imap, secure: true }, smtp: { ...own.smtp, secure: true } };
  const whats = (await reportOnMail(wrong, null, 1_000)).map(({ what }) => what);
  expect(whats).toHaveLength(2);
  for (const what of whats)
    expect(what).toContain('The server: wrong version number: this port speaks plain text first.');
});

it.each([
  [-1, 'ends within a day, on 2026-11-30'],
  [0.5, 'ends within a day, on 2026-12-01'],
  [1.5, 'ends in 1 day, on 2026-12-02'],
  [14, 'ends in 14 days, on 2026-12-15'],
])('warns of a certificate that ends in %j days', (days, told) => {
  const now = Date.parse('2026-12-01T00:00:00Z');
  expect(findEndingCertificate('imap mail.test', now + days * DAY_MS, now)).toMatchObject([
    { level: 'warn', where: 'imap mail.test', what: expect.stringContaining(told) as string },
  ]);
  expect(findEndingCertificate('imap mail.test', now + 15 * DAY_MS, now)).toEqual([]);
  expect(findEndingCertificate('imap mail.test', null, now)).toEqual([]);
});

it('learns from both logins when the certificate ends', async () => {
  const server = createServer({ key: KEY, cert: CERTIFICATE }, socket => {
    socket.on('error', () => undefined);
    socket.end();
  });
  const { port } = await new Promise<AddressInfo>(resolve => {
    server.listen(0, '127.0.0.1', () => resolve(server.address() as AddressInfo));
  });
  const { imap, smtp } = createEmbeddedSettings(servers, 1);
  for (const login of [checkImapLogin, checkSmtpLogin]) {
    const watch = createCertificateWatch();
    const tls = { ...watch.tls, ca: CERTIFICATE };
    await expect(login({ ...imap, ...smtp, port, secure: true }, tls)).rejects.toThrow();
    expect(watch.endsAt()).toBe(Date.parse('2126-11-01T14:23:06Z'));
  }
  await new Promise<void>(resolve => server.close(() => resolve()));
});

const fault = (message: string, facts: object): Error => Object.assign(new Error(message), facts);

it.each([
  [fault('self-signed certificate', { code: 'ESOCKET' }), 'The certificate of mail.test:465 is not trusted'],
  [fault('x', { cause: fault('certificate has expired', { code: 'CERT_HAS_EXPIRED' }) }), 'The certificate of mail.test:465 is not trusted'], // prettier-ignore
  [fault("Hostname/IP does not match certificate's altnames", {}), 'The certificate of mail.test:465 is not trusted'],
  [fault('454 4.7.0 Temporary authentication failure', { code: 'EAUTH', responseCode: 454 }), 'mail.test:465 cannot check the login now'], // prettier-ignore
  [fault('x', { cause: { authenticationFailed: true, serverResponseCode: 'UNAVAILABLE' } }), 'mail.test:465 cannot check the login now'], // prettier-ignore
  [fault('535 5.7.8 no', { code: 'EAUTH', responseCode: 535 }), 'The login is refused'],
  [fault('write EPROTO … wrong version number', {}), 'mail.test:465 offers no TLS as the configuration wants it'],
  [fault('STARTTLS is not offered', { code: 'ETLS' }), 'mail.test:465 offers no TLS as the configuration wants it'],
  [fault('connect ECONNREFUSED', { code: 'ESOCKET' }), 'Nothing that can be used answers at mail.test:465'],
])('tells faults of a login apart: %s', (found, sentence) => {
  expect(meaningOf(found, 'mail.test:465')).toContain(sentence);
});
