// Taking back and agreeing, mail by mail: which mails are still good afterwards, who may say what, and what a draw leaves behind.
import { beforeEach, describe, expect, it } from 'vitest';
import { findGame } from '#games/registry/index.ts';
import { limits } from '#core/kernel/limits.ts';
import { matchStateOf } from '#core/board/match.ts';
import { findFault } from '#core/board/summary.ts';
import type { Entry, Match } from '#core/board/match-document.ts';
import { DAY_MS } from '#core/kernel/time.ts';
import { type Lab, lab, mail, type Received } from '../service/lab.ts';

const ALICE = 'alice@example.test';
const BOB = 'bob@example.test';
const KEY = 'match/hex/101';

let service: Lab;
let newest: Map<string, Received>;

const flat = (received: Received | undefined): string => (received?.text ?? '').replace(/\s+/g, ' ');
const to = (mails: readonly Received[], address: string): string => flat(mails.find(each => each.to.includes(address)));

async function deliver(raw: string): Promise<readonly Received[]> {
  const mails = await service.deliver(raw);
  for (const received of mails) for (const address of received.to) newest.set(address, received);
  return mails;
}

const write = (from: string, subject: string, body = ''): Promise<readonly Received[]> =>
  deliver(mail({ from, subject, body }));

const reply = (from: string, body: string, replyTo = newest.get(from)!): Promise<readonly Received[]> =>
  deliver(mail({ from, subject: `Re: ${replyTo.subject}`, body, replyTo }));

async function match(key: `match/${string}` = KEY): Promise<Match> {
  return (await service.store.read([key])).documents.get(key) as Match;
}

const plies = async (): Promise<readonly string[]> => {
  const board = await match();
  return matchStateOf(findGame(board.game)!, board).plies.map(({ text }) => text);
};

beforeEach(async () => {
  service = lab();
  newest = new Map();
  await write(ALICE, 'signup alice');
  await write(BOB, 'signup bob');
  await write(ALICE, 'hex challenge -size=4 alice bob');
});

describe('a reply to a mail from before a take-back', () => {
  it('plays nothing, says why, and shows the board as it is', async () => {
    await reply(ALICE, 'b3');
    const before = newest.get(ALICE)!;
    await reply(ALICE, 'undo');
    await reply(BOB, 'accept');
    await reply(ALICE, 'd1');
    await reply(BOB, 'c2');
    const [refusal, ...others] = await reply(ALICE, 'a1', before);
    expect(others).toEqual([]);
    expect(refusal!.subject).toBe('Hex Board 101 Error');
    expect(flat(refusal)).toContain("I read 'a1': moves were taken back since that mail, so the board has changed.");
    expect(refusal!.text).toContain('undo: alice took back move 1 (b3)\n   1 d1         2 c2');
    expect(await plies()).toEqual(['d1', 'c2']);
  });

  it('is refused also where the same move stands at that number', async () => {
    const atTheStart = newest.get(ALICE)!;
    await reply(ALICE, 'b3');
    await reply(ALICE, 'undo');
    await reply(BOB, 'accept');
    expect(flat((await reply(ALICE, 'b3', atTheStart))[0])).toContain('moves were taken back since that mail');
    expect(await plies()).toEqual([]);
  });

  it.each(['swap', 'undo', 'draw', 'accept', 'reject', 'b3#1'])('does not %s either', async line => {
    await reply(ALICE, 'b3');
    const before = newest.get(ALICE)!;
    await reply(ALICE, 'undo');
    await reply(BOB, 'accept');
    await write(BOB, 'hex draw 101');
    expect(flat((await reply(ALICE, line, before))[0])).toContain('moves were taken back since that mail');
  });

  it.each(['resign', 'show', 'chat\nhello'])('does "%s" all the same', async line => {
    await reply(ALICE, 'b3');
    const before = newest.get(ALICE)!;
    await reply(ALICE, 'undo');
    await reply(BOB, 'accept');
    expect(flat((await reply(ALICE, line, before))[0])).not.toContain('taken back since');
  });

  it('is asked nothing any more: yes to an old question plays nothing', async () => {
    const [question] = await reply(ALICE, 'How about b3?');
    expect(flat(question)).toContain('Did you mean b3');
    await reply(ALICE, 'b3', question);
    await reply(ALICE, 'undo');
    await reply(BOB, 'accept');
    const [answer] = await reply(ALICE, 'yes', question);
    expect(flat(answer)).toContain('moves were taken back since');
    expect(await plies()).toEqual([]);
  });
});

describe('tokens', () => {
  it('say nothing of take-backs before there is one, and how many there were afterwards', async () => {
    expect(newest.get(ALICE)!.replyTo).toMatch(/^games\+b\.hex101\.0\.0\.[a-z0-9]+@/);
    for (let round = 1; round < 4; round++) {
      await reply(ALICE, 'b3');
      await reply(ALICE, 'undo');
      await reply(BOB, 'accept');
      expect(newest.get(ALICE)!.replyTo).toMatch(new RegExp(`^games\\+b\\.hex101\\.0\\.0-${round}\\.[a-z0-9]+@`));
    }
  });

  it('of chats count as those of boards do', async () => {
    await reply(ALICE, 'b3');
    await reply(ALICE, 'undo');
    await reply(BOB, 'accept');
    await reply(BOB, 'chat\nYour turn.');
    expect(newest.get(ALICE)!.subject).toBe('Hex chat 101 bob');
    expect(to(await reply(ALICE, 'd4'), BOB)).toContain('alice played d4');
  });
});

describe('a proposal', () => {
  it('lapses with the next move, and a late yes to it is no yes to another', async () => {
    await reply(ALICE, 'b3');
    await reply(ALICE, 'undo');
    const asked = newest.get(BOB)!;
    await reply(BOB, 'c2');
    await reply(ALICE, 'draw');
    expect(flat((await reply(BOB, 'accept', asked))[0])).toContain('the question in that mail is no longer open');
    expect((await match()).state).toBe('active');
    expect(to(await reply(BOB, 'accept'), ALICE)).toContain('bob accepts the draw.');
    expect((await match()).state).toBe('over');
  });

  it('is not consented to by silence', async () => {
    await reply(ALICE, 'b3');
    await reply(ALICE, 'undo');
    service.pass(1_000 * 86_400_000);
    await write(BOB, 'hex show 101');
    expect(await plies()).toEqual(['b3']);
    expect(flat(newest.get(BOB))).toContain('Please reply `accept` or `reject`.');
  });

  it('takes effect once, however often its mails come', async () => {
    await reply(ALICE, 'b3');
    const undo = mail({ from: ALICE, subject: 'hex undo 101', messageId: '<u@client.test>' });
    const yes = mail({ from: BOB, subject: 'hex accept 101', messageId: '<y@client.test>' });
    for (const raw of [undo, undo, yes, yes, undo]) await deliver(raw);
    expect((await match()).record.map(({ kind }) => kind)).toEqual(['move', 'proposal', 'vote']);
  });

  it('needs a proved player: nobody else asks, and nobody else answers', async () => {
    await write('carol@example.test', 'signup carol');
    expect(flat((await write('carol@example.test', 'hex draw 101'))[0])).toContain(
      'carol does not play on Hex board 101',
    );
    await reply(ALICE, 'draw');
    expect(flat((await write('carol@example.test', 'hex accept 101'))[0])).toContain('no open invitation');
    await deliver(mail({ from: BOB, subject: 'hex accept 101', unproved: true }));
    const stranger = mail({ from: 'carol@example.test', subject: 'Re: x', body: 'accept', replyTo: newest.get(BOB)! });
    await deliver(stranger);
    expect((await match()).state).toBe('active');
  });

  it('is gone with whoever closes the account', async () => {
    await reply(ALICE, 'b3');
    await reply(BOB, 'c2');
    await reply(BOB, 'draw');
    await write(BOB, 'signoff bob');
    await service.live(8 * DAY_MS);
    const { state, record } = await match();
    expect([state, record.at(-1)?.kind]).toEqual(['over', 'retire']);
  });

  it('ends with no answer to a board that is over', async () => {
    await reply(ALICE, 'b3');
    await reply(BOB, 'draw');
    await reply(ALICE, 'resign');
    for (const line of ['accept', 'reject', 'undo', 'draw'])
      expect(flat((await reply(BOB, line))[0])).toContain('Hex board 101 has ended.');
  });
});

describe('what was taken back', () => {
  it('was played all the same: whoever resigns then has lost', async () => {
    await reply(ALICE, 'b3');
    await reply(ALICE, 'undo');
    await reply(BOB, 'accept');
    expect(to(await reply(ALICE, 'resign'), BOB)).toContain('Hex board 101: you won, bob! alice resigned.');
  });

  it('can be more than one move, again and again, but not past a swap', async () => {
    await write(ALICE, 'hex challenge -size=4 -swap=on alice bob');
    await reply(ALICE, 'b3');
    await reply(BOB, 'swap');
    expect(flat((await reply(ALICE, 'undo'))[0])).toContain('the players have changed sides since your last move');
    expect(flat((await reply(BOB, 'undo'))[0])).toContain('you have made no move that you could take back');
    for (const move of ['c2', 'c3', 'd4', 'a1']) await write((await turn('match/hex/102')) === 0 ? ALICE : BOB, `hex move 102 ${move}`); // prettier-ignore
    for (let round = 0; round < 2; round++) {
      await write(ALICE, 'hex undo 102');
      await write(BOB, 'hex accept 102');
    }
    const board = await match('match/hex/102');
    const { plies: left, takeBacks } = matchStateOf(findGame('hex')!, board);
    expect(left.map(({ text }) => text)).toEqual(['b3']);
    expect(takeBacks.map(({ after, plies: back }) => [after, back.map(({ text }) => text)])).toEqual([
      [3, ['d4', 'a1']],
      [1, ['c2', 'c3']],
    ]);
    expect(newest.get(BOB)!.text).toContain(
      "     swap: bob takes over the first player's side\n" +
        '     undo: alice took back move 4 (d4) and move 5 (a1)\n' +
        '     undo: alice took back move 2 (c2) and move 3 (c3)\n',
    );
  });
});

/** Whose turn it is, as an index of the players. */
async function turn(key: `match/${string}`): Promise<number> {
  const board = await match(key);
  const { plies: played, swapped } = matchStateOf(findGame('hex')!, board);
  return (played.length + (swapped === null ? 0 : 1)) % 2;
}

describe('a record', () => {
  it.each<[string, readonly Entry[]]>([
    ['a proposal by nobody', [{ kind: 'proposal', what: 'draw', by: 2, at: 1 }]],
    ['an undo of nothing', [{ kind: 'proposal', what: 'undo', by: 0, at: 1 }]],
    ['a vote on nothing', [{ kind: 'vote', by: 1, accepts: true, at: 1 }]],
    ['a vote of its own', [{ kind: 'proposal', what: 'draw', by: 0, at: 1 }, { kind: 'vote', by: 0, accepts: true, at: 1 }]], // prettier-ignore
    ['two at a time', [{ kind: 'proposal', what: 'draw', by: 0, at: 1 }, { kind: 'proposal', what: 'draw', by: 1, at: 1 }]], // prettier-ignore
    ['a move after a draw', [{ kind: 'proposal', what: 'draw', by: 0, at: 1 }, { kind: 'vote', by: 1, accepts: true, at: 1 }, { kind: 'move', text: 'a1', at: 1 }]], // prettier-ignore
  ])('with %s is not sound', async (_, record) => {
    expect(findFault([findGame('hex')!], { ...(await match()), record })).not.toBeNull();
  });

  it('with a draw is', async () => {
    const record: readonly Entry[] = [
      { kind: 'proposal', what: 'draw', by: 0, at: 1 },
      { kind: 'vote', by: 1, accepts: true, at: 1 },
    ];
    expect(findFault([findGame('hex')!], { ...(await match()), record })).toBeNull();
  });
});

describe('the take-backs of a board', () => {
  it('are so many at most', async () => {
    await write(ALICE, 'hex challenge -size=4 --rated=no alice robot1');
    const twenty = 'hex move 102 b3\nhex undo 102\n'.repeat(20);
    for (let n = 0; n < limits.takeBacksPerBoard; n += 20) await write(ALICE, 'multiple', twenty);
    const [refusal] = await write(ALICE, 'multiple', 'hex move 102 b3\nhex undo 102');
    expect(flat(refusal)).toContain(`taken back ${limits.takeBacksPerBoard} times on this board`);
    const board = await match('match/hex/102');
    expect(matchStateOf(findGame('hex')!, board).takeBacks).toHaveLength(limits.takeBacksPerBoard);
  });
});
