// The pages of the site but those of boards: the service's own, and those of its features.
import { FEATURE_PAGES } from './features.ts';
import type { PageDefinition } from './wording/on-web.ts';
import { frontPage, gamePage, gamesPage } from './pages/front-page.ts';
import { playerPage, watchPage } from './pages/lists.ts';
import { playersPage, standingsPage } from './pages/standings-page.ts';

export const PAGES: readonly PageDefinition[] = [
  ...[frontPage, watchPage, gamesPage, gamePage, playerPage, playersPage, standingsPage],
  ...FEATURE_PAGES,
];
