// What the operator does to accounts: a ban stops everything an account does and waits for, whatever proves its mails, and ends by itself.
import { describe, expect, it } from 'vitest';
import type { Match } from '#core/board/match-document.ts';
import { executeCommand } from '#service/control.ts';
import { limits } from '#core/kernel/limits.ts';
import { DAY_MS } from '#core/kernel/time.ts';
import { type Lab, lab, mail } from '../service/lab.ts';

const ask = async (service: Lab, what: object): Promise<Readonly<Record<string, unknown>>> =>
  JSON.parse(await executeCommand(JSON.stringify(what), service.context)) as Record<string, unknown>;

/** The same, and the mails of it are on their way. */
async function act(service: Lab, what: object): Promise<void> {
  expect(await ask(service, what)).toMatchObject({ done: true });
  await service.live(1);
}

async function club(): Promise<Lab> {
  const service = lab();
  for (const name of ['alice', 'bob']) await service.write(name, `signup ${name} secret-of-${name}`);
  return service;
}

describe('two acts of one kind at one instant', () => {
  it('both take effect', async () => {
    const service = await club();
    for (const userid of ['alice', 'bob'])
      expect(await ask(service, { act: 'ban', userid, days: null })).toMatchObject({ done: true });
    for (const act of ['pause', 'resume']) expect(await ask(service, { act })).toMatchObject({ done: true });
  });
});

describe('a ban', () => {
  it('leaves undone what a token, an address or a password would prove', async () => {
    const service = await club();
    const boards = await service.write('alice', 'nex challenge -size=5 bob alice');
    const toBob = boards.find(({ to }) => to.includes('bob@example.test'));
    await act(service, { act: 'ban', userid: 'bob', days: null });
    const before = await service.store.read(['account/bob', 'match/nex/101']);
    const [byToken] = await service.deliver({
      from: 'bob@example.test',
      subject: 'Re:',
      body: 'set view=own',
      ...(toBob === undefined ? {} : { replyTo: toBob }),
    });
    expect(byToken!.text).toContain('I did nothing for your mail');
    const byPassword = await service.write('mallory', 'set bob secret-of-bob view=own');
    expect(byPassword.some(({ text }) => text.includes('has banned bob'))).toBe(true);
    const unproved = mail({ from: 'bob@example.test', subject: 'signoff bob', unproved: true });
    const [byNobody] = await service.deliver(unproved);
    expect(byNobody!.text).toContain('I did nothing for your mail');
    const after = await service.store.read(['account/bob', 'match/nex/101']);
    expect(after.documents.get('match/nex/101')).toEqual(before.documents.get('match/nex/101'));
    expect(after.documents.get('account/bob')).toMatchObject({ closed: false, settings: { view: 'fixed' } });
  });

  it('ends when its days are over', async () => {
    const service = await club();
    await act(service, { act: 'ban', userid: 'bob', days: 2 });
    service.pass(2 * DAY_MS - 2);
    const [early] = await service.write('bob', 'games');
    expect(early!.text).toContain('I did nothing for your mail');
    service.pass(1);
    const [late] = await service.write('bob', 'games');
    expect(late!.subject).toBe('List of your games');
    await act(service, { act: 'ban', userid: 'bob', days: 2 });
    const [again] = await service.write('bob', 'games');
    expect(again!.text).toContain('I did nothing for your mail');
  });

  it('ends what somebody seeks, each time anew, and keeps challenges away', async () => {
    const service = await club();
    for (const days of [1, 1]) {
      await service.write('bob', 'nex seek');
      await act(service, { act: 'ban', userid: 'bob', days });
      expect(await service.store.list('seeks/player/bob', null, 10)).toEqual([]);
      const [refused] = await service.write('alice', 'nex challenge alice bob');
      expect(refused!.text).toContain("bob can't be challenged to Nex");
      service.pass(DAY_MS);
    }
  });

  it('is nothing for robots, strangers and closed accounts', async () => {
    const service = await club();
    await service.write('bob', 'signoff bob');
    for (const userid of ['robot1', 'carol', 'bob']) {
      const answer = await ask(service, { act: 'ban', userid, days: null });
      expect(answer['why']).toContain(`There is no player ${userid} here`);
    }
  });
});

it('a password that is reset is neither shown nor mailed, and opens nothing', async () => {
  const service = await club();
  expect(await ask(service, { act: 'reset-password', userid: 'bob' })).toEqual({ done: true });
  const [told] = await service.live(1);
  expect(told!.to).toEqual(['bob@example.test']);
  expect(told!.raw).not.toContain('secret-of-bob');
  const [refused] = await service.write('mallory', 'set bob secret-of-bob view=own');
  expect(refused!.text).toContain("isn't the password");
  const [changed] = await service.write('bob', 'change password another-one');
  expect(changed!.text).toContain('password');
});

it('the log names every act of the operator, and no text of theirs', async () => {
  const service = await club();
  const acts = [
    { act: 'ban', userid: 'bob', days: 3 },
    { act: 'unban', userid: 'bob' },
    { act: 'announce', text: 'We move.' },
    { act: 'pause' },
    { act: 'forget', userid: 'alice' },
  ];
  for (const each of acts) {
    await ask(service, each);
    service.pass(1);
  }
  await ask(service, { act: 'unban', userid: 'nobody' });
  const told = service.log.filter(line => line.startsWith('operator-act '));
  expect(told.map(line => JSON.parse(line.slice('operator-act '.length)) as object)).toEqual([
    { act: 'ban', userid: 'bob', days: 3 },
    { act: 'unban', userid: 'bob' },
    { act: 'announce' },
    { act: 'pause' },
    { act: 'forget', userid: 'alice' },
  ]);
});

describe('a tournament of the operator', () => {
  it('is opened by a line as players write it, and refused as theirs are', async () => {
    const service = await club();
    expect(await ask(service, { act: 'open-tournament', line: 'hex -size=5 --entries=2' })).toEqual({ done: true, tournament: 1 }); // prettier-ignore
    const { why } = await ask(service, { act: 'open-tournament', line: 'hex --kind=arena' });
    expect(why).toContain('--kind');
  });

  it('is broken off while it is played: its boards go on, and no round follows', async () => {
    const service = await club();
    await ask(service, { act: 'open-tournament', line: 'hex -size=5 --entries=2' });
    for (const name of ['alice', 'bob']) await service.write(name, 'tournament enter 1');
    await service.live(DAY_MS / 24);
    expect(await ask(service, { act: 'cancel-tournament', number: 1 })).toEqual({ done: true, tournament: 1 });
    const told = await service.live(1);
    expect(told.map(({ to }) => to[0])).toEqual(['alice@example.test', 'bob@example.test']);
    const resigned = [...(await service.write('alice', 'hex resign 101'))];
    expect(resigned.some(({ subject }) => subject === 'Hex Board 101: bob won')).toBe(true);
    const [shown] = (await ask(service, { query: 'tournament', number: 1 }))['rows'] as { state: string }[];
    expect(shown!.state).toBe('cancelled');
    const { why } = await ask(service, { act: 'cancel-tournament', number: 1 });
    expect(why).toContain('was cancelled');
  });
});

describe('the operator is shown', () => {
  it('accounts by a part of a name or an address, page by page, each once', async () => {
    const service = lab();
    const names = Array.from({ length: limits.adminRows + 5 }, (_, n) => `user${String(n).padStart(3, '0')}`);
    for (const name of names) await service.write(name, `signup ${name}`);
    const first = await ask(service, { query: 'users', text: 'USER', after: '' });
    const second = await ask(service, { query: 'users', text: 'user', after: first['next'] });
    const rows = [...(first['rows'] as { userid: string }[]), ...(second['rows'] as { userid: string }[])];
    expect(rows.map(({ userid }) => userid)).toEqual(names);
    expect(second['next']).toBeNull();
    expect(JSON.stringify(rows)).not.toContain('passwordHash');
  });

  it('boards of a game and of a player, running before over, page by page', async () => {
    const service = await club();
    const boards = limits.adminRows + 3;
    for (let n = 0; n < boards; n++) {
      if (n % limits.challengesPerOpponent === 0) service.pass(DAY_MS);
      await service.write('alice', 'nex challenge -size=5 alice alice');
    }
    await service.write('alice', 'nex move 101 b3,a3');
    await service.write('alice', 'nex resign 101');
    const seen: number[] = [];
    for (let after: unknown = ''; after !== null;) {
      const page = await ask(service, { query: 'boards', game: 'nex', of: 'alice', after });
      seen.push(...(page['rows'] as { number: number }[]).map(({ number }) => number));
      after = page['next'];
    }
    expect(seen.at(-1)).toBe(101);
    expect(new Set(seen).size).toBe(boards);
    const [board] = (await ask(service, { query: 'board', game: 'nex', number: 101 }))['rows'] as object[];
    expect(board).toMatchObject({ state: 'over', players: ['alice', 'alice'], moves: 1, toMove: null });
  });

  it('boards of all games, and no next page after the last board', async () => {
    const service = await club();
    for (const line of ['nex challenge alice bob', 'hex challenge alice bob', 'hex challenge bob alice'])
      await service.write('alice', line);
    for (const line of ['hex move 101 a1', 'hex resign 101']) await service.write('alice', line);
    const { rows, next } = await ask(service, { query: 'boards', game: null, of: null, after: '' });
    const boards = (rows as Match[]).map(({ game, number, state }) => `${game} ${number} ${state}`);
    expect([boards, next]).toEqual([['nex 101 active', 'hex 102 active', 'hex 101 over'], null]);
  });

  it('nothing by what is no question', async () => {
    const service = await club();
    const nonsense = [{ query: 'passwords' }, { query: 'users' }, { query: 'constructor' }, { act: 'ban' }, { act: 'ban', userid: 'bob', days: -1 }]; // prettier-ignore
    for (const each of nonsense)
      expect(await ask(service, each)).toEqual({ why: 'This service does not know what it was asked to do.' });
  });
});
