// The page of a game: its rules, as players get them by mail, and its newest boards.
import { findNamedGame } from '#games/game.ts';
import { renderRules } from '../wording/rules-drawings.ts';
import { buildTile, findFirstGame } from './game-tiles.ts';
import { type BoardRow, listNewestBoards } from './lists.ts';
import { gamePath, type PageContext } from '../wording/page-context.ts';

export interface GamePage {
  readonly game: string;
  readonly title: string;
  readonly path: string;
  /** What the game is. */
  readonly sentence: string;
  /** The command that opens a board against a robot. null: there are no robots. */
  readonly firstGame: string | null;
  /** Markdown, its drawings as pictures. */
  readonly rules: string;
  readonly running: readonly BoardRow[];
  readonly results: readonly BoardRow[];
}

/** null: there is no such game. */
export function buildGamePage(context: PageContext, name: string): GamePage | null {
  const game = findNamedGame(context.state.games, name)?.game;
  if (game === undefined) return null;
  const { templates } = context;
  const path = gamePath(game.name);
  return {
    ...{ game: game.name, title: game.title, path, firstGame: findFirstGame(context.state, game) },
    sentence: buildTile(context, game).sentence,
    rules: renderRules(game, templates.rules(game.name), path, templates.sentences),
    running: listNewestBoards(context, [`running/game/${game.name}`]),
    results: listNewestBoards(context, [`over/game/${game.name}`]),
  };
}
