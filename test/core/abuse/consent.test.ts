// Attacks on what players have agreed to: finding out who blocks whom, being heard all the same.
import { describe, expect, it } from 'vitest';
import { limits } from '#core/kernel/limits.ts';
import { type Lab, lab, type Received } from '#test/service/lab.ts';
import { account, ALICE, BOB, signedUp } from './attack.ts';

const PLAYERS = ['alice', 'bob', 'carol'];

/** What bob said of alice, or to everybody, before she writes. */
async function after(line: string): Promise<Lab> {
  const service = lab();
  await signedUp(service, ...PLAYERS);
  let step = 0;
  for (const [from, subject] of [
    [ALICE, 'nex challenge -size=3 alice bob'],
    [ALICE, 'nex move 101 b2,a1'],
    [BOB, 'nex move 101 b1,a2'],
    [ALICE, 'hex challenge -size=3 alice bob'],
    [ALICE, 'hex move 101 b2'],
    [BOB, 'hex resign 101'],
    [BOB, line],
  ] as const)
    await service.deliver({ from, subject, messageId: `<before-${step++}@client.test>` });
  return service;
}

/** A MAC of how many mails went out before: without the key it tells nothing. */
const ID = /(?<=\.)[a-z0-9]{16}(?=@)/g;

/** Everything that comes to alice when she writes these, byte for byte but for ids; and everything that comes to bob. */
async function answers(
  service: Lab,
  lines: readonly string[],
): Promise<{ readonly alice: readonly string[]; readonly bob: readonly Received[] }> {
  const received: Received[] = [];
  for (const [at, subject] of lines.entries())
    received.push(
      ...(await service.deliver({ from: ALICE, subject, body: 'LISTEN TO ME', messageId: `<now-${at}@client.test>` })),
    );
  return {
    alice: received.filter(({ to }) => to.includes(ALICE)).map(({ raw }) => raw.replaceAll(ID, '')),
    bob: received.filter(({ to }) => to.includes(BOB)),
  };
}

const CHALLENGES = [
  'hex challenge -size=3 alice bob',
  'hex challenge -size=3 bob alice',
  'nexos challenge -players=4 alice bob carol nobody-here',
  'hex challenge alice bob@example.test',
  'hex rematch 101',
];
const WORDS = [
  'message bob',
  'message bob carol',
  'nex chat 101',
  'nex move 101 c1,b3',
  'nex show 101',
  'hex chat 101',
  'games bob',
  'nex resign 101',
  'nex chat 101',
];

describe('whom somebody has blocked', () => {
  it('reads of challenges what everybody reads of somebody who takes none', async () => {
    const blocked = await answers(await after('block alice'), CHALLENGES);
    const service = await after('hex reject');
    await service.deliver({ from: BOB, subject: 'nexos reject' });
    expect(blocked.alice).toEqual((await answers(service, CHALLENGES)).alice);
    expect(blocked.bob).toEqual([]);
    expect(blocked.alice.join('\n')).toContain("bob can't be challenged to");
  });

  it('reads of words what everybody reads who is heard', async () => {
    const blocked = await answers(await after('block alice'), WORDS);
    const heard = await answers(await after('block carol'), WORDS);
    expect(blocked.alice).toEqual(heard.alice);
    expect(blocked.alice.length).toBeGreaterThanOrEqual(WORDS.length);
    expect(heard.bob.filter(({ raw }) => raw.includes('LISTEN TO ME')).length).toBeGreaterThan(4);
    expect(blocked.bob.filter(({ raw }) => /LISTEN TO ME| \*\*$/m.test(raw))).toEqual([]);
    // The game itself goes on.
    expect(blocked.bob.map(({ subject }) => subject)).toEqual([
      'Nex Board 101 bob: your turn',
      'Nex Board 101: you won',
    ]);
  });

  it('is heard by nobody who looks at the board later', async () => {
    const service = await after('block alice');
    await answers(service, ['nex move 101 c1,b3']);
    for (const subject of ['nex show 101', 'nex show bob', 'nex show alice bob']) {
      const shown = await service.deliver({ from: BOB, subject });
      expect(shown.length).toBe(1);
      expect(shown[0]?.raw).not.toContain('LISTEN TO ME');
    }
  });

  it('takes no words along when a board is given up before its beginning', async () => {
    const service = lab();
    await signedUp(service, ...PLAYERS);
    await service.deliver({ from: BOB, subject: 'nex challenge -size=3 alice bob' });
    await service.deliver({ from: BOB, subject: 'block alice' });
    const { bob } = await answers(service, ['nex resign 101']);
    expect(bob.map(({ subject }) => subject)).toEqual(['Nex board 101 has been removed']);
    expect(bob[0]?.raw).not.toContain('LISTEN TO ME');
  });
});

describe('a list of the blocked', () => {
  it('is no longer than its limit, and nobody else reads it', async () => {
    const service = lab();
    const names = Array.from({ length: limits.blockedPerAccount + 1 }, (_, n) => `troll${n}`);
    await signedUp(service, 'bob', ...names);
    for (const name of names.slice(0, -1)) await service.deliver({ from: BOB, subject: `block ${name}` });
    const [refused] = await service.deliver({ from: BOB, subject: `block ${names.at(-1)!}` });
    expect(refused?.text).toContain(`at most ${limits.blockedPerAccount} players`);
    expect(await account(service, 'bob')).toMatchObject({ blocked: names.slice(0, -1) });
    const asked = await service.deliver({ from: 'troll1@example.test', subject: 'block bob' });
    expect(asked.map(({ to }) => to)).toEqual([['troll1@example.test']]);
    expect((await service.deliver({ from: 'troll1@example.test', subject: 'block' }))[0]?.text).not.toContain('troll');
  });

  it('is not changed by a mail that nothing proves', async () => {
    const service = lab();
    await signedUp(service, ...PLAYERS);
    await service.deliver({ from: BOB, subject: 'block alice', unproved: true });
    await service.deliver({ from: BOB, subject: 'nex reject', unproved: true });
    const stored = await account(service, 'bob');
    expect(stored).not.toHaveProperty('blocked');
    expect(stored).not.toHaveProperty('answers');
  });
});

describe('challenges that wait for a word', () => {
  const asking = async (...names: readonly string[]): Promise<Lab> => {
    const service = lab();
    await signedUp(service, ...PLAYERS, ...names);
    for (const name of ['bob', ...names])
      await service.deliver({ from: `${name}@example.test`, subject: 'set ask=on' });
    return service;
  };
  const invitations = (received: readonly Received[]): number =>
    received.filter(({ subject, to }) => subject.includes('invites you') && !to.includes(ALICE)).length;

  it('are no more than challenges that begin at once', async () => {
    const service = await asking();
    const body = 'nex challenge -size=3 alice bob\n'.repeat(50);
    expect(invitations(await service.deliver({ from: ALICE, subject: 'multiple', body }))).toBe(
      limits.boardsUnanswered,
    );
    let hit = limits.boardsUnanswered;
    for (let n = 0; n < 40; n++) {
      await service.deliver({ from: ALICE, subject: `nex resign ${101 + n}` });
      hit += invitations(await service.deliver({ from: ALICE, subject: 'nex challenge -size=3 alice bob' }));
    }
    expect(hit).toBe(limits.challengesPerOpponent);
  });

  it('are no more than invitations, whoever is asked', async () => {
    const names = Array.from({ length: limits.invitationsPerPlayer + 5 }, (_, n) => `player${n}`);
    const service = await asking(...names);
    let hit = 0;
    for (const name of names)
      hit += invitations(await service.deliver({ from: ALICE, subject: `nex challenge -size=3 alice ${name}` }));
    expect(hit).toBe(limits.invitationsPerPlayer);
  });

  it('take no place of the boards that whoever is asked may have', async () => {
    const service = await asking();
    await service.deliver({ from: BOB, subject: 'nex limit 1' });
    await service.deliver({ from: BOB, subject: 'nexos limit 1' });
    for (let n = 0; n < 3; n++) {
      await service.deliver({ from: ALICE, subject: 'nex challenge -size=3 alice bob' });
      await service.deliver({ from: ALICE, subject: 'nexos challenge -players=4 alice bob carol robot1' });
    }
    const carol = 'carol@example.test';
    expect(invitations(await service.deliver({ from: carol, subject: 'nex challenge -size=3 carol bob' }))).toBe(1);
    let robotBoards = 0;
    for (let n = 0; n < limits.robotBoardsPerPlayer + 1; n++)
      robotBoards += (await service.deliver({ from: BOB, subject: 'hex challenge -size=3 bob robot1' })).filter(
        ({ subject }) => subject.startsWith('New Hex Board'),
      ).length;
    expect(robotBoards).toBe(limits.robotBoardsPerPlayer);
    await service.deliver({ from: BOB, subject: 'nex accept 101' });
    const full = await service.deliver({ from: carol, subject: 'nex challenge -size=3 carol bob' });
    expect(full[0]?.text.replace(/\s+/g, ' ')).toContain('bob plays only 1 board of Nex at a time');
  });
});
