// The front page: a board to try at once, how to begin, the games, and what is played now.
import type { AnyGame } from '#games/game.ts';
import { must } from '#games/kit/assert.ts';
import { formatAims } from '../wording/board-aims.ts';
import { drawPosition } from '../picture/drawing.ts';
import { describePicture, wordsOf } from '../picture/text.ts';
import { limits } from '../kernel/limits.ts';
import { sayPhrase } from '../wording/compose-context.ts';
import { findDrawings, positionOf } from '../wording/rules-drawings.ts';
import { gamePath, type PageContext } from '../wording/page-context.ts';
import type { BoardData } from './board-data.ts';
import { buildTile, findFirstGame, type GameTile } from './game-tiles.ts';
import { type BoardRow, listNewestBoards } from './lists.ts';

/** A board without players, on which a visitor tries moves. */
export interface TrialBoard {
  readonly game: string;
  readonly title: string;
  /** The path of the picture of the board as it is served. */
  readonly picture: string;
  readonly width: number;
  readonly height: number;
  readonly alternative: string;
  readonly status: string;
  readonly aims: string;
  readonly words: readonly string[];
  readonly data: BoardData;
}

export interface FrontPage {
  readonly board: TrialBoard;
  /** The command that opens a board of that game against a robot. null: there are no robots. */
  readonly firstGame: string | null;
  readonly tiles: readonly GameTile[];
  readonly running: readonly BoardRow[];
}

/** A stone a move: the first click is a move. */
const TRIAL_GAME = 'hex';

export function buildFrontPage(context: PageContext): FrontPage {
  const { games } = context.state;
  const game = must(games.find(({ name }) => name === TRIAL_GAME) ?? games[0], 'there are games');
  return {
    board: buildTrialBoard(context, game),
    firstGame: findFirstGame(context.state, game),
    tiles: games.map(each => buildTile(context, each)),
    running: listNewestBoards(
      context,
      games.map(({ name }) => `running/game/${name}` as const),
      limits.boardsOnFrontPage,
    ),
  };
}

/** The position of the first drawing in the rules, which has a picture of its own. */
function buildTrialBoard(context: PageContext, game: AnyGame): TrialBoard {
  const drawing = must(findDrawings(context.templates.rules(game.name))[0], 'rules have a drawing');
  const position = positionOf(game, drawing);
  const given = game.setup(drawing.given);
  const setup = given.ok ? given.value : {};
  const board = drawPosition(game, position, null);
  const { sides, events } = wordsOf(board.picture, context.templates.sentences);
  const { width, height } = board.drawing();
  const mover = game.colours(setup).find(({ name }) => name === game.toMove(position));
  return {
    ...{ game: game.name, title: game.title, picture: `${gamePath(game.name)}/drawing-1.svg`, width, height },
    alternative: describePicture(board.picture, context.templates.sentences),
    status: sayPhrase(context, { code: 'web-try', parts: { colour: mover?.title ?? '' } }),
    aims: formatAims(context, { game, match: { setup } }, board.picture, 'words').replace(/\n/g, ' '),
    words: [...events, ...sides],
    data: {
      ...{ title: game.title, number: 0, path: '/', ply: drawing.moves.length },
      ...{ setup, steps: drawing.moves },
      ...{ players: [null, null], holders: [0, 1], takeBacks: 0, isRunning: false, told: [], acts: [] },
    },
  };
}
