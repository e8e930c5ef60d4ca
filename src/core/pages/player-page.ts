// The page of a player: their running boards, and their finished ones page by page.
import { isRobot } from '../players/robots.ts';
import { sayPhrase } from '../wording/compose-context.ts';
import { PROVISIONAL, ratingAt } from '../features/ratings/rate.ts';
import { type DocumentKey, matchKey, type MatchRef } from '../kernel/documents.ts';
import { type BoardRow, listNewestBoards, listBoardsByPage } from './lists.ts';
import { findPlayerOnWeb } from '../wording/on-web.ts';
import { type PageContext, playerPath } from '../wording/page-context.ts';

export interface PlayerPage {
  readonly userid: string;
  readonly path: string;
  readonly isRobot: boolean;
  readonly ratings: readonly { readonly title: string; readonly value: string }[];
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
  if (findPlayerOnWeb(state, userid) === null) return null;
  const path = playerPath(userid);
  const from: DocumentKey | null = before === null ? null : matchKey(before);
  const { rows, next } = listBoardsByPage(context, `over/player/${userid}`, from);
  return {
    ...{ userid, path, isRobot: isRobot(state, userid) },
    ratings: ratingsTold(context, userid),
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
    return [{ title, value: sayPhrase(context, { code, parts: { value: Math.round(value) } }) }];
  });
}
