// Stopping the clocks of a board by agreement: when they stop, when they run again, and what the pause is worth.
import { beforeEach, describe, expect, it } from 'vitest';
import { computeClock } from '#core/board/clocks/match-clock.ts';
import { type Match, matchSchema } from '#core/board/match-document.ts';
import { openMatch, matchStateOf } from '#core/board/match.ts';
import { DEFINITIONS } from '#core/features.ts';
import { requestKey } from '#core/kernel/documents.ts';
import { createState } from '#core/kernel/state.ts';
import { DAY_MS, HOUR_MS } from '#core/kernel/time.ts';
import { findGame, games } from '#games/registry/index.ts';
import { bounceOf } from '../service/bounce.ts';
import { type Lab, type Received, lab } from '../service/lab.ts';

const HEX = findGame('hex')!;

let service: Lab;
let newest: Map<string, Received>;

const keep = (mails: readonly Received[]): readonly Received[] => {
  for (const received of mails) for (const address of received.to) newest.set(address.split('@')[0]!, received);
  return mails;
};
const write = async (from: string, subject: string): Promise<readonly Received[]> =>
  keep(await service.write(from, subject));
const reply = async (from: string, body: string): Promise<readonly Received[]> =>
  keep(await service.reply(from, newest.get(from)!, body));
const read = (): Promise<Match> => service.document('match/hex/101');
const isPaused = async (): Promise<boolean> => {
  const match = await read();
  return matchStateOf(findGame(match.game)!, match).pause !== null;
};
const flat = (mail: Received | undefined): string => mail?.text.replace(/\s+/g, ' ') ?? '';

/** The end of the time of the player to move. */
async function deadline(): Promise<number> {
  const match = await read();
  const loaded = new Map(
    (['account/alice', 'account/bob', 'stops/all'] as const).map(key => [requestKey({ kind: 'document', key }), null]),
  );
  const state = createState({ games, robots: [], ...DEFINITIONS }, loaded, () => undefined);
  return computeClock(openMatch(state, match), state, service.now())!.deadline;
}

async function open(line = 'hex challenge -size=4 alice bob'): Promise<void> {
  service = lab();
  newest = new Map();
  await write('alice', 'signup alice');
  await write('bob', 'signup bob');
  await write('alice', line);
}

async function suspend(): Promise<void> {
  await reply('alice', 'suspend');
  await reply('bob', 'accept');
}

beforeEach(() => open());

describe('the pause', () => {
  it('begins when all have agreed, and not before', async () => {
    await reply('alice', 'suspend');
    expect(await isPaused()).toBe(false);
    await reply('bob', 'accept suspend');
    expect(await isPaused()).toBe(true);
  });

  it('moves the deadline by its length, to the millisecond', async () => {
    service.pass(3 * DAY_MS + 17);
    const before = await deadline();
    await suspend();
    service.pass(200 * DAY_MS + 5);
    await reply('bob', 'resume');
    expect(await deadline()).toBe(before + 200 * DAY_MS + 5);
  });

  it('sends no reminder and ends no game, however long it is', async () => {
    await suspend();
    expect(await service.live(400 * DAY_MS)).toEqual([]);
    expect((await read()).state).toBe('active');
    await reply('alice', 'resume');
    const mails = await service.live(60 * DAY_MS);
    expect(mails.length).toBeGreaterThan(1);
    expect((await read()).state).not.toBe('active');
  });

  it('outlasts a move of one side, and ends with a move of the other', async () => {
    await suspend();
    service.pass(DAY_MS);
    await reply('alice', 'b2');
    expect(await isPaused()).toBe(true);
    service.pass(DAY_MS);
    await reply('bob', 'c3');
    expect(await isPaused()).toBe(false);
    expect(await deadline()).toBeGreaterThan(service.now());
  });

  it('stays when moves from before it are taken back', async () => {
    await reply('alice', 'b2');
    await reply('bob', 'c3');
    await suspend();
    await reply('bob', 'undo');
    await reply('alice', 'accept');
    expect(await isPaused()).toBe(true);
  });

  it('does not end when a game ends in it, and is asked for once', async () => {
    await suspend();
    expect(flat((await reply('bob', 'suspend'))[0])).toContain('stopped already');
    await reply('alice', 'resign');
    expect(['over', 'removed']).toContain((await read()).state);
  });

  it('is refused, and the refusal names no more than the question', async () => {
    await reply('alice', 'suspend');
    const [first] = await reply('bob', 'accept draw');
    expect(flat(first)).toContain('the open question is stopping the clocks, not a draw');
    await reply('bob', 'reject');
    expect(await isPaused()).toBe(false);
  });

  it('is nothing for a robot, nor for a board without clocks', async () => {
    await open('hex challenge -size=4 alice robot1');
    expect(flat((await reply('alice', 'suspend'))[0])).toContain('robot1 is a robot');
    await write('alice', 'tutorial');
    expect(flat((await reply('alice', 'suspend'))[0])).toContain('no clocks on this board');
  });

  it('is not asked for by somebody who does not play', async () => {
    await write('carol', 'signup carol');
    expect(flat((await write('carol', 'hex suspend 101'))[0])).toContain('carol');
    await suspend();
    await write('carol', 'hex resume 101');
    expect(await isPaused()).toBe(true);
  });
});

// What a stranger found who attacked it.

const openBoard = async (options = ''): Promise<Lab> => {
  const board = lab();
  for (const name of ['alice', 'bob']) await board.write(name, `signup ${name}`);
  await board.write('alice', `hex challenge -size=4 ${options} alice bob`);
  return board;
};
/** A board where bob is to move, after three moves. */
const openPlayedBoard = async (): Promise<Lab> => {
  const board = await openBoard();
  await board.write('alice', 'hex move 101 b2');
  await board.write('bob', 'hex move 101 c3');
  await board.write('alice', 'hex move 101 a1');
  return board;
};
const readBoard = (board: Lab, key = 'match/hex/101'): Promise<Match> => board.document(key as 'match/hex/101');
const isPausedAt = async (board: Lab): Promise<boolean> => {
  const match = await readBoard(board);
  return matchStateOf(HEX, match).pause !== null;
};
const suspendBy = async (board: Lab, by = 'bob', other = 'alice'): Promise<void> => {
  await board.write(by, 'hex suspend 101');
  await board.write(other, 'hex accept 101');
  expect(await isPausedAt(board)).toBe(true);
};
const comesBack = async (board: Lab, received: Received, name: string): Promise<void> => {
  const address = `${name}@example.test`;
  for (const probe of await board.deliver(bounceOf(received, { address })))
    await board.deliver(bounceOf(probe, { address }));
};
const newestOf = async (board: Lab, name: string): Promise<Received> => (await board.write(name, 'hex show 101'))[0]!;

it('an accept to a pause does not end the game by a draw', async () => {
  const service = lab();
  for (const name of ['alice', 'bob', 'carol', 'dave']) await service.write(name, `signup ${name}`);
  await service.write('alice', 'nexos challenge -players=4 alice bob carol dave');
  await service.write('alice', 'nexos move 101 e20');
  await service.write('bob', 'nexos move 101 u20');
  const asked = (await service.write('alice', 'nexos suspend 101')).find(({ to }) => to[0]!.startsWith('bob'))!;
  await service.write('dave', 'nexos reject 101');
  await service.write('carol', 'nexos draw 101');
  for (const name of ['alice', 'dave']) await service.write(name, 'nexos accept 101');
  await service.reply('bob', asked, 'accept');
  expect((await readBoard(service, 'match/nexos/101')).state).toBe('active');
});

it('a prepared move of an absent player does not end the pause', async () => {
  const service = await openBoard();
  await service.write('alice', 'hex move 101 d1');
  await service.write('bob', 'hex move 101 a4');
  await service.write('bob', 'hex if 101 b2 then c3');
  await suspendBy(service);
  service.pass(DAY_MS);
  await service.write('alice', 'hex move 101 b2');
  expect(await isPausedAt(service)).toBe(true);
});

it('a claim in a pause costs no player the game', async () => {
  const service = await openPlayedBoard();
  const mail = await newestOf(service, 'bob');
  await suspendBy(service);
  await comesBack(service, mail, 'bob');
  await service.live(20 * DAY_MS);
  const asked = (await service.write('alice', 'hex claim 101')).filter(({ to }) => to[0]!.startsWith('bob'));
  for (const probe of asked) await service.deliver(bounceOf(probe, { address: 'bob@example.test' }));
  await service.live(DAY_MS);
  expect((await readBoard(service)).state).toBe('active');
});

it('a board is not abandoned, with a loser on time, in a pause', async () => {
  const service = await openPlayedBoard();
  const mails = [await newestOf(service, 'alice'), await newestOf(service, 'bob')] as const;
  await suspendBy(service);
  await comesBack(service, mails[0], 'alice');
  await comesBack(service, mails[1], 'bob');
  await service.live(40 * DAY_MS);
  expect((await readBoard(service)).state).toBe('active');
});

it('a pause agreed on after the deadline gives time: no player loses at once when the other resumes', async () => {
  const service = await openBoard('--forfeittime=6');
  await service.write('alice', 'hex move 101 b2');
  await service.write('bob', 'hex move 101 c3');
  await service.write('bob', 'hex suspend 101');
  await service.live(6 * DAY_MS - 1000);
  service.pass(2000);
  await service.write('alice', 'hex accept 101');
  await service.live(DAY_MS);
  await service.write('bob', 'hex resume 101');
  await service.live(HOUR_MS);
  expect((await readBoard(service)).state).toBe('active');
});

it.each(['resume', 'addtime 3'])('words below `%s` are passed on, or given back', async line => {
  const service = await openBoard();
  if (line === 'resume') await suspendBy(service);
  const mail = await newestOf(service, 'bob');
  const mails = await service.reply('bob', mail, `${line}\n\nHELLOWORD to you, alice`);
  expect(mails.some(({ text }) => text.includes('HELLOWORD'))).toBe(true);
});

it('after an accepted pause the proposer may propose again', async () => {
  const service = await openBoard();
  await service.write('alice', 'hex move 101 b2');
  await suspendBy(service, 'alice', 'bob');
  const [mail] = await service.write('alice', 'hex undo 101');
  expect(mail!.text).not.toContain('already made an offer');
});

it('is damage in a record if no command makes it', async () => {
  const match = await readBoard(await openBoard());
  const record = [{ kind: 'proposal', what: 'xyz', by: 0, at: 1 }];
  expect(matchSchema.safeParse({ ...match, record }).success).toBe(false);
});
