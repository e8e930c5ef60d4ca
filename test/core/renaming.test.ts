// A guest chooses a name: what was sent before still works, no document keeps the old name, and it stays taken.
import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '#test/memory-store.ts';
import type { Match } from '#core/board/match-document.ts';
import type { DocumentKey } from '#core/kernel/documents.ts';
import { limits } from '#core/kernel/limits.ts';
import { executeCommand } from '#service/control.ts';
import type { Store } from '#service/ports.ts';
import { bounceOf, comesBack, isProbe } from '../service/bounce.ts';
import { type Lab, lab, type Received } from '../service/lab.ts';

const DAY_MS = 86_400_000;
const [alice, bob, carol, friend] = ['alice', 'bob', 'carol', 'friend'].map(name => `${name}@example.test`);
const GUEST = 'guest101';

interface Club {
  readonly service: Lab;
  readonly all: ReadonlyMap<DocumentKey, unknown>;
  readonly say: (from: string | undefined, subject: string, body?: string) => Promise<readonly Received[]>;
  /** The mail in which the guest got the board. */
  readonly toGuest: Received;
  /** Something that happens just before the rename is stored. */
  readonly before: { rename: (() => Promise<unknown>) | null };
}

/** alice, bob and carol, and a friend. The friend has accepted alice's invitation to Hex board 101 by `yes`. It is alice's turn. */
async function clubWithGuest(): Promise<Club> {
  const store = createMemoryStore();
  const all = new Map<DocumentKey, unknown>();
  const before: Club['before'] = { rename: null };
  const watched: Store = {
    ...store,
    commit: async change => {
      const { rename } = before;
      if (rename !== null && change.documents.has('account/fred')) {
        before.rename = null;
        await rename();
      }
      const done = await store.commit(change);
      if (done.result !== 'committed') return done;
      for (const [key, document] of change.documents)
        if (document === null) all.delete(key);
        else all.set(key, document);
      return done;
    },
  };
  const service = lab({ store: watched, webUrl: 'https://games.example.org' });
  const say: Club['say'] = (from = '', subject, body = '') => service.write(from, subject, body);
  for (const name of ['alice', 'bob', 'carol']) await say(`${name}@example.test`, `signup ${name}`);
  const invitation = toReader(await say(alice, 'hex challenge -size=5 alice friend@example.test'), friend);
  const accepted = await service.deliver({ from: friend!, subject: 'Re:', body: 'yes', replyTo: invitation });
  return { service, all, say, toGuest: toReader(accepted, friend), before };
}

const toReader = (mails: readonly Received[], address = ''): Received => {
  const found = mails.find(({ to }) => to.includes(address));
  if (found === undefined) throw new Error(`no mail to ${address}`);
  return found;
};

const textOf = (mails: readonly Received[], address?: string): string =>
  toReader(mails, address).text.replace(/\s+/g, ' ');

/** The documents that hold a text. */
const holding = ({ all }: Club, text: string): readonly DocumentKey[] =>
  [...all].filter(each => JSON.stringify(each).includes(text)).map(([key]) => key);

const boardOf = ({ all }: Club, key: DocumentKey<'match'>): Match => all.get(key) as Match;

const rename = (club: Club, name = 'fred'): Promise<readonly Received[]> => club.say(friend, `rename ${name}`);

describe('a guest who chooses a name', () => {
  it('is asked once, with the first board', async () => {
    const club = await clubWithGuest();
    expect(club.toGuest.text).toContain('You are guest101 here. To choose your own name, reply `rename yourname`.');
    club.service.pass(DAY_MS);
    const moved = await club.say(alice, 'hex move 101 b2');
    const next = await club.say(alice, 'hex challenge -size=5 alice guest101');
    for (const mails of [moved, next]) expect(toReader(mails, friend).text).not.toContain('rename');
  });

  it('has the name everywhere, and the former one stays in two accounts', async () => {
    const club = await clubWithGuest();
    await club.say(alice, 'hex move 101 b2', 'Welcome!');
    await club.say(friend, 'hex move 101 c3', 'Thank you!');
    await club.say(friend, 'hex queue 101 d4');
    await club.say(friend, 'hex note 101', 'a note');
    await club.say(friend, 'block carol');
    const was = boardOf(club, 'match/hex/101');
    expect(holding(club, GUEST)).toContain('match/hex/101');
    expect(textOf(await rename(club), friend)).toContain('You are fred here now.');
    expect(holding(club, GUEST).toSorted()).toEqual(['account/fred', 'account/guest101']);
    const is = boardOf(club, 'match/hex/101');
    expect(is).toEqual(JSON.parse(JSON.stringify(was).replaceAll(GUEST, 'fred')));
    expect(is.players).toContainEqual({ kind: 'account', userid: 'fred' });
    expect(textOf(await club.say(friend, 'hex note 101'), friend)).toContain('a note');
    await club.say(alice, 'hex move 101 b3');
    expect(boardOf(club, 'match/hex/101').record).toHaveLength(4);
  });

  it('can reply to a mail of before, proved by its token alone', async () => {
    const club = await clubWithGuest();
    const yourTurn = toReader(await club.say(alice, 'hex move 101 b2'), friend);
    await rename(club);
    const moved = await club.service.deliver({
      from: friend!,
      subject: 'Re:',
      body: 'c3',
      replyTo: yourTurn,
      unproved: true,
    });
    expect(textOf(moved, alice)).toContain('fred played c3');
    expect(textOf(moved, alice)).toContain('fred was guest101 before.');
    expect(textOf(moved, friend)).not.toContain('guest101');
    // The same mail from somebody else proves nothing.
    await club.say(alice, 'hex move 101 d2');
    const forged = await club.service.deliver({
      from: 'eve@example.test',
      subject: 'Re:',
      body: 'resign',
      replyTo: yourTurn,
      unproved: true,
    });
    expect(boardOf(club, 'match/hex/101').state).toBe('active');
    expect(forged.every(({ to }) => !to.includes(alice!))).toBe(true);
  });

  it('can reply to a digest of before', async () => {
    const club = await clubWithGuest();
    await club.say(bob, 'hex challenge -size=5 bob guest101');
    await club.say(friend, 'set per=digest');
    await club.say(alice, 'hex move 101 b2');
    await club.say(bob, 'hex move 102 b2');
    const digest = toReader(await club.service.live(DAY_MS), friend);
    expect(digest.replyTo).toContain(`+d.${GUEST}.`);
    await rename(club);
    const parts = { from: friend!, subject: 'Re:', body: 'hex move 101 c3', replyTo: digest, unproved: true };
    await club.service.deliver(parts);
    expect(boardOf(club, 'match/hex/101').record).toHaveLength(2);
  });

  it('confirms a mail that was kept before', async () => {
    const club = await clubWithGuest();
    const yourTurn = toReader(await club.say(alice, 'hex move 101 b2'), friend);
    const other = 'other@example.test';
    const forwarded = { from: other, subject: 'Re:', body: 'c3', replyTo: yourTurn, unproved: true };
    const question = toReader(await club.service.deliver(forwarded), friend);
    expect(question.subject).toContain('Did you send this');
    await rename(club);
    await club.service.deliver({ from: friend!, subject: 'Re:', body: 'yes', replyTo: question, unproved: true });
    expect(boardOf(club, 'match/hex/101').record).toHaveLength(2);
  });

  it('is found by mail that came back', async () => {
    const club = await clubWithGuest();
    await rename(club);
    await comesBack(club.service, club.toGuest, { address: friend! });
    expect(JSON.stringify(club.all.get('account/fred'))).toContain('absences');
    expect(JSON.stringify(club.all.get(`account/${GUEST}`))).not.toContain('absences');
  });

  it('is found by a probe that was sent before and came back', async () => {
    const club = await clubWithGuest();
    const [probe] = await club.service.deliver(bounceOf(club.toGuest, { address: friend! }));
    expect(isProbe(probe!)).toBe(true);
    await rename(club);
    await club.service.deliver(bounceOf(probe!, { address: friend! }));
    expect(JSON.stringify(club.all.get('account/fred'))).toContain('absences');
  });

  it('does it once', async () => {
    const club = await clubWithGuest();
    await rename(club);
    for (const name of ['freddy', 'guest102'])
      expect(textOf(await rename(club, name), friend)).toContain('only a name that I gave');
    expect(textOf(await club.say(bob, 'rename bobby'), bob)).toContain('only a name that I gave');
    expect(holding(club, 'freddy')).toEqual([]);
  });

  it('sends nothing else in that mail', async () => {
    const club = await clubWithGuest();
    const answer = await club.say(friend, 'multiple', 'rename fred\ngames\nrename freddy');
    expect(answer.map(({ text }) => text.replace(/\s+/g, ' ')).join(' ')).toContain(
      "please send 'rename' in a mail of its own",
    );
    expect(club.all.has('account/fred')).toBe(false);
  });
});

describe('the former name', () => {
  it('is taken for ever, and gets no mail', async () => {
    const club = await clubWithGuest();
    await rename(club);
    await club.service.live(100 * DAY_MS);
    expect(textOf(await club.say('eve@example.test', `signup ${GUEST}`), 'eve@example.test')).toContain('is taken');
    expect(textOf(await club.say(alice, `hex challenge me ${GUEST}`), alice)).toContain('not found here');
    expect(textOf(await club.say(alice, 'who'), alice)).not.toContain(GUEST);
  });

  it('still counts where others have blocked it', async () => {
    const club = await clubWithGuest();
    await club.say(bob, `block ${GUEST}`);
    await rename(club);
    expect(textOf(await club.say(friend, 'hex challenge me bob'), friend)).toContain('bob');
    expect(club.all.has('match/hex/102')).toBe(false);
  });

  it('is no way around limits', async () => {
    const club = await clubWithGuest();
    await club.say(friend, 'hex challenge me bob');
    const used = club.all.get(`quota/user:${GUEST}`);
    expect(used).toBeDefined();
    await rename(club);
    expect(club.all.get('quota/user:fred')).toEqual(used);
    expect(club.all.has(`quota/user:${GUEST}`)).toBe(false);
  });

  it('is forgotten with the other one', async () => {
    const club = await clubWithGuest();
    await club.say(alice, 'hex move 101 b2');
    await club.say(friend, 'hex move 101 c3', 'a word');
    await club.say(carol, 'set ask=on');
    await club.say(friend, 'hex challenge -size=3 me carol');
    await club.say(carol, 'hex reject 102');
    expect(boardOf(club, 'match/hex/102').state).toBe('removed');
    await club.say(bob, `block ${GUEST}`);
    await rename(club);
    const question = toReader(await club.say(friend, 'signoff forget'), friend);
    await club.service.deliver({ from: friend!, subject: 'Re:', body: 'yes', replyTo: question });
    await club.service.live(DAY_MS);
    expect(club.service.log.filter(line => /fault|failed/.test(line))).toEqual([]);
    for (const word of [GUEST, 'fred', 'friend@example.test']) expect([word, holding(club, word)]).toEqual([word, []]);
    expect(boardOf(club, 'match/hex/101').state).toBe('over');
    for (const name of [GUEST, 'fred'])
      expect(textOf(await club.say('eve@example.test', `signup ${name}`), 'eve@example.test')).toContain('is taken');
  });
});

describe('the operator', () => {
  it('may name the player by either name', async () => {
    const club = await clubWithGuest();
    await rename(club);
    const act = (text: string): Promise<string> => executeCommand(text, club.service.context);
    expect(JSON.parse(await act(`{"act":"ban","userid":"${GUEST}","days":1}`))).toMatchObject({ done: true });
    expect(JSON.stringify(club.all.get('account/fred'))).toContain('"ban"');
    await act(`{"act":"forget","userid":"${GUEST}"}`);
    await club.service.live(DAY_MS);
    expect(holding(club, 'fred')).toEqual([]);
  });
});

describe('invitations and pairs', () => {
  it('go on under the new name', async () => {
    const club = await clubWithGuest();
    await club.say(friend, 'set ask=on');
    const asked = toReader(await club.say(bob, 'hex challenge -size=5 --pair bob guest101'), friend);
    await rename(club);
    await club.service.deliver({ from: friend!, subject: 'Re:', body: 'accept', replyTo: asked, unproved: true });
    const boards = ['match/hex/102', 'match/hex/103'] as const;
    expect(boards.map(key => boardOf(club, key).state)).toContain('active');
    expect(boards.map(key => JSON.stringify(boardOf(club, key).players)).join()).not.toContain(GUEST);
    const declined = await club.say(friend, 'hex reject 103');
    expect(declined.length).toBeGreaterThan(0);
    expect(club.service.log.filter(line => /fault|failed/.test(line))).toEqual([]);
  });

  it('can be accepted where the guest had invited', async () => {
    const club = await clubWithGuest();
    const other = 'other@example.test';
    const invitation = toReader(await club.say(friend, `hex challenge -size=5 me ${other}`), other);
    await rename(club);
    const begun = await club.service.deliver({
      from: other,
      subject: 'Re:',
      body: 'yes',
      replyTo: invitation,
      unproved: true,
    });
    expect(textOf(begun, friend)).toContain('fred');
    expect(boardOf(club, 'match/hex/102').challenger).toBe('fred');
  });
});

describe('it is too late', () => {
  const mails = (lines: readonly (readonly [string | undefined, string])[]) => async (club: Club) => {
    for (const [from, subject] of lines) await club.say(from, subject);
  };
  const enterTournament = async (club: Club): Promise<void> => {
    await executeCommand(
      '{"act":"open-tournament","line":"hex -size=3 --entries=4 --name=Spring-Cup"}',
      club.service.context,
    );
    await club.say(friend, 'tournament enter 1');
    expect(holding(club, GUEST)).toContain('tournament/1');
  };
  it.each([
    [
      'after a game',
      mails([
        [alice, 'hex move 101 b2'],
        [friend, 'hex move 101 c3'],
        [friend, 'hex resign 101'],
      ]),
    ],
    ['with a seek', mails([[friend, 'hex seek -size=7']])],
    ['with a password', mails([[friend, 'change password secretword']])],
    ['with a follower', mails([[carol, `subscribe ${GUEST}`]])],
    ['if the guest follows', mails([[friend, 'subscribe carol']])],
    ['with another address', mails([[friend, 'change address friend@example.test more@example.test']])],
    ['with a calendar', mails([[friend, 'set calendar=on']])],
    ['in a tournament', enterTournament],
    [
      'with many boards',
      mails(Array.from({ length: limits.renamedBoards }, () => [friend, 'hex challenge -size=3 me me'])),
    ],
  ])('%s', async (_, happen) => {
    const club = await clubWithGuest();
    await happen(club);
    expect(textOf(await rename(club), friend)).toContain('too late to change guest101');
    expect(club.all.has('account/fred')).toBe(false);
  });

  it('once being forgotten has begun', async () => {
    const club = await clubWithGuest();
    const question = toReader(await club.say(friend, 'signoff forget'), friend);
    club.before.rename = () => club.service.deliver({ from: friend!, subject: 'Re:', body: 'yes', replyTo: question });
    await rename(club);
    await club.service.live(DAY_MS);
    for (const word of [GUEST, 'friend@example.test']) expect([word, holding(club, word)]).toEqual([word, []]);
  });
});

describe('at the same time', () => {
  it('a board that somebody opens has the new name, or is not opened', async () => {
    const club = await clubWithGuest();
    club.before.rename = () => club.say(alice, 'hex challenge -size=5 alice guest101');
    await rename(club);
    expect(boardOf(club, 'match/hex/102').players).toContainEqual({ kind: 'account', userid: 'fred' });
    // Others' limits may count the challenges to the former name for a day.
    const left = holding(club, GUEST).filter(key => !key.startsWith('quota/'));
    expect(left.toSorted()).toEqual(['account/fred', 'account/guest101']);
  });

  it('a name is given to one', async () => {
    const club = await clubWithGuest();
    club.before.rename = () => club.say('eve@example.test', 'signup fred');
    expect(textOf(await rename(club), friend)).toContain('is taken');
    expect(JSON.stringify(club.all.get('account/fred'))).toContain('eve@example.test');
    expect(holding(club, 'friend@example.test')).toContain(`account/${GUEST}`);
  });
});
