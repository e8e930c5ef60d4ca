// Senders verified in the thread that reads mails, by a service that plays.
import { afterEach, describe, expect, it } from 'vitest';
import { startMimeThread, type ThreadMime } from '#adapters/mime/thread.ts';
import type { Verifier } from '#adapters/mime/verified-reading.ts';
import { type Lab, lab } from '#test/service/lab.ts';
import { createTestVerifier, keyRecord, signMail, writeMail } from './signed-mail.ts';

const ZONE = { 'sel._domainkey.example.org': keyRecord(), 'sel._domainkey.example.net': keyRecord() };

const open: ThreadMime[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

/** A service that trusts no server. */
function createService(verifier: Verifier | null): Lab {
  const mime = startMimeThread({ info: () => undefined, warn: () => undefined, error: () => undefined }, { verifier });
  open.push(mime);
  return lab({ mime, servers: [] });
}

let serial = 0;
const letter = (name: string, domain: string, subject: string, body = ''): string =>
  signMail(
    writeMail(
      [
        `Return-Path: <${name}@${domain}>`,
        `From: ${name} <${name}@${domain}>`,
        'To: games@example.test',
        `Subject: ${subject}`,
        'Date: Sat, 21 Nov 2026 10:00:00 +0000',
        `Message-ID: <${(serial += 1)}@${domain}>`,
      ],
      `${body}\r\n`,
    ),
    { tags: { d: domain } },
  );

const SIGN_UP_ALICE = letter('alice', 'example.org', 'signup alice secret');
const SIGN_UP_BOB = letter('bob', 'example.net', 'signup bob secret');

describe('a service that verifies senders itself', () => {
  it('plays with players whose servers sign', async () => {
    const service = createService(createTestVerifier(ZONE));
    await service.deliver(SIGN_UP_ALICE);
    await service.deliver(SIGN_UP_BOB);
    const boards = await service.deliver(letter('alice', 'example.org', 'nex challenge -size=5 alice bob'));
    expect(boards.map(({ to }) => to[0])).toEqual(['alice@example.org', 'bob@example.net']);
    const moved = await service.deliver(letter('alice', 'example.org', 'nex move 101 b3,a3'));
    expect(moved.map(({ to, subject }) => `${to.join()}: ${subject}`)).toEqual([
      'alice@example.org: Nex Board 101 bob: to move',
      'bob@example.net: Nex Board 101 bob: your turn',
    ]);
    const done = service.log.filter(line => line.startsWith('mail-done'));
    expect(done).toHaveLength(4);
    for (const line of done)
      expect(line).toMatch(/"proof":"dkim".*"verification":"dkim=pass \(example\.(?:org|net)\)"/);
  });

  it('asks the sender to confirm while the DNS does not answer, and loses no mail', async () => {
    const service = createService(createTestVerifier({ 'sel._domainkey.example.org': new Error('ETIMEOUT') }));
    const [question] = await service.deliver(SIGN_UP_ALICE);
    expect(question?.to).toEqual(['alice@example.org']);
    expect(service.log.join('\n')).toContain('"proof":"none"');
    expect(await service.deliver(letter('alice', 'example.org', 'yes').replace('To: games@', `To: ${question?.replyTo.split('@')[0] ?? ''}@`))).toHaveLength(1); // prettier-ignore
    expect(service.log.join('\n')).toContain('"proof":"token"');
  });

  it('does nothing for a mail that fails the policy of its domain', async () => {
    const zone = { ...ZONE, '_dmarc.example.org': 'v=DMARC1; p=reject' };
    const service = createService(createTestVerifier(zone));
    const forged = SIGN_UP_ALICE.replace(/^DKIM-Signature:[^]*?\r\n(?![ \t])/, '').replace(
      '<alice@example.org>',
      '<x@example.com>',
    );
    expect(await service.deliver(forged)).toEqual([]);
    expect(service.log).toEqual([
      expect.stringMatching(/mail-silent .*"reason":"dmarc".*"verification":"dmarc=fail \(example.org\)"/),
    ]);
  });

  it('believes its own server alone, where that writes results', async () => {
    const verifier = createTestVerifier(ZONE, { servers: ['mx.example.test'] });
    const mime = startMimeThread(
      { info: () => undefined, warn: () => undefined, error: () => undefined },
      { verifier },
    );
    open.push(mime);
    const service = lab({ mime, servers: ['mx.example.test'] });
    await service.deliver(`Authentication-Results: mx.example.test; dmarc=none\r\n${SIGN_UP_ALICE}`);
    expect(service.log.join('\n')).toMatch(/"proof":"none"(?!.*verification)/);
    expect(verifier.asked).toEqual([]);
  });

  it('verifies nothing unless it is told to', async () => {
    const service = createService(null);
    await service.deliver(SIGN_UP_ALICE);
    expect(service.log.join('\n')).toMatch(/"proof":"none"(?!.*verification)/);
  });

  it('takes a mail once, whoever sends it again', async () => {
    const service = createService(createTestVerifier(ZONE));
    expect(await service.deliver(SIGN_UP_ALICE)).toHaveLength(1);
    expect(await service.deliver(`Received: by evil.test\r\n${SIGN_UP_ALICE}`)).toEqual([]);
    await service.deliver(SIGN_UP_ALICE.replace(/<(\d+)@example.org>/, '<again@example.org>'));
    expect(service.log.flatMap(line => /"(?:reason|proof)":"([a-z]+)"/.exec(line)?.[1] ?? [])).toEqual([
      ...['dkim', 'duplicate', 'none'],
    ]);
  });
});
