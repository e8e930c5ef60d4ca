// Stopping the clocks of a board by agreement: when they stop, when they run again, and what the pause is worth.
import { beforeEach, describe, expect, it } from 'vitest';
import { computeClock, isBoardPaused } from '#core/board/clocks/match-clock.ts';
import type { Match } from '#core/board/match-document.ts';
import { openMatch } from '#core/board/match.ts';
import { DEFINITIONS } from '#core/features.ts';
import { requestKey } from '#core/kernel/documents.ts';
import { createState } from '#core/kernel/state.ts';
import { DAY_MS } from '#core/kernel/time.ts';
import { findGame, games } from '#games/registry/index.ts';
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
const isPaused = async (): Promise<boolean> => isBoardPaused(await read());
const flat = (mail: Received | undefined): string => mail?.text.replace(/\s+/g, ' ') ?? '';

/** The end of the time of the player to move. */
async function deadline(): Promise<number> {
  const match = await read();
  const loaded = new Map(
    (['account/alice', 'account/bob', 'stops/all'] as const).map(key => [requestKey({ kind: 'document', key }), null]),
  );
  const state = createState({ games, robots: [], ...DEFINITIONS }, loaded, () => undefined);
  return computeClock(openMatch(HEX, match), state, service.now())!.deadline;
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
    expect(flat(first)).toContain('the open question is a pause, not a draw');
    await reply('bob', 'reject');
    expect(await isPaused()).toBe(false);
  });

  it('begins at once with a robot, whose own clock never runs', async () => {
    await open('hex challenge -size=4 alice robot1');
    await reply('alice', 'suspend');
    expect(await isPaused()).toBe(true);
    await reply('alice', 'resume');
    expect(await isPaused()).toBe(false);
  });

  it('is not asked for by somebody who does not play', async () => {
    await write('carol', 'signup carol');
    expect(flat((await write('carol', 'hex suspend 101'))[0])).toContain('carol');
    await suspend();
    await write('carol', 'hex resume 101');
    expect(await isPaused()).toBe(true);
  });
});
