// Return paths (VERP): a mail that comes back without a word of its content is attributed to its reader.
import { describe, expect, it } from 'vitest';
import type { Account } from '#core/players/account.ts';
import { limits } from '#core/kernel/limits.ts';
import { DAY_MS } from '#core/kernel/time.ts';
import { isProbe } from '#test/service/bounce.ts';
import { type Lab, lab, mail, type Received } from '#test/service/lab.ts';

const at = (name: string): string => `${name}@example.test`;

const accountOf = async ({ store }: Lab, userid: string): Promise<Account> =>
  (await store.read([`account/${userid}`])).documents.get(`account/${userid}`) as Account;

const isAbsent = async (service: Lab, userid = 'alice'): Promise<boolean> =>
  (await accountOf(service, userid)).absences?.at(-1)?.until === null;

/** A board of alice and bob at which alice is to move, and her newest mail of it. */
async function waiting(returnPaths = true): Promise<{ readonly service: Lab; readonly toAlice: Received }> {
  const service = lab({ returnPaths });
  const send = (name: string, subject: string): Promise<readonly Received[]> => service.write(at(name), subject, '');
  for (const name of ['alice', 'bob']) await send(name, `signup ${name}`);
  const mails = await send('bob', 'nex challenge alice bob');
  return { service, toAlice: mails.find(({ to }) => to[0] === at('alice'))! };
}

let serial = 0;
const head = (to: string, more: readonly string[] = []): readonly string[] => {
  serial += 1;
  return [
    'Return-Path: <>',
    'From: MAILER-DAEMON@mx.test',
    `To: ${to}`,
    'Subject: failure notice',
    `Message-ID: <plain-${serial}@mx.test>`,
    ...more,
  ];
};

/** As qmail writes it, without the mail that came back. */
const inWords = (to: string, words = 'Sorry, no mailbox here by that name. (#5.1.1)'): string =>
  [
    ...head(to),
    '',
    'Hi. This is the qmail-send program at mx.test.',
    "I'm afraid I wasn't able to deliver your message to the following addresses.",
    "This is a permanent error; I've given up. Sorry it didn't work out.",
    '',
    '<whoever@mx.test>:',
    words,
  ].join('\n');

/** A report in the form of RFC 3464, without the header of the mail that came back. */
const inFields = (to: string, address: string, status = '5.1.1'): string =>
  [
    ...head(to, ['Content-Type: multipart/report; report-type=delivery-status; boundary="b"']),
    '',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.test',
    '',
    `Final-Recipient: rfc822; ${address}`,
    'Action: failed',
    `Status: ${status}`,
    '',
    '--b--',
  ].join('\n');

/** The mail comes back, and then the probe that the service sends. */
async function comesBack(service: Lab, bounce: (to: string) => string, to: string): Promise<readonly Received[]> {
  const probes = (await service.deliver(bounce(to))).filter(isProbe);
  for (const probe of probes) await service.deliver(bounce(probe.returnPath));
  return probes;
}

const PATH = /^games\+v\.alice\.[0-9a-z]+\.[a-z2-7]+@example\.test$/;

describe('a return path', () => {
  it('names the reader, is no longer than a local part may be, and differs from mail to mail', async () => {
    const { service, toAlice } = await waiting();
    expect(toAlice.returnPath).toMatch(PATH);
    expect(toAlice.returnPath.split('@')[0]!.length).toBeLessThanOrEqual(64);
    expect(toAlice.raw).toContain('From: nexpost <games@example.test>');
    service.pass(60_000);
    const [again] = await service.write(at('alice'), 'nex show 101', '');
    expect(again!.returnPath).not.toBe(toAlice.returnPath);
  });

  it('is not used without the setting, for strangers, or if it would be too long', async () => {
    const usual = await waiting(false);
    expect(usual.toAlice.returnPath).toBe('games@example.test');
    const answered = inWords('games@example.test').replace('\n\n', `\nIn-Reply-To: ${usual.toAlice.messageId}\n\n`);
    expect(await usual.service.deliver(answered)).toEqual([]);
    const { service } = await waiting();
    const [answer] = await service.write(at('zoe'), 'help', '');
    expect(answer!.returnPath).toBe('games@example.test');
    const own = { local: 'the-games-of-our-whole-village-and-its-neighbours', domain: 'example.test' };
    const long = lab({ returnPaths: true, own });
    const to = `${own.local}@example.test`;
    await long.deliver({ from: at('alice'), to, subject: 'signup alice', body: '' });
    const mails = await long.deliver({ from: at('alice'), to, subject: 'nex challenge alice robot1', body: '' });
    expect(mails.map(({ returnPath }) => returnPath)).toEqual(mails.map(() => to));
  });
});

describe('a mail that comes back to it', () => {
  it.each([
    ['in words', (to: string) => inWords(to)],
    ['in words of Exim', (to: string) => inWords(to, 'SMTP error from remote mail server: 550 5.1.1 User unknown')],
    [
      'from an unknown sender',
      (to: string) => inWords(to, '550 no such user').replace(/^Return.*\nFrom: .*/, 'From: post_master@carrier.test'),
    ],
    [
      'from a sender with a copy',
      (to: string) =>
        inWords(to, '550 no such user\n\nReceived: from x\nSubject: 552 5.2.2 over quota').replace(
          'MAILER-DAEMON',
          'reports',
        ),
    ],
    [
      'in fields from an unknown sender',
      (to: string) => inFields(to, at('alice')).replace(/^Return.*\nFrom: .*/, 'From: robot@carrier.test'),
    ],
    ['in fields', (to: string) => inFields(to, at('alice'))],
    ['in fields, after it was passed on', (to: string) => inFields(to, 'else@other.test')],
  ])('%s is attributed to its reader, whose mailbox is asked', async (_, bounce) => {
    const { service, toAlice } = await waiting();
    const probes = await comesBack(service, bounce, toAlice.returnPath);
    expect(probes.map(({ to }) => to)).toEqual([[at('alice')]]);
    expect([await isAbsent(service), await isAbsent(service, 'bob')]).toEqual([true, false]);
    expect(service.log.filter(line => line.startsWith('mail-returned'))).toHaveLength(2);
  });

  it.each([
    ['a full mailbox', (to: string) => inWords(to, '552 5.2.2 mailbox full')],
    ['a policy against us', (to: string) => inFields(to, at('alice'), '5.7.1')],
    ['a delay', (to: string) => inWords(to, '451 4.4.1 timed out, I will keep trying')],
    ['an absence', (to: string) => inWords(to, 'I am on holiday until 24 December.')],
    [
      'words of the address itself',
      (to: string) => inWords(to, 'This address is no longer in use.').replace('MAILER-DAEMON@mx.test', at('alice')),
    ],
    ['nothing', (to: string) => head(to).join('\n')],
  ])('because of %s asks no mailbox', async (_, bounce) => {
    const { service, toAlice } = await waiting();
    expect(await comesBack(service, bounce, toAlice.returnPath)).toEqual([]);
  });

  it('is not believed if the path is forged, of another service, or too old', async () => {
    const { service, toAlice } = await waiting();
    const [, start = '', mac = ''] = /^(games\+v\.alice\.[0-9a-z]+\.)([a-z2-7]+)@/.exec(toAlice.returnPath)!;
    const other = (await lab({ returnPaths: true }).write(at('x'), 'help', ''))[0]!;
    const forged = [
      `${start}${'a'.repeat(mac.length)}@example.test`,
      `${start.replace('alice', 'bob')}${mac}@example.test`,
      `${start.replace(/[0-9a-z]\.$/, 'x.')}${mac}@example.test`,
      toAlice.returnPath.replace('@example.test', '@else.test'),
      'games+v.alice.zzzzzzzzzz.aaaa@example.test',
      other.returnPath,
    ];
    for (const path of forged)
      for (const bounce of [inWords, (to: string) => inFields(to, at('alice'))])
        expect([path, await comesBack(service, bounce, path)]).toEqual([path, []]);
    service.pass((limits.returnPathDays + 1) * DAY_MS);
    expect(await comesBack(service, inWords, toAlice.returnPath)).toEqual([]);
  });

  it('as a probe must be the very probe: that of another mail or player does not count', async () => {
    const { service, toAlice } = await waiting();
    const [probe] = (await service.deliver(inWords(toAlice.returnPath))).filter(isProbe);
    const [, time = '', mac = ''] = /^games\+v\.alice\.([0-9a-z]+)\.([a-z2-7]+)@/.exec(probe!.returnPath)!;
    await service.deliver(inWords(toAlice.returnPath));
    await service.deliver(inWords(`games+v.bob.${time}.${mac}@example.test`));
    await service.deliver(inFields(`games+v.alice.${(Number.parseInt(time, 36) + 1).toString(36)}.${mac}@example.test`, at('alice'))); // prettier-ignore
    expect([await isAbsent(service), await isAbsent(service, 'bob')]).toEqual([false, false]);
    service.pass((limits.probeAnswerDays + 1) * DAY_MS);
    await service.deliver(inWords(probe!.returnPath));
    expect(await isAbsent(service)).toBe(false);
  });

  it('is that of one reader among many', async () => {
    const service = lab({ returnPaths: true });
    const names = Array.from({ length: 60 }, (_, n) => `player${n}`);
    const paths = new Map<string, string>();
    for (const name of names) {
      await service.write(at(name), `signup ${name}`, '');
      const mails = await service.write(at(name), `nex challenge ${name} robot1`, '');
      paths.set(name, mails.find(({ to }) => to[0] === at(name))!.returnPath);
    }
    expect(new Set(paths.values()).size).toBe(names.length);
    for (const name of names.filter((_, n) => n % 3 === 0)) await comesBack(service, inWords, paths.get(name)!);
    const absent = await Promise.all(names.map(name => isAbsent(service, name)));
    expect(absent).toEqual(names.map((_, n) => n % 3 === 0));
  });

  it('gets no answer and runs no command, whoever writes there', async () => {
    const { service, toAlice } = await waiting();
    const line = mail({ from: at('alice'), to: toAlice.returnPath, subject: 'nex resign 101', body: 'b3,a3' });
    expect(await service.deliver(line)).toEqual([]);
    expect(service.log.at(-1)).toContain('"reason":"bounce"');
  });
});
