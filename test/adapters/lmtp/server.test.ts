// LMTP: what the server takes, what it refuses, and that it says 250 only for a mail that is durable.
import { mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises';
import { type Server, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { lmtpLimits, startLmtp } from '#adapters/lmtp/server.ts';
import { withResolvers } from '#test/with-resolvers.ts';
import { silent } from '#test/service/ports.ts';
import { MAIL_BYTES, OWN, startBench } from './bench.ts';

const MAIL = 'From: alice@example.org\r\nSubject: nex challenge bob\r\n\r\n..a line\r\nb3,a3';

it('takes a mail for our address, and puts its envelope above', async () => {
  const { talk, mails, logged } = await startBench();
  const { begin, say } = talk();
  expect(await begin('Games+b.nex101.x@Example.test')).toMatch(/^354/);
  expect(await say(`${MAIL}\r\n.`)).toMatch(/^250 2\.[06]\.0 /);
  expect(mails).toEqual([
    `Return-Path: <alice@example.org>\r\nDelivered-To: games+b.nex101.x@example.test\r\nReceived: from mx.example.org by example.test with LMTP;\r\n\tThu, 26 Nov 2026 10:00:00 +0000\r\n${MAIL.replace('\r\n..', '\r\n.')}\r\n`,
  ]);
  expect(logged).toEqual([['lmtp-taken', { mail: 'id', size: mails[0]?.length }]]);
});

it('keeps the case of a detail, and an empty sender', async () => {
  const { talk, mails } = await startBench();
  const { hear, say } = talk();
  await hear();
  await say('LHLO x');
  await say('MAIL FROM:<>');
  await say('RCPT TO:<games+AbC@example.test>');
  await say('DATA');
  await say(`${MAIL}\r\n.`);
  expect(mails[0]).toMatch(/^Return-Path: <>\r\nDelivered-To: games\+AbC@example\.test\r\n/);
});

it('answers each recipient, also one that is named twice, and keeps one copy', async () => {
  const { talk, mails } = await startBench();
  const { begin, say, hear } = talk();
  await begin('games@example.test', 'games+a@example.test', 'GAMES@example.test');
  const answers = [await say(`${MAIL}\r\n.`), await hear(), await hear()];
  expect(answers.map(answer => answer?.slice(0, 3))).toEqual(['250', '250', '250']);
  expect(await say('NOOP')).toMatch(/^250 2\.0\.0 OK|^250/);
  expect(mails).toHaveLength(1);
});

it.each([
  'alice@example.test',
  'games@example.org',
  'gamesx@example.test',
  'x+games@example.test',
  'games@sub.example.test',
  '"games"@example.test',
])('refuses the recipient %s', async recipient => {
  const { talk } = await startBench();
  const { hear, say } = talk();
  await hear();
  await say('LHLO x');
  await say('MAIL FROM:<alice@example.org>');
  expect(await say(`RCPT TO:<${recipient}>`)).toMatch(/^550 5\.1\.1 /);
  expect(await say('DATA')).toMatch(/^503/);
});

it('speaks LMTP alone, without a login', async () => {
  const { talk } = await startBench();
  const { hear, say } = talk();
  expect(await hear()).toMatch(/ LMTP /);
  expect(await say('EHLO x')).toMatch(/^500/);
  expect(await say('MAIL FROM:<a@b.c>')).toMatch(/^503/);
  const capabilities = await say('LHLO x');
  expect(capabilities).toContain(`SIZE ${MAIL_BYTES}`);
  expect(capabilities).toContain('8BITMIME');
  expect(capabilities).toContain('PIPELINING');
  expect(capabilities).not.toMatch(/AUTH|STARTTLS/);
});

it('says 250 only when the mail is durable', async () => {
  const { promise, resolve } = withResolvers<'delivered'>();
  const begun = withResolvers();
  const { talk } = await startBench(() => {
    begun.resolve();
    return promise;
  });
  const { begin, say } = talk();
  await begin('games@example.test');
  const order: string[] = [];
  const answer = say(`${MAIL}\r\n.`).then(text => order.push(String(text?.slice(0, 3))));
  await begun.promise;
  order.push('durable');
  resolve('delivered');
  await answer;
  expect(order).toEqual(['durable', '250']);
});

it.each<readonly [string, () => Promise<'full'>, RegExp]>([
  ['there is no room', () => Promise.resolve('full'), /^452 4\.3\.1 /],
  ['the disk fails', () => Promise.reject(new Error('EIO')), /^451 4\.3\.0 /],
])('asks for the mail again later when %s', async (_, deliver, refusal) => {
  const { talk } = await startBench(deliver);
  const { begin, say, hear } = talk();
  await begin('games@example.test', 'games+x@example.test');
  expect(await say(`${MAIL}\r\n.`)).toMatch(refusal);
  expect(await hear()).toMatch(refusal);
  expect(await say('MAIL FROM:<alice@example.org>')).toMatch(/^250/);
});

it('refuses a mail that is too large: before, after, and with the headers that are added', async () => {
  const { talk, mails } = await startBench();
  const { begin, say, hear } = talk();
  await begin('games@example.test', 'games+x@example.test');
  const line = `${'x'.repeat(98)}\r\n`;
  expect(await say(`${line.repeat(MAIL_BYTES / 100 + 5)}.`)).toMatch(/^552 5\.3\.4 /);
  expect(await hear()).toMatch(/^552 5\.3\.4 /);
  expect(await say(`MAIL FROM:<a@b.c> SIZE=${MAIL_BYTES + 1}`)).toMatch(/^552 /);
  await say('MAIL FROM:<alice@example.org>');
  await say('RCPT TO:<games@example.test>');
  await say('DATA');
  expect(await say(`${line.repeat(MAIL_BYTES / 100)}.`)).toMatch(/^552 5\.3\.4 /);
  expect(mails).toEqual([]);
});

it('ends a mail without an end', async () => {
  const { talk, mails } = await startBench();
  const { begin, hear, socket } = talk();
  await begin('games@example.test');
  socket.write('x'.repeat(MAIL_BYTES * (lmtpLimits.excess + 1)));
  expect(await hear()).toMatch(/^421 /);
  expect(await hear()).toBeNull();
  expect(mails).toEqual([]);
});

it('ends a command without an end', async () => {
  const { talk } = await startBench();
  const { hear, say, socket } = talk();
  await hear();
  await say('LHLO x');
  socket.write('x'.repeat(lmtpLimits.lineBytes + 1));
  expect(await hear()).toMatch(/^421 /);
});

it('takes a mail of one long line, of NUL bytes, of 8-bit bytes, of bare line feeds', async () => {
  const { talk, mails } = await startBench();
  const { hear, say } = talk();
  await hear();
  await say('LHLO x');
  const bodies = ['y'.repeat(15_000), '\0\0\0', '\xe4\xff\x80', 'a\nb\n.\nMAIL FROM:<eve@example.org>\nc', '\r\r\r'];
  for (const body of bodies) {
    await say('MAIL FROM:<alice@example.org> BODY=8BITMIME');
    await say('RCPT TO:<games@example.test>');
    await say('DATA');
    expect(await say(Buffer.from(`Subject: x\r\n\r\n${body}\r\n.`, 'latin1'))).toMatch(/^250 /);
  }
  expect(mails.map(mail => mail.slice(mail.indexOf('\r\n\r\n') + 4, -2))).toEqual(bodies);
});

it('limits the recipients of a mail', async () => {
  const { talk, mails } = await startBench();
  const { hear, say } = talk();
  await hear();
  await say('LHLO x');
  await say('MAIL FROM:<alice@example.org>');
  for (let count = 1; count <= lmtpLimits.recipients; count += 1)
    expect(await say(`RCPT TO:<games+${count}@example.test>`)).toMatch(/^250/);
  expect(await say('RCPT TO:<games+more@example.test>')).toMatch(/^452 4\.5\.3 /);
  await say('DATA');
  expect(await say(`${MAIL}\r\n.`)).toMatch(/^250 /);
  for (let count = 2; count <= lmtpLimits.recipients; count += 1) expect(await hear()).toMatch(/^250 /);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.match(/^Delivered-To: /gm)).toHaveLength(lmtpLimits.recipients);
});

it('ends a client that tries one address after the other', async () => {
  const { talk } = await startBench();
  const { hear, say } = talk();
  await hear();
  await say('LHLO x');
  await say('MAIL FROM:<alice@example.org>');
  for (let count = 1; count <= lmtpLimits.refusals; count += 1)
    expect(await say(`RCPT TO:<user${count}@example.test>`)).toMatch(/^550 /);
  expect(await say('RCPT TO:<more@example.test>')).toMatch(/^550 /);
  expect(await hear()).toMatch(/^421 /);
});

it('understands commands that come all at once', async () => {
  const { talk, mails } = await startBench();
  const { hear, say, socket } = talk();
  await hear();
  await say('LHLO x');
  const mail =
    'MAIL FROM:<alice@example.org>\r\nRCPT TO:<games@example.test>\r\nRCPT TO:<eve@example.test>\r\nDATA\r\n';
  socket.write(`${mail}${MAIL}\r\n.\r\n${mail}${MAIL}\r\n.\r\n`);
  const heard: string[] = [];
  for (let count = 0; count < 10; count += 1) heard.push((await hear())?.slice(0, 3) ?? 'closed');
  expect(heard).toEqual(['250', '250', '550', '354', '250', '250', '250', '550', '354', '250']);
  expect(mails).toHaveLength(2);
});

it('delivers nothing of a client that leaves in the middle of a mail', async () => {
  const { talk, mails, logged } = await startBench();
  const { begin, socket } = talk();
  await begin('games@example.test');
  const left = new Promise<void>(resolve => socket.once('close', () => resolve()));
  socket.end('From: alice@example.org\r\n\r\nhalf');
  await left;
  const next = talk();
  await next.begin('games@example.test');
  await next.say(`${MAIL}\r\n.`);
  expect(mails).toHaveLength(1);
  expect(logged.map(([event]) => event)).toEqual(['lmtp-cut', 'lmtp-taken']);
});

it.each([
  ['says nothing', { idleMs: 20 }],
  ['stays for too long', { connectionMs: 150 }],
])('ends a client that %s', async (_, over) => {
  const { talk } = await startBench(undefined, { limits: { ...lmtpLimits, ...over } });
  const { hear } = talk();
  const heard: (string | null)[] = [];
  while (heard.at(-1) !== null) heard.push(await hear());
  expect(heard.at(-2)).toMatch(/^421 /);
});

it('limits the connections, and takes another when one has ended', async () => {
  const { talk } = await startBench(undefined, { limits: { ...lmtpLimits, connections: 2 } });
  const [one, two] = [talk(), talk()];
  expect([await one.hear(), await two.hear()].map(greeting => greeting?.slice(0, 3))).toEqual(['220', '220']);
  expect(await talk().hear()).toMatch(/^421 /);
  await one.say('QUIT');
  expect(await talk().hear()).toMatch(/^220 /);
});

it('answers the mail in progress when it stops', async () => {
  const { promise, resolve } = withResolvers<'delivered'>();
  const begun = withResolvers();
  const { talk, close } = await startBench(() => {
    begun.resolve();
    return promise;
  });
  const { begin, say } = talk();
  await begin('games@example.test');
  const answer = say(`${MAIL}\r\n.`);
  await begun.promise;
  const closed = close();
  resolve('delivered');
  expect(await answer).toMatch(/^250 /);
  await closed;
});

it('listens at a socket for its group, also after a process that was killed, and says what is in the way', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'nexpost-lmtp-'));
  const path = join(dir, 'lmtp.sock');
  const options = {
    limits: lmtpLimits,
    own: OWN,
    mailBytes: 1,
    now: () => 0,
    idOf: () => '',
    log: silent,
    place: { path },
  };
  const deliver = (): Promise<'delivered'> => Promise.resolve('delivered');
  const first = await startLmtp({ ...options, deliver });
  expect((await stat(path)).mode & 0o777).toBe(0o660);
  await expect(startLmtp({ ...options, deliver })).rejects.toThrow('another program uses it');
  await first.close();
  await leaveSocket(path);
  const second = await startLmtp({ ...options, deliver });
  await second.close();
  await writeFile(path, 'a file');
  await expect(startLmtp({ ...options, deliver })).rejects.toThrow('lmtp.sock');
  await rm(dir, { recursive: true });
});

/** The socket of a process that ended without closing it. */
async function leaveSocket(path: string): Promise<void> {
  const server: Server = createServer();
  await new Promise<void>(resolve => server.listen(`${path}.old`, resolve));
  await rename(`${path}.old`, path);
  await new Promise<void>(resolve => server.close(() => resolve()));
}
