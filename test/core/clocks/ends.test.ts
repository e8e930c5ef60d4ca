// What was told of the end of a turn stands, and nobody loses who should not.
import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '#core/kernel/time.ts';
import { commitRequest } from '#service/commit-request.ts';
import { classifyAnswer, isServerFault, type SmtpStage } from '#core/mail/server-answer.ts';
import type { Outgoing, SendResult } from '#service/ports.ts';
import { commitHeartbeat } from '#service/mailbox-heartbeat.ts';
import { type Lab, lab, told } from '#test/service/lab.ts';
import { ALICE, BOB, played, toldEnd } from './board.ts';

/** What the sender makes of an answer to alice. */
function interpretAnswer(why: string, stage: SmtpStage): SendResult {
  const means = classifyAnswer(why, stage);
  if (means === 'limit' || means === 'policy') return { kind: 'limited', why, isDoubtful: means === 'policy' };
  if (means === 'temporary') return { kind: 'failed', why, isRefused: !isServerFault(why, stage) };
  return { kind: 'rejected', why, undeliverable: means === 'dead' ? [ALICE] : [] };
}

describe('an end that was told', () => {
  it('of an invitation accepted late is counted from then on', async () => {
    const service = lab();
    await service.write(ALICE, 'signup alice');
    const sent = await service.write(
      ALICE,
      'nex challenge -size=5 --forfeittime=5 --totaltime=20 carol@example.test alice',
    );
    await service.live(13 * DAY_MS);
    const invitation = sent.find(({ to }) => to[0] === 'carol@example.test')!;
    const [board] = await service.reply('carol@example.test', invitation, 'accept carol');
    expect(board!.text).toContain('You have until 9 December 2026, 10:00 (UTC): 5 days.');
    expect(board!.text).toContain('Left for all moves: carol 20 days, alice 20 days.');
  });

  it('stands, whatever is found out later about a change that came too late for it', async () => {
    const service = await played('--forfeittime=5');
    const end = async (): Promise<number> => toldEnd((await service.write(BOB, 'nex show 101'))[0]!);
    await service.live(HOUR_MS);
    await service.write(ALICE, 'set weekends=off');
    await service.live(5.8 * DAY_MS);
    await service.write(ALICE, 'set weekends=on');
    await service.write(BOB, 'nex addtime 101 10');
    const before = await end();
    await service.live(HOUR_MS);
    await service.live(15 * HOUR_MS, false);
    await service.live(HOUR_MS);
    expect(await end()).toBeGreaterThanOrEqual(before);
  });

  it('leaves time to think behind a turn that was held open', async () => {
    let result: SendResult = { kind: 'sent' };
    const sender = { send: () => Promise.resolve(result), close: () => Promise.resolve() };
    const service = await played('--totaltime=5', lab({ sender }));
    result = { kind: 'failed', why: 'not now' };
    await service.live(8 * DAY_MS);
    result = { kind: 'sent' };
    await service.live(5 * HOUR_MS);
    await service.write(ALICE, 'nex move 101 b4,a1');
    await service.live(HOUR_MS);
    await service.write(BOB, 'nex move 101 a5,b5');
    await service.live(20 * HOUR_MS);
    expect((await service.document('match/nex/101')).state).toBe('active');
  });

  it('is later by all that is given, however late it is given', async () => {
    let result: SendResult = { kind: 'sent' };
    const sender = { send: () => Promise.resolve(result), close: () => Promise.resolve() };
    const service = await played('--forfeittime=5', lab({ sender }));
    result = { kind: 'failed', why: 'not now' };
    await service.live(8 * DAY_MS);
    await service.write(BOB, 'nex addtime 101 1');
    result = { kind: 'sent' };
    const { now } = service;
    const given = now();
    await service.live(6 * HOUR_MS);
    const last = (await service.document('match/nex/101')).record.findLast(({ kind }) => kind === 'reminder');
    expect(last).toMatchObject({ deadline: given + DAY_MS });
  });

  it('is none of the turn before, were that ended in the very same instant', async () => {
    const service = await played('--nagtime=1 --forfeittime=10');
    expect(told(await service.live(DAY_MS))).toEqual([`${ALICE}: Reminder: Nex Board 101 alice: your turn`]);
    await service.write(ALICE, 'nex move 101 b4,a1');
    expect(told(await service.live(DAY_MS))).toEqual([`${BOB}: Reminder: Nex Board 101 bob: your turn`]);
  });

  it('comes with the reminders that were chosen while the turn went on, each once', async () => {
    const service = await played('--nagtime=9 --forfeittime=10');
    await service.live(DAY_MS);
    await service.write(ALICE, 'set reminders=3d,2d');
    expect(told(await service.live(6.1 * DAY_MS))).toHaveLength(1);
    expect(told(await service.live(DAY_MS))).toHaveLength(1);
    await service.live(2 * HOUR_MS, false);
    expect(told(await service.live(10 * HOUR_MS))).toEqual([]);
  });
});

it('the last reminder has no words of others, which the SMTP server may refuse', async () => {
  const service = await played('--forfeittime=5');
  await service.write(ALICE, 'nex move 101 b4,a1');
  const [position] = (await service.write(BOB, 'nex move 101 a5,b5', 'Buy pills!')).filter(({ to }) => to[0] === ALICE);
  const [reminder] = await service.live(4.1 * DAY_MS);
  expect([position!.subject, reminder!.subject]).toEqual([
    'Nex Board 101 alice: your turn **',
    'Reminder: Nex Board 101 alice: your turn',
  ]);
  expect(position!.text).toContain('Buy pills!');
  expect(reminder!.text).not.toContain('Buy pills!');
});

describe('a game ends though the SMTP server refuses the last reminder', () => {
  /** Both have moved, and from then on the server answers so to alice. */
  const refusing = async (answer: SendResult): Promise<Lab> => {
    let isRefusing = false;
    const send = ({ to }: Outgoing): Promise<SendResult> =>
      Promise.resolve(isRefusing && to.includes(ALICE) ? answer : { kind: 'sent' });
    const service = await played('--forfeittime=5', lab({ sender: { send, close: () => Promise.resolve() } }));
    isRefusing = true;
    return service;
  };

  /** The same, and the last reminder was refused, and then a mail to bob was taken. */
  const provedBy = async (answer: SendResult): Promise<Lab> => {
    const service = await refusing(answer);
    await service.live(4.1 * DAY_MS);
    await service.write(BOB, 'nex show 101');
    return service;
  };

  it.each<SendResult>([
    { kind: 'rejected', why: '550 no', undeliverable: [] },
    { kind: 'rejected', why: '550 no such user', undeliverable: [ALICE] },
    { kind: 'failed', why: '450 greylisted', isRefused: true },
    { kind: 'limited', why: '550 5.7.1 Access denied', isDoubtful: true },
  ])('once it took a mail to another reader: %j', async answer => {
    const service = await provedBy(answer);
    await service.live(30 * DAY_MS);
    expect((await service.document('match/nex/101')).state).toBe('over');
  });

  it('by what may be a policy, and not before two weeks of tries', async () => {
    const service = await provedBy({ kind: 'limited', why: '550 5.7.1 Access denied', isDoubtful: true });
    await service.live(13 * DAY_MS);
    expect((await service.document('match/nex/101')).state).toBe('active');
    await service.live(3 * DAY_MS);
    expect((await service.document('match/nex/101')).state).toBe('over');
  });

  it('for now, and not before three tries an hour apart and the time of warning', async () => {
    const service = await provedBy({ kind: 'failed', why: '450 greylisted', isRefused: true });
    await service.live(0.95 * DAY_MS);
    expect((await service.document('match/nex/101')).state).toBe('active');
    await service.live(0.3 * DAY_MS);
    expect((await service.document('match/nex/101')).state).toBe('over');
  });

  it.each<SendResult>([
    { kind: 'failed', why: 'connect ECONNREFUSED' },
    { kind: 'failed', why: '451 4.3.0 queue file write error', isRefused: false },
    { kind: 'limited', why: '550 5.4.5 Daily user sending limit exceeded' },
  ])('but not by a fault of ours: %j', async answer => {
    const service = await refusing(answer);
    await service.live(4.1 * DAY_MS);
    await service.write(BOB, 'nex show 101');
    await service.live(26 * DAY_MS);
    expect((await service.document('match/nex/101')).state).toBe('active');
  });

  it.each<readonly [SmtpStage, string]>([
    ['data', '451 4.7.1 Service unavailable - try again later'],
    ['rcpt', '450 4.1.2 <alice@example.test>: Recipient address rejected: Domain not found'],
    ['data', '450 4.4.2 timeout'],
    ['rcpt', '552 5.2.2 Sender quota exceeded'],
    ['data', '554 5.7.1 Message rejected due to local policy.'],
    ['data', '554 5.6.0 no'],
    ['rcpt', '550 5.1.1 no such user'],
  ])('but not where it takes no mail at all: at %s, %s', async (stage, answer) => {
    let result: SendResult = { kind: 'sent' };
    const sender = { send: () => Promise.resolve(result), close: () => Promise.resolve() };
    const service = await played('--forfeittime=5', lab({ sender }));
    result = interpretAnswer(answer, stage);
    await service.live(20 * DAY_MS);
    expect((await service.document('match/nex/101')).state).toBe('active');
  });
});

describe('nobody loses', () => {
  it('while a mail that came in time waits in the mailbox', async () => {
    const service = await played('--forfeittime=5');
    await service.live(4.9 * DAY_MS);
    await service.live(3 * DAY_MS, false);
    await service.live(4 * HOUR_MS);
    const { wake } = await service.document('match/nex/101');
    while (service.now() < wake!) {
      service.pass(5 * 60_000);
      service.context.beginLook()(false);
      await commitHeartbeat(service.now(), service.context);
    }
    expect(told(await service.write(ALICE, 'nex move 101 b4,a1'))).toEqual([
      `${ALICE}: Nex Board 101 bob: to move`,
      `${BOB}: Nex Board 101 bob: your turn`,
    ]);
  });

  it('before the mailbox was read again after a stop', async () => {
    const service = await played('--forfeittime=5');
    service.pass(9 * DAY_MS);
    expect(told(await service.write(BOB, 'nex show 101'))).toEqual([`${BOB}: Nex Board 101 alice: to move`]);
  });

  it('at a board that was opened before there were clocks', async () => {
    const service = await played();
    const { time: _, wake: __, ...old } = await service.document('match/nex/101');
    const { versions } = await service.store.read(['match/nex/101']);
    await service.store.commit({ cause: 'old', expect: versions, documents: new Map([['match/nex/101', old]]), outgoing: [], at: service.now() }); // prettier-ignore
    expect(told(await service.live(60 * DAY_MS))).toEqual([]);
    expect((await service.write(BOB, 'nex show 101'))[0]!.text).not.toContain('until');
  });

  it('in a holiday, and the others know of it', async () => {
    const service = await played('--forfeittime=5');
    const booked = await service.write(ALICE, 'vacation 2026-11-23..2026-12-04');
    expect(booked[0]!.text.replace(/\s+/g, ' ')).toContain('Your clocks stop from 23 November 2026 to 4 December 2026');
    await service.live(9 * DAY_MS);
    const shown = await service.write(BOB, 'nex show 101');
    expect(shown[0]!.text).toContain('alice is away until 4 December 2026.');
    expect((await service.document('match/nex/101')).state).toBe('active');
    await service.live(8.1 * DAY_MS);
    expect((await service.document('match/nex/101')).state).toBe('over');
  });

  it('before the SMTP server took the last reminder, and a day later', async () => {
    let result: SendResult = { kind: 'sent' };
    const sender = { send: () => Promise.resolve(result), close: () => Promise.resolve() };
    const service = await played('--forfeittime=5', lab({ sender }));
    result = { kind: 'failed', why: 'not now' };
    await service.live(8 * DAY_MS);
    expect((await service.document('match/nex/101')).state).toBe('active');
    result = { kind: 'sent' };
    await service.live(HOUR_MS * 5);
    expect((await service.document('match/nex/101')).record.at(-1)).toMatchObject({ kind: 'reminder-accepted' });
    await service.live(DAY_MS - 6 * HOUR_MS);
    expect((await service.document('match/nex/101')).state).toBe('active');
    await service.live(7 * HOUR_MS);
    expect((await service.document('match/nex/101')).state).toBe('over');
  });

  it('when the last reminder was given up in an outage of ours: it is sent again', async () => {
    let result: SendResult = { kind: 'sent' };
    const sender = { send: () => Promise.resolve(result), close: () => Promise.resolve() };
    const service = await played('--forfeittime=5', lab({ sender }));
    await service.live(3.5 * DAY_MS);
    result = { kind: 'failed', why: 'not now' };
    await service.live(7 * DAY_MS);
    result = { kind: 'sent' };
    expect(service.log.filter(line => line.startsWith('mail-given-up'))).toHaveLength(1);
    await service.live(12 * HOUR_MS);
    expect((await service.document('match/nex/101')).state).toBe('active');
    await service.live(3 * DAY_MS);
    expect((await service.document('match/nex/101')).state).toBe('over');
  });

  it('in or right after a time in which no mail could reach us', async () => {
    const service = await played('--forfeittime=5');
    await service.live(4.5 * DAY_MS);
    await service.live(3 * DAY_MS, false);
    expect((await service.document('match/nex/101')).state).toBe('active');
    await service.live(23 * HOUR_MS);
    expect((await service.document('match/nex/101')).state).toBe('active');
    await service.live(HOUR_MS * 2);
    expect((await service.document('match/nex/101')).state).toBe('over');
    const stops = (await service.store.read(['stops/all'])).documents.get('stops/all');
    expect(stops).toMatchObject({ outages: [{}] });
  });

  it('while all clocks stand still', async () => {
    const service = await played('--forfeittime=5');
    const clocks = async (paused: boolean): Promise<void> => {
      await commitRequest({ kind: 'clocks-switch', paused }, `switch:${service.now()}`, service.context);
    };
    await service.live(2 * DAY_MS);
    await clocks(true);
    await service.live(20 * DAY_MS);
    expect((await service.write(BOB, 'nex show 101'))[0]!.text).toContain('All clocks are stopped.');
    await clocks(false);
    await service.live(2.9 * DAY_MS);
    expect((await service.document('match/nex/101')).state).toBe('active');
    await service.live(0.3 * DAY_MS);
    expect((await service.document('match/nex/101')).state).toBe('over');
  });

  it('to a robot, whose own clock does not run', async () => {
    const service = lab({}, { areRobotsDeaf: true });
    await service.write(ALICE, 'signup alice');
    await service.write(ALICE, 'nex challenge -size=5 robot1 alice');
    expect(told(await service.live(60 * DAY_MS))).toEqual([]);
  });
});
