// `who`: the players of the last days over all games, and what is told of each.
import { describe, expect, it } from 'vitest';
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
    expect(told).toMatch(/bob: Hex 1\d{3}, Y\. Seeks Y\./);
    expect(told).toMatch(/dave: Nex\. Seeks Nex\./);
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
