// Attacks on accounts, and what becomes of them: confirmations anybody gives, passwords planted, used and guessed.
import { describe, expect, it } from 'vitest';
import { limits } from '#core/kernel/limits.ts';
import { createMemoryStore } from '#test/memory-store.ts';
import { type Lab, lab, type Received } from '#test/service/lab.ts';
import { account, ALICE, BOB, countingLab, HOUR_MS, signedUp, subjects } from './attack.ts';

describe('a confirmation', () => {
  const asked = async (): Promise<{ readonly service: Lab; readonly question: Received }> => {
    const service = lab();
    await signedUp(service, 'alice', 'bob');
    await service.deliver({ from: ALICE, subject: 'nex challenge -size=3 alice bob' });
    const [question] = await service.deliver({ from: ALICE, subject: 'nex resign 101', unproved: true });
    if (question === undefined) throw new Error('nothing was asked');
    return { service, question };
  };
  const isRemoved = (received: readonly Received[]): boolean =>
    received.some(({ subject }) => subject === 'Nex board 101 has been removed');

  it.each([
    ['NO! I did not send this', {}],
    ['', {}],
    ['I am out of the office until Monday.', {}],
    ['Thank you for your mail. Yes, I will read it soon.', {}],
    ['yesterday I was ill', {}],
    ['yes I think somebody forged this', {}],
    ['yes, but I did not send this', {}],
    ['Yes, I am out of the office', {}],
    ['Yes: automatic', {}],
    ['No. 12345: your ticket was opened', {}],
    ['no-reply', {}],
    ['> yes', {}],
    ['I never sent that\nyes', {}],
    ['yes', { headers: ['Precedence: bulk'] }],
    ['yes', { headers: ['Return-Path: <>'] }],
    ['yes', { headers: ['Auto-Submitted: auto-replied'] }],
    ['yes', { subject: 'Out of Office: Did you send this mail to nexpost?' }],
    ['yes', { subject: 'Automatic reply: Did you send this mail to nexpost?' }],
    ['yes', { subject: 'Undeliverable: Did you send this mail to nexpost?' }],
    ['yes', { from: 'mallory@elsewhere.test' }],
    ['yes', { from: BOB }],
  ])('is not %j with %j', async (body, parts) => {
    const { service, question } = await asked();
    const subject = 'Re: Did you send this mail to nexpost?';
    const received = await service.deliver({ from: ALICE, subject, body, replyTo: question, unproved: true, ...parts });
    expect(isRemoved(received)).toBe(false);
    const owner = { from: ALICE, subject, body: 'yes', replyTo: question, unproved: true };
    expect(isRemoved(await service.deliver(owner))).toBe(!body.startsWith('NO!'));
  });

  it.each(['yes', 'Yes.', 'YES!', 'yes, that was me', 'yes please', '*yes*', '`yes`', 'Ja', 'oui', '\n\nyes\n\nalice'])(
    'is %j',
    async body => {
      const { service, question } = await asked();
      const subject = 'Re: Did you send this mail to nexpost?';
      const parts = { from: ALICE, subject, body, replyTo: question, unproved: true };
      expect(isRemoved(await service.deliver(parts))).toBe(true);
      expect(subjects(await service.deliver(parts))).toEqual([`${ALICE}: nexpost: done`]);
    },
  );

  it('may still be given in reply to the mail that says what it is', async () => {
    const { service, question } = await asked();
    const parts = { from: ALICE, subject: `Re: ${question.subject}`, unproved: true };
    const [again] = await service.deliver({ ...parts, body: 'sure', replyTo: question });
    expect(again?.text).toContain('`yes`');
    const reply = { from: ALICE, subject: `Re: ${again?.subject ?? ''}`, body: 'yes', unproved: true };
    expect(isRemoved(await service.deliver(again === undefined ? reply : { ...reply, replyTo: again }))).toBe(true);
  });

  it('of an address works the same way, and no frees the name', async () => {
    const service = lab();
    const [question] = await service.deliver({ from: ALICE, subject: 'signup alice', unproved: true });
    const reply = (body: string): Promise<readonly Received[]> =>
      service.deliver({
        ...{ from: ALICE, subject: `Re: ${question?.subject ?? ''}`, body, unproved: true },
        ...(question === undefined ? {} : { replyTo: question }),
      });
    await reply('I am away.');
    expect(await account(service, 'alice')).toMatchObject({ addresses: [] });
    await reply('no');
    expect(await account(service, 'alice')).toMatchObject({ addresses: [], wanted: null });
    expect(subjects(await service.deliver({ from: BOB, subject: 'signup alice' }))).toEqual([
      `${BOB}: Welcome to nexpost, alice`,
    ]);
  });

  it('is not asked for more often than may be, and what is not asked is not kept', async () => {
    const { service } = await asked();
    const received: Received[] = [];
    for (let n = 0; n < 20; n++)
      received.push(
        ...(await service.deliver({ from: ALICE, subject: `nex resign 101`, body: `${n}`, unproved: true })),
      );
    const questions = received.filter(({ subject }) => subject === 'Did you send this mail to nexpost?');
    expect(questions.length).toBe(limits.unaskedMailsPerDay - 1);
    expect(received.length).toBeLessThanOrEqual(limits.unaskedMailsPerDay + limits.idleMails);
  });
});

describe('a planted password', () => {
  it('opens nothing after the owner has confirmed the account', async () => {
    const { service, hashes } = countingLab();
    const vicky = 'vicky@example.test';
    const [question, ...others] = await service.deliver({
      ...{ from: vicky, unproved: true },
      subject: `signup vicky EvilPw99 ${vicky} mallory@elsewhere.test`,
    });
    expect(others).toEqual([]);
    const [welcome] = await service.deliver({
      ...{ from: vicky, subject: `Re: ${question?.subject ?? ''}`, body: 'yes', unproved: true },
      ...(question === undefined ? {} : { replyTo: question }),
    });
    expect(welcome?.text).toContain('change password');
    expect(await account(service, 'vicky')).toMatchObject({ addresses: [vicky], passwordHash: null, wanted: null });
    expect(hashes()).toBe(0);
    const [refusal] = await service.deliver({
      from: 'mallory@elsewhere.test',
      subject: 'change password vicky EvilPw99 mine',
      unproved: true,
    });
    expect(refusal?.text).toContain("that isn't the password of vicky");
    const set = { from: vicky, subject: 'Re: Welcome', body: 'change password hers', unproved: true };
    const [asked] = await service.deliver(welcome === undefined ? set : { ...set, replyTo: welcome });
    expect(await account(service, 'vicky')).toMatchObject({ passwordHash: null });
    await service.deliver({ ...{ from: vicky, subject: 'Re: x', body: 'yes', unproved: true }, replyTo: asked! });
    expect(await account(service, 'vicky')).not.toMatchObject({ passwordHash: null });
  });
});

describe('what an owner is told', () => {
  it('can be undone for seven days, from every address that was told, once', async () => {
    const service = lab();
    await service.deliver({ from: ALICE, subject: 'signup alice secret' });
    const taken = await service.deliver({
      from: 'mallory@elsewhere.test',
      subject: 'change address alice secret mallory@elsewhere.test',
    });
    expect(subjects(taken)).toContain(`${ALICE}: Your account at nexpost, alice`);
    expect(await account(service, 'alice')).toMatchObject({ addresses: ['mallory@elsewhere.test'] });
    const alert = taken.find(({ to }) => to.includes(ALICE));
    const no = { from: ALICE, subject: 'Re: Your account', body: 'no', unproved: true };
    const reply = alert === undefined ? no : { ...no, replyTo: alert };
    await service.deliver({ ...reply, from: 'mallory@elsewhere.test' });
    expect(await account(service, 'alice')).toMatchObject({ addresses: ['mallory@elsewhere.test'] });
    service.pass(6 * 24 * HOUR_MS);
    expect((await service.deliver(reply))[0]?.text).toContain('Undone');
    expect(await account(service, 'alice')).toMatchObject({ addresses: [ALICE], passwordHash: null });
    expect((await service.deliver(reply))[0]?.text).toContain('already confirmed');
  });

  it('cannot be undone later', async () => {
    const service = lab();
    await signedUp(service, 'alice');
    const [alert] = await service.deliver({ from: ALICE, subject: 'change password one' });
    service.pass(8 * 24 * HOUR_MS);
    const reply = { from: ALICE, subject: 'Re: Your account', body: 'no' };
    const [answer] = await service.deliver(alert === undefined ? reply : { ...reply, replyTo: alert });
    expect(answer?.text).toContain('so a reply can no longer undo');
  });

  it('holds the first use of a password from elsewhere, not the second', async () => {
    const service = lab();
    await service.deliver({ from: ALICE, subject: 'signup alice secret' });
    const use = { from: 'office@else.test', subject: 'set alice secret mail=text', unproved: true };
    expect(subjects(await service.deliver(use))).toContain(`${ALICE}: Your account at nexpost, alice`);
    expect(subjects(await service.deliver({ ...use, subject: 'set alice secret mail=html' }))).not.toContain(
      `${ALICE}: Your account at nexpost, alice`,
    );
  });
});

describe('guessing passwords', () => {
  const guess = (service: Lab, secret: string, from: string, userid = 'alice'): Promise<readonly Received[]> =>
    service.deliver({ from, subject: `set ${userid} ${secret} mail=text`, unproved: true });

  it('ends after five wrong ones, whatever comes then, until the owner has said yes', async () => {
    const store = createMemoryStore();
    const { service, hashes } = countingLab(store);
    await service.deliver({ from: ALICE, subject: 'signup alice secret' });
    const before = hashes();
    const alerts: Received[] = [];
    for (let n = 0; n < 60; n++) {
      const received = await guess(service, n === 45 ? 'secret' : `wrong${n}`, `x${n}@elsewhere.test`);
      alerts.push(...received.filter(({ to }) => to.includes(ALICE)));
    }
    expect(hashes() - before).toBe(limits.wrongPasswordsPerHour);
    expect(subjects(alerts)).toEqual([`${ALICE}: Your account at nexpost, alice`]);
    expect(await account(service, 'alice')).toMatchObject({ locked: true, settings: { mail: 'html' } });
    // A restart forgives nothing, nor does a day.
    const later = lab({ store });
    later.pass(25 * HOUR_MS);
    await guess(later, 'secret', 'x@elsewhere.test');
    expect(await account(later, 'alice')).toMatchObject({ settings: { mail: 'html' } });
    // The owner's own address is not shut out by what came from others.
    await later.deliver({ from: ALICE, subject: 'set alice secret board=words', unproved: true });
    expect(await account(later, 'alice')).toMatchObject({ settings: { board: 'words' } });
    const [alert] = alerts;
    const yes = { from: ALICE, subject: 'Re: Your account', body: 'yes', unproved: true };
    await later.deliver(alert === undefined ? yes : { ...yes, replyTo: alert });
    await guess(later, 'secret', 'x@elsewhere.test');
    expect(await account(later, 'alice')).toMatchObject({ locked: false, settings: { mail: 'text' } });
  });

  it('from one address ends after five, at all accounts together, for an hour', async () => {
    const { service, hashes } = countingLab();
    const names = ['a1x', 'a2x', 'a3x', 'a4x', 'a5x', 'a6x', 'a7x', 'a8x'];
    for (const name of names) await service.deliver({ from: `${name}@example.test`, subject: `signup ${name} secret` });
    const before = hashes();
    for (const [n, name] of names.entries()) await guess(service, 'wrong', `mallory+${n}@elsewhere.test`, name);
    expect(hashes() - before).toBe(limits.wrongPasswordsPerHour);
    service.pass(HOUR_MS + 1);
    await guess(service, 'secret', 'mallory@elsewhere.test', 'a8x');
    expect(await account(service, 'a8x')).toMatchObject({ settings: { mail: 'text' } });
  });

  it('of all unproved senders together costs so many hashes an hour', async () => {
    const { service, hashes } = countingLab();
    for (let n = 0; n < 40; n++) await service.deliver({ from: `p${n}@example.test`, subject: `signup pp${n} secret` });
    const before = hashes();
    for (let n = 0; n < 200; n++) await guess(service, 'wrong', `x${n}@elsewhere.test`, `pp${n % 40}`);
    expect(hashes() - before).toBe(limits.unprovedGuessesPerHour);
  });

  it('is told to the owner even where the guesses claim to come from there, and stops there as well', async () => {
    const { service, hashes } = countingLab();
    await service.deliver({ from: ALICE, subject: 'signup alice secret' });
    const before = hashes();
    const received: Received[] = [];
    for (let n = 0; n < 30; n++) received.push(...(await guess(service, `wrong${n}`, ALICE)));
    expect(hashes() - before).toBe(limits.wrongPasswordsPerHour);
    expect(received.filter(({ text }) => text.includes('Somebody sent too many wrong passwords')).length).toBe(1);
    await guess(service, 'secret', ALICE);
    expect(await account(service, 'alice')).toMatchObject({ settings: { mail: 'html' } });
    service.pass(HOUR_MS + 1);
    await guess(service, 'secret', ALICE);
    expect(await account(service, 'alice')).toMatchObject({ settings: { mail: 'text' } });
  });

  it('is no use where the owner takes no passwords', async () => {
    const { service, hashes } = countingLab();
    await service.deliver({ from: ALICE, subject: 'signup alice secret' });
    await service.deliver({ from: ALICE, subject: 'set password=off' });
    const before = hashes();
    await guess(service, 'secret', 'x@elsewhere.test');
    expect(hashes() - before).toBe(0);
    expect(await account(service, 'alice')).toMatchObject({ settings: { mail: 'html' } });
  });
});

describe('a password in a reply to a board', () => {
  it.each([
    ...['change password Hunter22', 'change password my Hunter22', 'change password alice old Hunter22'],
    ...['signoff alice2 Hunter22', 'set alice Hunter22 mail=txet', 'set Hunter22', 'set password=Hunter22'],
    ...['set password Hunter22', 'password Hunter22', 'change passwort Hunter22'],
    ...['signup alice Hunter22 x y z', 'change address alice Hunter22 x'],
  ])('is never sent to the other player: %s', async line => {
    const service = lab();
    await signedUp(service, 'alice', 'bob');
    const opened = await service.deliver({ from: ALICE, subject: 'nex challenge -size=3 alice bob' });
    const board = opened.find(({ to }) => to.includes(ALICE));
    const reply = {
      from: ALICE,
      subject: 'Re: New Nex Board 101 alice: your turn',
      body: `${line}\nb2,a3\n\nwell met`,
    };
    const received = await service.deliver(board === undefined ? reply : { ...reply, replyTo: board });
    expect(received.some(({ to, subject }) => to.includes(BOB) && subject.startsWith('Nex Board 101'))).toBe(true);
    expect(received.map(({ raw }) => raw).join('\n')).not.toContain('Hunter22');
  });
});
