// The clock of a running service, tried with days that pass in a second or three: reminders, the end of time, a digest, a holiday; and a restart that goes on where it was.
import { expect, it } from 'vitest';
import type { Home } from './home.ts';
import { players } from './setting.ts';

const DAY_MS = 86_400_000;
const START = '2026-12-01T09:00:00Z';

const at = (speed: number): readonly string[] => ['--clock-start', START, '--clock-speed', String(speed)];

export const testClock = (home: Home): void => {
  it('reminds, and ends a game in its time', async () => {
    const serving = await home.serve('clock', at(28_800));
    expect(serving.ready).toMatchObject({ clock: { start: '2026-12-01T09:00:00.000Z', speed: 28_800 } });
    const { players: named, service } = players(() => serving.ready, 'clock');
    const { alice, bob } = named;
    for (const [who, subject] of [
      [alice, 'signup alice'],
      [bob, 'signup bob'],
    ] as const) {
      await who.send({ to: service, subject, messageId: `<${subject.replace(' ', '-')}@client.test>` });
      await who.awaits(1);
    }
    await alice.send({ to: service, subject: 'nex challenge -size=5 --nagtime=2 --forfeittime=4 alice bob', messageId: '<c@client.test>' }); // prettier-ignore
    await alice.awaits(2);
    await alice.send({ to: service, subject: 'nex move 101 c3,b2', messageId: '<m1@client.test>' });
    await alice.awaits(3);
    await bob.send({ to: service, subject: 'nex move 101 d4,e5', messageId: '<m2@client.test>' });
    await alice.awaits(4);
    let mails = await alice.awaits(7);
    // On a machine so busy that days pass before a mail is read she is reminded of her first move as well.
    while (mails.at(-1)?.subject !== 'Nex Board 101: bob won') mails = await alice.awaits(mails.length + 1);
    const [board, nag, last, result] = mails.slice(-4);
    expect([nag, last, result].map(each => each!.subject)).toEqual([
      'Reminder: Nex Board 101 alice: your turn',
      'Reminder: Nex Board 101 alice: your turn',
      'Nex Board 101: bob won',
    ]);
    expect(result!.text).toContain('bob (White) won. You lost on time.');
    const told = Date.parse(`${/until (\d+ \w+ \d+, \d\d:\d\d)/.exec(board!.text)![1]} UTC`);
    const ended = Date.parse(/^Date: (.*)$/m.exec(result!.raw)![1]!);
    expect(ended).toBeGreaterThanOrEqual(told);
    expect(ended - told).toBeLessThan(10 * DAY_MS);
    expect((await serving.terminate()).code).toBe(0);
    // With data there the clock goes on where it stood.
    const again = await home.serve('clock', at(1));
    const { start } = (again.ready as unknown as { readonly clock: { readonly start: string } }).clock;
    expect(Date.parse(start)).toBeGreaterThan(ended);
    expect((await again.terminate()).code).toBe(0);
  });

  it('sends a digest over SMTP, which is answered over it', async () => {
    const serving = await home.serve('digest', at(21_600));
    const { players: named, service } = players(() => serving.ready, 'digest');
    const { alice, bob } = named;
    await alice.send({ to: service, subject: 'signup alice', messageId: '<s1@client.test>' });
    await bob.send({ to: service, subject: 'signup bob', messageId: '<s2@client.test>' });
    await alice.awaits(1);
    await bob.awaits(1);
    await bob.send({ to: service, subject: 'set per=digest timezone=Europe/Lisbon', messageId: '<s3@client.test>' });
    await bob.awaits(2);
    await alice.send({ to: service, subject: 'hex challenge -size=4 alice bob', messageId: '<c@client.test>' });
    await bob.awaits(3);
    await alice.send({ to: service, subject: 'hex move 101 b3', messageId: '<m1@client.test>' });
    const digest = (await bob.awaits(4))[3]!;
    expect(digest.subject).toBe('nexpost: 1 board waits for you');
    expect(digest.text).toContain('Hex board 101: your turn, bob.');
    expect(digest.raw).toContain('List-Unsubscribe:');
    const sent = new Date(/^Date: (.*)$/m.exec(digest.raw)![1]!);
    // At that speed a second is six hours.
    expect(sent.getUTCHours()).toBeGreaterThanOrEqual(8);
    const line = /^Reply with: (.*)$/m.exec(digest.text)![1]!;
    await bob.send({ to: service, subject: line, messageId: '<m2@client.test>' });
    expect((await alice.awaits(4))[3]!.subject).toBe('Hex Board 101 alice: your turn');
    expect((await serving.terminate()).code).toBe(0);
  });

  it('stands still in a holiday', async () => {
    const serving = await home.serve('holiday', at(86_400));
    const { players: named, service } = players(() => serving.ready, 'holiday');
    const { alice, bob } = named;
    await alice.send({ to: service, subject: 'signup alice', messageId: '<s1@client.test>' });
    await bob.send({ to: service, subject: 'signup bob', messageId: '<s2@client.test>' });
    await alice.awaits(1);
    await bob.awaits(1);
    await bob.send({ to: service, subject: 'vacation 2026-12-12..2026-12-16', messageId: '<v@client.test>' });
    await bob.awaits(2);
    await alice.send({ to: service, subject: 'hex challenge -size=4 --nagtime=2 --forfeittime=12 bob alice', messageId: '<c@client.test>' }); // prettier-ignore
    await bob.awaits(3);
    await bob.send({ to: service, subject: 'hex move 101 b3', messageId: '<m1@client.test>' });
    await bob.awaits(4);
    await alice.send({ to: service, subject: 'hex move 101 c2', messageId: '<m2@client.test>' });
    const mails = await bob.awaits(5);
    const begun = Date.parse(/^Date: (.*)$/m.exec(mails[4]!.raw)![1]!);
    const told = Date.parse(`${/until (\d+ \w+ \d+, \d\d:\d\d)/.exec(mails[4]!.text)![1]} UTC`);
    // The turn begins before the holiday, or in it on a slow machine.
    const [from, until] = [Date.parse('2026-12-12T00:00:00Z'), Date.parse('2026-12-17T00:00:00Z')];
    const rest = Math.max(0, until - Math.max(begun, from));
    expect(Math.abs(told - (begun + 12 * DAY_MS + rest))).toBeLessThan(DAY_MS / 24);
    const result = (await bob.awaits(8)).at(-1)!;
    expect(result.text).toContain('alice (White) won. You lost on time.');
    expect(Date.parse(/^Date: (.*)$/m.exec(result.raw)![1]!)).toBeGreaterThanOrEqual(told);
    expect((await serving.terminate()).code).toBe(0);
  });
};
