// Mails without results of a trusted server: which signatures prove their senders, and which prove nothing.
import { describe, expect, it } from 'vitest';
import { isAgainstPolicy, isAuthenticated } from '#core/mail/authentication-results.ts';
import { parse } from '#adapters/mime/parse.ts';
import { readStep } from '#adapters/mime/verified-reading.ts';
import { verificationLimits } from '#adapters/mime/verification/signature.ts';
import { ED25519, WEAK } from './keys.ts';
import {
  BODY,
  createTestVerifier,
  HEADER,
  keyRecord,
  NOW,
  SIGNED,
  signMail,
  verify,
  writeMail,
  type Zone,
  ZONE,
} from './signed-mail.ts';

const SECONDS = NOW / 1_000;
const SIGNED_MAIL = signMail(writeMail());
const replace = (from: string | RegExp, to: string, mail = SIGNED_MAIL): string => mail.replace(from, to);
const withTop = (fields: string): string => `${fields}\r\n${SIGNED_MAIL}`;
const withField = (field: string): string => writeMail([...HEADER, field]);

/** Is alice proved to have sent the mail, and is it silenced? */
async function judge(
  mail: string,
  zone: Zone = ZONE,
): Promise<{ readonly isProved: boolean; readonly isSilent: boolean; readonly why: string }> {
  const verification = await verify(mail, createTestVerifier(zone));
  const raw = Buffer.from(mail, 'latin1');
  const incoming = { ...parse(raw, raw.length), ...(verification && { verification }) };
  const from = incoming.from[0]?.address ?? '';
  return {
    isProved: isAuthenticated(incoming, from, ['mx.example.test']),
    isSilent: isAgainstPolicy(incoming, ['mx.example.test']),
    why: verification?.summary ?? '',
  };
}

describe('a signature proves the sender', () => {
  it.each(['relaxed/relaxed', 'simple/simple', 'relaxed/simple', 'simple/relaxed', 'simple'])(
    'in the form %s',
    async c => {
      expect(await judge(signMail(writeMail(), { tags: { c } }))).toEqual({
        ...{ isProved: true, isSilent: false, why: 'dkim=pass (example.org)' },
      });
    },
  );

  it.each<[string, string, Zone?]>([
    ['with Ed25519', signMail(writeMail(), { key: ED25519, tags: { a: 'ed25519-sha256' } }), { 'sel._domainkey.example.org': keyRecord(ED25519, 'k=ed25519; ') }],
    ['with lines that end in LF', SIGNED_MAIL.replaceAll('\r\n', '\n')],
    ['for the very address', signMail(writeMail(), { tags: { i: 'Alice@Example.org' } })],
    ['for the domain', signMail(writeMail(), { tags: { i: '@example.org' } })],
    ['beside a broken one', signMail(signMail(writeMail(), { key: WEAK }))],
    ['beside those of other domains', signMail(SIGNED_MAIL, { tags: { d: 'list.example.net' } })],
    ['that has a later end', signMail(writeMail(), { tags: { x: String(SECONDS + 60) } })],
    ['for all users below the domain', signMail(writeMail(), { tags: { i: '@mail.example.org' } })],
    ['that says that it covers absent fields too', signMail(writeMail(), { tags: { h: `${SIGNED}:${SIGNED}:cc:reply-to` } })],
    [
      'that covers what Gmail signs',
      signMail(writeMail(), {
        tags: { h: 'to:subject:message-id:date:from:mime-version:from:to:cc:subject:date:message-id:reply-to' },
      }),
    ],
    ['that does not cover To, as Microsoft signs', signMail(writeMail(), { tags: { h: 'From:Date:Subject:Message-ID' } })],
    ['with the service in Cc', signMail(writeMail(HEADER.map(each => each.startsWith('To:') ? 'To: bob@example.net\r\nCc: Games <games+b.nex101.0.6.x@example.test>' : each)), { tags: { h: `${SIGNED}:cc` } })],
    ['with fields below it that servers added', withTop('X-Spam-Score: 1\r\nReceived: from a by b; Sat, 21 Nov 2026 10:00:00 +0000')],
    ['with a key that has flags and notes', SIGNED_MAIL, { 'sel._domainkey.example.org': keyRecord(undefined, 'k=rsa; t=s; s=email; h=sha1:sha256; n=a note; ') }],
    ['by another name of the organisation', signMail(writeMail(), { tags: { d: 'mail.example.org' } }), { 'sel._domainkey.mail.example.org': keyRecord(), '_dmarc.example.org': 'v=DMARC1; p=none' }],
    ['by the organisation of a part', signMail(replace(/alice@example/g, 'alice@sub.example', writeMail())), { ...ZONE, '_dmarc.example.org': 'v=DMARC1;p=none;adkim=r' }],
  ])('%s', async (_, mail, zone = ZONE) => expect(await judge(mail, zone)).toMatchObject({ isProved: true, isSilent: false })); // prettier-ignore
});

describe('a signature proves nothing', () => {
  it.each<[string, string, string, Zone?]>([
    ['when the body is changed', replace('Well met', 'Resign'), 'body hash did not verify'],
    ['when text is added', `${SIGNED_MAIL}resign\r\n`, 'body hash did not verify'],
    ['when the Subject is changed', replace('-size=5', '-size=6'), 'bad signature'],
    ['when the sender is changed', replace('From: Alice <alice@', 'From: Alice <bob@'), 'bad signature'],
    ['when the Message-ID is changed', replace('<m1@', '<m2@'), 'bad signature'],
    ['when a second Subject is added', withTop('Subject: resign'), 'subject is not signed'],
    ['when a second Message-ID is added', withTop('Message-ID: <m2@example.org>'), 'message-id is not signed'],
    ['when a second To is added', withTop('To: games@example.test'), 'it is signed for other recipients'],
    ['without the Subject', signMail(writeMail(), { tags: { h: 'from:to:date:message-id' } }), 'subject is not signed'],
    [
      'by Yahoo, without the Message-ID',
      signMail(writeMail(), { tags: { h: 'From:To:Subject:Date:From:Subject:Reply-To' } }),
      'message-id is not signed',
    ],
    [
      'without the Message-ID',
      signMail(writeMail(), { tags: { h: 'from:to:date:subject' } }),
      'message-id is not signed',
    ],
    ['without the Date', signMail(writeMail(), { tags: { h: 'from:to:subject:message-id' } }), 'date is not signed'],
    ['without the sender', signMail(writeMail(), { tags: { h: 'to:subject:date:message-id' } }), 'from is not signed'],
    [
      'without a Message-ID in the mail',
      signMail(writeMail(HEADER.filter(each => !each.startsWith('Message-ID')))),
      'message-id is not signed',
    ],
    [
      'of a mail to other readers',
      signMail(writeMail(HEADER.map(each => each.replace('games@example.test', 'mallory@example.net')))),
      'it is signed for other recipients',
    ],
    [
      'of a mail to others, sent on with the service in Cc',
      signMail(
        writeMail([
          ...HEADER.map(each => each.replace('games@example.test', 'mallory@example.net')),
          'Cc: games@example.test',
        ]),
      ),
      'it is signed for other recipients',
    ],
    ['of a part of the body', signMail(writeMail(), { tags: { l: '8' } }), 'l= leaves'],
    ['of no part of the body', signMail(writeMail(), { tags: { l: '0' } }), 'l= leaves'],
    ['that has expired', signMail(writeMail(), { tags: { x: String(SECONDS - 1) } }), 'it has expired'],
    [
      'that expires before it was made',
      signMail(writeMail(), { tags: { t: String(SECONDS + 50), x: String(SECONDS + 10) } }),
      'it expires before',
    ],
    ['with a strange time', signMail(writeMail(), { tags: { x: '1e99' } }), 'malformed'],
    ['with SHA-1', signMail(writeMail(), { tags: { a: 'rsa-sha1' } }), 'a=rsa-sha1 is not safe'],
    [
      'with a weak key',
      signMail(writeMail(), { key: WEAK }),
      'policy',
      { 'sel._domainkey.example.org': keyRecord(WEAK) },
    ],
    [
      'for a user of another domain',
      signMail(writeMail(), { tags: { i: 'alice@example.net' } }),
      'i= is not within d=',
    ],
    [
      'for a user of a domain that only ends alike',
      signMail(writeMail(), { tags: { i: '@notexample.org' } }),
      'i= is not within d=',
    ],
    [
      'for another user of the domain',
      signMail(writeMail(), { tags: { i: 'bob@example.org' } }),
      'i= is another address',
    ],
    [
      'for a user of the same name at a domain below',
      signMail(writeMail(), { tags: { i: 'alice@mail.example.org' } }),
      'i= is another address',
    ],
    ['of another version', signMail(writeMail(), { tags: { v: '2' } }), 'v= is not 1'],
    ['with a tag twice', signMail(writeMail(), { tags: { D: 'example.org' } }), 'no signature'],
    ['with a comment', signMail(writeMail(), { tags: { d: 'example.org (b=c)' } }), 'no signature'],
    [
      'by another domain',
      signMail(writeMail(), { tags: { d: 'example.net' } }),
      'no signature of example.org',
      { 'sel._domainkey.example.net': keyRecord() },
    ],
    [
      'by the suffix of the domain',
      signMail(writeMail(), { tags: { d: 'org' } }),
      'no signature',
      { 'sel._domainkey.org': keyRecord() },
    ],
    [
      'by another customer of the same host',
      signMail(replace(/alice@example.org/g, 'alice@one.github.io', writeMail()), { tags: { d: 'two.github.io' } }),
      'no signature',
      { 'sel._domainkey.two.github.io': keyRecord(), '_dmarc.one.github.io': 'v=DMARC1; p=none' },
    ],
    [
      'by another name of the organisation that wants the same',
      signMail(writeMail(), { tags: { d: 'mail.example.org' } }),
      'does not allow',
      { 'sel._domainkey.mail.example.org': keyRecord(), '_dmarc.example.org': 'v=DMARC1; p=none; adkim = s' },
    ],
    [
      'by another name of an organisation without a policy',
      signMail(writeMail(), { tags: { d: 'mail.example.org' } }),
      'there is no DMARC policy',
      { 'sel._domainkey.mail.example.org': keyRecord() },
    ],
    [
      'by another name of an organisation with two policies',
      signMail(writeMail(), { tags: { d: 'mail.example.org' } }),
      'there is no DMARC policy',
      {
        'sel._domainkey.mail.example.org': keyRecord(),
        '_dmarc.example.org': ['v=DMARC1; p=none', 'v=DMARC1; p=none'],
      },
    ],
    [
      'by another name of an organisation whose policy is not known now',
      signMail(writeMail(), { tags: { d: 'mail.example.org' } }),
      'the DNS did not answer',
      { 'sel._domainkey.mail.example.org': keyRecord(), '_dmarc.example.org': new Error('ESERVFAIL') },
    ],
    ['with no key', SIGNED_MAIL, 'no key', {}],
    [
      'with several keys',
      SIGNED_MAIL,
      'several keys',
      { 'sel._domainkey.example.org': [keyRecord(), keyRecord(WEAK)] },
    ],
    ['with another key', signMail(writeMail(), { key: WEAK }), 'bad signature'],
    ['with a key of another kind', SIGNED_MAIL, 'dkim=', { 'sel._domainkey.example.org': keyRecord(ED25519) }],
    ['with a revoked key', SIGNED_MAIL, 'revoked', { 'sel._domainkey.example.org': 'v=DKIM1; p=' }],
    ['with a key that is none', SIGNED_MAIL, 'dkim=neutral', { 'sel._domainkey.example.org': 'v=DKIM1; p=AAAA' }],
    ['with a key for tests', SIGNED_MAIL, 'tests', { 'sel._domainkey.example.org': keyRecord(undefined, 't=y; ') }],
    [
      'with a key for other services',
      SIGNED_MAIL,
      'not for mail',
      { 'sel._domainkey.example.org': keyRecord(undefined, 's=tlsrpt; ') },
    ],
    [
      'with a key for other hashes',
      SIGNED_MAIL,
      'not for sha256',
      { 'sel._domainkey.example.org': keyRecord(undefined, 'h=sha1; ') },
    ],
    [
      'with a key that allows the very domain alone',
      signMail(writeMail(), { tags: { i: '@mail.example.org' } }),
      'does not allow',
      { 'sel._domainkey.example.org': keyRecord(undefined, 't=s; ') },
    ],
    [
      'while the DNS does not answer',
      SIGNED_MAIL,
      'the DNS did not answer: ETIMEOUT',
      { 'sel._domainkey.example.org': new Error('ETIMEOUT') },
    ],
    [
      'with a Date of long ago',
      signMail(writeMail(HEADER.map(each => each.replace('21 Nov 2026', '1 Oct 2026')))),
      'date is long ago',
    ],
    [
      'with a Date in the future',
      signMail(writeMail(HEADER.map(each => each.replace('21 Nov 2026', '24 Nov 2026')))),
      'date is in the future',
    ],
    [
      'with a Date that is none',
      signMail(writeMail(HEADER.map(each => each.replace(/^Date: .*/, 'Date: today')))),
      'date is malformed',
    ],
    [
      'with an invisible character in a signed field',
      signMail(withField('X-Note: a\0b'), { tags: { h: `${SIGNED}:x-note` } }),
      'the header is malformed',
    ],
    [
      'with a bare CR in a signed field',
      signMail(withField('X-Note: a\rSubject: b'), { tags: { h: `${SIGNED}:x-note` } }),
      'the header is malformed',
    ],
    ['with a blank before the colon of a signed field', replace('Subject:', 'Subject :'), 'malformed'],
    [
      'with a signed field beyond the limits',
      signMail(withField(`X-Note:${'\r\n a'.repeat(6_000)}`), { tags: { h: `${SIGNED}:x-note` } }),
      'the header is malformed',
    ],
    ['that is absent', writeMail(), 'no signature of example.org'],
  ])('%s', async (_, mail, why, zone = ZONE) => {
    const judged = await judge(mail, zone);
    expect(judged).toMatchObject({ isProved: false, isSilent: false });
    expect(judged.why).toContain(why);
  });
});

const without = (name: string, header = HEADER): readonly string[] =>
  header.filter(each => !each.startsWith(`${name}:`));
const returnedTo = (address: string): string => writeMail([`Return-Path: <${address}>`, ...without('Return-Path')]);

describe('a mail without a signature of the domain', () => {
  it.each<[string, string, Zone?]>([
    ['whose Return-Path is elsewhere', returnedTo('x@example.net')],
    ['with a signature of another domain', signMail(returnedTo('x@example.net'), { tags: { d: 'example.net' } })],
    [
      'of a part without a policy of its own',
      replace('Alice <alice@', 'Alice <alice@sub.', returnedTo('x@example.net')),
    ],
    [
      'if the policy is for parts',
      replace('Alice <alice@', 'Alice <alice@sub.', returnedTo('x@example.net')),
      { '_dmarc.example.org': 'v=DMARC1; p=none; sp=quarantine' },
    ],
  ])('fails the policy, %s', async (_, mail, zone = ZONE) => {
    expect(await judge(mail, zone)).toMatchObject({ isProved: false, isSilent: true });
  });

  it.each<[string, string, Zone?]>([
    ['when SPF may prove it', returnedTo('bounces@mail.example.org')],
    ['when no Return-Path shows what SPF may prove', writeMail(without('Return-Path'))],
    ['when the Return-Path is empty', returnedTo('')],
    ['when one of two Return-Paths is of the domain', `Return-Path: <x@example.net>\r\n${writeMail()}`],
    ['without a policy', returnedTo('x@example.net'), {}],
    ['with a policy of none', returnedTo('x@example.net'), { '_dmarc.example.org': 'v=DMARC1; p=none' }],
    ['with a policy for a part', returnedTo('x@example.net'), { '_dmarc.example.org': 'v=DMARC1; p=reject; pct=50' }],
    ['with a policy that is tried', returnedTo('x@example.net'), { '_dmarc.example.org': 'v=DMARC1; p=reject; t=y' }],
    [
      'with a policy for the domain alone',
      replace('Alice <alice@', 'Alice <alice@sub.', returnedTo('x@example.net')),
      { '_dmarc.example.org': 'v=DMARC1; p=reject; sp=none' },
    ],
    [
      'with a policy that is malformed',
      returnedTo('x@example.net'),
      { '_dmarc.example.org': 'v=DMARC1; p=reject; p=none' },
    ],
    ['while the DNS does not answer', returnedTo('x@example.net'), { '_dmarc.example.org': new Error('ETIMEOUT') }],
    ['when a broken signature claims the domain', replace('Well met', 'Hi', signMail(returnedTo('x@example.net')))],
  ])('does not fail it for sure, %s', async (_, mail, zone = ZONE) => {
    expect(await judge(mail, zone)).toMatchObject({ isProved: false, isSilent: false });
  });
});

describe('nothing is verified or looked up', () => {
  it.each([
    ['if a trusted server says something', withTop('Authentication-Results: mx.example.test; none')],
    ['with two senders', replace('From: Alice <alice@example.org>', 'From: alice@example.org, bob@example.org')],
    ['with two From fields', withTop('From: alice@example.org')],
    ['with no sender', replace('From: Alice <alice@example.org>', 'From: undisclosed')],
    ['with line ends of old Macs', SIGNED_MAIL.replaceAll('\r\n', '\r')],
  ])('%s', async (_, mail) => {
    const verifier = createTestVerifier();
    expect(await verify(mail, verifier)).toBeNull();
    expect(verifier.asked).toEqual([]);
  });

  it('if only a part of the mail was fetched', async () => {
    const raw = Buffer.from(SIGNED_MAIL);
    const verification = { context: { ...createTestVerifier().context, now: NOW }, answers: null };
    const step = await readStep({ raw, size: raw.length + 1, verification });
    expect(step).toMatchObject({ names: [], reading: { kind: 'read' } });
  });

  it('for other than the sender’s domain', async () => {
    const verifier = createTestVerifier();
    await verify(signMail(writeMail(), { tags: { d: 'example.net' } }), verifier);
    expect(verifier.asked).toEqual([]);
  });
});

describe('the work for one mail is bounded', () => {
  const many = (count: number): string => {
    let mail = writeMail();
    for (let index = 0; index < count; index++)
      mail = signMail(mail, { tags: { s: `s${index}`, d: `d${index}.example.org` } });
    return mail;
  };

  it('with fifty signatures, each with another key', async () => {
    const verifier = createTestVerifier();
    const found = await verify(many(50), verifier);
    expect(found).toMatchObject({
      results: [],
      summary: expect.stringContaining('50 signatures are too many') as string,
    });
    expect(verifier.asked).toHaveLength(verificationLimits.signatures + 1);
  });

  it('with the usual names, and no more', async () => {
    const verifier = createTestVerifier();
    await verify(SIGNED_MAIL, verifier);
    expect(verifier.asked).toEqual(['sel._domainkey.example.org']);
  });

  it.each([
    ['lines without text', '\n'.repeat(950_000)],
    ['blanks', ' '.repeat(950_000)],
    ['blanks and tabs in lines', ' \t x\r\n'.repeat(150_000)],
    ['one line', 'x'.repeat(950_000)],
    ['carriage returns', '\r'.repeat(950_000)],
  ])('with a megabyte of %s', async (_, body) => {
    // A body hash over the whole text, which is compared before any key is used.
    const mail = `${replace(BODY, '')}${body}`;
    const since = process.cpuUsage();
    expect((await verify(mail))?.results).toEqual([]);
    const { user, system } = process.cpuUsage(since);
    expect((user + system) / 1_000_000).toBeLessThan(5);
  });

  it('with a large header that no signature covers', async () => {
    expect((await judge(withTop(`X-Note:${'\r\n a'.repeat(200_000)}`))).isProved).toBe(true);
  });

  it('with an answer that never comes', async () => {
    const verifier = createTestVerifier();
    const sleep = (): Promise<void> => Promise.resolve();
    const late = {
      ...verifier,
      resolver: { resolveTxt: () => new Promise<never>(() => undefined) },
      clock: { now: () => NOW, sleep },
    };
    expect(await verify(SIGNED_MAIL, late)).toEqual({
      results: [],
      summary: 'dkim=neutral (example.org: the DNS did not answer: no answer in time)',
    });
  });
});
