// What a board mail offers besides a move: undo and a draw where the rules allow them, a rematch, an easier robot.
import { describe, expect, it } from 'vitest';
import { clubOf, type Received } from '../service/lab.ts';

const offered = (mails: readonly Received[], name: string): string =>
  /(?:^Or with|^You can reply with) one of: (.*(?:\n {3}\S.*)*)/m
    .exec(mails.find(({ to }) => to.includes(`${name}@example.test`))?.text ?? '')?.[1]
    ?.trim()
    .replace(/\s{2,}/g, ' ') ?? '';

describe('the words of a board mail', () => {
  it('offer a draw to people, and an undo after a move of their own', async () => {
    const { send } = await clubOf(['alice', 'bob']);
    const opened = await send('alice', 'hex challenge -size=4 alice bob');
    expect(offered(opened, 'alice')).toBe('draw resign show chat help hex');
    const moved = await send('alice', 'hex move 101 b2');
    expect(offered(moved, 'bob')).toBe('draw resign show chat help hex');
    expect(offered(moved, 'alice')).toBe('undo draw resign show chat help hex');
    const asked = await send('alice', 'hex undo 101');
    expect(offered(asked, 'alice')).toBe('resign show chat help hex');
    expect(offered(asked, 'bob')).toBe('accept reject resign show chat help hex');
  });

  it('offer no draw to a robot, and an undo only on an unrated board', async () => {
    const { send } = await clubOf(['alice']);
    await send('alice', 'hex challenge -size=4 me robot1');
    expect(offered(await send('alice', 'hex move 101 b2'), 'alice')).toBe(
      'hint analyse undo resign show chat help hex',
    );
    await send('alice', 'hex challenge -size=4 --rated=yes me robot1');
    expect(offered(await send('alice', 'hex move 102 b2'), 'alice')).toBe('resign show chat help hex');
  });
});

describe('after a loss to a robot', () => {
  const lose = async (challenge: string, move: string): Promise<Received> => {
    const { send } = await clubOf(['alice']);
    await send('alice', challenge);
    await send('alice', `${challenge.split(' ')[0]} move 101 ${move}`);
    const [result] = await send('alice', `${challenge.split(' ')[0]} resign 101`);
    return result!;
  };

  it('the mail names an easier one, as a link as well', async () => {
    const { text, html } = await lose('nex challenge -size=5 me robot3', 'b3,a3');
    expect(text).toContain('For an easier game, reply `rematch robot2`.');
    expect(html).toContain('body=rematch%20robot2');
  });

  it('the reply opens the same game against it', async () => {
    const { club, send } = await clubOf(['alice']);
    await send('alice', 'boku challenge me robot2');
    await send('alice', 'hexafive move 101 F6');
    const [result] = await send('alice', 'hexafive resign 101');
    const [line = ''] = /rematch robot1/.exec(result!.text) ?? [];
    const [next] = await club.reply('alice', result!, line);
    expect(next?.subject).toMatch(/^New Boku Board 102 alice/);
  });

  it('there is none below the weakest', async () => {
    expect((await lose('hex challenge -size=4 me robot0', 'b2')).text).not.toContain('easier');
  });
});
