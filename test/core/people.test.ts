// The players of the last days over all games, and the friends of a player: what is told of each, and to whom.
import { describe, expect, it } from 'vitest';
import { limits } from '#core/kernel/limits.ts';
import { DAY_MS } from '#core/kernel/time.ts';
import { clubOf } from '#test/service/lab.ts';

const flat = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** alice and bob move at Hex, carol and dave do nothing. */
async function playTwo() {
  const { club, send } = await clubOf(['alice', 'bob', 'carol', 'dave']);
  const ask = async (from: string, line: string): Promise<string> => {
    const mails = await send(from, line);
    return flat(mails.find(({ to }) => to.includes(`${from}@example.test`))?.text ?? '');
  };
  await send('alice', 'hex challenge -size=4 alice bob');
  await send('alice', 'hex move 101 a1');
  return { club, send, ask };
}

describe('who', () => {
  it('lists those who have moved, and not the opponent who has not', async () => {
    const { send, ask } = await playTwo();
    expect(await ask('carol', 'who')).toBe(
      'These players have moved in the last 7 days, or look for a game: alice: Hex. To challenge one of them: Subject `hex challenge alice`.',
    );
    await send('bob', 'hex move 101 b2');
    const told = await ask('carol', 'who');
    expect(told).toMatch(/alice: Hex\..*bob: Hex\./);
    expect(told).not.toMatch(/dave|@|robot/);
  });

  it('tells ratings and seeks, also of finished games', async () => {
    const { send, ask } = await playTwo();
    await send('bob', 'hex move 101 b2');
    await send('alice', 'hex move 101 b1');
    await send('bob', 'hex resign 101');
    await send('dave', 'nex seek -size=7');
    await send('bob', 'y seek');
    await send('carol', 'nex seek --code=secretly -size=9');
    const told = await ask('eve', 'who');
    expect(told).toMatch(/alice: Hex 1\d{3}\./);
    expect(told).toMatch(/bob: Y \(seeks a game\), Hex 1\d{3}\./);
    expect(told).toMatch(/dave: Nex \(seeks a game\)\./);
    expect(told).not.toContain('carol');
  });

  it('leaves out the reader, and says what works where there is no other', async () => {
    const { ask } = await playTwo();
    expect(await ask('alice', 'who')).toContain('No other player has moved in the last 7 days');
  });

  it('answers `who is bob` with the record of bob', async () => {
    const { ask } = await playTwo();
    expect(await ask('carol', 'who is Bob')).toContain('bob');
    expect(await ask('carol', 'who is playing')).not.toContain('playing: ');
  });

  it('forgets moves after seven days', async () => {
    const { club, ask } = await playTwo();
    club.pass(7 * DAY_MS + 1);
    expect(await ask('carol', 'who')).toContain('No other player has moved');
  });

  it('leaves out robots', async () => {
    const { send, ask } = await playTwo();
    await send('carol', 'hex challenge -size=4 carol robot1');
    await send('carol', 'hex move 102 a1');
    expect(await ask('bob', 'who')).toMatch(/: alice: Hex\.|carol: Hex\./);
    expect(await ask('bob', 'who')).not.toMatch(/robot\d/);
  });

  it.each(['hex reject', 'signoff alice'])('does not list a player after `%s`', async line => {
    const { send, ask } = await playTwo();
    await send('alice', line);
    expect(await ask('carol', 'who')).not.toContain('alice');
  });
});

describe('a friend', () => {
  it('is on a list that only its owner sees', async () => {
    const { send, ask } = await playTwo();
    const mails = await send('carol', 'friend bob');
    expect(mails.map(({ to }) => to)).toEqual([['carol@example.test']]);
    expect(flat(mails[0]!.text)).toContain('Your friends now include bob.');
    expect(await ask('carol', 'friends')).toMatch(/^bob: no rated game yet\. To play: `nex challenge bob`\./);
    for (const name of ['alice', 'bob']) expect(await ask(name, 'friends')).toContain('no friends on your list');
    expect(await ask('bob', 'privacy')).toContain('list of your friends: 0');
    expect(await ask('carol', 'privacy')).toContain('list of your friends: 1');
  });

  it('is shown with the rating, the boards in play and the line that works', async () => {
    const { send, ask } = await playTwo();
    await send('bob', 'hex move 101 b2');
    await send('alice', 'hex move 101 b1');
    await send('bob', 'y challenge -size=7 alice bob');
    await send('alice', 'friends bob, carol');
    expect(await ask('alice', 'friends')).toMatch(
      /^bob: Hex, Y\. You play hex 101 and y 101\. To play: `hex challenge bob`\. carol: no rated/,
    );
    await send('bob', 'hex resign 101');
    expect(await ask('alice', 'friends')).toMatch(
      /^bob: Hex 1\d{3}, Y\. You play y 101\. To play: `rematch with bob`\./,
    );
    await send('bob', 'hex reject');
    expect(await ask('alice', 'friends')).toMatch(/^bob: Y\. You play y 101\. To play: `y challenge bob`\./);
    const [board] = await send('alice', 'y challenge bob');
    expect(board?.subject).toMatch(/^New Y Board 102/);
  });

  it('is told to be away where they share a board, and nowhere else', async () => {
    const { send, ask } = await playTwo();
    await send('bob', 'vacation 2026-11-21..2026-12-02');
    for (const name of ['alice', 'carol']) await send(name, 'friend bob');
    expect(await ask('alice', 'friends')).toContain('bob is away until 2 December 2026.');
    expect(await ask('carol', 'friends')).not.toContain('away');
  });

  it('comes first in the list of players, marked for this reader', async () => {
    const { send, ask } = await playTwo();
    await send('bob', 'hex move 101 b2');
    await send('carol', 'friend bob');
    expect(await ask('carol', 'who')).toMatch(/: bob: Hex\. Your friend\. alice: Hex\. To/);
    expect(await ask('dave', 'who')).not.toContain('friend');
  });

  it('learns nothing, and shows no block', async () => {
    const { send, ask } = await playTwo();
    await send('carol', 'friend bob');
    const before = await ask('carol', 'friends');
    await send('bob', 'block carol');
    expect(await ask('carol', 'friends')).toBe(before);
    expect(await ask('carol', 'friend bob')).toContain('Your friends now include bob');
  });

  it('is another person with an account, and may be taken off', async () => {
    const { send, ask } = await playTwo();
    expect(await ask('carol', 'friend carol')).toContain('`friend` is for other people');
    expect(await ask('carol', 'friend robot1')).toContain('`friend` is for other people');
    expect(await ask('carol', 'friend nobody1')).toContain('nobody1');
    expect(await ask('carol', 'unfriend bob')).toContain('there is no bob on your `friend` list');
    await send('carol', 'friend bob alice');
    expect(await ask('carol', 'unfriend bob')).toContain('No longer among your friends: bob');
    expect(await ask('carol', 'friends')).not.toContain('bob:');
    await send('alice', 'signoff alice');
    expect(await ask('carol', 'friends')).toContain('alice has closed the account. `unfriend alice` removes');
  });

  it('is kept by a present userid, also after a guest has chosen one', async () => {
    const { club, send, ask } = await playTwo();
    await club.write('guest7@example.test', 'signup guest7');
    await send('carol', 'friend guest7');
    await club.write('guest7@example.test', 'rename fred');
    expect(await ask('carol', 'friends')).toMatch(/^fred: /);
    expect(await ask('carol', 'unfriend guest7')).toContain('No longer among your friends: fred');
  });

  it('is one of a limited number', async () => {
    const names = Array.from({ length: limits.friendsPerAccount + 1 }, (_, n) => `pal${n}`);
    const { club, send } = await clubOf(['alice', ...names]);
    for (let at = 0; at < names.length - 1; at += 20)
      await send('alice', `friend ${names.slice(at, Math.min(at + 20, names.length - 1)).join(' ')}`);
    const [refused] = await send('alice', `friend ${names.at(-1)!}`);
    expect(refused?.text).toContain(`at most ${limits.friendsPerAccount} players`);
    expect((await club.document('account/alice')).friends).toHaveLength(limits.friendsPerAccount);
  });
});
