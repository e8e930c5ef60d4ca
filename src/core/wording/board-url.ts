// The address of a board's page, for mails.
import type { ComposeContext } from './compose-context.ts';
import type { Match } from '../board/match-document.ts';
import { isOnWeb } from './on-web.ts';
import { boardPath } from './page-context.ts';

/**
 * '' where the board is on no page (a preview has none), or there are no pages to be reached from outside. `token`: what answers the reader's mail;
 * it stands in the fragment, which browsers send to no server, so that the page can begin their mails. null: there is nothing to answer.
 */
export function findBoardUrl(
  { state, webUrl }: Pick<ComposeContext, 'state' | 'webUrl'>,
  match: Match,
  token: string | null,
): string {
  if (webUrl === '' || match.number === 0 || !isOnWeb(state, match)) return '';
  return webUrl + boardPath(match.game, match.number) + (token === null ? '' : `#reply=${token}`);
}
