// Clubs: opened by organisers, joined by members who are asked once; news, tournaments, seeks, matches of two clubs.
import { describe, expect, it } from 'vitest';
import type { Club } from '#core/features/clubs/club.ts';
import { DAY_MS, HOUR_MS } from '#core/kernel/time.ts';
import { executeCommand } from '#service/control.ts';
import { lab, type Lab, type Received } from '#test/service/lab.ts';
import { boardsOf, tournamentOf } from './tournaments/club.ts';

const said = (mails: readonly Received[]): string => mails.map(({ text }) => text.replace(/\s+/g, ' ')).join('\n');

const clubOf = async ({ store }: Lab, name = 'reef'): Promise<Club | null> =>
  ((await store.read([`club/${name}`])).documents.get(`club/${name}`) ?? null) as Club | null;

/** ann is an organiser, named by the operator. */
async function begun(...others: readonly string[]): Promise<Lab> {
  const service = lab();
  for (const name of ['ann', ...others]) await service.write(name, `signup ${name}`);
  await executeCommand(JSON.stringify({ act: 'name-organiser', userid: 'ann', isNamed: true }), service.context);
  return service;
}

/** The club reef of ann and these others, who have joined by its word. */
async function joined(...others: readonly string[]): Promise<Lab> {
  const service = await begun(...others);
  await service.write('ann', 'club open reef');
  const { code } = (await clubOf(service))!;
  for (const name of others) await service.write(name, `club join reef ${code}`);
  return service;
}

describe('the answer to an invitation of a club', () => {
  /** What comes of it. The name ida is free. */
  async function answered(body: string): Promise<string> {
    const service = await joined('bob');
    const mails = await service.deliver({ from: 'ann', subject: 'club add reef', body: 'ida@else.test' });
    const invitation = mails.find(({ to }) => to.includes('ida@else.test'))!;
    const told = said(await service.reply('ida@else.test', invitation, body));
    const isMember = (await clubOf(service))!.members.includes('ida');
    return isMember ? 'joined' : told.includes('like to be called here?') ? 'asked for a name' : told;
  }

  it.each([
    'yes',
    'Hi Ann,\nyes\nIda',
    'Hi Ann\n\nYes please!\n\nBest wishes\nIda',
    'Hallo Ann,\nja gerne\nIda Stone',
    'Hello Ann,\nyes please, I would love to join.\nIda',
    'Please sign me up',
  ])('%j is a yes', async body => {
    expect(await answered(body)).toBe('asked for a name');
  });

  it.each(['signup ida', 'Hi Ann,\nsignup ida', 'signup ida Sesame-7', 'Ida', 'Ida.'])(
    '%j joins at once',
    async body => {
      expect(await answered(body)).toBe('joined');
    },
  );

  it.each(['no thanks', 'No thank you.\nIda'])('%j is a no', async body => {
    expect(await answered(body)).toContain('everything stays as it is');
  });

  it.each([
    'Thanks\nIda',
    'Hi Ann\nthanks!\nBest wishes\nIda',
    'Viele Grüße\nIda',
    'My name is Ida\nI do not want to join.',
    'Yes, as discussed',
    'Sure, call me anytime',
    'As requested',
    'call me ASAP',
    'Good morning,\nUnavailable',
    'Out of office',
    'Ok',
    'Bob',
  ])('%j is no name', async body => {
    expect(await answered(body)).not.toBe('joined');
  });

  it('with a password leaves the lines below to be read', async () => {
    expect(await answered('signup ida Sesame-7\nhex challenge -size=5 ida robot')).toContain('Hex board 101');
  });

  it.each(['Help', 'Vacations', 'Clubs List', 'Gomoku', 'Nex Resign', 'Unblock Bob'])(
    'below a no, %j is no signature',
    async line => {
      expect(await answered(`No thank you.\n${line}`)).not.toContain('everything stays');
    },
  );
});

describe('a club', () => {
  it('is opened by a player that the operator has named, and by no other', async () => {
    const service = await begun('bob');
    expect(said(await service.write('bob', 'club open reef'))).toContain('only organisers open clubs');
    const opened = said(await service.write('ann', 'club open reef'));
    const { code } = (await clubOf(service))!;
    expect(opened).toContain('Others join with `club join reef ');
    expect(opened).toContain(code);
    expect(said(await service.write('ann', 'club open reef'))).toContain('there is a club reef already');
    await executeCommand(JSON.stringify({ act: 'name-organiser', userid: 'ann', isNamed: false }), service.context);
    expect(said(await service.write('ann', 'club open tide'))).toContain('only organisers open clubs');
    expect(said(await service.write('ann', 'club'))).toContain('You organise it.');
  });

  it.each(
    ['', 'x', '-reef', 'constructor-', 'a'.repeat(31), 'reef!'].filter(
      each => !/^[a-z][a-z0-9-]+$/.test(each) || each.length > 30,
    ),
  )('is not called %j', async name => {
    const service = await begun();
    expect(said(await service.write('ann', `club open ${name}`))).toMatch(/name of a club|can't read|Which|I read/);
    expect(await clubOf(service, name)).toBeNull();
  });

  it('is joined by its word alone, which members do not see', async () => {
    const service = await joined('bob');
    const { code, members } = (await clubOf(service))!;
    expect(members).toEqual(['ann', 'bob']);
    expect(said(await service.write('bob', 'club'))).not.toContain(code);
    await service.write('cat', 'signup cat');
    expect(said(await service.write('cat', 'club join reef sesame'))).toContain('not the word that joins');
    expect(said(await service.write('cat', 'club show reef'))).toBe(
      'Club reef has 2 members. Organised by ann.\n'.trim() + ' ',
    );
    // Once somebody was taken out, the word is another one.
    await service.write('ann', 'club remove reef bob');
    expect(said(await service.write('bob', `club join reef ${code}`))).toContain('not the word that joins');
    expect((await clubOf(service))!.members).toEqual(['ann']);
  });

  it('has an organiser as long as it has members', async () => {
    const service = await joined('bob');
    expect(said(await service.write('ann', 'club leave reef'))).toContain('needs an organiser');
    expect(said(await service.write('bob', 'club organiser reef bob'))).toContain('only an organiser');
    await service.write('ann', 'club organiser reef bob');
    await service.write('ann', 'club leave reef');
    expect(await clubOf(service)).toMatchObject({ members: ['bob'], organisers: ['bob'] });
    expect(said(await service.write('bob', 'club leave reef'))).toContain('is closed');
    expect(await clubOf(service)).toBeNull();
  });

  it.each(['signoff ann', 'a ban'])('goes to its oldest member after %s', async how => {
    const service = await joined('bob');
    if (how === 'a ban')
      await executeCommand(JSON.stringify({ act: 'ban', userid: 'ann', days: null }), service.context);
    else await service.write('ann', how);
    await service.live(9 * DAY_MS);
    expect(await clubOf(service)).toMatchObject({ members: ['bob'], organisers: ['bob'] });
  });

  it('tells players who were taken out or named', async () => {
    const service = await joined('bob', 'cat');
    const named = await service.write('ann', 'club organiser reef bob');
    expect(said(named.filter(({ to }) => to[0] === 'bob@example.test'))).toContain(
      'made you an organiser of club reef',
    );
    const removed = await service.write('bob', 'club remove reef cat');
    expect(said(removed.filter(({ to }) => to[0] === 'cat@example.test'))).toContain('taken you out of club reef');
  });

  it('goes to its oldest member where its organiser is forgotten', async () => {
    const service = await joined('bob', 'cat');
    const [asked] = await service.write('ann', 'signoff forget');
    await service.reply('ann', asked!, 'yes');
    await service.live(9 * DAY_MS);
    expect(await clubOf(service)).toMatchObject({ members: ['bob', 'cat'], organisers: ['bob'] });
  });
});

describe('a list of names and addresses', () => {
  const LIST = 'Zoe Smith <zoe@else.test>\nbob@example.test, "Yan" yan@else.test;\nzoe@else.test';

  it('asks each of them once, and a yes joins', async () => {
    const service = await joined('bob');
    const mails = await service.write('ann', 'club add reef', LIST);
    expect(mails.flatMap(({ to }) => to)).toEqual(['zoe@else.test', 'yan@else.test', 'ann@example.test']);
    expect(said([mails[2]!])).toContain('3 addresses are asked to join reef');
    const zoe = mails[0]!;
    expect(zoe.subject).toBe('ann asks you to join the club reef');
    const [name] = await service.reply('zoe@else.test', zoe, 'yes');
    const [done] = (await service.reply('zoe@else.test', name!, 'zoe')).toReversed();
    expect(said([done!])).toContain('you are one of its 3 members');
    expect((await clubOf(service))!.members).toEqual(['ann', 'bob', 'zoe']);
    const again = await service.write('ann', 'club add reef', LIST);
    expect(again.flatMap(({ to }) => to)).toEqual(['ann@example.test']);
    expect(said(again)).toContain('no new address');
  });

  it('asks for a name again after a slip, and joins then', async () => {
    const service = await joined('bob');
    const [invitation] = await service.write('ann', 'club add reef', 'zoe@else.test');
    const [name] = await service.reply('zoe@else.test', invitation!, 'yes');
    const [taken] = await service.reply('zoe@else.test', name!, 'signup bob');
    expect(said([taken!])).toContain('userid bob is taken');
    await service.reply('zoe@else.test', taken!, 'signup zoe');
    expect((await clubOf(service))!.members).toEqual(['ann', 'bob', 'zoe']);
  });

  it('reads apostrophes in addresses, and around them', async () => {
    const service = await joined();
    const mails = await service.write('ann', 'club add reef', "Pat <o'brien@else.test>\n'quoted@else.test'");
    expect(mails.flatMap(({ to }) => to)).toEqual(["o'brien@else.test", 'quoted@else.test', 'ann@example.test']);
  });

  it('asks a player by the userid, who joins by a yes', async () => {
    const service = await joined();
    await service.write('dan', 'signup dan');
    const [invitation] = await service.write('ann', 'club add reef dan');
    expect(said(await service.write('ann', 'club add reef nobody-here robot3'))).toContain('nobody-here, robot3');
    await service.reply('dan', invitation!, 'yes');
    expect((await clubOf(service))!.members).toEqual(['ann', 'dan']);
  });

  it('reaches nobody who wants no such mail, and does not tell', async () => {
    const service = await joined();
    await service.write('dan', 'signup dan');
    await service.write('dan', 'block ann');
    await service.write('zoe@else.test', 'stop');
    const mails = await service.write('ann', 'club add reef', 'zoe@else.test\ndan@example.test');
    expect(mails.flatMap(({ to }) => to)).toEqual(['ann@example.test']);
    expect(said(mails)).toContain('2 addresses are asked');
    // The second answer tells no more: each address counts as asked.
    for (const name of ['zoe@else.test', 'dan@example.test', 'ann@example.test'])
      await service.write('ann', 'club add reef', name);
    expect(said(await service.write('ann', 'club add reef dan', 'zoe@else.test'))).toContain('no new address');
  });

  it('is no way to write to many: 50 a day, and the address of another club waits', async () => {
    const service = await joined();
    await service.write('ann', 'club open tide');
    const addresses = Array.from({ length: 51 }, (_, n) => `p${n}@else${n}.test`);
    const tooMany = await service.write('ann', 'club add reef', addresses.join('\n'));
    expect(said(tooMany)).toContain('50 new addresses a day');
    expect(tooMany).toHaveLength(1);
    expect(await service.write('ann', 'club add reef', addresses.slice(1).join('\n'))).toHaveLength(51);
    expect(said(await service.write('ann', 'club add tide', 'q@else.test'))).toContain('50 new addresses');
    await service.live(2 * DAY_MS);
    // The mailbox was asked by reef within a week.
    expect(await service.write('ann', 'club add tide', 'p1@else1.test')).toHaveLength(1);
  });

  it.each(['bob', 'stranger@else.test'])('is not sent by %s', async sender => {
    const service = await joined('bob');
    const mails = await service.write(sender, 'club add reef', 'zoe@else.test');
    expect(mails.flatMap(({ to }) => to)).not.toContain('zoe@else.test');
  });
});

describe('the news of a club', () => {
  it('go to its members, once, and end by one line', async () => {
    const service = await joined('bob', 'cat', 'dan');
    await service.write('zoe', 'signup zoe');
    await service.write('cat', 'set clubs=off');
    const [answer] = await service.write('ann', 'club news reef', 'We meet on Friday.');
    expect(said([answer!])).toContain('Your words go to the members of reef');
    const mails = await service.live(HOUR_MS);
    expect(mails.flatMap(({ to }) => to).toSorted()).toEqual(['bob@example.test', 'dan@example.test']);
    expect(mails[0]!.subject).toBe('News of the club reef, via nexpost');
    expect(said(mails)).toContain('ann writes to the members of the club reef: We meet on Friday.');
    expect(JSON.stringify(mails[0]!.headers.get('list'))).toContain('clubs%3Doff');
    const bobs = mails.find(({ to }) => to[0] === 'bob@example.test')!;
    expect(said(await service.reply('bob', bobs, 'stop'))).toContain('`set clubs=off` the news of your clubs');
    await service.write('ann', 'club news reef', 'Saturday!');
    expect(said(await service.write('ann', 'club news reef', 'Sunday!'))).toContain('2 times a week');
    expect(said(await service.write('bob', 'club news reef', 'Me too'))).toContain('only an organiser');
  });
});

describe('members', () => {
  it('play tournaments of their own, opened and corrected by an organiser', async () => {
    const service = await joined('bob', 'cat');
    await service.write('zoe', 'signup zoe');
    expect(said(await service.write('bob', 'hex tournament open -size=3 -club=reef --entries=2'))).toContain(
      'only an organiser of reef',
    );
    expect(said(await service.write('ann', 'hex tournament open -kind=team -club=reef -against=tide'))).toContain(
      'no club tide',
    );
    await service.write('ann', 'hex tournament open -size=3 -club=reef --entries=2');
    expect(said(await service.write('zoe', 'tournament list'))).not.toContain('tournament enter');
    expect(said(await service.write('bob', 'tournament list'))).toContain('tournament enter 1');
    expect(said(await service.write('zoe', 'tournament enter 1'))).toContain('for members of reef');
    for (const name of ['bob', 'cat']) await service.write(name, 'tournament enter 1');
    await service.live(HOUR_MS);
    const [board] = await boardsOf(service);
    // Another organiser of the club is an arbiter as well.
    await service.write('ann', 'club organiser reef cat');
    expect(said(await service.write('cat', `tournament result 1 ${board!.number} cat`))).toContain(
      'you play in tournament 1 yourself',
    );
    await service.write('ann', `tournament result 1 ${board!.number} bob`);
    await service.live(HOUR_MS);
    expect((await tournamentOf(service)).state).toBe('over');
  });

  it('see and take the seeks of their club, and others do not', async () => {
    const service = await joined('bob');
    await service.write('zoe', 'signup zoe');
    expect(said(await service.write('zoe', 'hex seek -size=5 -club=reef'))).toContain('zoe is not in club reef');
    await service.write('ann', 'hex seek -size=5 -club=reef');
    expect(said(await service.write('zoe', 'seek list'))).not.toContain('Seek 1');
    await service.write('zoe', 'take 1');
    await service.write('zoe', 'take 1 @reef');
    await service.write('zoe', 'hex seek -size=5');
    expect(said(await service.write('bob', 'seek list'))).toContain('Seek 1: Hex with ann');
    const mails = await service.write('bob', 'take 1');
    expect(mails.some(({ subject }) => subject.startsWith('New Hex Board'))).toBe(true);
  });
});

describe('a match of two clubs', () => {
  it('is played by rank on as many boards as both have players, and has one result', async () => {
    const service = await joined('bob', 'cat');
    for (const name of ['dan', 'eve']) await service.write(name, `signup ${name}`);
    await service.write('ann', 'club open tide');
    const { code } = (await clubOf(service, 'tide'))!;
    for (const name of ['dan', 'eve']) await service.write(name, `club join tide ${code}`);
    expect(said(await service.write('ann', 'hex tournament open -kind=team -club=reef'))).toContain('names both');
    await service.write('ann', 'hex tournament open -size=3 -kind=team -club=reef -against=tide --entries=4');
    for (const name of ['bob', 'cat', 'dan', 'eve']) await service.write(name, 'tournament enter 1');
    await service.live(HOUR_MS);
    const { pairings, entrants } = await tournamentOf(service);
    const pairs = pairings.map(({ first, second }) => [entrants[first]!.userid, entrants[second ?? -1]!.userid]);
    expect(pairs).toEqual([
      ['bob', 'dan'],
      ['eve', 'cat'],
    ]);
    for (const board of await boardsOf(service)) {
      const loser = board.players.find(each => 'userid' in each && ['dan', 'cat'].includes(each.userid));
      await service.write(loser !== undefined && 'userid' in loser ? loser.userid : '', `hex resign ${board.number}`);
    }
    await service.live(HOUR_MS);
    const [shown] = await service.write('bob', 'tournament show 1');
    expect(shown!.text).toMatch(/^reef: 1$/m);
    expect(shown!.text).toMatch(/^tide: 1$/m);
    expect(shown!.text).not.toContain('Won by');
    // The mail that ends it shows both teams as well.
    const ended = (await service.write('cat', 'tournament show 1'))[0]!;
    expect(ended.text).toContain('Round 1: ');
  });

  it('leaves out who is too many, and is off where one club has no player', async () => {
    const service = await joined('bob', 'cat', 'dan');
    await service.write('ann', 'club open tide');
    const { code } = (await clubOf(service, 'tide'))!;
    await service.write('eve', 'signup eve');
    await service.write('eve', `club join tide ${code}`);
    await service.write('ann', 'hex tournament open -size=3 -kind=team -club=reef -against=tide --entries=4');
    for (const name of ['bob', 'cat', 'dan', 'eve']) await service.write(name, 'tournament enter 1');
    const mails = await service.live(HOUR_MS);
    expect((await tournamentOf(service)).entrants.map(({ userid }) => userid)).toEqual(['bob', 'eve']);
    const left = mails.filter(({ text }) => text.includes('started without you'));
    expect(left.flatMap(({ to }) => to)).toEqual(['cat@example.test', 'dan@example.test']);
    await service.write('ann', 'hex tournament open -size=3 -kind=team -club=reef -against=tide --entries=2');
    for (const name of ['bob', 'eve']) await service.write(name, 'tournament enter 2');
    const [open] = [await tournamentOf(service, 2)];
    expect(open.state).toBe('open');
    await service.write('eve', 'club leave tide');
    await service.live(HOUR_MS);
    expect((await tournamentOf(service, 2)).state).toBe('cancelled');
  });

  it('tells which club has won', async () => {
    const service = await joined('bob', 'cat');
    await service.write('ann', 'club open tide');
    const { code } = (await clubOf(service, 'tide'))!;
    await service.write('cat', `club join tide ${code}`);
    await service.write('ann', 'club leave tide');
    await service.write('cat', 'club leave reef');
    await service.write('ann', 'hex tournament open -size=3 -kind=team -club=reef -against=tide --entries=2');
    for (const name of ['bob', 'cat']) await service.write(name, 'tournament enter 1');
    await service.live(HOUR_MS);
    const [board] = await boardsOf(service);
    await service.write('bob', `hex resign ${board!.number}`);
    await service.live(HOUR_MS);
    expect((await service.write('ann', 'tournament show 1'))[0]!.text).toContain('Won by tide.');
  });
});
