// Prepared moves, mail by mail: whom they are shown to, which mails come too late for them, what they cost, and what a hostile mail makes of them.
import fc from '#test/fast-check.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { findGame } from '#games/registry/index.ts';
import { matchStateOf } from '#core/board/match.ts';
import { createRandom } from '#games/kit/random.ts';
import { limits } from '#core/kernel/limits.ts';
import type { Match } from '#core/board/match-document.ts';
import { DAY_MS, HOUR_MS } from '#core/kernel/time.ts';
import { commitRequest } from '#service/commit-request.ts';
import { type Lab, lab, mail, type Received } from '../service/lab.ts';

const ALICE = 'alice@example.test';
const BOB = 'bob@example.test';
const CAROL = 'carol@example.test';

interface Players {
  readonly service: Lab;
  readonly newest: Map<string, Received>;
  readonly write: (from: string, subject: string, body?: string) => Promise<readonly Received[]>;
  readonly reply: (from: string, body: string, to?: Received) => Promise<readonly Received[]>;
  readonly match: () => Promise<Match>;
  readonly plies: () => Promise<readonly string[]>;
}

async function opened(challenge = 'hex challenge -size=4 -swap=on alice bob'): Promise<Players> {
  const service = lab();
  const newest = new Map<string, Received>();
  let serial = 0;
  const deliver = async (raw: string): Promise<readonly Received[]> => {
    const mails = await service.deliver(raw);
    for (const received of mails) for (const address of received.to) newest.set(address, received);
    return mails;
  };
  const messageId = (): string => `<${(serial += 1)}@client.test>`;
  const write: Players['write'] = (from, subject, body = '') =>
    deliver(mail({ from, subject, body, messageId: messageId() }));
  const reply: Players['reply'] = (from, body, to = newest.get(from)!) =>
    deliver(mail({ from, subject: `Re: ${to.subject}`, body, replyTo: to, messageId: messageId() }));
  const match = async (): Promise<Match> =>
    (await service.store.read(['match/hex/101'])).documents.get('match/hex/101') as Match;
  const plies = async (): Promise<readonly string[]> =>
    matchStateOf(findGame('hex')!, await match()).plies.map(({ text }) => text);
  await write(ALICE, 'signup alice');
  await write(BOB, 'signup bob');
  await write(ALICE, challenge);
  return { service, newest, write, reply, match, plies };
}

const flat = (received: Received | undefined): string => (received?.text ?? '').replace(/\s+/g, ' ');

let board: Players;
beforeEach(async () => {
  board = await opened();
});

describe('what a player has prepared', () => {
  /** Lines that never come to be played where nobody plays on d4 or c4. */
  const lines = fc.array(
    fc.constantFrom('if d4 then a4', 'if d4 then b4 if c4 then a4', 'if c4 then d4', 'if d4 then resign', 'queue off'),
    { minLength: 1, maxLength: 5 },
  );

  /** A Message-ID and a boundary end with a keyed hash of the mail that is answered. */
  const withoutEnds = (raw: string): string => raw.replace(/(?<=[._])[a-z2-7]{16}(?=@example|\W)/g, '');

  it('changes nothing in a mail to anybody else before it is played', async () => {
    await fc.assert(
      fc.asyncProperty(lines, fc.constantFrom('', '\n\nWell met!'), async (prepared, words) => {
        const [open, secret] = [await opened(), await opened()];
        const same = async (deed: (at: Players, more: string) => Promise<readonly Received[]>): Promise<void> => {
          const [without, withThem] = [await deed(open, ''), await deed(secret, `\n${prepared.join('\n')}`)];
          const others = (mails: readonly Received[]): readonly string[] =>
            mails.filter(({ to }) => !to.includes(ALICE)).map(({ raw }) => withoutEnds(raw));
          expect(others(withThem)).toEqual(others(without));
        };
        await same((at, more) => at.reply(ALICE, `b2${more}${words}`));
        expect(flat(secret.newest.get(ALICE))).toMatch(
          prepared.at(-1) === 'queue off' ? /are deleted|nothing/ : /Prepared: if/,
        );
        await same(at => at.write(CAROL, 'hex show 101'));
        await same(at => at.write(BOB, 'hex show 101'));
        await same(at => at.write(BOB, 'games'));
        await same(at => at.reply(BOB, 'b3'));
        await same((at, more) => at.reply(ALICE, `c1${more}`));
        await same(at => at.reply(BOB, 'draw'));
        await same(at => at.reply(ALICE, 'accept'));
      }),
      { numRuns: 8, verbose: fc.VerbosityLevel.Verbose },
    );
  });

  it('stands in no mail to an address whose owner is not proved, and in no look at the board', async () => {
    const owner = await board.write(BOB, 'change password secret');
    expect(owner).not.toEqual([]);
    expect(flat((await board.reply(ALICE, 'b2\nif d4 then a4'))[0])).toContain('Prepared');
    for (const look of ['hex show 101', 'hex preview 101 d4', 'hex replay 101'])
      for (const { text } of await board.write(ALICE, look)) expect(text).not.toContain('Prepared');
    await board.write(BOB, 'hex resign 999');
    const asked = await board.service.deliver({
      from: 'mallory@example.test',
      subject: 'hex queue 101 bob secret a1',
      unproved: true,
    });
    for (const { text, to } of asked) if (!to.includes(BOB)) expect(text).not.toMatch(/Prepared|a4/);
  });

  it.each([
    'if d4 then a4 if c4\nthen b4\nif d1 then a1',
    'if d4 then a4 if\nc4 then b4\nif d1 then\n  a1',
    'if d4\nthen a4\nif c4 then b4\nif d1 then a1',
  ])('is read where a mail program has broken its lines: %j', async lines => {
    const [answer] = await board.reply(ALICE, `b2\n${lines}\n\nGood luck!`);
    expect(flat(answer)).toContain(
      lines.startsWith('if d4\n')
        ? 'Prepared: if d4 then a4 Prepared: if c4 then b4 Prepared: if d1 then a1'
        : 'Prepared: if d4 then a4 if c4 then b4 Prepared: if d1 then a1',
    );
    expect(board.newest.get(BOB)!.text).toContain('Good luck!');
  });

  it('is gone from the store with the game', async () => {
    await board.reply(ALICE, 'b2\nif d4 then a4');
    expect((await board.match()).prepared).toHaveLength(1);
    await board.reply(BOB, 'd2\nqueue c3');
    expect((await board.match()).prepared?.map(({ by }) => by)).toEqual([1]);
    await board.write(ALICE, 'hex resign 101');
    expect((await board.match()).state).toBe('over');
    expect((await board.match()).prepared).toBeUndefined();
  });
});

describe('whoever has given up among four', () => {
  it('has nothing prepared any more, and prepares nothing', async () => {
    const four = await opened();
    const names = ['alice', 'bob', 'carol', 'dave'];
    for (const name of ['carol', 'dave']) await four.write(`${name}@example.test`, `signup ${name}`);
    let mails = await four.write(ALICE, `nexos challenge -players=4 ${names.join(' ')}`);
    for (const name of names) {
      const asked = mails.find(({ text }) => text.includes('For example:'));
      const [, move] = /For example:\n\s*([a-z0-9,]+)/.exec(asked!.text)!;
      mails = await four.write(`${name}@example.test`, `nexos move 101 ${move!}`);
    }
    await four.write(CAROL, 'nexos queue 101 L4 a1');
    await four.write(CAROL, 'nexos resign 101');
    expect(flat(four.newest.get(CAROL))).toContain('carol resigned. Your prepared moves are deleted.');
    expect(four.newest.get(CAROL)!.text).not.toContain('Prepared: ');
    for (const line of ['nexos queue 101 L4 a1', 'nexos queue 101', 'nexos queue 101 off'])
      expect(flat((await four.write(CAROL, line))[0])).toContain('you have already given up Nexos board 101.');
  });
});

describe('what is prepared among four', () => {
  const names = ['alice', 'bob', 'carol', 'dave'];
  const fourMatch = async ({ service }: Players): Promise<Match> =>
    (await service.store.read(['match/nexos/101'])).documents.get('match/nexos/101') as Match;

  it.each<readonly [string, (four: Players) => Promise<unknown>]>([
    [
      'signs off, when the days are over',
      async four => {
        await four.write(ALICE, 'signoff alice');
        await four.service.live((limits.undoDays + 1) * DAY_MS);
      },
    ],
    [
      'is banned',
      async ({ service }) => {
        const act = { act: 'ban', userid: 'alice', days: null } as const;
        await commitRequest({ kind: 'operator-act', act }, 'operator:ban', service.context);
      },
    ],
    [
      'is forgotten',
      async ({ service }) => {
        await commitRequest({ kind: 'forget-player', userid: 'alice' }, 'operator:forget', service.context);
        await service.live(HOUR_MS);
      },
    ],
  ])('is played at once when the player to move %s', async (_, leave) => {
    const four = await opened();
    for (const name of ['carol', 'dave']) await four.write(`${name}@example.test`, `signup ${name}`);
    let mails = await four.write(ALICE, `nexos challenge -players=4 ${names.join(' ')}`);
    const moveIn = (text: string): string => /For example:\n\s*([a-z0-9,]+)/i.exec(text)![1]!;
    for (const name of names) {
      const asked = mails.find(({ text }) => text.includes('For example:'));
      mails = await four.write(`${name}@example.test`, `nexos move 101 ${moveIn(asked!.text)}`);
    }
    const game = findGame('nexos')!;
    const before = await fourMatch(four);
    const { position } = matchStateOf(game, before);
    const next = game.format(position, game.randomMove(game.retire(position, 0), createRandom(7)));
    await four.write(BOB, `nexos queue 101 ${next}`);
    await leave(four);
    expect(
      (await fourMatch(four)).record.filter(({ kind }) => kind !== 'reminder').slice(before.record.length),
    ).toMatchObject([
      { kind: 'retire', seat: 0 },
      { kind: 'move', text: next, isPrepared: true },
    ]);
  });
});

describe('a prepared move', () => {
  it('comes in one mail to each, with the words of the one who moved', async () => {
    await board.reply(BOB, 'queue c3');
    const mails = await board.reply(ALICE, 'b2\n\nGood luck!');
    expect(mails.map(({ to }) => to[0])).toEqual([ALICE, BOB]);
    for (const each of mails) {
      const [alice, bob] = each.to[0] === ALICE ? ['You', 'bob'] : ['alice', 'You'];
      expect(flat(each)).toContain(
        `${alice} played b2: a black stone on b2. ${bob} played c3, prepared ahead: a white stone on c3.`,
      );
      expect(flat(each)).toContain('alice writes: Good luck!');
      expect(each.text).toContain('   1 b2            2 c3 (Auto)');
    }
    expect(await board.plies()).toEqual(['b2', 'c3']);
  });

  it('takes no time, and brings what every move of its player does', async () => {
    board = await opened('hex challenge -size=4 --totaltime=10 --increment=2 --cap=90 alice bob');
    await board.reply(BOB, 'queue c3');
    board.service.pass(3 * 86_400_000);
    await board.reply(ALICE, 'b2');
    expect(flat(board.newest.get(BOB))).toContain('Left for all moves: alice 9 days, bob 12 days.');
  });

  it('ends a proposal as any move does', async () => {
    await board.reply(ALICE, 'b2');
    await board.reply(BOB, 'c3');
    await board.reply(BOB, 'queue d4');
    await board.reply(BOB, 'draw');
    await board.reply(ALICE, 'b3');
    expect(await board.plies()).toEqual(['b2', 'c3', 'b3', 'd4']);
    expect(flat(board.newest.get(ALICE))).not.toContain('offers a draw');
  });

  it('is played before a draw is offered below the move it answers', async () => {
    await board.reply(BOB, 'queue c3');
    await board.reply(ALICE, 'b2\ndraw');
    expect(flat(board.newest.get(BOB))).toContain('alice offers a draw.');
    expect(await board.plies()).toEqual(['b2', 'c3']);
  });

  it('is spoken in a told board as well', async () => {
    await board.write(BOB, 'set board=words');
    await board.write(BOB, 'hex queue 101 c3');
    await board.reply(ALICE, 'b2');
    expect(flat(board.newest.get(BOB))).toContain('Move 2, White: c3 (Auto).');
  });
});

describe('a mail that comes too late', () => {
  it('queues for the turn its writer saw coming, and for no other', async () => {
    await board.reply(ALICE, 'b2');
    const seen = board.newest.get(ALICE)!;
    await board.reply(BOB, 'c3');
    // It was bob's turn when alice looked: now it is hers.
    await board.reply(ALICE, 'queue b3', seen);
    expect(await board.plies()).toEqual(['b2', 'c3', 'b3']);
    const [again] = await board.reply(ALICE, 'queue b3', seen);
    expect(flat(again)).toContain('I already have b3 as move 3. It was played only once.');
    await board.reply(BOB, 'c2');
    const [late] = await board.reply(ALICE, 'queue d1', seen);
    expect(flat(late)).toContain('you wrote this for move 3, but the game has moved on');
    expect(await board.plies()).toEqual(['b2', 'c3', 'b3', 'c2']);
    expect((await board.match()).prepared).toBeUndefined();
  });

  it('prepares no answers once somebody else has moved', async () => {
    const seen = board.newest.get(BOB)!;
    await board.reply(ALICE, 'b2');
    await board.reply(BOB, 'c3');
    const [answer] = await board.reply(BOB, 'if b3 then c2', seen);
    expect(flat(answer)).toContain('I prepared nothing, because the game has moved on since that mail.');
    // Behind one's own move alone the position is the one that was meant.
    await board.reply(ALICE, 'b3');
    const before = board.newest.get(BOB)!;
    await board.reply(BOB, 'c2', before);
    await board.reply(BOB, 'c2\nif d1 then c1', before);
    expect((await board.match()).prepared?.[0]?.lines).toEqual(['if d1 then c1']);
  });
});

describe('a hostile mail', () => {
  it(`prepares ${limits.preparedAnswers} answers and no more, however it is written`, async () => {
    const cells = ['a1', 'a2', 'a3', 'a4', 'b1', 'b3', 'b4', 'c1', 'c2', 'c3', 'c4', 'd1', 'd2', 'd3', 'd4'];
    const theirs = cells.slice(0, 8);
    const paths = theirs.flatMap(to =>
      theirs.flatMap(next => (to === next ? [] : [`if ${to} then d1 if ${next} then d2`])),
    );
    const mails = await board.reply(ALICE, `b2\n${paths.slice(0, 45).join('\n')}`);
    const lines = (await board.match()).prepared?.[0]?.lines ?? [];
    expect(flat(mails[0])).toContain(`you can prepare at most ${limits.preparedAnswers} answers on a board.`);
    const answers = new Set(
      lines.flatMap(line => line.split(' if ').map((_, at, parts) => parts.slice(0, at + 1).join(' if '))),
    );
    expect(answers.size).toBe(limits.preparedAnswers);
    expect(await board.plies()).toEqual(['b2']);
  });

  it('may hold lines of any length and any words', async () => {
    await board.reply(ALICE, 'b2');
    const words = fc.constantFrom(
      'if',
      'then',
      'else',
      'c3',
      'd4#4',
      'resign',
      'swap',
      'queue',
      'off',
      '#',
      'b2,c3',
      '',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(words, { maxLength: 200, size: 'max' }), async line => {
        const text = line.join(' ');
        const mails = await board.reply(ALICE, `if ${text}`);
        expect(mails.every(({ to }) => to.includes(ALICE))).toBe(true);
        for (const each of mails) expect(each.text.length).toBeLessThan(20_000);
        expect(await board.plies()).toEqual(['b2']);
      }),
      { numRuns: 40, verbose: fc.VerbosityLevel.Verbose },
    );
    await board.reply(ALICE, `if ${'c3 then d4 if '.repeat(4_000)}c3 then d4`);
    expect(await board.plies()).toEqual(['b2']);
  });
});
