// The page for spectators: the boards of all games that are played, and the latest results.
import { limits } from '../kernel/limits.ts';
import type { PageContext } from '../wording/page-context.ts';
import { type BoardRow, listNewestBoards } from './lists.ts';

export interface WatchPage {
  readonly running: readonly BoardRow[];
  readonly results: readonly BoardRow[];
}

export function buildWatchPage(context: PageContext): WatchPage {
  const { games } = context.state;
  const listNewest = (state: 'running' | 'over'): readonly BoardRow[] =>
    listNewestBoards(
      context,
      games.map(({ name }) => `${state}/game/${name}` as const),
      limits.boardsOnPage,
    );
  return { running: listNewest('running'), results: listNewest('over') };
}
