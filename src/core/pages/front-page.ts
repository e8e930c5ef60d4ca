// The front page: an introduction, how to begin, the games, and the newest boards.
import { listNewestBoards, type BoardRow } from './lists.ts';
import { gamePath, type PageContext } from '../wording/page-context.ts';

export interface FrontPage {
  readonly games: readonly { readonly title: string; readonly path: string }[];
  readonly running: readonly BoardRow[];
  readonly results: readonly BoardRow[];
}

export function buildFrontPage(context: PageContext): FrontPage {
  const { games } = context.state;
  return {
    games: games.map(({ name, title }) => ({ title, path: gamePath(name) })),
    running: listNewestBoards(
      context,
      games.map(({ name }) => `running/game/${name}` as const),
    ),
    results: listNewestBoards(
      context,
      games.map(({ name }) => `over/game/${name}` as const),
    ),
  };
}
