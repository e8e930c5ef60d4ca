// Forwarded mails: the word of named servers about the sender, sealed by ARC.
import { describe, expect, it } from 'vitest';
import { isAuthenticated } from '#core/mail/authentication-results.ts';
import { parse } from '#adapters/mime/parse.ts';
import { WEAK } from './keys.ts';
import {
  createTestVerifier,
  HEADER,
  keyRecord,
  sealMail,
  signMail,
  verify,
  writeMail,
  type Zone,
  ZONE,
} from './signed-mail.ts';

const FORWARDERS: Zone = {
  ...ZONE,
  'arc._domainkey.forwarder.example': keyRecord(),
  'arc._domainkey.second.example': keyRecord(),
};
const GOOD = 'mx.forwarder.example; dkim=pass header.d=example.org; dmarc=pass header.from=example.org';

/** A mail whose signature the forwarding server broke with a line below the text. */
const BROKEN = `${signMail(writeMail())}-- \r\nsent on by forwarder.example\r\n`.replace(
  'Return-Path: <alice@example.org>',
  'Return-Path: <bounces@forwarder.example>',
);

async function isProved(mail: string, sealers = ['forwarder.example'], zone = FORWARDERS): Promise<boolean> {
  const verification = await verify(mail, createTestVerifier(zone, { sealers }));
  const raw = Buffer.from(mail, 'latin1');
  return isAuthenticated({ ...parse(raw, raw.length), ...(verification && { verification }) }, 'alice@example.org', []);
}

describe('a chain proves the sender', () => {
  it('by one named sealer', async () => {
    expect(await isProved(BROKEN)).toBe(false);
    expect(await isProved(await sealMail(BROKEN, 'forwarder.example', GOOD))).toBe(true);
  });

  it('by two, if both are named', async () => {
    const first = await sealMail(BROKEN, 'forwarder.example', GOOD);
    const second = await sealMail(
      first,
      'second.example',
      'mx.second.example; arc=pass; dkim=fail header.d=example.org',
      'pass',
    );
    expect(await isProved(second, ['forwarder.example', 'second.example'])).toBe(true);
    expect(await isProved(second, ['second.example'])).toBe(false);
    expect(await isProved(second, ['forwarder.example'])).toBe(false);
  });

  it('that fails the policy otherwise', async () => {
    const unsigned = writeMail(HEADER.map(each => each.replace('<alice@example.org>', '<x@forwarder.example>').replace('From: Alice <x@forwarder.example>', 'From: Alice <alice@example.org>'))); // prettier-ignore
    const verifier = createTestVerifier(FORWARDERS, { sealers: ['forwarder.example'] });
    expect((await verify(unsigned, verifier))?.summary).toBe('dmarc=fail (example.org)');
    const sealed = await sealMail(unsigned, 'forwarder.example', GOOD);
    expect((await verify(sealed, verifier))?.summary).toBe('arc=pass (forwarder.example)');
    expect(await isProved(sealed)).toBe(true);
  });
});

describe('a chain proves nothing', () => {
  const sealed = sealMail(BROKEN, 'forwarder.example', GOOD);

  it('by a sealer that is not named', async () => {
    for (const sealers of [[], ['example.org'], ['mx.forwarder.example'], ['example']])
      expect(await isProved(await sealed, sealers)).toBe(false);
  });

  it.each<[string, (mail: string) => string]>([
    ['with another body', mail => mail.replace('Well met', 'Resign')],
    ['with another Subject', mail => mail.replace('-size=5', '-size=6')],
    ['with another sender', mail => mail.replace('From: Alice <alice@', 'From: Alice <bob@')],
    [
      'with other results',
      mail => mail.replace('dmarc=pass header.from=example.org', 'dmarc=pass header.from=example.com'),
    ],
    ['without its results', mail => mail.replace(/ARC-Authentication-Results:.*\r\n(?:[ \t].*\r\n)*/, '')],
    ['without its seal', mail => mail.replace(/ARC-Seal:.*\r\n(?:[ \t].*\r\n)*/, '')],
    ['with another number', mail => mail.replaceAll('i=1;', 'i=2;')],
    ['with results twice', mail => `ARC-Authentication-Results: i=1; ${GOOD}\r\n${mail}`],
    ['with a failed seal', mail => mail.replace('cv=none', 'cv=fail')],
    ['with a seal of nothing', mail => mail.replace('cv=none', 'cv=pass')],
    ['with a second Message-ID', mail => `Message-ID: <m2@example.org>\r\n${mail}`],
    [
      'below six others',
      mail =>
        `${'ARC-Seal: i=9\r\nARC-Message-Signature: i=9\r\nARC-Authentication-Results: i=9\r\n'.repeat(5)}${mail}`,
    ],
    ['above many signatures', mail => `${'DKIM-Signature: v=1; d=example.net; l=1\r\n'.repeat(50)}${mail}`],
  ])('%s', async (_, change) => {
    const before = await sealed;
    const changed = change(before);
    expect(changed).not.toBe(before);
    expect(await isProved(changed)).toBe(false);
  });

  it.each([
    'mx.forwarder.example; dkim=fail header.d=example.org; dmarc=fail header.from=example.org',
    'mx.forwarder.example; spf=pass smtp.mailfrom=alice@example.org',
    'mx.forwarder.example; auth=pass smtp.auth=alice@example.org smtp.mailfrom=alice@example.org',
    'mx.forwarder.example; dkim=pass header.d=example.net; dmarc=pass header.from=example.net',
    'mx.forwarder.example; dmarc=none; x="; dmarc=pass header.from=example.org"',
    'mx.forwarder.example; none',
  ])('that says %s', async results => {
    expect(await isProved(await sealMail(BROKEN, 'forwarder.example', results))).toBe(false);
  });

  it.each<[string, Zone]>([
    ['without its key', ZONE],
    ['while the DNS does not answer', { ...ZONE, 'arc._domainkey.forwarder.example': new Error('ETIMEOUT') }],
    ['with a weak key', { ...ZONE, 'arc._domainkey.forwarder.example': keyRecord(WEAK) }],
  ])('%s', async (_, zone) => expect(await isProved(await sealed, ['forwarder.example'], zone)).toBe(false));

  it('of a mail to other readers', async () => {
    const other = await sealMail(BROKEN.replace('To: games@', 'To: mallory@'), 'forwarder.example', GOOD);
    expect(await isProved(other)).toBe(false);
  });
});
