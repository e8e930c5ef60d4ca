// What is told of tournaments, and to whom: nobody is taken out of one, or called off, without a word.
import { describe, expect, it } from 'vitest';
import { configureRecurring } from '#service/unsubscribe.ts';
import { DAY_MS, HOUR_MS } from '#core/kernel/time.ts';
import type { Received } from '#test/service/lab.ts';
import { addressOf, boardsOf, club, duel, toMove, tournamentOf } from './club.ts';

/** The texts about tournaments that a player was sent, their lines joined. */
const toldTo = (mails: readonly Received[], name: string): readonly string[] =>
  mails
    .filter(({ to, subject }) => to[0] === addressOf(name) && subject.startsWith('nexpost: tournament'))
    .map(({ text }) => text.replace(/\s+/g, ' '));

describe('who loses a game without a move', () => {
  it('is told once that they are paired no more', async () => {
    const { service } = await club(3);
    await service.write('player1', 'hex tournament open -size=3 --entries=3');
    for (const name of ['player1', 'player2', 'player3']) await service.write(name, 'tournament enter 1');
    const mails = await service.live(20 * DAY_MS);
    const { entrants } = await tournamentOf(service);
    for (const { userid, hasLeft } of entrants) {
      const dropped = toldTo(mails, userid).filter(text => text.includes('so you get no more opponents. Games'));
      expect([userid, dropped.length]).toEqual([userid, hasLeft ? 1 : 0]);
    }
    expect(entrants.some(({ hasLeft }) => hasLeft)).toBe(true);
  });

  it('is told that nothing enters them any more', async () => {
    const names = await club(2);
    const { service } = names;
    const weekly = { id: 'weekly', every: 'week', game: 'hex', options: '-size=3' } as const;
    await configureRecurring([weekly], service.context);
    await service.live(HOUR_MS);
    for (const name of names) await service.write(name, 'tournament enter 1 always');
    await service.live(3 * DAY_MS);
    const silent = toMove((await boardsOf(service))[0]!);
    const mails = await service.live(11 * DAY_MS);
    expect(toldTo(mails, silent).join()).toContain('will not be entered when it is played again');
    const other = names.find(name => name !== silent)!;
    const [left] = await service.write(other, 'tournament withdraw 3');
    expect(left!.text.replace(/\s+/g, ' ')).toContain('left this tournament, and will no longer be entered when');
  });
});

describe('whoever opens one and does not play', () => {
  it('is told that too few were there', async () => {
    const { service } = await club(2);
    await service.write('player1', 'hex tournament open -size=3 --start=2026-11-25');
    expect(toldTo(await service.live(5 * DAY_MS), 'player1').join()).toContain('There were fewer than two players');
  });

  it('is told who has won', async () => {
    const { service } = await club(3);
    const board = await duel(service, ['player2', 'player3']);
    await service.write('player2', `hex resign ${board.number}`);
    expect(toldTo(await service.live(HOUR_MS), 'player1').join()).toContain('Won by player3.');
  });
});

it('a Swiss tells of as many rounds as there can be', async () => {
  const { service } = await club(3);
  await service.write('player1', 'hex tournament open -size=3 --kind=swiss --rounds=12');
  for (const name of ['player1', 'player2', 'player3']) await service.write(name, 'tournament enter 1');
  await service.write('player1', 'tournament start 1');
  await service.live(HOUR_MS);
  const [shown] = await service.write('player2', 'tournament show 1');
  expect(shown!.text).toContain('Swiss, 3 rounds,');
});
