// Rebuilds the ratings from the games alone. The stored ratings must agree to the last digit.
import { openMatch } from '#core/board/match.ts';
import type { Catalogue } from '#core/kernel/state.ts';
import { compareKeys, type DocumentKey, matchKey } from '#core/kernel/documents.ts';
import { type Match, type Rated, userids } from '#core/board/match-document.ts';
import type { PlayerRating } from './rating.ts';
import { firstRating, computeOutcomes, ratingKey } from './index.ts';

export interface Rebuilt {
  readonly ratings: ReadonlyMap<DocumentKey, PlayerRating>;
  /** The rating changes by the key of the board. */
  readonly rated: ReadonlyMap<DocumentKey, Rated>;
}

/** Every board that is over, in the order in which they entered the ratings; those that never did by when they ended. */
export function rebuildRatings(catalogue: Pick<Catalogue, 'games'>, boards: Iterable<Match>): Rebuilt {
  const over = [...boards].map(match => ({ match, at: match.rated?.at ?? match.record.at(-1)?.at ?? match.opened }));
  const ratings = new Map<DocumentKey, PlayerRating>();
  const rated = new Map<DocumentKey, Rated>();
  for (const { match, at } of over.toSorted(
    (a, b) => a.at - b.at || compareKeys(matchKey(a.match), matchKey(b.match)),
  )) {
    const { game } = match;
    const before = new Map(
      userids(match).map(userid => [userid, ratings.get(ratingKey(game, userid)) ?? firstRating(game, userid)]),
    );
    const outcomes = computeOutcomes(match, openMatch(catalogue, match).matchState, before, at);
    if (outcomes === null) continue;
    rated.set(matchKey(match), outcomes.rated);
    for (const rating of outcomes.ratings) ratings.set(ratingKey(game, rating.userid), rating);
  }
  return { ratings, rated };
}

/** The keys of the stored documents that differ from the rebuilt ones. */
export function findDifferences(
  kept: { readonly ratings: ReadonlyMap<DocumentKey, PlayerRating>; readonly boards: Iterable<Match> },
  { ratings, rated }: Rebuilt,
): readonly DocumentKey[] {
  const isSame = (a: PlayerRating | Rated | undefined, b: PlayerRating | Rated | undefined): boolean =>
    canonical(a ?? null) === canonical(b ?? null);
  const keys = new Set([...kept.ratings.keys(), ...ratings.keys()]);
  const wrong = [...keys].filter(key => !isSame(kept.ratings.get(key), ratings.get(key)));
  const boards = [...kept.boards]
    .filter(match => !isSame(changing(match.rated), changing(rated.get(matchKey(match)))))
    .map(matchKey);
  return [...wrong, ...boards].toSorted(compareKeys);
}

const changing = (rated: Rated | undefined): Rated | undefined => (rated?.changes.length === 0 ? undefined : rated);

/** The same text for the same value, in whatever order its fields are; nothing is kept where there is none. */
const canonical = (value: PlayerRating | Rated | null): string =>
  JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
