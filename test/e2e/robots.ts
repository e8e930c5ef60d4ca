// A game by mail against a robot, from outside: challenge, moves by reply, the robot's answers, to the end; and a restart while it is the robot's turn.
import { expect, it } from 'vitest';
import type { Home } from './home.ts';
import type { ReceivedMail } from '../service/received-mail.ts';
import { players } from './setting.ts';

/** The first move that a board mail offers as an example. */
const exampleIn = ({ text }: ReceivedMail): string => /For example:\n\s+(\S+)/.exec(text)?.[1] ?? '';

const isResult = ({ text }: ReceivedMail): boolean => /you won, alice!|robot3 \((Black|White)\) won\./.test(text);

/** A game of Nex on 4x4 has no more moves than cells. */
const LONGEST = 16;

export const testRobots = (home: Home): void => {
  it('plays a whole game of Nex as robot3, and says in every mail that it is a program', async () => {
    const serving = await home.serve('robot');
    const { players: named, service } = players(() => serving.ready, 'robot');
    const { alice } = named;
    await alice.send({ to: service, subject: 'signup alice', messageId: '<1@client.test>' });
    await alice.awaits(1);
    await alice.send({ to: service, subject: 'nex challenge -size=4 alice robot', messageId: '<2@client.test>' });
    let mails = await alice.awaits(2);
    for (let moves = 0; moves < LONGEST && !isResult(mails.at(-1)!); moves++) {
      const before = mails.length;
      await alice.reply(mails.at(-1)!, exampleIn(mails.at(-1)!), `<${before}@moves.test>`);
      // Her own move's board; then the robot's, unless hers was the last.
      mails = await alice.awaits(before + 1);
      if (!isResult(mails.at(-1)!)) mails = await alice.awaits(before + 2);
    }
    const boards = mails.slice(1);
    expect(boards.at(-1)!.text).toMatch(/you won, alice!|robot3 \((Black|White)\) won\./);
    for (const { text, html } of boards) {
      expect(text).toContain('robot3 is a robot: a program of this server, level 3 of 5.');
      expect(html).toContain('robot3 is a robot');
    }
    expect(boards.filter(({ text }) => /robot3 played \S+:/.test(text)).length).toBeGreaterThan(0);
    expect((await serving.terminate()).code).toBe(0);
  });

  it('moves after a restart that came upon its thinking, and stops in time while it thinks', async () => {
    let serving = await home.serve('thinking');
    const { players: named, service } = players(() => serving.ready, 'thinking');
    const { alice } = named;
    await alice.send({ to: service, subject: 'signup alice', messageId: '<1@client.test>' });
    await alice.awaits(1);
    await alice.send({ to: service, subject: 'nexos challenge robot5 me', messageId: '<2@client.test>' });
    await alice.awaits(2);
    // robot5 thinks for seconds: the service ends in the middle of it.
    const { code, ms } = await serving.terminate();
    expect({ code, inTime: ms < 5_000 }).toEqual({ code: 0, inTime: true });
    serving = await home.serve('thinking');
    const mails = await alice.awaits(3);
    expect(mails.at(-1)!.text).toContain('robot5 played');
    expect((await serving.terminate()).code).toBe(0);
  });
};
