// The pages of the site but those of boards: the service's own, and those of its features.
import { FEATURE_PAGES } from './features.ts';
import type { PageDefinition } from './writing/on-web.ts';
import { frontPage, gamePage, gamesPage } from './desk/pages/front-page.ts';
import { playerPage, watchPage } from './desk/pages/lists.ts';
import { playersPage, standingsPage } from './desk/pages/standings-page.ts';

export const PAGES: readonly PageDefinition[] = [
  ...[frontPage, watchPage, gamesPage, gamePage, playerPage, playersPage, standingsPage],
  ...FEATURE_PAGES,
];
