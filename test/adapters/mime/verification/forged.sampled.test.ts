// Signed mails, changed by chance: a changed mail that still proves its sender says the same as before.
import { describe, expect, it } from 'vitest';
import { isAuthenticated } from '#core/mail/authentication-results.ts';
import { parse } from '#adapters/mime/parse.ts';
import fc from '#test/fast-check.ts';
import { createTestVerifier, keyRecord, sealMail, signMail, verify, writeMail, ZONE } from './signed-mail.ts';

const ZONES = { ...ZONE, 'arc._domainkey.forwarder.example': keyRecord() };
const verifier = createTestVerifier(ZONES, { sealers: ['forwarder.example'] });

/** What the service reads. Blanks mean nothing to a signature in the relaxed form. */
function readMail(mail: string): { readonly said: string; readonly verified: ReturnType<typeof parse> } | null {
  try {
    const raw = Buffer.from(mail, 'latin1');
    const parsed = parse(raw, raw.length);
    const { from, subject, messageId, text } = parsed;
    return {
      said: JSON.stringify([from, subject, messageId, text]).replace(/(?:\\[nrt]|\s)+/g, ' '),
      verified: parsed,
    };
  } catch {
    return null;
  }
}

const change = fc.record({
  at: fc.nat(),
  length: fc.nat({ max: 3 }),
  text: fc.oneof(
    fc.constantFrom(
      '',
      ' ',
      '\r\n',
      '\r\n ',
      '\r',
      '\0',
      ':',
      ';',
      '=',
      '(',
      '"',
      'l=0;',
      'h=from;',
      'd=evil.test;',
      '\xa0',
    ),
    fc.constantFrom(
      '\r\nSubject: resign\r\n',
      '\r\nFrom: bob@example.org\r\n',
      '\r\nMessage-ID: <other@x>\r\n',
      '\r\n\r\n',
    ),
    fc.string({ maxLength: 4 }),
  ),
});

const apply = (mail: string, { at, length, text }: { at: number; length: number; text: string }): string => {
  const start = at % mail.length;
  return mail.slice(0, start) + text + mail.slice(start + length);
};

async function expectNothingForged(mail: string, runs: number): Promise<void> {
  const before = readMail(mail)?.said;
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async changes => {
      const changed = changes.reduce(apply, mail);
      const read = readMail(changed);
      const verification = await verify(changed, verifier);
      if (read === null || verification === null) return;
      if (!isAuthenticated({ ...read.verified, verification }, 'alice@example.org', [])) return;
      expect(read.said).toBe(before);
    }),
    { numRuns: runs, longRuns: 10_000 },
  );
}

describe('a mail changed by chance', () => {
  it.each(['relaxed/relaxed', 'simple/simple'])('signed in the form %s, is not forged', async c => {
    await expectNothingForged(signMail(writeMail(), { tags: { c } }), 300);
  });

  it('sealed by a server, is not forged', async () => {
    const mail = await sealMail(writeMail(), 'forwarder.example', 'mx; dkim=pass header.d=example.org');
    await expectNothingForged(mail, 200);
  });
});
