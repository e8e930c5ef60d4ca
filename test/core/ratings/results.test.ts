// Which results count: not a game given up before both sides have moved; and the results of robots are shown.
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '#core/kernel/time.ts';
import { clubOf, type Received } from '#test/service/lab.ts';

const textOf = (received: readonly Received[]): string => received.map(({ text }) => text).join('\n');
const oneLine = (text: string): string => text.replace(/\s+/g, ' ');

describe('a game that is given up', () => {
  const play = async (lines: readonly string[]): Promise<{ readonly result: string; readonly stats: string }> => {
    const { send, club } = await clubOf(['alice', 'bob']);
    let last: readonly Received[] = [];
    for (const line of lines) {
      const [actor = '', subject = ''] = line.split(': ');
      const name = actor === 'mover' ? (/waiting for (\w+)/.exec(textOf(last))?.[1] ?? '') : actor;
      last = name === 'days' ? await club.live(Number(subject) * DAY_MS) : await send(name, subject);
    }
    return { result: oneLine(textOf(last)), stats: oneLine(textOf(await send('alice', 'stats alice bob'))) };
  };

  it('before the other side has moved counts for no rating, and the result says so', async () => {
    const { result, stats } = await play([
      'alice: hex challenge -size=5 me bob',
      'alice: hex move 101 c3',
      'alice: hex resign 101',
    ]);
    expect(result).toContain('resigned');
    expect(result).not.toMatch(/rating: /i);
    expect(result).toContain('This game was not rated');
    expect(stats).toContain('alice has not finished a rated game yet');
    expect(stats).toContain('bob has not finished a rated game yet');
  });

  it.each([
    ['a seek', ['alice: hex seek -size=5', 'bob: take 1']],
    ['a challenge to be accepted', ['bob: set ask=on', 'alice: hex challenge -size=5 me bob', 'bob: hex accept 101']],
  ])('neither does one of %s', async (_, begin) => {
    const { stats } = await play([...begin, 'alice: hex move 101 c3', 'bob: hex resign 101', 'alice: hex resign 101']);
    expect(stats).toContain('bob has not finished a rated game yet');
  });

  const TAKEN_BACK = [
    ...['alice: hex challenge -size=5 me bob', 'alice: hex move 101 c3', 'alice: hex undo 101', 'bob: hex accept 101'],
  ];
  const BOTH_TAKEN_BACK = [
    ...['alice: hex challenge -size=5 me bob', 'alice: hex move 101 c3', 'bob: hex move 101 b2'],
    ...['alice: hex undo 101', 'bob: hex accept 101'],
  ];
  const SOUGHT = ['alice: hex seek -size=5', 'bob: take 1', 'mover: hex move 101 c3'];

  it.each([
    ['by time, when the only move was taken back', [...TAKEN_BACK, 'days: 30']],
    ['by resigning, when the only move was taken back', [...TAKEN_BACK, 'alice: hex resign 101']],
    ['by time, when the moves of both were taken back', [...BOTH_TAKEN_BACK, 'days: 30']],
    ['by resigning, when the moves of both were taken back', [...BOTH_TAKEN_BACK, 'alice: hex resign 101']],
  ])('%s, counts for no rating', async (_, lines) => {
    const { result, stats } = await play(lines);
    expect(result).toContain('This game was not rated');
    expect(stats).toContain('alice has not finished a rated game yet');
  });

  it.each([
    ['by time, before the first move of the player who took a seek', [...SOUGHT, 'days: 30']],
    ['by agreement, before the second move', [...SOUGHT, 'bob: hex draw 101', 'alice: hex accept 101']],
  ])('%s, counts', async (_, lines) => {
    const { stats } = await play(lines);
    expect(stats).toContain('alice has finished 1 rated game');
  });

  it('after both have moved counts', async () => {
    const { result, stats } = await play([
      ...['alice: hex challenge -size=5 me bob', 'alice: hex move 101 c3', 'bob: hex move 101 b2'],
      'alice: hex resign 101',
    ]);
    expect(result).toContain('Your rating: ');
    expect(result).not.toContain('This game was not rated');
    expect(stats).toContain('bob has finished 1 rated game');
  });

  it('after a move that was taken back counts as well', async () => {
    const { stats } = await play([
      ...['alice: hex challenge -size=5 me bob', 'alice: hex move 101 c3', 'bob: hex move 101 b2'],
      ...['bob: hex undo 101', 'alice: hex accept 101', 'bob: hex resign 101'],
    ]);
    expect(stats).toContain('bob has finished 1 rated game');
  });
});

describe('the results of robots', () => {
  it('are in `stats` and in the standings, and leave their ratings as they are', async () => {
    const { send } = await clubOf(['alice', 'bob']);
    expect(oneLine(textOf(await send('alice', 'stats robot3')))).toContain('robot3 has not finished a rated game yet');
    for (const number of [101, 102]) {
      await send('alice', 'hex challenge -size=5 --rated=yes me robot3');
      await send('alice', `hex move ${number} a1`);
      await send('alice', `hex resign ${number}`);
    }
    const record = textOf(await send('bob', 'stats robot3'));
    expect(oneLine(record)).toContain('robot3 has finished 2 rated games');
    expect(record).toMatch(/Hex +1500 +2 +0 +0$/m);
    const table = textOf(await send('bob', 'hex standings'));
    expect(table).toMatch(/robot3 +1500 +2 +0 +0$/m);
    expect(table).toMatch(/robot1 +\d+ +0 +0 +0$/m);
    expect(table.match(/robot3/g)).toHaveLength(1);
    expect(textOf(await send('bob', 'hex who')).match(/robot3/g)).toHaveLength(1);
    expect(textOf(await send('bob', 'hex standings robot3'))).toMatch(/robot3 +1500 +2 +0 +0$/m);
  });

  it('also where the robot moves first', async () => {
    const { send } = await clubOf(['alice']);
    await send('alice', 'hex challenge -size=5 --rated=yes robot3 me');
    await send('alice', 'hex move 101 a1');
    await send('alice', 'hex resign 101');
    expect(oneLine(textOf(await send('alice', 'stats robot3')))).toContain('robot3 has finished 1 rated game');
  });
});
