// The page of a player: their running boards, and their finished ones page by page.
import { isRobot } from '../players/robots.ts';
import { sayPhrase } from '../wording/compose-context.ts';
import { PROVISIONAL, ratingAt } from '../features/ratings/rate.ts';
import { type DocumentKey, matchKey, type MatchRef } from '../kernel/documents.ts';
import { type BoardRow, listNewestBoards, listBoardsByPage } from './lists.ts';
import { findPlayerOnWeb } from '../wording/on-web.ts';
import { type PageContext, playerPath } from '../wording/page-context.ts';

/** A rating as a line of a table. */
interface PlayerRatingLine {
  readonly game: string;
  readonly title: string;
  readonly value: string;
}

export interface PlayerPage {
  readonly userid: string;
  readonly path: string;
  readonly isRobot: boolean;
  readonly ratings: readonly PlayerRatingLine[];
  /** The command that challenges the player. null: this player has left. */
  readonly challenge: string | null;
  readonly running: readonly BoardRow[];
  readonly results: readonly BoardRow[];
  /** Where older results begin; null: there are none. */
  readonly older: string | null;
}

/** null: there is no such player, or they want no page. `before`: results older than this board; null: the newest. */
export function buildPlayerPage(context: PageContext, name: string, before: MatchRef | null): PlayerPage | null {
  const { state } = context;
  // As in mails: Alice is alice.
  const userid = name.toLowerCase();
  const account = findPlayerOnWeb(state, userid);
  if (account === null) return null;
  const path = playerPath(userid);
  const from: DocumentKey | null = before === null ? null : matchKey(before);
  const { rows, next } = listBoardsByPage(context, `over/player/${userid}`, from);
  const ratings = ratingsTold(context, userid);
  const game = ratings[0]?.game ?? state.games[0]?.name ?? '';
  return {
    ...{ userid, path, ratings, isRobot: isRobot(state, userid) },
    challenge: account.closed ? null : `${game} challenge me ${userid}`,
    running: before === null ? listNewestBoards(context, [`running/player/${userid}`]) : [],
    results: rows,
    older: next === null ? null : `${path}?before=${next.game}/${next.number}`,
  };
}

/** What they are rated at each game. */
function ratingsTold(context: PageContext, userid: string): PlayerPage['ratings'] {
  const { state } = context;
  const robot = state.robots.find(each => each.userid === userid);
  if (robot !== undefined) return [];
  state.requireLoaded(state.games.map(({ name }) => ({ kind: 'document', key: `rating/${name}/${userid}` })));
  return state.games.flatMap(({ name, title }) => {
    const rating = state.get(`rating/${name}/${userid}`);
    if (rating === null || rating.at === 0) return [];
    const { value, deviation } = ratingAt(rating, context.now);
    const code = deviation > PROVISIONAL ? 'web-rating-provisional' : 'web-rating';
    return [{ game: name, title, value: sayPhrase(context, { code, parts: { value: Math.round(value) } }) }];
  });
}
