// The feature `ratings`: rates finished games. Each game is a rating period for both sides.
import { type Match, type Rated, type RetireReason, userids } from '#core/board/match-document.ts';
import { type MatchState, hasActed } from '#core/board/match-state.ts';
import { isRateable, isVoid, matchStateOf, playerName, requireGame } from '#core/board/match.ts';
import { type Document, type DocumentKey, compareKeys, matchKey } from '#core/kernel/documents.ts';
import type { Catalogue, State } from '#core/kernel/state.ts';
import { DAY_MS, type Instant } from '#core/kernel/time.ts';
import { robots as ALL_ROBOTS } from '#core/players/robots.ts';
import type { Feature } from '#core/writing/feature.ts';
import { lookUp } from '#games/kit/look-up.ts';
import { FIRST_RATING, type Played, type Rating, computeDeviation, computeRating } from './glicko2.ts';
import { type PlayerRating, RATING } from './rating.ts';

/** A deviation of 60 grows to 110 in a year without games. */
const PERIODS_PER_DAY = 0.21436;

/** A rating with a larger deviation is provisional. */
export const PROVISIONAL = 110;

/** How many games against one robot count in a month. */
const ROBOT_GAMES = 3;

/** Robots never change, so they hold everybody's ratings in place. */
const ROBOT_DEVIATION = 60;

export const ratingKey = (game: string, userid: string): DocumentKey => `rating/${game}/${userid}`;

export const firstRating = (game: string, userid: string): PlayerRating => ({
  ...{ game, userid, ...FIRST_RATING, ...fixedRating(userid) },
  ...{ won: 0, lost: 0, drawn: 0, late: 0, absent: 0, at: 0, robots: { month: '', games: {} } },
});

/**
 * Did it end on an empty board, or by a resignation before two players had moved? Such games would pump ratings between friends, whom
 * robots are not.
 */
function isEndedEarly(match: Match, matchState: MatchState): boolean {
  const last = matchState.line.at(-1);
  const isResigned = last?.kind === 'retire' && last.why === 'resigned';
  const acted = userids(match).filter(each => !isPerson(each) || hasActed(match, matchState, each));
  return matchState.plies.length === 0 || (isResigned && acted.length < 2);
}

/** The rating now: its deviation has grown since the last game. */
export const ratingAt = (rating: PlayerRating, now: Instant): Rating => ({
  ...rating,
  deviation: computeDeviation(rating, periodsSince(rating, now)),
});

const periodsSince = ({ at }: PlayerRating, now: Instant): number =>
  at === 0 ? 0 : (Math.max(0, now - at) / DAY_MS) * PERIODS_PER_DAY;

/** The new ratings after a game. */
export interface Outcomes {
  readonly rated: Rated;
  readonly ratings: readonly PlayerRating[];
}

/** Computes the new ratings. `before`: the ratings of all players of the board. null: the game is not rated. */
export function computeOutcomes(
  match: Match,
  matchState: MatchState,
  before: ReadonlyMap<string, PlayerRating>,
  end: Instant,
): Outcomes | null {
  const { outcome, holders } = matchState;
  if (outcome === null || !isRateable(match)) return null;
  const sides = holders.map((player, seat) => ({
    player,
    userid: nameOf(match, player),
    rank: outcome.ranks[seat] ?? 1,
    gaveUp: findReason(matchState, seat),
  }));
  if (isVoid(outcome.reason)) {
    // Absence counts only for players who had acted here. Otherwise anyone could open boards with absent players, and claim them.
    const missed = sides.filter(({ userid, gaveUp }) => gaveUp === 'absent' && hasActed(match, matchState, userid));
    return voidOutcomes(missed, before, end);
  }
  if (isEndedEarly(match, matchState)) return { rated: { at: end, changes: [] }, ratings: [] };
  // One after the other for every player, so that there is one order to play them through in again.
  const people = [...before.values()].filter(({ userid }) => isPerson(userid));
  const at = Math.max(end, ...people.map(rating => rating.at + 1));
  const month = new Date(at).toISOString().slice(0, 7);
  const results = sides.flatMap(side => {
    const own = before.get(side.userid);
    if (own === undefined || !isPerson(side.userid)) return [];
    const met = own.robots.month === month ? own.robots.games : {};
    const counted = sides.filter(
      other =>
        other !== side && !(robotRating(other.userid) !== null && (lookUp(met, other.userid) ?? 0) >= ROBOT_GAMES),
    );
    if (counted.length === 0) return [];
    const games = counted.map((other): Played => ({
      opponent: strengthOf(other.userid, before, at),
      score: side.rank < other.rank ? 1 : side.rank > other.rank ? 0 : 0.5,
    }));
    const after = computeRating(own, games, periodsSince(own, at));
    const tally = tallyOf(side, sides);
    const robots = counted.filter(({ userid }) => robotRating(userid) !== null).map(({ userid }) => userid);
    const rating: PlayerRating = {
      ...{ ...own, ...after, at, [tally]: own[tally] + 1 },
      late: own.late + (side.gaveUp === null || side.gaveUp === 'resigned' ? 0 : 1),
      robots: {
        month,
        games: robots.reduce((sum, userid) => ({ ...sum, [userid]: (lookUp(sum, userid) ?? 0) + 1 }), met),
      },
    };
    return [{ player: side.player, before: own.value, rating }];
  });
  const changes = results.map(({ player, before: value, rating }) => ({
    ...{ player, before: value, after: rating.value },
    isProvisional: rating.deviation > PROVISIONAL,
  }));
  // The ratings of robots are fixed: their results are counted.
  const robotResults = sides.flatMap((side): PlayerRating[] => {
    const own = before.get(side.userid);
    if (own === undefined || isPerson(side.userid)) return [];
    const tally = tallyOf(side, sides);
    return [{ ...own, at: Math.max(at, own.at), [tally]: own[tally] + 1 }];
  });
  return { rated: { at, changes }, ratings: [...results.map(({ rating }) => rating), ...robotResults] };
}

type Ranked = Readonly<Record<'rank', number>>;

function tallyOf(side: Ranked, sides: readonly Ranked[]): 'won' | 'lost' | 'drawn' {
  if (side.rank !== 1) return 'lost';
  return sides.filter(({ rank }) => rank === 1).length > 1 ? 'drawn' : 'won';
}

/** A void board changes no rating; that somebody was not there is counted. */
function voidOutcomes(
  missed: readonly { readonly userid: string }[],
  before: ReadonlyMap<string, PlayerRating>,
  at: Instant,
): Outcomes {
  const ratings = missed.flatMap(({ userid }) => {
    const own = before.get(userid);
    return own === undefined ? [] : [{ ...own, absent: own.absent + 1 }];
  });
  return { rated: { at, changes: [] }, ratings };
}

/** Why a seat was given up; null: it was not. */
const findReason = ({ line }: MatchState, seat: number): RetireReason | null =>
  line.flatMap(entry => (entry.kind === 'retire' && entry.seat === seat ? [entry.why] : []))[0] ?? null;

const nameOf = ({ players }: Match, index: number): string => {
  const player = players[index];
  return player?.kind === 'account' ? player.userid : '';
};

const robotRating = (userid: string): number | null =>
  ALL_ROBOTS.find(robot => robot.userid === userid)?.rating ?? null;

function fixedRating(userid: string): Partial<Rating> {
  const value = robotRating(userid);
  return value === null ? {} : { value, deviation: ROBOT_DEVIATION };
}

function strengthOf(userid: string, before: ReadonlyMap<string, PlayerRating>, at: Instant): Played['opponent'] {
  const fixed = robotRating(userid);
  if (fixed !== null) return { value: fixed, deviation: ROBOT_DEVIATION };
  const rating = before.get(userid);
  return rating === undefined ? FIRST_RATING : ratingAt(rating, at);
}

const isPerson = (userid: string): boolean => robotRating(userid) === null;

/** Every game that has just ended enters the ratings of its players; of those that end at once, by game and board. */
export function rateEndedGames(before: State, after: State, now: Instant): State {
  const ended = after
    .changedOfKind('match')
    .filter(
      match =>
        match.state === 'over' &&
        match.rated === undefined &&
        before.match(match)?.state !== 'over' &&
        isRateable(match),
    );
  const keys = ended.flatMap(match => userids(match).map(userid => ratingKey(match.game, userid)));
  after.requireDocuments(keys);
  return ended
    .toSorted((a, b) => compareKeys(matchKey(a), matchKey(b)))
    .reduce((state, match) => rateMatch(state, match, now), after);
}

function rateMatch(state: State, match: Match, now: Instant): State {
  const game = requireGame(state, match);
  const ratings = new Map(
    userids(match).map(userid => [
      userid,
      state.get(`rating/${game.name}/${userid}`) ?? firstRating(game.name, userid),
    ]),
  );
  const outcomes = computeOutcomes(match, matchStateOf(game, match), ratings, now);
  if (outcomes === null) return state;
  return state.with(
    new Map<DocumentKey, Document>([
      [matchKey(match), { ...match, rated: outcomes.rated }],
      ...outcomes.ratings.map(rating => [ratingKey(game.name, rating.userid), rating] as const),
    ]),
  );
}

/**
 * The ratings of the players of each board before it was rated, in the order of its players. Boards that end together are rated one after
 * the other, and those whose end was entered were rated earlier. `ratingOf`: before all of them.
 */
export function listRatingsBefore(
  games: Catalogue['games'],
  matches: readonly Match[],
  ratingOf: (key: DocumentKey<'rating'>) => PlayerRating | null,
): ReadonlyMap<DocumentKey<'match'>, readonly (PlayerRating | null)[]> {
  const rated = new Map<DocumentKey, PlayerRating>();
  const found = matches
    .toSorted((a, b) => compareKeys(matchKey(a), matchKey(b)))
    .map(match => {
      const known = match.players.map(player => {
        const key = `rating/${match.game}/${playerName(player)}` as const;
        return rated.get(key) ?? ratingOf(key);
      });
      if (matches.length > 1 && match.rated !== undefined && match.entered?.end === undefined) {
        const game = requireGame({ games }, match);
        const before = userids(match).map(
          (userid, i) => [userid, known[i] ?? firstRating(match.game, userid)] as const,
        );
        const outcomes = computeOutcomes(match, matchStateOf(game, match), new Map(before), match.rated.at);
        for (const rating of outcomes?.ratings ?? []) rated.set(ratingKey(match.game, rating.userid), rating);
      }
      return [matchKey(match), known] as const;
    });
  return new Map(found);
}

/** The feature `ratings`: ratings of players, from the results of their games. */
export const ratings = {
  documents: { rating: RATING },
  reaction: (before, after, { now }) => ({ messages: [], state: rateEndedGames(before, after, now) }),
} satisfies Feature;
