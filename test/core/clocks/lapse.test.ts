// Boards that wait for somebody's word: their time begins with it, and what nobody answers lapses.
import { describe, expect, it } from 'vitest';
import { limits } from '#core/kernel/limits.ts';
import { DAY_MS, HOUR_MS } from '#core/kernel/time.ts';
import { type Lab, lab, type Received, told } from '#test/service/lab.ts';

const [ALICE, BOB, CAROL] = ['alice@example.test', 'bob@example.test', 'carol@example.test'];

async function asking(opponent = 'bob'): Promise<{ readonly service: Lab; readonly mails: readonly Received[] }> {
  const service = lab();
  for (const name of ['alice', 'bob']) await service.write(`${name}@example.test`, `signup ${name}`);
  await service.write(BOB, 'set ask=on');
  return { service, mails: await service.write(ALICE, `nex challenge -size=5 --forfeittime=5 alice ${opponent}`) };
}

const GONE = [`${ALICE}: Nex board 101 has been removed`, `${BOB}: Nex board 101 has been removed`];

describe('a board that waits for an answer', () => {
  it('lapses after two weeks, and all are told', async () => {
    const { service } = await asking();
    expect(told(await service.live(limits.invitationDays * DAY_MS - HOUR_MS))).toEqual([]);
    expect((await service.document('match/nex/101')).state).toBe('invited');
    const mails = await service.live(HOUR_MS);
    expect(told(mails)).toEqual(GONE);
    expect(mails[0]?.text).toContain('The invitation was not answered within 14 days');
    expect(await service.document('match/nex/101')).toMatchObject({ state: 'removed', wake: null });
    const late = await service.write(BOB, 'nex accept 101');
    expect(told(late)).toEqual([`${BOB}: Nex error`]);
    expect(told(await service.live(30 * DAY_MS))).toEqual([]);
  });

  it('lapses for an invited address as well, to which nothing more is written', async () => {
    const { service } = await asking('friend@x.test');
    expect(told(await service.live(15 * DAY_MS))).toEqual(GONE.slice(0, 1));
    expect((await service.document('match/nex/101')).state).toBe('removed');
  });

  it('does not lapse while the mailbox cannot be read: the answer may wait in it', async () => {
    const { service } = await asking();
    expect(told(await service.live(20 * DAY_MS, false))).toEqual([]);
    expect(told(await service.write(BOB, 'nex accept 101'))).toContain(`${BOB}: New Nex Board 101 alice: to move`);
    expect((await service.document('match/nex/101')).state).toBe('active');
  });

  it('has no time that runs: that begins when the last has answered, whoever has looked at it before', async () => {
    const { service } = await asking();
    await service.write(ALICE, 'nex show 101');
    expect(told(await service.live(10 * DAY_MS))).toEqual([]);
    const [opened] = await service.write(BOB, 'nex accept 101');
    expect(opened?.text).toContain(': 5 days.');
    expect((await service.document('match/nex/101')).begun).toBe(service.now());
    expect(told(await service.live(3.5 * DAY_MS))).toEqual([]);
    expect((await service.document('match/nex/101')).state).toBe('active');
  });

  it('is taken from it when its player leaves', async () => {
    const { service } = await asking();
    await service.write(BOB, 'signoff bob');
    expect((await service.document('match/nex/101')).state).toBe('removed');
  });

  it('is taken by whoever was asked alone, wherever the mail went', async () => {
    const { service, mails } = await asking();
    const invitation = mails.find(({ to }) => to.includes(BOB))!;
    await service.write(CAROL, 'signup carol');
    for (const body of ['accept', 'accept carol', 'accept bob', 'reject'])
      for (const unproved of [false, true])
        await service.deliver({ from: CAROL, subject: 'Re: hello', body, replyTo: invitation, unproved });
    expect(await service.document('match/nex/101')).toMatchObject({
      state: 'invited',
      players: [{}, { userid: 'bob', isAsked: true }],
    });
    await service.deliver({ from: BOB, subject: 'Re: hello', body: 'accept', replyTo: invitation, unproved: true });
    expect((await service.document('match/nex/101')).players[1]).toEqual({ kind: 'account', userid: 'bob' });
  });
});
