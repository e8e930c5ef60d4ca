// What time does to boards, lived through by a whole service: reminders, the end of time, holidays.
import { describe, expect, it } from 'vitest';
import { limits } from '#core/kernel/limits.ts';
import type { Account } from '#core/players/account.ts';
import { DAY_MS, HOUR_MS } from '#core/kernel/time.ts';
import { lab, type Received, told } from '#test/service/lab.ts';
import { ALICE, BOB, played } from './board.ts';

describe('a turn', () => {
  it('wakes its board at whole milliseconds, whatever is left of a bank', async () => {
    const service = lab();
    for (const name of ['alice', 'bob']) await service.write(`${name}@example.test`, `signup ${name}`);
    await service.write(ALICE, 'nex challenge -size=5 --totaltime=1 alice bob');
    await service.live(1_001);
    await service.write(ALICE, 'nex move 101 c3,b2');
    await service.write(BOB, 'nex move 101 d4,e5');
    // A store that finds half a millisecond in a file takes the board for damaged.
    expect((await service.document('match/nex/101')).wake).toSatisfy(Number.isInteger);
  });

  it('is reminded of at the nagtime and a day before its end, and then lost', async () => {
    const service = await played();
    expect(told(await service.live(7 * DAY_MS - HOUR_MS))).toEqual([]);
    const [nag] = await service.live(HOUR_MS);
    expect(told([nag!])).toEqual([`${ALICE}: Reminder: Nex Board 101 alice: your turn`]);
    expect(nag!.text).toContain('You have until 12 December 2026');
    expect(told(await service.live(13 * DAY_MS - HOUR_MS))).toEqual([]);
    expect(told(await service.live(HOUR_MS))).toEqual([`${ALICE}: Reminder: Nex Board 101 alice: your turn`]);
    expect(told(await service.live(DAY_MS - HOUR_MS))).toEqual([]);
    const results = await service.live(HOUR_MS);
    expect(told(results)).toEqual([`${ALICE}: Nex Board 101: bob won`, `${BOB}: Nex Board 101: you won`]);
    expect(results[1]!.text).toContain('you won, bob! alice lost on time.');
    expect(await service.document('match/nex/101')).toMatchObject({ state: 'over', wake: null });
    expect(told(await service.live(40 * DAY_MS))).toEqual([]);
  });

  it('is answered by a reply to the reminder', async () => {
    const service = await played();
    const [nag] = await service.live(8 * DAY_MS);
    const answers = await service.reply(ALICE, nag!, 'b4,a1');
    expect(told(answers)).toEqual([`${ALICE}: Nex Board 101 bob: to move`, `${BOB}: Nex Board 101 bob: your turn`]);
  });

  it('has the times of its challenge, and those the player chose', async () => {
    const service = await played('--nagtime=3 --forfeittime=10');
    await service.write(ALICE, 'set reminders=3d,36h');
    const days: number[] = [];
    for (let day = 1; day <= 20; day++) {
      const mails = await service.live(DAY_MS / 2);
      if (mails.length > 0) days.push(day / 2);
    }
    expect(days).toEqual([3, 7, 8.5, 9, 10]);
  });

  it('of a challenge that was not begun lapses, and nobody has lost', async () => {
    const service = lab();
    for (const name of ['alice', 'bob']) await service.write(`${name}@example.test`, `signup ${name}`);
    await service.write(ALICE, 'nex challenge -size=5 alice bob');
    const mails = await service.live(22 * DAY_MS);
    expect(told(mails).slice(-2)).toEqual([
      `${ALICE}: Nex board 101 has been removed`,
      `${BOB}: Nex board 101 has been removed`,
    ]);
    expect(mails.at(-1)!.text).toContain('alice did not answer in time');
  });

  it('that is given again within an hour is told to the giver alone', async () => {
    const service = await played('--forfeittime=6');
    const mails: Received[] = [];
    for (let n = 0; n < 5; n++) mails.push(...(await service.write(BOB, 'nex addtime 101 1')));
    expect(mails.filter(({ to }) => to[0] === ALICE)).toHaveLength(1);
    expect(mails.filter(({ to }) => to[0] === BOB)).toHaveLength(5);
    await service.live(HOUR_MS);
    expect(told(await service.write(BOB, 'nex addtime 101 1'))).toContain(`${ALICE}: Nex Board 101 alice: your turn`);
  });

  it('is longer by what the other gives', async () => {
    const service = await played('--forfeittime=5');
    const given = await service.write(BOB, 'nex addtime 101 3');
    expect(given[0]!.text).toContain('bob gives the other side 3 days more.');
    expect(given[0]!.text).toContain(': 8 days.');
    expect((await service.document('match/nex/101')).record.at(-1)).toMatchObject({ kind: 'addtime', by: 1, days: 3 });
    await service.live(7.9 * DAY_MS);
    expect((await service.document('match/nex/101')).state).toBe('active');
    await service.live(0.2 * DAY_MS);
    expect((await service.document('match/nex/101')).state).toBe('over');
  });

  it('is longer by nothing that somebody gives who has given up', async () => {
    const service = lab();
    const names = ['alice', 'bob', 'carol', 'dave'];
    for (const name of names) await service.write(`${name}@example.test`, `signup ${name}`);
    await service.write(ALICE, 'nexos challenge -players=4 alice bob carol dave');
    await service.write(ALICE, 'nexos move 101 e20');
    await service.write(BOB, 'nexos resign 101');
    const [answer] = await service.write(BOB, 'nexos addtime 101 100');
    expect(answer!.text).toContain('you have already given up Nexos board 101.');
    expect((await service.document('match/nexos/101')).record.map(({ kind }) => kind)).not.toContain('addtime');
  });

  it('takes from the time for all moves, and every move adds to it', async () => {
    const service = await played('--totaltime=10 --increment=2 --cap=9');
    const shown = await service.write(BOB, 'nex show 101');
    expect(shown[0]!.text).toContain('Left for all moves: alice 10 days, bob 10 days.');
    await service.live(4 * DAY_MS);
    const moved = await service.write(ALICE, 'nex move 101 b4,a1');
    expect(moved[0]!.text).toContain('Left for all moves: alice 8 days, bob 10 days.');
    expect(moved[0]!.text).toContain('bob has until');
    await service.live(10.1 * DAY_MS);
    expect(await service.document('match/nex/101')).toMatchObject({ state: 'over' });
  });

  it('begins anew when moves are taken back; the time that was used stays used', async () => {
    const service = await played('--forfeittime=5 --totaltime=9 --increment=1');
    await service.live(4 * DAY_MS);
    await service.write(ALICE, 'nex move 101 b4,a1');
    await service.live(DAY_MS);
    await service.write(ALICE, 'nex undo 101');
    const [accepted] = await service.write(BOB, 'nex accept 101');
    expect(accepted!.text).toContain('your turn, alice');
    expect(accepted!.text).toContain('You have until 1 December 2026');
    expect(accepted!.text).toContain('Left for all moves: alice 5 days, bob 8 days.');
  });

  it('in a game of four is given up for the one who did not move, and the others go on', async () => {
    const service = lab();
    for (const name of ['alice', 'bob', 'carol', 'dave']) await service.write(`${name}@example.test`, `signup ${name}`);
    await service.write(ALICE, 'nexos challenge -players=4 --forfeittime=2 alice bob carol dave');
    for (const [name, move] of [
      ['alice', 'a2'],
      ['bob', 'x25'],
      ['carol', 'y2'],
      ['dave', 'a24'],
    ] as const) {
      const shown = await service.write(`${name}@example.test`, 'nexos show 101');
      const example = /For example:\n +(\S+)/.exec(shown[0]!.text)?.[1] ?? move;
      await service.write(`${name}@example.test`, `nexos move 101 ${example}`);
    }
    const before = (await service.document('match/nexos/101')).record.filter(({ kind }) => kind === 'move').length;
    expect(before).toBe(4);
    await service.live(2.1 * DAY_MS);
    const match = await service.document('match/nexos/101');
    expect(match.state).toBe('active');
    expect(match.record.at(-1)).toMatchObject({ kind: 'retire', why: 'out-of-time' });
  });
});

describe('holidays', () => {
  it('are no more than a year has, in any of the years they touch', async () => {
    const service = await played();
    const [answer] = await service.write(BOB, 'vacation 2026-12-01..2028-01-10');
    expect(answer!.text.replace(/\s+/g, ' ')).toContain('45 of them left in 2027');
  });

  it('and zones are not changed without end', async () => {
    const service = await played();
    const lines = (from: number): string =>
      Array.from({ length: 50 }, (_, n) => `set timezone=${(from + n) % 2 === 0 ? 'Europe/Lisbon' : 'UTC'}`).join('\n');
    const changes = async (): Promise<number | undefined> =>
      ((await service.store.read(['account/bob'])).documents.get('account/bob') as Account).calendar?.length;
    const [answer] = await service.write(BOB, '', lines(0));
    expect(answer!.text.replace(/\s+/g, ' ')).toContain('changed your calendar 20 times today');
    expect(await changes()).toBe(limits.calendarChangesPerDay);
    for (let days = 0; days < 11; days++) {
      await service.live(DAY_MS);
      await service.write(BOB, '', lines(days));
    }
    expect(await changes()).toBe(limits.calendarChangesPerYear);
  });

  it('are listed, cancelled, and come back where nobody was told of them', async () => {
    const service = await played();
    const texts = async (subject: string): Promise<string> =>
      (await service.write(BOB, subject))[0]!.text.replace(/\s+/g, ' ');
    expect(await texts('vacation')).toContain('You can book 45 days in 2026');
    expect(await texts('vacation 2026-12-01..2026-12-10')).toContain('You have 35 days of holiday left in 2026');
    expect(await texts('vacation 2026-12-05..2026-12-06')).toContain(
      'you already have a holiday from 1 December 2026 to 10 December 2026. To book other days, cancel it first: `vacation cancel 1`.',
    );
    expect(await texts('vacation 2026-11-01..2026-11-02')).toContain('holidays are booked ahead');
    expect(await texts('vacation 2027-01-01..2027-02-28')).toContain('45 of them left in 2027');
    expect(await texts('vacation list')).toContain('1. 1 December 2026 to 10 December 2026');
    expect(await texts('vacation cancel 2')).toContain('you have no holiday number 2');
    // It is alice's turn: no deadline of bob's was moved.
    expect(await texts('vacation cancel 1')).toContain('is cancelled');
    expect(await texts('vacation')).toContain('You can book 45 days in 2026');
    expect(await texts('vacation some day')).toContain('vacation 2026-12-24..2027-01-02');
  });

  it('that have moved a deadline are spent', async () => {
    const service = await played('--forfeittime=5');
    service.pass(HOUR_MS);
    await service.write(ALICE, 'vacation 2026-11-23..2026-11-25');
    service.pass(HOUR_MS);
    await service.write(ALICE, 'vacation cancel 1');
    const [answer] = await service.write(ALICE, 'vacation');
    expect(answer!.text.replace(/\s+/g, ' ')).toContain('You can book 42 days in 2026');
    // And the end that was told stands.
    const [shown] = await service.write(BOB, 'nex show 101');
    expect(shown!.text).toContain('until 29 November 2026');
  });
});
