// Attacks that make the service write to people who never asked: invitations, answers, words, challenges, responders that answer us.
import { describe, expect, it } from 'vitest';
import { commands } from '#core/features.ts';
import { limits } from '#core/kernel/limits.ts';
import { lab, type Letterhead, type Received } from '#test/service/lab.ts';
import { account, ALICE, BOB, HOUR_MS, signedUp, subjects } from './attack.ts';

describe('the mail cannon', () => {
  it('of invitations taken back fires five times a day, and carries no words', async () => {
    const service = lab();
    await signedUp(service, 'mallory');
    const from = 'mallory@example.test';
    const hit: Received[] = [];
    for (let n = 0; n < 30; n++) {
      const opened = await service.deliver({
        from,
        subject: `nex challenge mallory v${n}@x.test`,
        body: 'BUY NOW',
      });
      hit.push(...opened.filter(({ to }) => to.some(address => address.endsWith('@x.test'))));
      await service.deliver({ from, subject: `nex resign ${101 + n}` });
    }
    expect(hit.length).toBe(limits.invitationsPerDay);
    expect(hit.map(({ raw }) => raw).join('\n')).not.toContain('BUY NOW');
    expect(hit.every(({ headers }) => String(headers.get('list')).length > 0)).toBe(true);
    expect(hit[0]?.raw).toMatch(
      /^List-Unsubscribe:\s+<mailto:games%2Bs\.nex101\.1\.[a-z0-9]+@example\.test\?subject=stop>/m,
    );
    service.pass(24 * HOUR_MS + 1);
    const next = await service.deliver({ from, subject: 'nex challenge mallory w@x.test' });
    expect(next.some(({ to }) => to.includes('w@x.test'))).toBe(true);
  });

  it('hits one mailbox once a week, however it is written and whoever fires', async () => {
    const service = lab();
    const hits = async (n: number, target: string): Promise<number> =>
      (await service.deliver({ from: `m${n}@example.test`, subject: `nex challenge mm${n} ${target}` })).filter(
        ({ to }) => !to.includes(`m${n}@example.test`),
      ).length;
    let hit = 0;
    for (let n = 0; n < 15; n++) {
      await service.deliver({ from: `m${n}@example.test`, subject: `signup mm${n}` });
      hit += await hits(n, n % 2 === 0 ? `victim+t${n}@x.test` : `VICTIM@x.test`);
    }
    expect(hit).toBe(1);
    service.pass(7 * 24 * HOUR_MS + 1);
    expect(await hits(3, 'victim@x.test')).toBe(1);
  });

  it('stops for ever at a word, also at the button of a mail program', async () => {
    const service = lab();
    await signedUp(service, 'alice');
    const invited = await service.deliver({ from: ALICE, subject: 'nex challenge alice friend@x.test' });
    const invitation = invited.find(({ to }) => to.includes('friend@x.test'));
    const button = { from: 'friend@x.test', subject: 'stop', unproved: true };
    const stopped = await service.deliver(invitation === undefined ? button : { ...button, replyTo: invitation });
    expect(subjects(stopped)).toEqual([`${ALICE}: Nex board 101 has been removed`, 'friend@x.test: nexpost: done']);
    service.pass(366 * 24 * HOUR_MS);
    const again = await service.deliver({ from: ALICE, subject: 'nex challenge alice Friend+chess@x.test' });
    expect(subjects(again)).toEqual([`${ALICE}: Invalid challenge`]);
  });

  it('stops for the address that was invited, wherever its mail is forwarded to', async () => {
    const service = lab();
    await signedUp(service, 'alice');
    const invited = await service.deliver({ from: ALICE, subject: 'nex challenge alice alias@x.test' });
    const invitation = invited.find(({ to }) => to.includes('alias@x.test'));
    const stop = { from: 'real@y.test', subject: 'Re: invitation', body: 'stop', unproved: true };
    await service.deliver(invitation === undefined ? stop : { ...stop, replyTo: invitation });
    service.pass(30 * 24 * HOUR_MS);
    const again = await service.deliver({ from: ALICE, subject: 'nex challenge alice alias@x.test' });
    expect(subjects(again)).toEqual([`${ALICE}: Invalid challenge`]);
  });

  it('stops for the person who says so, and not for another whose invitation was passed on', async () => {
    const service = lab();
    await signedUp(service, 'alice');
    const invited = await service.deliver({ from: ALICE, subject: 'nex challenge alice friend@x.test' });
    const invitation = invited.find(({ to }) => to.includes('friend@x.test'))!;
    const fromCopy = { to: invitation.replyTo, subject: 'Re: Fwd: invitation', body: 'stop' };
    await service.deliver({ ...fromCopy, from: 'forged@y.test', unproved: true });
    const [answer] = await service.deliver({ ...fromCopy, from: 'other@y.test' });
    const text = answer!.text.replace(/\s+/g, ' ');
    expect(text).toContain("You won't get invitations at other@y.test any more.");
    expect(text).toContain('went to another address');
    service.pass(30 * 24 * HOUR_MS);
    const again = (address: string): Promise<readonly Received[]> =>
      service.deliver({ from: ALICE, subject: `nex challenge alice ${address}` });
    expect(subjects(await again('other@y.test'))).toEqual([`${ALICE}: Invalid challenge`]);
    for (const address of ['forged@y.test', 'friend@x.test'])
      expect((await again(address)).some(({ to }) => to.includes(address))).toBe(true);
  });

  it('of sign-ups in the name of somebody who wants none stops as well', async () => {
    const service = lab();
    const forged = (n: number): Letterhead => ({ from: 'friend@x.test', subject: `signup zz${n}`, unproved: true });
    const [question] = await service.deliver(forged(1));
    const stop = { from: 'friend@x.test', subject: 'Re: Please confirm', body: 'stop', unproved: true };
    await service.deliver(question === undefined ? stop : { ...stop, replyTo: question });
    service.pass(30 * 24 * HOUR_MS);
    expect(await service.deliver(forged(2))).toEqual([]);
  });

  it('of many accounts of one mailbox is one', async () => {
    const service = lab();
    await signedUp(service, 'bob');
    let hit = 0;
    for (let k = 0; k < 5; k++) {
      const from = `mal+${k}@evil.test`;
      await service.deliver({ from, subject: `signup mal${k}x secret` });
      for (let n = 0; n < 10; n++) {
        hit += (await service.deliver({ from, subject: 'nex challenge -size=3 me bob' })).length;
        await service.deliver({ from, subject: `multiple`, body: `nex resign ${101 + k * 10 + n}` });
      }
      hit += (
        await service.deliver({ from, subject: `message mal${k}x secret bob`, body: 'BUY', unproved: true })
      ).filter(({ subject }) => subject.startsWith('Message')).length;
    }
    expect(hit).toBeLessThan(90);
    for (let n = 0; n < 30; n++)
      await service.deliver({
        from: 'x@evil.test',
        subject: `message mal${n % 5}x secret bob`,
        body: `${n}`,
        unproved: true,
      });
    const [refusal] = await service.deliver({
      from: 'x@evil.test',
      subject: 'message mal1x secret bob',
      body: 'more',
      unproved: true,
    });
    expect(refusal?.text).toContain('limit');
  });

  it('is not stopped for somebody else by a forger', async () => {
    const service = lab();
    await signedUp(service, 'alice');
    const [answer] = await service.deliver({ from: 'friend@x.test', subject: 'stop', unproved: true });
    expect(answer?.text).toMatch(/Reply\s+`stop`\s+to\s+the\s+invitation/);
    const invited = await service.deliver({ from: ALICE, subject: 'nex challenge alice friend@x.test' });
    expect(invited.some(({ to }) => to.includes('friend@x.test'))).toBe(true);
  });

  it('of answers to forged senders counts the mailbox, and all of them', async () => {
    const service = lab();
    const topics = commands.map(({ name }) => name);
    let answers = 0;
    for (let n = 0; n < 25; n++) {
      const subject = `help ${topics[n % topics.length] ?? ''}`;
      answers += (await service.deliver({ from: `victim+${n}@x.test`, subject, unproved: true })).length;
    }
    expect(answers).toBe(limits.strangerAnswersPerDay);
    for (let n = 0; n < 200; n++)
      answers += (await service.deliver({ from: `v${n}@x.test`, subject: 'help', unproved: true })).length;
    expect(answers).toBe(limits.strangerAnswersPerHour);
    service.pass(HOUR_MS + 1);
    expect((await service.deliver({ from: 'other@x.test', subject: 'help', unproved: true })).length).toBe(1);
    expect((await service.deliver({ from: 'victim+x@x.test', subject: 'help', unproved: true })).length).toBe(0);
    service.pass(24 * HOUR_MS);
    expect((await service.deliver({ from: 'victim+x@x.test', subject: 'help', unproved: true })).length).toBe(1);
  });

  it('of words is refused with a sentence and the words', async () => {
    const service = lab();
    await signedUp(service, 'alice', 'bob');
    await service.deliver({ from: ALICE, subject: 'nex challenge -size=3 alice bob' });
    const to = (received: readonly Received[], address: string): number =>
      received.filter(each => each.to.includes(address)).length;
    let chats = 0;
    let last: readonly Received[] = [];
    for (let n = 0; n < 40; n++) {
      last = await service.deliver({ from: ALICE, subject: 'nex chat 101', body: `words ${n}` });
      chats += to(last, BOB);
    }
    expect(chats).toBe(limits.chatsPerBoard);
    expect(last[0]?.text).toContain('words 39');
    let messages = 0;
    for (let n = 0; n < 40; n++) {
      last = await service.deliver({ from: ALICE, subject: 'message bob', body: `more ${n}` });
      messages += to(last, BOB);
    }
    expect(messages + chats).toBe(limits.messagesPerHour);
    expect(last[0]?.text).toContain('more 39');
    service.pass(HOUR_MS + 1);
    expect(to(await service.deliver({ from: ALICE, subject: 'nex chat 101', body: 'later' }), BOB)).toBe(1);
  });

  it('of addresses to be confirmed asks so many a day', async () => {
    const service = lab();
    const from = 'mallory@example.test';
    await signedUp(service, 'mallory');
    let asked = 0;
    for (let n = 0; n < 20; n++) {
      const addresses = [1, 2, 3, 4].map(each => `v${n}-${each}@x.test`).join(' ');
      const received = await service.deliver({ from, subject: `change address ${from} ${addresses}` });
      asked += received.filter(({ to }) => to.some(address => address.endsWith('@x.test'))).length;
    }
    expect(asked).toBe(8);
    expect(asked).toBeLessThanOrEqual(limits.addressesAskedPerDay);
  });

  it('of sign-ups in the names of strangers asks so many an hour, and holds no names for more', async () => {
    const service = lab();
    let asked = 0;
    for (let n = 0; n < limits.addressesAskedPerHour + 20; n++)
      asked += (await service.deliver({ from: `v${n}@x.test`, subject: `signup vv${n}`, unproved: true })).filter(
        ({ subject }) => subject.startsWith('Please confirm'),
      ).length;
    expect(asked).toBe(limits.addressesAskedPerHour);
    expect(await account(service, `vv${limits.addressesAskedPerHour + 10}`)).toBeNull();
  });

  it('of challenges waits for the first move of whoever is challenged', async () => {
    const service = lab();
    await signedUp(service, 'alice', 'bob');
    const body = 'nex challenge -size=3 alice bob\n'.repeat(50);
    const received = await service.deliver({ from: ALICE, subject: 'multiple', body });
    expect(received.filter(({ to }) => to.includes(BOB)).length).toBe(limits.boardsUnanswered);
    await service.deliver({ from: ALICE, subject: 'nex move 101 b2,a1' });
    await service.deliver({ from: BOB, subject: 'nex move 101 b1,a2' });
    const more = await service.deliver({ from: ALICE, subject: 'multiple', body });
    expect(more.filter(({ to }) => to.includes(BOB)).length).toBe(1);
  });

  it('of challenges and resignations in turn runs dry', async () => {
    const service = lab();
    await signedUp(service, 'alice', 'bob');
    let hit = 0;
    for (let n = 0; n < 50; n++) {
      hit += (await service.deliver({ from: ALICE, subject: 'nex challenge -size=3 alice bob' })).filter(({ to }) =>
        to.includes(BOB),
      ).length;
      await service.deliver({ from: ALICE, subject: `nex resign ${101 + n}` });
    }
    expect(hit).toBe(limits.challengesPerOpponent);
  });
});

describe('a blind responder', () => {
  it.each([
    // Its replies hold nothing that resembles a command.
    ['an unproved one', true, 1],
    ['a proved one', false, limits.idleMails + 1],
  ])('gets one short help, then no answer: %s', async (_, unproved, answers) => {
    const service = lab();
    const from = 'auto@elsewhere.test';
    let rounds = 0;
    let [reply] = await service.deliver({ from, subject: 'hepl', body: 'Bis morgen.', unproved });
    while (reply !== undefined && rounds < 30) {
      rounds += 1;
      const subject = `Re: ${reply.subject}`;
      [reply] = await service.deliver({ from, subject, body: `I got your mail no. ${rounds}.`, unproved });
    }
    expect(rounds).toBe(answers);
    const [answer] = await service.deliver({ from, subject: 'help nex', unproved });
    expect(answer?.subject).toBe('nexpost: the rules of Nex');
    expect((await service.deliver({ from, subject: 'help hex', unproved })).length).toBe(1);
  });

  it('may turn in a circle with another one through us, for a while', async () => {
    const service = lab();
    await signedUp(service, 'alice', 'bob');
    let [last] = (await service.deliver({ from: ALICE, subject: 'message bob', body: 'hello' })).filter(({ to }) =>
      to.includes(BOB),
    );
    let rounds = 0;
    for (let from = BOB; last !== undefined && rounds < 100; rounds++) {
      const received = await service.deliver({ from, subject: `Re: ${last.subject}`, body: 'I got your mail.' });
      from = from === BOB ? ALICE : BOB;
      [last] = received.filter(({ to }) => to.includes(from));
      service.pass(60_000);
    }
    expect(rounds).toBeLessThan(20);
  });

  it('is nobody who asks for the same thing once a day', async () => {
    const service = lab();
    await signedUp(service, 'alice');
    for (let n = 0; n < 20; n++) {
      expect(subjects(await service.deliver({ from: ALICE, subject: 'games' }))).toEqual([
        `${ALICE}: List of your games`,
      ]);
      service.pass(20 * HOUR_MS);
    }
  });

  it('that always sends the same command is answered once an hour', async () => {
    const service = lab();
    const help = (): Promise<readonly Received[]> => service.deliver({ from: ALICE, subject: 'help' });
    let answers = 0;
    for (let n = 0; n < 20; n++) answers += (await help()).length;
    expect(answers).toBe(limits.idleMails + 2);
    service.pass(HOUR_MS);
    expect(subjects(await help())).toEqual([`${ALICE}: nexpost in one mail`]);
  });

  it('is none that moves: what is done, and the boards of others, always go out', async () => {
    const service = lab();
    await signedUp(service, 'alice', 'bob');
    for (let n = 0; n < 12; n++)
      expect((await service.deliver({ from: ALICE, subject: 'set mail=text' })).length).toBe(
        n > limits.idleMails + 2 ? 0 : 1,
      );
    const opened = await service.deliver({ from: ALICE, subject: 'nex challenge -size=3 alice bob' });
    expect(subjects(opened)).toEqual([
      `${ALICE}: New Nex Board 101 alice: your turn`,
      `${BOB}: New Nex Board 101 alice: to move`,
    ]);
  });

  it('does not silence whom it pretends to be', async () => {
    const service = lab();
    await signedUp(service, 'alice');
    for (let n = 0; n < 12; n++) await service.deliver({ from: ALICE, subject: `hello ${n}`, unproved: true });
    expect((await service.deliver({ from: ALICE, subject: 'hello' })).length).toBe(1);
  });
});
