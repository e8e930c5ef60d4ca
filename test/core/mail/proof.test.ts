// Authentication-Results: whose word is believed, about whom, and how it is written.
import { describe, expect, it } from 'vitest';
import { isAuthenticated, UNNAMED } from '#core/mail/authentication-results.ts';
import { incoming } from './mails.ts';

const ALICE = 'alice@example.test';
const vouched = (...values: readonly string[]): boolean =>
  isAuthenticated(incoming(values.map(value => `Authentication-Results: ${value}`)), ALICE, ['mx.test']);

describe('is believed', () => {
  it.each([
    'mx.test; auth=pass smtp.auth=alice@example.test',
    'mx.test; auth=pass (plain) smtp.auth="alice@example.test"',
    'MX.Test; AUTH=PASS SMTP.AUTH=Alice@Example.TEST',
    '"mx.test" 1; dmarc=pass header.from=example.test',
    '(our own) mx.test (really); dmarc=pass (p=NONE; dis=NONE (nested)) header.from=example.test',
    'mx.test; dmarc = pass header.from = example.test',
    'mx.test; dmarc=pass action=none header.from=example.test;compauth=pass reason=100',
    'mx.test; dmarc=pass header.from=alice@example.test',
    'mx.test; dkim=fail header.d=example.test; dkim=pass header.d=example.test header.s=s1',
    'mx.test; dkim=pass header.i=@example.test header.s=s1',
    'mx.test; dkim/1=pass header.d=example.test',
    'mx.test; dkim=pass header.d=example.test header.i=alice@example.test',
    'mx.test; spf=pass smtp.mailfrom=alice@example.test',
    'mx.test; spf=pass smtp.mailfrom=bounces@example.test; dmarc=pass header.from=example.test',
    'mx.test; auth=pass smtp.mailfrom=alice@example.test',
    'mx.test; spf=pass smtp.mailfrom=example.test; none',
    'mx.test; spf=fail smtp.mailfrom=a@b.test; dmarc=pass reason="ok; really" header.from=example.test',
  ])('%s', value => expect(vouched(value)).toBe(true));
});

describe('is not believed', () => {
  it.each([
    '',
    'mx.test',
    'mx.test; none',
    'mx.test.evil.test; auth=pass smtp.auth=alice@example.test',
    'other.test; auth=pass smtp.auth=alice@example.test',
    'mx.test; auth=pass smtp.auth=bob@example.test',
    'mx.test; auth=pass',
    // Somebody else logged in, whatever they wrote as a sender.
    'mx.test; auth=pass smtp.auth=bob@example.test smtp.mailfrom=alice@example.test',
    'mx.test; auth=pass smtp.auth=bob@example.test; dmarc=pass header.from=example.test',
    'mx.test; dkim=pass header.d=example.test; auth=pass smtp.auth=bob',
    'mx.test; auth=pass smtp.auth=alice@example.test; auth=pass smtp.auth=bob@example.test',
    'mx.test; x-auth=pass smtp.auth=alice@example.test',
    'mx.test; spf=pass smtp.mailfrom=bob@example.test',
    'mx.test; dkim=pass header.i=bob@example.test',
    'mx.test; dkim=pass header.d=example.test header.i=bob@example.test',
    'mx.test; dkim=pass header.d=example.test header.i=@evil.test',
    'mx.test; dmarc=pass header.from=bob@example.test',
    'mx.test; auth=fail smtp.auth=alice@example.test',
    'mx.test; auth=passed smtp.auth=alice@example.test',
    'mx.test; auth=pass-through smtp.auth=alice@example.test',
    'mx.test; dmarc=fail header.from=example.test',
    'mx.test; dmarc=pass header.from=evil.test',
    'mx.test; dmarc=pass header.from=sub.example.test',
    'mx.test; dmarc=none header.from=example.test; dkim=pass header.d=evil.test',
    'mx.test; dkim=pass header.d=notexample.test',
    'mx.test; dkim=pass header.i=example.test@evil.test',
    'mx.test; dkim=pass header.d=evil.test header.d=example.test',
    'mx.test; spf=pass smtp.helo=example.test',
    'mx.test; spf=pass smtp.mailfrom="alice@example.test"@evil.test',
    'mx.test; spf=pass smtp.mailfrom="x smtp.mailfrom=alice@example.test"@evil.test',
    'mx.test; dkim=pass reason="header.d=example.test" header.d=evil.test',
    'mx.test; dkim=pass " header.d=example.test" header.d=evil.test',
    'mx.test; x=pass (; auth=pass smtp.auth=alice@example.test)',
    'mx.test (; auth=pass smtp.auth=alice@example.test',
    'mx.test; x="; auth=pass smtp.auth=alice@example.test"',
    '(mx.test); auth=pass smtp.auth=alice@example.test',
  ])('%s', value => expect(vouched(value)).toBe(false));

  it('by no server that is named, unless the operator says so', () => {
    const header =
      'spf=pass (sender IP is 192.0.2.1) smtp.mailfrom=example.test; dkim=pass (signature was verified) header.d=example.test;dmarc=pass action=none header.from=example.test;compauth=pass reason=100';
    const mail = incoming([`Authentication-Results: ${header}`, 'Authentication-Results: mx.test; none']);
    expect(isAuthenticated(mail, ALICE, ['mx.test'])).toBe(false);
    expect(isAuthenticated(mail, ALICE, ['mx.test', UNNAMED])).toBe(true);
    const other = incoming(['Authentication-Results: other.test; dmarc=pass header.from=example.test']);
    expect(isAuthenticated(other, ALICE, [UNNAMED])).toBe(false);
    expect(isAuthenticated(incoming(['Authentication-Results: ']), ALICE, [UNNAMED])).toBe(false);
    expect(isAuthenticated(incoming(['Authentication-Results: ;dmarc=pass header.from=example.test']), ALICE, [UNNAMED])).toBe(false); // prettier-ignore
  });

  it('below the topmost header, whoever wrote that', () => {
    const good = 'mx.test; auth=pass smtp.auth=alice@example.test';
    expect(vouched(good, 'other.test; none')).toBe(true);
    expect(vouched('other.test; none', good)).toBe(false);
    expect(vouched('mx.test; auth=fail smtp.auth=alice@example.test', good)).toBe(false);
  });

  it('when nobody is trusted', () => {
    const mail = incoming(['Authentication-Results: mx.test; auth=pass smtp.auth=alice@example.test']);
    expect(isAuthenticated(mail, ALICE, [])).toBe(false);
    expect(isAuthenticated(incoming(), ALICE, ['mx.test'])).toBe(false);
  });
});
