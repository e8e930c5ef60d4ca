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
    expect(offered(await send('alice', 'hex move 101 b2'), 'alice')).toBe('undo resign show chat help hex');
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

  it('the mail names the challenge to an easier one, as a link as well', async () => {
    const { text, html } = await lose('nex challenge -size=5 me robot3', 'b3,a3');
    expect(text).toContain('For an easier game, send `nex challenge -size=5 me robot2`.');
    expect(html).toContain('href="mailto:games@example.test?subject=nex%20challenge%20-size%3D5%20me%20robot2"');
  });

  it('the challenge works', async () => {
    const { send } = await clubOf(['alice']);
    await send('alice', 'boku challenge me robot2');
    await send('alice', 'hexafive move 101 F6');
    const [result] = await send('alice', 'hexafive resign 101');
    const command = /For an easier game, send `([^`]*)`/.exec(result!.text.replace(/\s+/g, ' '))?.[1] ?? '';
    expect(command).toMatch(/ me robot1$/);
    const [next] = await send('alice', command);
    expect(next?.subject).toMatch(/^New Boku Board 102 alice/);
  });

  it('there is none below the weakest', async () => {
    expect((await lose('hex challenge -size=4 me robot0', 'b2')).text).not.toContain('easier');
  });
});
