// Following boards: who is told, of what, until when; and what nobody but the players ever sees.
import { beforeEach, describe, expect, it } from 'vitest';
import { limits } from '#core/kernel/limits.ts';
import type { Account } from '#core/players/account.ts';
import type { Match, Subscribers } from '#core/board/match-document.ts';
import { change, commit } from '#test/conformance/store.ts';
import { type Lab, lab, mail, type Received } from '../service/lab.ts';

let service: Lab;

const at = (name: string): string => `${name}@example.test`;
const write = (name: string, subject: string, body = ''): Promise<readonly Received[]> =>
  service.write(at(name), subject, body);
const to = (mails: readonly Received[], name: string): readonly Received[] =>
  mails.filter(received => received.to.includes(at(name)));
const subjects = (mails: readonly Received[], name: string): readonly string[] =>
  to(mails, name).map(({ subject }) => subject);

beforeEach(async () => {
  service = lab();
  for (const name of ['alice', 'bob', 'carol', 'dave']) await write(name, `signup ${name}`);
  await write('alice', 'hex challenge -size=4 alice bob');
});

describe('who follows a board', () => {
  it('gets every position once, however often they follow it, and without a player’s token', async () => {
    for (const line of [
      'hex subscribe 101',
      'subscribe alice',
      'hex subscribe bob',
      'hex subscribe all',
      'subscribe all',
    ])
      await write('carol', line);
    const [seen, ...more] = to(await write('alice', 'hex move 101 b3'), 'carol');
    expect(more).toEqual([]);
    expect(seen!.subject).toBe('Hex Board 101 bob');
    expect(seen!.replyTo).not.toContain('+b.');
    await service.deliver({ from: at('carol'), subject: `Re: ${seen!.subject}`, body: 'c2', replyTo: seen! });
    expect(subjects(await write('carol', 'hex show 101'), 'carol')).toEqual(['Hex Board 101 bob']);
  });

  it('is told of moves of robots, of the end by time, and of nothing more after that', async () => {
    await write('alice', 'hex challenge -size=3 alice robot1');
    await write('carol', 'subscribe alice');
    const played = await write('alice', 'hex move 102 a1');
    expect(subjects(played, 'carol')).toEqual(['Hex Board 102 robot1', 'Hex Board 102 alice']);
    await write('alice', 'hex move 101 b3');
    await write('bob', 'hex move 101 c2');
    const lived = await service.live(40 * 86_400_000);
    expect(subjects(lived, 'carol')).toContain('Hex Board 101: bob won');
    expect(subjects(lived, 'carol').filter(subject => subject.startsWith('Reminder:'))).toEqual([]);
    expect(await service.live(40 * 86_400_000)).toEqual([]);
  });

  it('can end it by the button of their mail program', async () => {
    await write('carol', 'subscribe alice');
    const [seen] = to(await write('alice', 'hex move 101 b3'), 'carol');
    const [, address, subject] = /<mailto:([^?]+)\?subject=([^>]+)>/.exec(seen!.raw.replace(/\r\n\s+/g, ' '))!;
    expect(decodeURIComponent(subject!)).toBe('unsubscribe alice');
    const raw = mail({ from: at('carol'), subject: decodeURIComponent(subject!), unproved: true });
    await service.deliver(raw.replace('games@example.test', decodeURIComponent(address!)));
    expect(to(await write('bob', 'hex move 101 c2'), 'carol')).toEqual([]);
  });

  it('is told nothing any more when the account is closed, and leaves the place free', async () => {
    await write('carol', 'hex subscribe 101');
    await write('carol', 'signoff carol');
    expect(to(await write('alice', 'hex move 101 b3'), 'carol')).toEqual([]);
  });

  it('follows no board any more that is over or was declined', async () => {
    await write('alice', 'hex challenge -size=4 alice dave');
    await write('carol', 'hex subscribe 101 102');
    await write('bob', 'hex resign 101');
    await write('alice', 'hex move 102 b3');
    await write('dave', 'hex move 102 c2');
    await write('alice', 'hex resign 102');
    expect((await write('carol', 'subscribe'))[0]!.text).toContain('You follow no boards');
  });

  it('who leaves the board to its players by `notify` hears of the end alone', async () => {
    await write('carol', 'hex notify 101');
    expect(to(await write('alice', 'hex move 101 b3'), 'carol')).toEqual([]);
    await write('bob', 'hex move 101 c2');
    expect(subjects(await write('bob', 'hex resign 101'), 'carol')).toEqual(['Hex Board 101: alice won']);
  });
});

describe('what stays between the players', () => {
  it('is what begins with `secret:`, in moves and chat, for spectators and whoever looks', async () => {
    await write('carol', 'hex subscribe 101');
    const mails = [
      ...(await write('alice', 'hex move 101 b3', 'Secret: PLUGH')),
      ...(await write('alice', 'hex chat 101', 'secret: PLUGH')),
      ...(await write('dave', 'hex show 101')),
      ...(await write('carol', 'hex show 101')),
    ];
    expect(to(mails, 'bob').filter(({ text }) => text.includes('PLUGH'))).toHaveLength(2);
    for (const name of ['carol', 'dave'])
      expect(to(mails, name).filter(({ raw }) => raw.includes('PLUGH'))).toEqual([]);
  });

  it('is what says so in a line further down, of two mails as well', async () => {
    await write('carol', 'hex subscribe 101');
    await write('alice', 'hex submit 101 b3', 'Hello');
    const mails = [
      ...(await write('alice', 'hex confirm 101', 'secret: PLUGH')),
      ...(await write('bob', 'hex chat 101', 'Well,\n secret: PLUGH')),
      ...(await write('carol', 'hex show 101')),
    ];
    expect(to(mails, 'bob').filter(({ text }) => text.includes('PLUGH'))).toHaveLength(2);
    expect(to(mails, 'carol').filter(({ raw }) => raw.includes('PLUGH'))).toEqual([]);
  });

  it('is advice: who watches is heard by the others who do, until the game is over', async () => {
    for (const name of ['carol', 'dave']) await write(name, 'hex subscribe 101');
    const during = await write('carol', 'hex chat 101', 'Play c3!');
    expect(during.filter(({ text }) => text.includes('Play c3!')).flatMap(each => each.to).sort()).toEqual([at('carol'), at('dave')]); // prettier-ignore
    await write('alice', 'hex move 101 b3');
    await write('bob', 'hex move 101 c2');
    await write('bob', 'hex resign 101');
    const after = await write('carol', 'hex chat 101', 'Well played');
    expect(subjects(after, 'alice')).toEqual(['Hex chat 101 carol']);
  });

  it('and whoever has blocked a spectator hears nothing of them', async () => {
    await write('dave', 'hex subscribe 101');
    await write('carol', 'hex subscribe 101');
    await write('dave', 'block carol');
    expect(to(await write('carol', 'hex chat 101', 'hello'), 'dave')).toEqual([]);
  });
});

describe('limits', () => {
  it('a board has so many followers and no more', async () => {
    const key = 'match/hex/101' as const;
    const { documents, versions } = await service.store.read([key, 'account/dave']);
    const ghosts = Array.from({ length: limits.subscribersPerBoard }, (_, n) => ({ userid: `ghost${n}`, wants: 'positions' as const })); // prettier-ignore
    const match = { ...(documents.get(key) as Match), subscribers: ghosts };
    const accounts = ghosts.map(({ userid }): [`account/${string}`, Account] => [`account/${userid}`, { ...(documents.get('account/dave') as Account), userid, addresses: [] }]); // prettier-ignore
    const written = {
      ...change('ghosts', [[key, match], ...accounts]),
      expect: new Map([[key, versions.get(key) ?? 0]]),
    };
    await commit(service.store, written);
    const [refusal] = await write('carol', 'hex subscribe 101');
    expect(refusal!.text.replace(/\s+/g, ' ')).toContain(`${limits.subscribersPerBoard} players already follow that`);
  });

  it('subscribing again changes nothing but what is wanted', async () => {
    for (const line of ['subscribe all', 'subscribe all', 'hex subscribe all', 'hex notify'])
      await write('carol', line);
    const key = 'subscribers/all' as const;
    const { list } = (await service.store.read([key])).documents.get(key) as Subscribers;
    expect(list).toEqual([
      { userid: 'carol', wants: 'positions', game: null },
      { userid: 'carol', wants: 'result', game: 'hex' },
    ]);
  });
});
