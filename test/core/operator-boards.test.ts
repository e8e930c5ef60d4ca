// What the operator does to boards and addresses, and what the audit log says of it.
import { describe, expect, it } from 'vitest';
import { executeCommand } from '#service/control.ts';
import { type Lab, lab, type Received } from '../service/lab.ts';

const ask = async (service: Lab, what: object): Promise<Readonly<Record<string, unknown>>> =>
  JSON.parse(await executeCommand(JSON.stringify({ ...what, by: 'root' }), service.context)) as Record<string, unknown>;

/** Carries out an act and returns the mails that follow from it. */
async function act(service: Lab, what: object): Promise<readonly Received[]> {
  expect(await ask(service, what)).toMatchObject({ done: true });
  return service.live(1);
}

async function club(): Promise<Lab> {
  const service = lab();
  for (const name of ['alice', 'bob', 'carol']) await service.write(name, `signup ${name}`);
  await service.write('alice', 'nex challenge -size=5 alice bob');
  return service;
}

const BOARD = { game: 'nex', number: 101 } as const;

const ratingOf = async (service: Lab, userid: string): Promise<unknown> =>
  (await service.store.read([`rating/nex-${userid}`])).documents.get(`rating/nex-${userid}`) ?? null;

describe('a board', () => {
  it('that is voided ends without a winner, and both players are told', async () => {
    const service = await club();
    await service.write('alice', 'nex move 101 c3,b2');
    await service.write('bob', 'nex move 101 d4,e5');
    const mails = await act(service, { act: 'void-board', ...BOARD });
    expect(mails.map(({ to, subject }) => `${to.join()} ${subject}`).sort()).toEqual([
      'alice@example.test Nex Board 101: void',
      'bob@example.test Nex Board 101: void',
    ]);
    for (const { text } of mails)
      expect(text).toContain('The operator of this server has ended the game without a result.');
    expect(await ratingOf(service, 'alice')).toBeNull();
    expect((await ask(service, { act: 'void-board', ...BOARD }))['why']).toContain('Nex board 101 has ended');
    const [shown] = await service.write('alice', 'nex show 101');
    expect(shown!.text).toContain('it was ended without a result');
    expect(shown!.text).toContain('c3,b2');
  });

  it('that is voided while an invited person has not answered is removed', async () => {
    const service = await club();
    await service.write('alice', 'hex challenge alice friend@example.org');
    await act(service, { act: 'void-board', game: 'hex', number: 101 });
    const [shown] = await service.write('alice', 'hex show 101');
    expect(shown!.text).toContain('ended before it began');
  });

  it('is resigned for a player, who is told by whom', async () => {
    const service = await club();
    await service.write('alice', 'nex move 101 c3,b2');
    await service.write('bob', 'nex move 101 d4,e5');
    const mails = await act(service, { act: 'resign-seat', ...BOARD, userid: 'bob' });
    const toBob = mails
      .filter(({ to }) => to.includes('bob@example.test'))
      .map(({ text }) => text.replace(/\s+/g, ' '));
    expect(toBob.some(text => text.includes('has resigned Nex board 101 for you.'))).toBe(true);
    expect(mails.some(({ subject }) => subject === 'Nex Board 101: you won')).toBe(true);
    expect((await ask(service, { act: 'resign-seat', ...BOARD, userid: 'carol' }))['why']).toContain('carol');
  });

  it('gets more time for all its players', async () => {
    const service = await club();
    const before = /You have until ([^:]+):/.exec((await service.write('alice', 'nex show 101'))[0]!.text)?.[1];
    const mails = await act(service, { act: 'give-time', ...BOARD, days: 10 });
    expect(mails.map(({ to }) => to.join()).sort()).toEqual(['alice@example.test', 'bob@example.test']);
    for (const { text } of mails) expect(text).toContain('gives all players 10 days more.');
    const after = /You have until ([^:]+):/.exec((await service.write('alice', 'nex show 101'))[0]!.text)?.[1];
    expect(after).not.toBe(before);
    expect((await ask(service, { act: 'give-time', game: 'nex', number: 999, days: 1 }))['why']).toContain('999');
  });
});

describe('a player who lost the mailbox', () => {
  it('is back with a new address by one line, and a mail from it counts', async () => {
    const service = await club();
    const mails = await act(service, { act: 'add-address', userid: 'bob', address: 'Bob@New.example.org' });
    expect(mails.flatMap(({ to }) => to).sort()).toEqual(['bob@example.test', 'bob@new.example.org']);
    const [list] = await service.write('bob@new.example.org', 'games');
    expect(list!.subject).toBe('List of your games');
    const after = await act(service, { act: 'remove-address', userid: 'bob', address: 'bob@example.test' });
    expect(after.flatMap(({ to }) => to)).toEqual(['bob@new.example.org']);
    const why = async (what: object): Promise<unknown> => (await ask(service, what))['why'];
    expect(await why({ act: 'remove-address', userid: 'bob', address: 'bob@new.example.org' })).toBe(
      'An account needs an address: add another to bob first.',
    );
    expect(await why({ act: 'remove-address', userid: 'bob', address: 'x@example.org' })).toBe(
      'x@example.org is no address of bob.',
    );
    expect(await why({ act: 'add-address', userid: 'bob', address: 'alice@example.test' })).toContain(
      'belongs to another',
    );
    expect(await why({ act: 'add-address', userid: 'bob', address: 'nonsense' })).toBeTypeOf('string');
    expect(await why({ act: 'add-address', userid: 'nobody', address: 'x@example.org' })).toBeTypeOf('string');
  });

  it('and has opened a second account gets the boards of the first', async () => {
    const service = await club();
    await service.write('bobby', 'signup bobby');
    await act(service, { act: 'merge', userid: 'bob', into: 'bobby' });
    await service.write('alice', 'nex move 101 c3,b2');
    const mails = await service.write('bob', 'nex move 101 d4,e5');
    expect(mails.map(({ text }) => text).join('')).toContain('bobby played d4,e5');
    const [known] = await service.write('bob', 'games');
    expect(known!.text).toContain('bobby');
    const why = async (what: object): Promise<unknown> => (await ask(service, what))['why'];
    expect(await why({ act: 'merge', userid: 'alice', into: 'bobby' })).toContain('board 101');
    expect(await why({ act: 'merge', userid: 'alice', into: 'alice' })).toBe('alice is the same account.');
  });
});

describe('the audit log', () => {
  it('names what was done, the newest first, and no text of an announcement', async () => {
    const service = await club();
    await act(service, { act: 'give-time', ...BOARD, days: 3 });
    service.pass(1_000);
    await act(service, { act: 'announce', text: 'Hello all.' });
    service.pass(1_000);
    await ask(service, { act: 'unban', userid: 'bob' });
    const { rows } = await ask(service, { query: 'log', after: '' });
    expect(rows).toMatchObject([
      { by: 'root', act: 'announce' },
      { by: 'root', act: 'give-time', game: 'nex', number: '101', days: '3' },
    ]);
    expect(JSON.stringify(rows)).not.toContain('Hello all');
  });

  it('is shown a page at a time, and is no way in for other keys', async () => {
    const service = await club();
    for (let i = 0; i < 3; i++) {
      service.pass(1_000);
      await act(service, { act: 'give-time', ...BOARD, days: 1 + i });
    }
    expect((await ask(service, { query: 'log', after: 'account/bob' }))['rows']).toEqual([]);
    const { rows, next } = await ask(service, { query: 'log', after: '' });
    expect(rows).toHaveLength(3);
    expect(next).toBeNull();
  });

  it('forgets a player who is forgotten, and old entries', async () => {
    const service = await club();
    await act(service, { act: 'add-address', userid: 'carol', address: 'carol@new.example.org' });
    await act(service, { act: 'forget', userid: 'carol' });
    await service.live(2 * 86_400_000);
    const { rows } = await ask(service, { query: 'log', after: '' });
    expect(JSON.stringify(rows)).not.toContain('carol');
    service.pass(731 * 86_400_000);
    await service.live(3_600_000);
    expect((await ask(service, { query: 'log', after: '' }))['rows']).toEqual([]);
  });
});
