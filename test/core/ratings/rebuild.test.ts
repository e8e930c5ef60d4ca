// Ratings as games end one after the other, in many orders, agree to the last digit with ratings made anew from the games.
import { describe, expect, it } from 'vitest';
import { games } from '#games/registry/index.ts';
import type { PlayerRating } from '#core/features/ratings/rating.ts';
import { rebuildRatings } from '#core/features/ratings/rebuild.ts';
import { FIRST_RATING, computeRating } from '#core/features/ratings/glicko2.ts';
import { computeOutcomes, firstRating, ratingKey } from '#core/features/ratings/index.ts';
import type { MatchState } from '#core/board/match-state.ts';
import type { Match } from '#core/board/match-document.ts';
import { seedsFor } from '#test/seeds.ts';
import { lab } from '#test/service/lab.ts';
import { NAMES, documentsOf, season } from './season.ts';

describe('ratings', () => {
  it.each(seedsFor(import.meta.filename))('made anew from the games are those that are kept (seed %i)', async seed => {
    const service = await season(seed);
    const boards = (await documentsOf(service, 'over/game/hex')) as readonly Match[];
    const kept = (await documentsOf(service, 'rated/game/hex')) as readonly PlayerRating[];
    const again = rebuildRatings({ games }, boards);
    expect(new Map(kept.map(rating => [ratingKey('hex', rating.userid), rating]))).toEqual(again.ratings); // prettier-ignore
    for (const match of boards) expect(match.rated).toEqual(again.rated.get(`match/hex/${match.number}`)); // prettier-ignore
  });

  it('of robots stay, and a player wins from one no more than three games a month', async () => {
    const service = lab({}, { areRobotsDeaf: true });
    await service.write('alice', 'signup alice');
    for (let number = 101; number <= 105; number++) {
      await service.write('alice', 'hex challenge -size=4 --rated=yes alice robot1');
      await service.write('alice', `hex move ${number} a1`);
      await service.write('alice', `hex resign ${number}`);
    }
    const [rating] = (await documentsOf(service, 'rated/game/hex')) as readonly PlayerRating[];
    expect(rating).toMatchObject({ userid: 'alice', lost: 3, robots: { games: { robot1: 3 } } });
    await service.live(31 * 86_400_000);
    await service.write('alice', 'hex challenge -size=4 --rated=yes alice robot1');
    await service.write('alice', 'hex move 106 a1');
    await service.write('alice', 'hex resign 106');
    expect((await documentsOf(service, 'rated/game/hex'))[0]).toMatchObject({ lost: 4 });
  });

  it('of four players are made of three results each, by their places', () => {
    const players = NAMES.map(userid => ({ kind: 'account', userid }) as const);
    const match = { game: 'nexos', number: 101, players } as unknown as Match;
    const [plies, takeBacks, swapped] = [[{ player: 0 }, { player: 1 }], [], null];
    const outcome = { ranks: [1, 2, 2, 4], reason: 'blocked' };
    const matchState = { outcome, holders: [0, 1, 2, 3], line: [], plies, takeBacks, swapped };
    const before = new Map(NAMES.map(userid => [userid, firstRating('nexos', userid)]));
    const outcomes = computeOutcomes(match, matchState as unknown as MatchState, before, 5);
    const values = new Map(outcomes!.ratings.map(rating => [rating.userid, rating]));
    const expected = (scores: readonly number[]): number =>
      computeRating(FIRST_RATING, scores.map(score => ({ opponent: FIRST_RATING, score })), 0).value; // prettier-ignore
    expect(values.get('alice')!.value).toBe(expected([1, 1, 1]));
    expect(values.get('bob')!.value).toBe(expected([0, 0.5, 1]));
    expect(values.get('dave')!.value).toBe(expected([0, 0, 0]));
    expect(NAMES.map(name => [values.get(name)!.won, values.get(name)!.drawn, values.get(name)!.lost])).toEqual([[1, 0, 0], [0, 0, 1], [0, 0, 1], [0, 0, 1]]); // prettier-ignore
  });
});
