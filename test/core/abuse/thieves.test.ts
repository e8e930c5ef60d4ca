// Whoever had a player's password, address or board mail for a moment: what they can do afterwards, and what the owner can undo.
import { describe, expect, it } from 'vitest';
import { limits } from '#core/kernel/limits.ts';
import type { Match } from '#core/board/match-document.ts';
import { type Lab, lab, type Letterhead, type Received } from '#test/service/lab.ts';
import { fingerprint } from '#test/service/ports.ts';
import { played } from '#test/core/clocks/board.ts';
import { account, ALICE, BOB, HOUR_MS, signedUp, subjects } from './attack.ts';

const THIEF = 'm1@evil.test';
const to = (received: readonly Received[], address: string): Received | undefined =>
  received.find(each => each.to.includes(address));
const reply = (
  service: Lab,
  from: string,
  body: string,
  question: Received | undefined,
): Promise<readonly Received[]> => {
  const parts: Letterhead = { from, subject: 'Re: x', body, unproved: true };
  return service.deliver(question === undefined ? parts : { ...parts, replyTo: question });
};

async function robbed(): Promise<{ readonly service: Lab; readonly alert: Received | undefined }> {
  const service = lab();
  await service.deliver({ from: ALICE, subject: 'signup alice secret' });
  const received = await service.deliver({ from: THIEF, subject: `change address alice secret ${THIEF}` });
  return { service, alert: to(received, ALICE) };
}

describe('an account that was taken', () => {
  it('comes back to its owner, and the thief cannot undo that', async () => {
    const { service, alert } = await robbed();
    const [own] = await service.deliver({ from: THIEF, subject: 'change password thiefs' });
    await reply(service, ALICE, 'no', alert);
    const answer = await reply(service, THIEF, 'no', own);
    expect(answer[0]?.text).toContain('no longer belongs to alice');
    expect(await account(service, 'alice')).toMatchObject({ addresses: [ALICE], passwordHash: null });
  });

  it('comes back whichever alert of several is answered', async () => {
    const service = lab();
    await service.deliver({ from: ALICE, subject: 'signup alice secret' });
    await service.deliver({ from: THIEF, subject: `change address alice secret ${THIEF} ${ALICE}` });
    const second = await service.deliver({ from: THIEF, subject: 'change password thiefs' });
    await reply(service, ALICE, 'no', to(second, ALICE));
    expect(await account(service, 'alice')).toMatchObject({ addresses: [ALICE], passwordHash: null });
  });

  it('is not left without an address: where that serves another account by now, nothing is done', async () => {
    const { service, alert } = await robbed();
    await service.deliver({ from: ALICE, subject: 'signup alice2' });
    const [answer] = await reply(service, ALICE, 'no', alert);
    expect(answer?.text).toContain('belong to another account');
    expect(subjects(await service.deliver({ from: 'x@evil.test', subject: 'signup alice' }))).toEqual([
      'x@evil.test: nexpost: I could not do this',
    ]);
    await service.deliver({ from: ALICE, subject: 'signoff alice2' });
    await reply(service, ALICE, 'no', alert);
    expect(await account(service, 'alice')).toMatchObject({ addresses: [ALICE] });
  });

  it('does not stay open to a board mail that the thief holds', async () => {
    const { service, alert } = await robbed();
    await signedUp(service, 'bob');
    const board = to(await service.deliver({ from: BOB, subject: 'nex challenge -size=3 alice bob' }), THIEF);
    await reply(service, ALICE, 'no', alert);
    const forged: Letterhead = { from: ALICE, subject: `change address ${THIEF}`, unproved: true };
    const [answer] = await service.deliver(board === undefined ? forged : { ...forged, replyTo: board });
    expect([answer?.to, answer?.subject]).toEqual([[ALICE], 'Did you send this mail to nexpost?']);
    expect(await account(service, 'alice')).toMatchObject({ addresses: [ALICE], wanted: null });
    // The owner, whom no server vouches for, is asked as well.
    const [asked] = await reply(service, ALICE, 'change password mine', board);
    expect(await account(service, 'alice')).toMatchObject({ passwordHash: null });
    await reply(service, ALICE, 'yes', asked);
    expect(await account(service, 'alice')).not.toMatchObject({ passwordHash: null });
  });

  it('that is closed with a stolen password can be opened again by its owner', async () => {
    const service = lab();
    await service.deliver({ from: ALICE, subject: 'signup alice secret' });
    const received = await service.deliver({ from: THIEF, subject: 'signoff alice secret' });
    expect(await account(service, 'alice')).toMatchObject({ closed: true });
    await reply(service, ALICE, 'no', to(received, ALICE));
    expect(await account(service, 'alice')).toMatchObject({ closed: false, addresses: [ALICE] });
  });
});

describe('a list that was passed on', () => {
  /** What alice has been sent, and her friend was shown. */
  async function shown(subject: string): Promise<{ readonly service: Lab; readonly list: Received }> {
    const service = lab();
    await signedUp(service, 'alice', 'bob');
    await service.deliver({ from: ALICE, subject: 'nex challenge -size=3 alice bob' });
    await service.deliver({ from: ALICE, subject: 'nex move 101 b2,a3' });
    await service.deliver({ from: BOB, subject: 'nex move 101 c1,c2' });
    const [list] = await service.deliver({ from: ALICE, subject });
    return { service, list: list! };
  }

  it.each([
    ['signoff alice', 'Did you send this mail to nexpost?'],
    [`change address ${THIEF}`, 'Did you send this mail to nexpost?'],
    ['change password thiefs', 'A new password for alice at nexpost?'],
    ['signoff forget', 'nexpost: delete everything about you, alice?'],
  ])('does nothing to the account: %s', async (line, question) => {
    for (const subject of ['seek list', 'tournament list', 'frobnicate', 'help']) {
      const { service, list } = await shown(subject);
      const asked = await reply(service, ALICE, line, list);
      const own = asked.filter(each => each.to.includes(ALICE));
      expect(asked).toEqual(own);
      expect(await account(service, 'alice')).toMatchObject({
        ...{ closed: false, addresses: [ALICE], wanted: null, passwordHash: null },
      });
      // A list without a token proves nothing at all.
      if (own[0]!.subject === question) await reply(service, ALICE, 'no', own[0]);
      expect(await account(service, 'alice')).toMatchObject({ closed: false, addresses: [ALICE], passwordHash: null });
    }
  });

  it('is enough when its owner confirms', async () => {
    const { service, list } = await shown('seek list');
    const [asked] = await reply(service, ALICE, 'signoff alice', list);
    expect(asked?.text).toContain('It concerns your account');
    await reply(service, ALICE, 'yes', asked);
    expect(await account(service, 'alice')).toMatchObject({ closed: true });
  });

  it('keeps no password that was not confirmed', async () => {
    const { service, list } = await shown('seek list');
    const [asked] = await reply(service, ALICE, 'change password hers', list);
    await service.live((limits.undoDays + 1) * 24 * HOUR_MS);
    const [late] = await reply(service, ALICE, 'yes', asked);
    expect(late?.text).toContain('Nothing has changed: that question');
    expect(await account(service, 'alice')).toMatchObject({ passwordHash: null });
  });
});

describe('signing off', () => {
  const board = async (service: Lab): Promise<Match> =>
    (await service.store.read(['match/nex/101'])).documents.get('match/nex/101') as Match;

  async function left(): Promise<{ readonly service: Lab; readonly alert: Received | undefined }> {
    const service = lab();
    await signedUp(service, 'alice', 'bob');
    await service.deliver({ from: ALICE, subject: 'nex challenge -size=4 alice bob' });
    await service.deliver({ from: ALICE, subject: 'nex move 101 b2,a3' });
    await service.deliver({ from: BOB, subject: 'nex challenge -size=4 alice friend@else.test' });
    const received = await service.deliver({ from: ALICE, subject: 'signoff alice' });
    expect(to(received, BOB)?.text).toContain('alice has left nexpost.');
    return { service, alert: to(received, ALICE) };
  }

  it('can be undone for some days, with every board that ran', async () => {
    const { service, alert } = await left();
    await service.live((limits.undoDays - 1) * 24 * HOUR_MS);
    await reply(service, ALICE, 'no', alert);
    expect(await account(service, 'alice')).toMatchObject({ closed: false, addresses: [ALICE] });
    await service.live(5 * 24 * HOUR_MS);
    expect((await board(service)).state).toBe('active');
    const moved = await service.deliver({ from: BOB, subject: 'nex move 101 c1,c2' });
    expect(to(moved, ALICE)?.subject).toBe('Nex Board 101 alice: your turn');
  });

  it('resigns the boards then', async () => {
    const { service, alert } = await left();
    const news = await service.live((limits.undoDays + 1) * 24 * HOUR_MS);
    expect(news.some(({ to: [reader], text }) => reader === BOB && text.includes('alice resigned'))).toBe(true);
    expect((await board(service)).state).toBe('over');
    const [late] = await reply(service, ALICE, 'no', alert);
    expect(late?.text).toContain('so a reply can no longer undo');
    expect(await account(service, 'alice')).toMatchObject({ closed: true });
    expect(await account(service, 'alice')).not.toHaveProperty('leaves');
  });
});

describe('closing an account and coming back', () => {
  const NEW = 'alice@new.test';
  async function moved(from: string, address: string): Promise<Lab> {
    const service = await played();
    const asked = await service.deliver({ from, subject: `change address ${address}` });
    await reply(service, address, 'yes', to(asked, address));
    return service;
  }

  const DAY = 24 * HOUR_MS;
  const alertTo = (received: readonly Received[], who: string): Received =>
    received.find(each => each.to.includes(who) && !each.subject.includes('Board'))!;

  it('gives no time but a last warning, once in a turn', async () => {
    const service = await played('--forfeittime=2 --totaltime=4');
    const begun = service.now();
    for (let turn = 0; turn < 2; turn++) {
      const told = await service.deliver({ from: ALICE, subject: 'signoff alice' });
      const during = await service.live(1.99 * DAY);
      expect(during.filter(each => each.to.includes(ALICE))).toEqual([]);
      await reply(service, ALICE, 'no', alertTo(told, ALICE));
    }
    await service.live(3 * DAY);
    const { record } = await service.document('match/nex/101');
    expect(record.at(-1)).toMatchObject({ kind: 'retire', seat: 0, why: 'out-of-time' });
    expect(record.at(-1)!.at - begun).toBeLessThan(4 * DAY);
  });

  it('ends a game whose time ends while the account is closed', async () => {
    const service = await played('--forfeittime=2');
    await service.deliver({ from: ALICE, subject: 'signoff alice' });
    await service.live(2.1 * DAY);
    expect((await service.document('match/nex/101')).record.at(-1)).toMatchObject({
      kind: 'retire',
      seat: 0,
      why: 'out-of-time',
    });
  });

  it('shows the boards again, says that it is one’s turn, and warns before the end', async () => {
    const service = await played('--forfeittime=3');
    await service.deliver({ from: ALICE, subject: 'nex move 101 a1,a2' });
    const told = await service.deliver({ from: ALICE, subject: 'signoff alice' });
    await service.deliver({ from: BOB, subject: 'nex move 101 a3,a4' });
    await service.live(2.1 * DAY);
    const back = await reply(service, ALICE, 'no', alertTo(told, ALICE));
    expect(to(back, BOB)?.text).toContain('alice is back, and the game goes on.');
    expect(back.find(({ to: [who], subject }) => who === ALICE && subject.includes('101'))?.text).toContain(
      'your turn',
    );
    expect(alertTo(back, ALICE).text).toContain('is open again');
    const warned = await service.live(HOUR_MS);
    expect(warned.map(({ to: [who] }) => who)).toEqual([ALICE]);
    await service.live(0.5 * DAY);
    expect((await service.document('match/nex/101')).state).toBe('active');
  });

  it('is refused at the third time of a day, since the others are told each time', async () => {
    const service = await played();
    for (let n = 0; n < limits.closingsPerDay; n++)
      await reply(
        service,
        ALICE,
        'no',
        alertTo(await service.deliver({ from: ALICE, subject: 'signoff alice' }), ALICE),
      );
    const [refusal, ...others] = await service.deliver({ from: ALICE, subject: 'signoff alice' });
    expect([refusal?.text.includes('was closed 2 times'), others]).toEqual([true, []]);
    expect(await account(service, 'alice')).toMatchObject({ closed: false });
  });

  it('leaves seeks and tournaments as they were, and ends them with the boards', async () => {
    const service = await played();
    await service.deliver({ from: ALICE, subject: 'hex seek -size=5' });
    const seeks = (): Promise<readonly string[]> => service.store.list('seeks/player/alice', null, 9);
    const told = await service.deliver({ from: ALICE, subject: 'signoff alice' });
    await reply(service, ALICE, 'no', alertTo(told, ALICE));
    expect(await seeks()).toHaveLength(1);
    await service.deliver({ from: ALICE, subject: 'signoff alice' });
    await service.deliver({ from: BOB, subject: 'hex seek' });
    expect((await service.store.list('running/game/hex', null, 9)).length).toBe(0);
    await service.live((limits.undoDays + 1) * DAY);
    expect(await seeks()).toEqual([]);
  });

  it('is possible from an address that is new', async () => {
    const service = await moved(ALICE, NEW);
    const told = await service.deliver({ from: NEW, subject: 'signoff alice' });
    await reply(service, NEW, 'no', alertTo(told, NEW));
    expect(await account(service, 'alice')).toMatchObject({ closed: false, addresses: [NEW] });
    expect(await account(service, 'alice')).not.toHaveProperty('leftFrom');
  });

  it('from an address that a thief gave leaves its owner the last word', async () => {
    const { service, alert } = await robbed();
    const told = await service.deliver({ from: THIEF, subject: 'signoff alice' });
    await reply(service, THIEF, 'no', alertTo(told, THIEF));
    expect(await account(service, 'alice')).toMatchObject({ closed: false, addresses: [THIEF] });
    await reply(service, ALICE, 'no', alert);
    expect(await account(service, 'alice')).toMatchObject({ closed: false, addresses: [ALICE] });
  });

  it('is not possible from an address that was given up, or was lost again', async () => {
    const { service, alert } = await robbed();
    const thiefs = await service.deliver({ from: THIEF, subject: 'change password thiefs' });
    await reply(service, ALICE, 'no', alert);
    await service.deliver({ from: ALICE, subject: 'signoff alice' });
    await reply(service, THIEF, 'no', alertTo(thiefs, THIEF));
    expect(await account(service, 'alice')).toMatchObject({ closed: true });

    const other = await moved(ALICE, NEW);
    const old = await other.deliver({ from: NEW, subject: 'change password mine' });
    const asked = await other.deliver({ from: NEW, subject: `change address ${ALICE}` });
    await reply(other, ALICE, 'yes', to(asked, ALICE));
    await other.live((limits.undoDays + 1) * DAY);
    await other.deliver({ from: ALICE, subject: 'signoff alice' });
    await reply(other, NEW, 'no', alertTo(old, NEW));
    expect(await account(other, 'alice')).toMatchObject({ closed: true });
  });

  it('is possible as long as the boards run: the mailbox could not be read', async () => {
    const service = await played();
    const told = await service.deliver({ from: ALICE, subject: 'signoff alice' });
    await service.live((limits.undoDays - 0.5) * DAY);
    await service.live(DAY, false);
    await reply(service, ALICE, 'no', alertTo(told, ALICE));
    expect(await account(service, 'alice')).toMatchObject({ closed: false, addresses: [ALICE] });
    await service.live(HOUR_MS);
    expect((await service.document('match/nex/101')).state).toBe('active');
  });

  it('is what a player is told who plays on', async () => {
    const service = await played();
    const [board] = await service.deliver({ from: ALICE, subject: 'nex showas 101' });
    await service.deliver({ from: ALICE, subject: 'signoff alice' });
    const answers = [
      await reply(service, ALICE, 'b4,a1', board),
      await service.deliver({ from: ALICE, subject: 'Re: x', body: 'b4,a1', replyTo: board! }),
      await service.deliver({ from: ALICE, subject: 'nex move 101 b4,a1' }),
    ];
    for (const [answer, ...others] of answers)
      expect([answer?.to, answer?.text.replaceAll(/\s+/g, ' ').includes('reply `no`'), others]).toEqual([
        [ALICE],
        true,
        [],
      ]);
    // Others who hold the mail learn nothing of that address.
    const [stranger] = await reply(service, 'friend@else.test', 'b4,a1', board);
    expect(stranger?.text).toContain("I can't tell who sent this.");
    expect((await service.document('match/nex/101')).record).toHaveLength(2);
  });
});

describe('a lock', () => {
  const guess = (service: Lab, n: number): Promise<readonly Received[]> =>
    service.deliver({ from: `g${n}@x.test`, subject: `set alice wrong${n} mail=text`, unproved: true });

  it('bears as many guesses again once it is opened', async () => {
    const service = lab();
    await service.deliver({ from: ALICE, subject: 'signup alice secret' });
    let alerts = 0;
    for (let n = 0; n < 25; n++) {
      const alert = to(await guess(service, n), ALICE);
      if (alert === undefined) continue;
      alerts += 1;
      await reply(service, ALICE, 'yes', alert);
    }
    expect(alerts).toBe(25 / limits.wrongPasswordsPerHour);
  });

  it('is not put on an account without a password', async () => {
    const service = lab();
    await signedUp(service, 'alice');
    for (let n = 0; n < 10; n++) expect(to(await guess(service, n), ALICE)).toBeUndefined();
    expect(await account(service, 'alice')).toMatchObject({ locked: false });
  });

  it('is answered by an address of the account alone, and once', async () => {
    const service = lab();
    await service.deliver({ from: ALICE, subject: 'signup alice secret' });
    const added = await service.deliver({ from: ALICE, subject: `change address ${ALICE} ${THIEF}` });
    const joined = await reply(service, THIEF, 'yes', to(added, THIEF));
    const alerts: (Received | undefined)[] = [];
    for (let n = 0; n < 5; n++) alerts.push(to(await guess(service, n), THIEF));
    await reply(service, ALICE, 'no', to(joined, ALICE));
    service.pass(300 * 24 * HOUR_MS);
    await service.deliver({ from: ALICE, subject: 'change password fresh' });
    await reply(service, THIEF, 'no', alerts.at(-1));
    expect(await account(service, 'alice')).not.toMatchObject({ passwordHash: null });
  });
});

describe('a player whom no server vouches for', () => {
  it('may write any number of mails a day, as long as they confirm them', async () => {
    const service = lab();
    await signedUp(service, 'alice', 'bob');
    for (let n = 0; n < 8; n++) {
      const [question] = await service.deliver({ from: ALICE, subject: 'set view=own', body: `${n}`, unproved: true });
      expect(subjects(await reply(service, ALICE, 'yes', question))).toEqual([`${ALICE}: nexpost: done`]);
    }
  });

  it('is told when no more can be asked, and sees the words that would go out', async () => {
    const service = lab();
    await signedUp(service, 'alice', 'bob');
    const forge = (n: number): Promise<readonly Received[]> =>
      service.deliver({ from: ALICE, subject: 'message bob', body: `Send money ${n}`, unproved: true });
    const [question] = await forge(0);
    expect(question?.text).toContain('Send money 0');
    for (let n = 1; n < limits.unaskedMailsPerDay; n++) await forge(n);
    expect((await forge(9))[0]?.text).toMatch(/already\s+sent\s+too\s+many\s+questions\s+like\s+this/);
  });
});

describe('a mail that waits for its owner', () => {
  it('is shown with every line, and whole where it concerns the account', async () => {
    const service = lab();
    await signedUp(service, 'alice');
    const long = `change address ${ALICE} ${'a'.repeat(60)}@example.test ${'b'.repeat(60)}@example.test ${THIEF}`;
    for (const line of ['change address m2@evil.test', long]) {
      const body = `${'list alice\n'.repeat(12)}${line}\n`;
      const [asked] = await service.deliver({ from: ALICE, subject: 'x', body, unproved: true });
      expect(asked?.text).toContain(line);
    }
  });

  it('is shown with a mark where its words are cut', async () => {
    const service = lab();
    await signedUp(service, 'alice', 'bob');
    const body = 'a line\n'.repeat(limits.askedWordsShown + 1);
    const [asked] = await service.deliver({ from: ALICE, subject: 'message bob', body, unproved: true });
    expect(asked?.text).toMatch(/a line\n[ >]*…\n/);
  });

  it('is shown without characters that turn the writing direction, ring or end a line', async () => {
    const service = lab();
    await signedUp(service, 'alice', 'bob');
    const body = 'some\u202e words\u0007 of\u2028mine\u2066';
    const [asked] = await service.deliver({ from: ALICE, subject: 'message b\u202eob', body, unproved: true });
    const [sent] = await service.deliver({ from: ALICE, subject: 'message bob', body });
    expect(asked?.text).toMatch(/ message bob\n/);
    for (const each of [asked, sent]) {
      expect(each?.text).toContain('some words of\n');
      expect(each?.text).not.toMatch(/[\u0007\u2028\u202a-\u202e\u2066-\u2069]/);
    }
  });

  it('is the one that was shown, though a forger found another of the same id', async () => {
    const service = lab({ fingerprint: text => `00112233445566aa${fingerprint(text).slice(16)}` });
    await signedUp(service, 'alice');
    for (const size of [5, 6])
      await service.deliver({ from: ALICE, subject: `nex challenge -size=${size} alice alice` });
    const forged = { from: ALICE, unproved: true };
    const [question] = await service.deliver({ ...forged, subject: 'nex resign 102' });
    expect(question?.text).toContain('nex resign 102');
    const [refusal] = await service.deliver({ ...forged, subject: 'nex resign 101' });
    expect(refusal?.subject).not.toBe(question?.subject);
    const done = await reply(service, ALICE, 'yes', question);
    expect(subjects(done).join('\n')).toContain('102');
    expect(subjects(done).join('\n')).not.toContain('101');
  });
});
