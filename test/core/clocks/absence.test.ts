// Players whom no mail reaches: what counts as mail that came back, what it does to clocks, and how boards end without them.
import { describe, expect, it } from 'vitest';
import type { Account } from '#core/players/account.ts';
import type { Entry } from '#core/board/match-document.ts';
import { limits } from '#core/kernel/limits.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/kernel/time.ts';
import type { Outgoing, SendResult } from '#service/ports.ts';
import { bounceOf, comesBack, isProbe } from '#test/service/bounce.ts';
import { type Lab, lab, type Received, told } from '#test/service/lab.ts';
import { ALICE, BOB, played, toldEnd } from './board.ts';

const accountOf = async ({ store }: Lab, userid = 'alice'): Promise<Account> =>
  (await store.read([`account/${userid}`])).documents.get(`account/${userid}`) as Account;

const isAbsent = async (service: Lab, userid = 'alice'): Promise<boolean> =>
  (await accountOf(service, userid)).absences?.at(-1)?.until === null;

/** Alice is to move; the newest mail she has of the board. */
async function waiting(
  options = '--forfeittime=6 --nagtime=2',
): Promise<{ readonly service: Lab; readonly toAlice: Received }> {
  const service = await played(options);
  const mails = await service.write(ALICE, 'nex show 101');
  return { service, toAlice: mails.find(({ to }) => to[0] === ALICE)! };
}

const retired = (record: readonly Entry[]): readonly Entry[] => record.filter(({ kind }) => kind === 'retire');

describe('mail that came back', () => {
  it.each([
    ['what says when a mail could not be delivered', {}, true],
    ['what answers our mail, as Gmail and Exchange do', { isReply: true }, true],
    ['what was passed on to an address that is dead', { address: 'x@else.test', finalAddress: 'y@else.test' }, true],
    ['what no server knows, as Exim reports it', { status: '5.0.0' }, true],
    ['what met a full mailbox', { status: '5.2.2', answer: '552 5.2.2 mailbox full' }, false],
    ['what was too large', { status: '5.3.4', answer: '552 5.3.4 message too big' }, false],
    ['what was refused because of us', { status: '5.7.1', answer: '550 5.7.1 likely unsolicited mail' }, false],
    ['what was refused because of us, by Sendmail', { answer: '550 5.7.1 blocked using zen.spamhaus.org' }, false],
    ['what met our sending limit', { status: '5.4.5', answer: '550 5.4.5 Daily sending limit exceeded' }, false],
    ['what was refused without a reason', { status: '5.0.0', answer: '550 no' }, false],
    ['what is delayed', { action: 'delayed', status: '4.4.1' }, false],
    ['what was given up, and might be tried again', { status: '4.4.7' }, false],
    ['what arrived', { action: 'delivered', status: '2.0.0' }, false],
  ])('is: %s', async (_, over, counts) => {
    const { service, toAlice } = await waiting();
    const probes = await service.deliver(bounceOf(toAlice, { address: ALICE, ...over }));
    expect(told(probes)).toEqual(counts ? [`${ALICE}: nexpost: does this mail reach you?`] : []);
    // Whoever saw the mail can have made up the report.
    expect(await isAbsent(service)).toBe(false);
    for (const probe of probes) expect(await service.deliver(bounceOf(probe, { address: ALICE, ...over }))).toEqual([]);
    expect(await isAbsent(service)).toBe(counts);
  });

  it.each([
    ['<b.nex101.0.2.aaaaaaaaaaaaaaaa.bbbbbbbbbbbbbbbb@example.test>'],
    ['<d.alice.aaaaaaaaaaaaaaaa.bbbbbbbbbbbbbbbb@example.test>'],
    ['<anything@else.test>'],
  ])('is no report that somebody made up: %s', async messageId => {
    const { service } = await waiting();
    await comesBack(service, { messageId, subject: 'Nex Board 101 alice' }, { address: ALICE });
    expect(await accountOf(service)).not.toHaveProperty('bounced');
  });

  it('stops no clock but that of the reader of the very mail', async () => {
    const { service } = await waiting();
    const [toBob] = await service.write(BOB, 'nex show 101');
    await comesBack(service, toBob!, { address: ALICE });
    expect(await isAbsent(service, 'alice')).toBe(false);
    // Bob is asked himself: the mail was his.
    expect(await isAbsent(service, 'bob')).toBe(true);
  });

  it('is no probe that the player did not get, nor one that is too old, nor the same again', async () => {
    const { service, toAlice } = await waiting();
    const [probe] = await service.deliver(bounceOf(toAlice, { address: ALICE }));
    const token = /^<(r\.alice\.[0-9a-z]+\.)[0-9a-z]+(\.[0-9a-z]+@.*)$/.exec(probe!.messageId)!;
    const forged = { ...probe!, messageId: `${token[1]}${'a'.repeat(26)}${token[2]}` };
    await service.deliver(bounceOf(forged, { address: ALICE }));
    expect(await isAbsent(service)).toBe(false);
    await service.live((limits.probeAnswerDays + 1) * DAY_MS);
    await service.deliver(bounceOf(probe!, { address: ALICE }));
    expect(await isAbsent(service)).toBe(false);
    const [fresh] = await service.deliver(bounceOf(toAlice, { address: ALICE }));
    await service.deliver(bounceOf(fresh!, { address: ALICE }));
    expect(await isAbsent(service)).toBe(true);
    await service.write(ALICE, 'games');
    expect(await isAbsent(service)).toBe(false);
  });

  it('makes us ask an address once in some days, however many reports come', async () => {
    const { service, toAlice } = await waiting();
    const asked: Received[] = [];
    for (let hour = 0; hour < (limits.probeDays + 1) * 24; hour++) {
      asked.push(...(await service.deliver(bounceOf(toAlice, { address: ALICE }))));
      await service.live(HOUR_MS);
    }
    expect(asked.filter(isProbe)).toHaveLength(2);
    expect(await isAbsent(service)).toBe(false);
  });

  it('is told to the operator where servers refuse us, if it was a mail of ours, once a report', async () => {
    const { service, toAlice } = await waiting();
    const report = { address: ALICE, status: '5.7.1', answer: '550 5.7.1 your IP is blocked' };
    const told = (): readonly string[] =>
      service.log
        .filter(line => line.startsWith('mail-refused-by-policy'))
        .map(line => line.replace(/"mail":"[0-9a-f]{12}",/, ''));
    await comesBack(service, { ...toAlice, messageId: '<anything@else.test>' }, report);
    expect(told()).toEqual([]);
    const bounce = bounceOf(toAlice, report);
    await service.deliver(bounce);
    await service.deliver(bounce);
    expect(told()).toEqual([
      'mail-refused-by-policy {"why":"alice@example.test: 5.7.1 smtp; 550 5.7.1 your IP is blocked"}',
    ]);
    expect(await accountOf(service)).not.toHaveProperty('bounced');
  });

  it('from one address of two is not enough', async () => {
    const { service } = await waiting();
    const asked = await service.write(ALICE, 'change address alice@example.test alice@second.test');
    const request = asked.find(({ to }) => to[0] === 'alice@second.test')!;
    await service.reply('alice@second.test', request, 'yes');
    const [shown] = await service.write(ALICE, 'nex show 101');
    await comesBack(service, shown!, { address: 'alice@second.test' });
    expect(await isAbsent(service)).toBe(false);
    await comesBack(service, shown!, { address: 'elsewhere@else.test' });
    expect(await isAbsent(service)).toBe(false);
    await comesBack(service, shown!, { address: ALICE });
    expect(await isAbsent(service)).toBe(true);
    // Whoever writes is reached again, at all addresses as far as is known.
    await service.write(ALICE, 'games');
    await comesBack(service, shown!, { address: ALICE, status: '5.2.1' });
    expect(await isAbsent(service)).toBe(false);
  });

  it('is what the SMTP server refuses at once as well', async () => {
    const sent: Outgoing[] = [];
    let dead: readonly string[] = [];
    const send = (
      each: Outgoing,
    ): Promise<{ kind: 'rejected'; why: string; undeliverable: readonly string[] } | { kind: 'sent' }> => {
      sent.push(each);
      const refused = each.to.filter(address => dead.includes(address));
      return Promise.resolve(
        refused.length > 0 ? { kind: 'rejected', why: '550', undeliverable: refused } : { kind: 'sent' },
      );
    };
    const service = await played('--forfeittime=6', lab({ sender: { send, close: () => Promise.resolve() } }));
    dead = [ALICE];
    await service.live(2 * DAY_MS);
    // The only reader who has mail: it is tried for a day, and the probe after it.
    await service.live(4.5 * DAY_MS);
    expect(await isAbsent(service)).toBe(true);
    expect((await service.document('match/nex/101')).state).toBe('active');
    // The clock runs again, and no server will ever take the last reminder.
    await service.live((limits.claimDays + 3) * DAY_MS);
    expect((await service.document('match/nex/101')).record.at(-1)).toMatchObject({
      kind: 'retire',
      why: 'out-of-time',
    });
  });

  it('is no refusal of everybody, whatever its words are', async () => {
    let isClosed = false;
    const send = ({ to }: Outgoing): Promise<SendResult> =>
      Promise.resolve(isClosed ? { kind: 'rejected', why: '550 Account suspended', dead: to } : { kind: 'sent' });
    const service = await played('--forfeittime=5', lab({ sender: { send, close: () => Promise.resolve() } }));
    isClosed = true;
    await service.write(ALICE, 'nex move 101 b4,a1');
    await service.live(12 * DAY_MS);
    expect(service.log.filter(line => line.startsWith('mail-given-up'))).toEqual([]);
    expect((await accountOf(service)).bounced).toBeUndefined();
    expect((await service.document('match/nex/101')).state).toBe('active');
  });

  it('stops clocks so many times a year', async () => {
    const { service, toAlice } = await waiting();
    for (let n = 0; n < limits.absencesPerYear + 3; n++) {
      await comesBack(service, toAlice, { address: ALICE });
      await service.live(HOUR_MS);
      await service.write(ALICE, 'games');
    }
    expect((await accountOf(service)).absences).toHaveLength(limits.absencesPerYear);
  });
});

describe('a player whom no mail reaches', () => {
  it('loses no time, is not reminded, and has what was left when they write again; once a board', async () => {
    const { service, toAlice } = await waiting('--forfeittime=6 --nagtime=2 --totaltime=20');
    await service.live(DAY_MS);
    await comesBack(service, toAlice, { address: ALICE });
    const news = await service.live((limits.claimDays - 1) * DAY_MS);
    expect(told(news)).toEqual([`${BOB}: Nex Board 101 alice: to move`]);
    expect(news[0]!.text).toContain("alice's clock is stopped.");
    const back = await service.write(ALICE, 'nex show 101');
    expect(told(back)).toEqual([
      `${ALICE}: Nex Board 101 alice: your turn`,
      `${ALICE}: nexpost: mail to you came back`,
    ]);
    expect(back[0]!.text).toContain(': 5 days.');
    expect(back[0]!.text).toMatch(/alice 18 days 23 hours|alice 19 days/);
    expect(told(await service.write(ALICE, 'games'))).toHaveLength(1);
    const end = toldEnd(back[0]!);
    await comesBack(service, toAlice, { address: ALICE });
    await service.live(7 * DAY_MS);
    const { state, record } = await service.document('match/nex/101');
    expect(state).toBe('over');
    expect(record.at(-1)).toMatchObject({ kind: 'retire', why: 'out-of-time' });
    expect(record.at(-1)!.at).toBeGreaterThanOrEqual(end);
  });

  it('is back by a right password from anywhere, and by no mail that nobody proves', async () => {
    const { service, toAlice } = await waiting();
    await service.write(ALICE, 'change password kettle9drum');
    await comesBack(service, toAlice, { address: ALICE });
    await service.deliver({ from: ALICE, subject: 'games', unproved: true });
    expect(await isAbsent(service)).toBe(true);
    await service.deliver({ from: 'inn@else.test', subject: 'nex show 101 alice wrong', unproved: true });
    expect(await isAbsent(service)).toBe(true);
    const mails = await service.deliver({
      from: 'inn@else.test',
      subject: 'set alice kettle9drum view=own',
      unproved: true,
    });
    expect(await isAbsent(service)).toBe(false);
    expect(told(mails)).toContain(`${ALICE}: nexpost: mail to you came back`);
  });

  it('is told to spectators by nobody', async () => {
    const { service, toAlice } = await waiting();
    await service.write('carol@example.test', 'signup carol');
    await comesBack(service, toAlice, { address: ALICE });
    await service.live(HOUR_MS);
    const [shown] = await service.write('carol@example.test', 'nex show 101');
    expect(shown!.text).not.toContain('has been coming back');
  });
});

/** Somebody claims, and the probes that ask once more come back. */
async function claimed(service: Lab, claimant: string, subject: string): Promise<readonly Received[]> {
  const mails = await service.write(claimant, subject);
  for (const probe of mails.filter(isProbe)) await service.deliver(bounceOf(probe, { address: probe.to[0]! }));
  return [...mails.filter(each => !isProbe(each)), ...(await service.live(MINUTE_MS))];
}

describe('claim', () => {
  it('takes effect when one more mail to the other side has come back, and tells them of it first', async () => {
    const { service, toAlice } = await waiting();
    await comesBack(service, toAlice, { address: ALICE });
    await service.live((limits.claimDays + 1) * DAY_MS);
    const asked = await service.write(BOB, 'nex claim 101');
    expect(told(asked)).toEqual([
      `${BOB}: Nex Board 101 alice: to move`,
      `${ALICE}: nexpost: does this mail reach you?`,
    ]);
    expect(asked[1]!.text).toContain('bob claims Nex board 101.');
    // The probe of before comes back again.
    await service.deliver(bounceOf(toAlice, { address: ALICE }));
    await service.live(HOUR_MS);
    expect((await service.document('match/nex/101')).state).toBe('active');
    expect((await service.write(BOB, 'nex claim 101')).map(({ subject }) => subject)).toEqual(['Nex Board 101 Error']);
    await service.deliver(bounceOf(asked[1]!, { address: ALICE }));
    const over = await service.live(HOUR_MS);
    expect(over.find(({ to }) => to[0] === BOB)!.text).toContain('Nex board 101: you won, bob! alice lost on time.');
    expect((await service.document('match/nex/101')).record.at(-1)).toMatchObject({
      kind: 'retire',
      seat: 0,
      why: 'out-of-time',
    });
  });

  it('ends when the other side answers', async () => {
    const { service, toAlice } = await waiting();
    await comesBack(service, toAlice, { address: ALICE });
    await service.live((limits.claimDays + 1) * DAY_MS);
    const probe = (await service.write(BOB, 'nex claim 101')).find(isProbe)!;
    const answered = await service.reply(ALICE, probe, 'list alice next');
    expect(told(answered)).toContain(`${ALICE}: nexpost: mail to you came back`);
    expect(answered[0]!.text).toContain('Nex');
    await service.deliver(bounceOf(probe, { address: ALICE }));
    await service.live(HOUR_MS);
    expect((await service.document('match/nex/101')).state).toBe('active');
  });

  it("is for who waits for another's move", async () => {
    const { service } = await waiting('--forfeittime=40 --nagtime=30');
    const [toBob] = await service.write(BOB, 'nex show 101');
    await comesBack(service, toBob!, { address: BOB });
    await service.live((limits.claimDays + 1) * DAY_MS);
    const [shown] = await service.write(ALICE, 'nex show 101');
    expect(shown!.text.replace(/\s+/g, ' ')).toContain("`claim` works only while you wait for somebody else's move.");
    const [refused, ...others] = await service.write(ALICE, 'nex claim 101');
    expect(refused!.text.replace(/\s+/g, ' ')).toContain('it is your turn on Nex board 101');
    expect(others).toEqual([]);
    await service.write(ALICE, 'nex move 101 a1,a2');
    expect(told(await service.write(ALICE, 'nex claim 101'))).toContain(`${BOB}: nexpost: does this mail reach you?`);
  });

  it('waits longer by what no mail could reach us', async () => {
    const { service, toAlice } = await waiting();
    await comesBack(service, toAlice, { address: ALICE });
    await service.live(10 * DAY_MS);
    await service.live(3 * DAY_MS, false);
    await service.live(2 * DAY_MS);
    const early = await service.write(BOB, 'nex claim 101');
    expect(told(early)).toEqual([`${BOB}: Nex Board 101 Error`]);
    const day = /From (\d+ \w+ \d+, \d\d:\d\d) \(UTC\) on, reply/.exec(early[0]!.text.replace(/\s+/g, ' '))![1]!;
    await service.live(Date.parse(`${day} UTC`) - service.now());
    expect(told(await claimed(service, BOB, 'nex claim 101'))).toContain(`${BOB}: Nex Board 101: you won`);
    expect(await service.document('match/nex/101')).toMatchObject({ state: 'over', wake: null });
    expect((await service.document('match/nex/101')).record.at(-1)).toMatchObject({
      kind: 'retire',
      why: 'out-of-time',
    });
  });

  it.each([
    ['in the record of who has played there', true],
    ['nowhere where they never were', false],
  ])('counts %s', async (_, hasMoved) => {
    const { service, toAlice } = await waiting();
    await comesBack(service, toAlice, { address: ALICE });
    if (!hasMoved) {
      await service.write(BOB, 'nex challenge -size=5 bob alice');
      await service.write(BOB, 'nex move 102 c3,b2');
    }
    await service.live(15 * DAY_MS);
    await claimed(service, BOB, hasMoved ? 'nex claim 101' : 'nex claim 102');
    expect((await service.document(hasMoved ? 'match/nex/101' : 'match/nex/102')).state).toBe('over');
    const rating = (await service.store.read(['rating/nex/alice'])).documents.get('rating/nex/alice');
    expect(rating ?? null).toEqual(hasMoved ? expect.objectContaining({ absent: 0, lost: 1 }) : null);
  });

  it('is for who plays there alone, and for none against oneself', async () => {
    const { service, toAlice } = await waiting();
    await service.write('carol@example.test', 'signup carol');
    await comesBack(service, toAlice, { address: ALICE });
    await service.live(15 * DAY_MS);
    for (const name of ['carol@example.test', ALICE]) await claimed(service, name, 'nex claim 101');
    expect(retired((await service.document('match/nex/101')).record)).toEqual([]);
  });

  it('lets the others play on where there are others, and ends the board when there are none', async () => {
    const service = lab();
    const names = ['alice', 'bob', 'carol', 'dave'];
    for (const name of names) await service.write(`${name}@example.test`, `signup ${name}`);
    const opened = await service.write(ALICE, 'nexos challenge -players=4 alice bob carol dave');
    const mailTo = (name: string): Received => opened.find(({ to }) => to[0] === `${name}@example.test`)!;
    await service.write(ALICE, 'nexos move 101 e20');
    const news: Received[] = [];
    for (const name of ['bob', 'carol'])
      news.push(...(await comesBack(service, mailTo(name), { address: `${name}@example.test` })));
    news.push(...(await service.live(15 * DAY_MS)));
    const toTwo = [`${ALICE}: Nexos Board 101 bob: to move`, 'dave@example.test: Nexos Board 101 bob: to move'];
    // Of the second absence carol was told nothing, nor bob of his own.
    expect(told(news).filter(each => toTwo.includes(each))).toHaveLength(4);
    const after = await claimed(service, ALICE, 'nexos claim 101');
    const match = await service.document('match/nexos/101');
    expect(match.state).toBe('active');
    expect(retired(match.record)).toMatchObject([
      { seat: 1, why: 'absent' },
      { seat: 2, why: 'absent' },
    ]);
    expect(told(after)).toContain('dave@example.test: Nexos Board 101 dave: your turn');
    const dave = after.find(({ to }) => to[0] === 'dave@example.test')!;
    await comesBack(service, dave, { address: 'dave@example.test' });
    await service.live(15 * DAY_MS);
    const over = (await claimed(service, ALICE, 'nexos claim 101')).at(-1);
    expect(over!.text).toContain('Nexos board 101 does not count');
    expect((await accountOf(service, 'dave')).absences).toMatchObject([{ claimed: [{ game: 'nexos', number: 101 }] }]);
    expect(service.log.filter(line => line.includes('failed'))).toEqual([]);
  });
});

describe('a board that nobody is left to claim', () => {
  it('is lost by the player to move, whoever was away first', async () => {
    for (const order of [
      [ALICE, BOB],
      [BOB, ALICE],
    ]) {
      const service = await played('--forfeittime=60');
      for (const who of order) {
        const [shown] = await service.write(who, 'nex show 101');
        await comesBack(service, shown!, { address: who });
        await service.live(DAY_MS);
      }
      await service.live((limits.claimDays + 2) * DAY_MS);
      expect((await service.document('match/nex/101')).record.at(-1)).toMatchObject({
        kind: 'retire',
        seat: 0,
        why: 'out-of-time',
      });
    }
  });

  it.each([
    ['bob', 'absent', 'does not count'],
    // Both have moved: a lost game is not made void by that.
    ['robot1', 'out-of-time', 'robot1 (White) won. You lost on time.'],
  ])('goes by itself: alice and %s', async (other, why, told) => {
    const service = lab();
    for (const name of ['alice', 'bob']) await service.write(`${name}@example.test`, `signup ${name}`);
    const opened = await service.write(ALICE, `nex challenge -size=5 alice ${other}`);
    await service.write(ALICE, 'nex move 101 c3,b2');
    const bounced = opened.filter(({ to }) => to[0] !== undefined);
    for (const each of bounced) await comesBack(service, each, { address: each.to[0]! });
    await service.live(13 * DAY_MS);
    expect((await service.document('match/nex/101')).state).toBe('active');
    await service.live(2 * DAY_MS);
    expect(await service.document('match/nex/101')).toMatchObject({ state: 'over', wake: null });
    expect((await service.document('match/nex/101')).record.at(-1)).toMatchObject({ kind: 'retire', why });
    // Whoever comes back finds what has become of it.
    await service.live(HOUR_MS);
    const [shown] = await service.write(ALICE, 'nex show 101');
    expect(shown!.text).toContain(told);
  });

  it('does not while one of two is there', async () => {
    const { service, toAlice } = await waiting();
    await comesBack(service, toAlice, { address: ALICE });
    await service.live((limits.claimDays + 1) * DAY_MS);
    expect((await service.document('match/nex/101')).state).toBe('active');
  });
});
