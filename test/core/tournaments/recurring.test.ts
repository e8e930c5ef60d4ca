// Tournaments that come again by themselves, as the operator's configuration has them.
import { describe, expect, it } from 'vitest';
import { nextPeriod } from '#core/features/tournaments/recurring.ts';
import { DAY_MS, HOUR_MS } from '#core/kernel/time.ts';
import { configureRecurring } from '#service/unsubscribe.ts';
import { boardsOf, club, toMove, tournamentOf } from './club.ts';

describe('what comes again', () => {
  const monthly = { id: 'monthly-hex', every: 'month', game: 'hex', options: '-size=3 --pool=3' } as const;

  it('is open for a month, begins with the next, and enters again who wants to play every time', async () => {
    const names = await club(3);
    const { service } = names;
    expect(await configureRecurring([monthly], service.context)).toEqual({ ok: true, value: null });
    await service.live(HOUR_MS);
    for (const name of ['player1', 'player2']) await service.write(name, 'tournament enter 1 always');
    const [entered] = await service.write('player3', 'tournament enter 1');
    expect(entered!.text.replace(/\s+/g, ' ')).toContain('It starts on 1 December 2026, 00:00 (UTC).');
    await service.live(11 * DAY_MS);
    expect(await tournamentOf(service, 1)).toMatchObject({ state: 'running', name: 'monthly-hex' });
    const next = await tournamentOf(service, 2);
    expect([next.state, next.starts, next.entrants.map(({ userid }) => userid)]).toEqual([
      'open',
      Date.parse('2027-01-01T00:00:00Z'),
      ['player1', 'player2'],
    ]);
    // A start of the service with the same configuration changes nothing; without it, no other comes.
    await configureRecurring([monthly], service.context);
    await configureRecurring([], service.context);
    await service.live(40 * DAY_MS);
    expect(await tournamentOf(service, 3)).toBeNull();
  });

  it('enters nobody any more who lost a game without a move', async () => {
    const names = await club(2);
    const { service } = names;
    await configureRecurring([{ ...monthly, every: 'week' }], service.context);
    await service.live(HOUR_MS);
    for (const name of names) await service.write(name, 'tournament enter 1 always');
    await service.live(3 * DAY_MS);
    const [board] = await boardsOf(service);
    const silent = toMove(board!);
    await service.live(10 * DAY_MS);
    // The next one was played already, the one after it waited for entries.
    const entered = async (number: number): Promise<readonly string[]> =>
      (await tournamentOf(service, number)).entrants.map(({ userid }) => userid);
    expect(await entered(2)).toContain(silent);
    expect([(await tournamentOf(service, 3)).state, await entered(3)]).toEqual(['open', names.filter(name => name !== silent)]); // prettier-ignore
    await service.live(5 * DAY_MS);
    expect(await entered(4)).not.toContain(silent);
  });

  it('is offered in the welcome of a new player', async () => {
    const { service } = await club(1);
    await configureRecurring([monthly, { ...monthly, id: 'weekly-hex', every: 'week' }], service.context);
    await service.live(HOUR_MS);
    const [welcome] = await service.write('zoe', 'signup zoe');
    const text = welcome!.text.replace(/\s+/g, ' ');
    expect(text).toContain('begins on 23 November 2026, 00:00 (UTC): 2 (weekly-hex), Hex, size 3x3');
    expect(text).toContain('reply `tournament enter 2`');
    const [entered] = await service.reply('zoe', welcome!, 'tournament enter 2');
    expect(entered!.text).toContain('You have entered.');
  });

  it('is refused where its options cannot be', async () => {
    const { service } = await club(1);
    const refused = await configureRecurring([{ ...monthly, options: '--kind=arena' }], service.context);
    expect(refused).toMatchObject({ ok: false, reason: { id: 'monthly-hex', why: { code: 'tournament-option' } } });
  });

  it.each([
    ['month', '2026-12-31T23:59:59Z', '2027-01-01T00:00:00Z'],
    ['month', '2026-11-01T00:00:00Z', '2026-12-01T00:00:00Z'],
    ['week', '2026-11-22T23:00:00Z', '2026-11-23T00:00:00Z'],
    ['week', '2026-11-23T00:00:00Z', '2026-11-30T00:00:00Z'],
  ] as const)('a %s after %s begins at %s', (every, now, next) => {
    expect(new Date(nextPeriod(every, Date.parse(now))).toISOString()).toBe(next.replace('Z', '.000Z'));
  });
});
