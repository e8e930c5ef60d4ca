// Leagues: who rises, who falls, where newcomers begin, and how many games a player has at once.
import { describe, expect, it } from 'vitest';
import { rankSeason } from '#core/features/tournaments/league.ts';
import type { Pairing, Tournament } from '#core/features/tournaments/tournament.ts';
import { firstRating } from '#core/features/ratings/index.ts';
import type { DocumentKey, Documents } from '#core/kernel/documents.ts';
import { DAY_MS, HOUR_MS } from '#core/kernel/time.ts';
import { createRandom } from '#games/kit/random.ts';
import { configureRecurring } from '#service/unsubscribe.ts';
import { change, commit } from '#test/conformance/store.ts';
import type { Lab } from '#test/service/lab.ts';
import { addressOf, boardsOf, club, playOut, tournamentOf } from './club.ts';

/** A season in which the player whose name comes first in their division wins each game. */
function season(divisions: readonly (readonly string[])[], gone: readonly string[] = []): Tournament {
  const entrants = divisions.flatMap((names, pool) =>
    names.map(userid => ({ userid, pool, rating: 0, hasLeft: gone.includes(userid) })),
  );
  const pairings = entrants.flatMap((a, first) =>
    entrants.flatMap((b, second): readonly Pairing[] =>
      first < second && a.pool === b.pool
        ? [{ round: 1, place: a.pool, first, second, board: null, result: 'first' }]
        : [],
    ),
  );
  return { entrants, pairings, kind: 'league' } as unknown as Tournament;
}

const names = (letter: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, n) => `${letter}${n + 1}`);

describe('after a season', () => {
  const [a, b, c] = [names('a', 8), names('b', 8), names('c', 7)];

  it('a quarter of each division rises, and as many fall', () => {
    const next = rankSeason(season([a, b, c]), [...a, ...b, ...c]);
    expect(next.slice(0, 8).toSorted()).toEqual(['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'b1', 'b2']);
    expect(next.slice(8, 16).toSorted()).toEqual(['a7', 'a8', 'b3', 'b4', 'b5', 'b6', 'b7', 'c1']);
    expect(next.slice(16).toSorted()).toEqual(['b8', 'c2', 'c3', 'c4', 'c5', 'c6', 'c7']);
  });

  it('nobody is lost and nobody is doubled, whatever the sizes', () => {
    for (let first = 1; first < 10; first++)
      for (let second = 0; second < 10; second++) {
        const divisions = [names('a', first), names('b', second), names('c', 1)].filter(({ length }) => length > 0);
        const members = divisions.flat();
        expect(rankSeason(season(divisions), members).toSorted()).toEqual(members.toSorted());
      }
  });

  it('a member who did not play keeps the place, and one who left the league has none', () => {
    const members = ['x1', ...a, 'x2', ...b.slice(1)];
    const next = rankSeason(season([a, b]), members);
    expect([next.indexOf('x1'), next.indexOf('x2'), next.includes('b1')]).toEqual([0, 9, false]);
    expect(next.toSorted()).toEqual(members.toSorted());
  });

  it('those who gave the season up fall first', () => {
    const next = rankSeason(season([a, b], ['a1']), [...a, ...b]);
    expect(next.slice(0, 8)).not.toContain('a1');
  });
});

const setRatings = (service: Lab, values: Readonly<Record<string, number>>): Promise<unknown> =>
  commit(
    service.store,
    change(
      'ratings',
      Object.entries(values).map(([userid, value]): readonly [DocumentKey, Documents['rating']] => [
        `rating/hex/${userid}`,
        { ...firstRating('hex', userid), value, at: 1_000 },
      ]),
    ),
  );

const leagueOf = async ({ store }: Lab): Promise<readonly string[]> => {
  const { documents } = await store.read(['series/ladder']);
  return (documents.get('series/ladder') as { readonly entrants: readonly string[] }).entrants;
};

const ladder = {
  id: 'ladder',
  every: 'week',
  game: 'hex',
  options: '-size=3 --kind=league --pool=5 --at-once=2',
} as const;

async function play(players: number): Promise<Lab> {
  const { service } = await club(players);
  await configureRecurring([ladder], service.context);
  await service.live(HOUR_MS);
  return service;
}

describe('a league', () => {
  it('runs its seasons by itself', async () => {
    const service = await play(11);
    const [none] = await service.write('player1', 'league join chess');
    expect(none!.text).toContain("there is no league 'chess'");
    for (let n = 1; n <= 10; n++) await service.write(`player${n}`, 'league join hex');
    const [listed] = await service.write('player11', 'league');
    expect(listed!.text.replace(/\s+/g, ' ')).toContain('To play in it: `league join ladder`.');
    await service.live(7 * DAY_MS);
    const first = await tournamentOf(service);
    expect([first.state, first.kind, first.pairings.length]).toEqual(['running', 'league', 20]);
    await service.live(DAY_MS);
    // A player has two games at once.
    const boards = await boardsOf(service);
    const played = boards.flatMap(({ players }) => players.map(each => ('userid' in each ? each.userid : '')));
    for (const name of new Set(played)) expect(played.filter(each => each === name).length).toBeLessThanOrEqual(2);
    expect(boards.length).toBeLessThan(20);
    // The next season waits for the end of this one.
    await service.write('player11', 'league join ladder');
    await service.write('player4', 'league leave ladder');
    const rng = createRandom(1);
    for (let round = 0; round < 12; round++) await playOut(service, rng);
    expect(await tournamentOf(service)).toMatchObject({ state: 'over' });
    const members = await leagueOf(service);
    expect(members.toSorted()).toEqual(['player1', 'player10', 'player11', 'player2', 'player3', 'player5', 'player6', 'player7', 'player8', 'player9']); // prettier-ignore
    await service.live(8 * DAY_MS);
    const second = await tournamentOf(service, 2);
    expect([second.state, second.entrants.map(({ userid }) => userid)]).toEqual(['running', members]);
  });

  it('places newcomers by rating, but not in the first division', async () => {
    const service = await play(7);
    await setRatings(service, { player1: 1300, player2: 1700, player3: 1500, player6: 2400 });
    for (const n of [1, 2, 3, 4, 5]) await service.write(`player${n}`, 'league join ladder');
    expect(await leagueOf(service)).toEqual(['player2', 'player3', 'player1', 'player4', 'player5']);
    await service.live(7 * DAY_MS);
    await service.write('player7', 'league join ladder');
    await service.write('player6', 'league join ladder');
    expect((await leagueOf(service)).slice(5)).toEqual(['player6', 'player7']);
  });

  it('lets players sit a season out who are on a long holiday', async () => {
    const service = await play(6);
    for (let n = 1; n <= 6; n++) await service.write(`player${n}`, 'league join ladder');
    await service.write('player6', 'holiday 2026-11-22 2026-12-20');
    await service.write('player5', 'holiday 2026-11-22 2026-11-25');
    await service.live(8 * DAY_MS);
    const { entrants } = await tournamentOf(service);
    expect(entrants.map(({ userid }) => userid).toSorted()).toEqual(['player1', 'player2', 'player3', 'player4', 'player5']); // prettier-ignore
    expect(await leagueOf(service)).toContain('player6');
  });

  it('shows its tables in the digest, and once a week to all others', async () => {
    const service = await play(5);
    await service.write('player1', 'set per=digest');
    for (let n = 1; n <= 5; n++) await service.write(`player${n}`, 'league join ladder');
    await service.live(7 * DAY_MS + HOUR_MS);
    const [board] = (await boardsOf(service)).filter(({ players }) => !JSON.stringify(players).includes('player1'));
    const [loser] = board!.players;
    await service.write('userid' in loser! ? loser.userid : '', `hex resign ${board!.number}`);
    const mails = await service.live(7 * DAY_MS);
    const digest = mails.find(({ to, subject }) => to[0] === addressOf('player1') && subject.includes('for you'));
    expect(digest?.text).toMatch(/\nTournament 1 \(ladder\)\n +# +Name +Points/);
    const readers = mails.filter(({ text }) => text.includes('Here is how round 1 stands')).flatMap(({ to }) => to);
    expect(readers.toSorted()).toEqual(['player2', 'player3', 'player4', 'player5'].map(addressOf));
  });

  it('has no members who have signed off, also between two seasons', async () => {
    const service = await play(3);
    for (let n = 1; n <= 3; n++) await service.write(`player${n}`, 'league join ladder');
    await service.write('player3', 'signoff player3');
    await service.live(8 * DAY_MS);
    expect(await leagueOf(service)).toEqual(['player1', 'player2']);
  });

  it('is never entered twice, and says what is wrong', async () => {
    const service = await play(2);
    for (const line of ['league join ladder', 'league join Ladder', 'league join hex'])
      await service.write('player1', line);
    expect(await leagueOf(service)).toEqual(['player1']);
    const [notIn] = await service.write('player2', 'league leave ladder');
    expect(notIn!.text).toContain('you are not in league ladder.');
    await service.write('player1', 'league leave hex');
    expect(await leagueOf(service)).toEqual([]);
  });
});
