// The front page and the pages of games: a board to try, a command, the newest boards.
import { type AnyGame, findNamedGame } from '#games/game.ts';
import { must } from '#games/kit/assert.ts';
import { limits } from '../kernel/limits.ts';
import type { State } from '../kernel/state.ts';
import { type Drawing, drawPicture, drawPosition } from '../picture/drawing.ts';
import { describePicture, wordsOf } from '../picture/text.ts';
import { formatAims } from '../wording/board-status.ts';
import { sayPhrase } from '../wording/compose-context.ts';
import { type PageContext, gamePath } from '../wording/on-web.ts';
import { findDrawings, positionOf, renderRules } from '../wording/text.ts';
import type { BoardData } from './board-data.ts';
import { type BoardRow, listNewestBoards } from './lists.ts';

/** The games as visitors first see them: a small board, a sentence, a command for a first game. */
export interface GameTile {
  readonly title: string;
  readonly path: string;
  /** A picture of a small board. */
  readonly picture: string;
  /** What the game is. */
  readonly sentence: string;
  /** Titles of its other names: 'Boku'. */
  readonly aliases: readonly string[];
}

/** The options of a first game by name, where the usual board is large for one. */
const FIRST_OPTIONS: ReadonlyMap<string, string> = new Map([
  ['size', '-size=7'],
  ['radius', '-radius=5'],
]);

/** The command that opens a board against the weakest robot. null: the service has no robots. */
export function findFirstGame({ robots }: Pick<State, 'robots'>, game: AnyGame): string | null {
  const [robot] = robots;
  if (robot === undefined) return null;
  const options = game.options.flatMap(({ name }) => {
    const option = FIRST_OPTIONS.get(name);
    return option === undefined || LARGE.has(game.name) ? [] : [option];
  });
  return [game.name, 'challenge', ...options, 'me', robot.userid].join(' ');
}

/** On a small board a line of five is hardly a game. */
const LARGE: ReadonlySet<string> = new Set(['gomoku', 'neugomoku']);

export const buildTile = ({ templates }: Pick<PageContext, 'templates'>, game: AnyGame): GameTile => ({
  ...{ title: game.title, path: gamePath(game.name), picture: `${gamePath(game.name)}/tile.svg` },
  sentence: firstSentenceOf(templates.rules(game.name)),
  aliases: game.aliases.map(({ title }) => title),
});

/** The first sentence below the title of the rules, up to a colon. */
function firstSentenceOf(rules: string): string {
  const [, paragraph = ''] = rules.trim().split(/\n\s*\n/);
  return `${/^[^.:]*/.exec(paragraph.replace(/\s+/g, ' '))?.[0] ?? ''}.`;
}

/** The position of the first drawing in the rules, without names, labels and pieces in hand. null: there is none. */
export function drawTile(game: AnyGame, rules: string): Drawing | null {
  const [drawing] = findDrawings(rules);
  if (drawing === undefined) return null;
  const picture = game.picture(positionOf(game, drawing), { seat: null });
  return drawPicture({ ...picture, trays: [], labels: [], spots: picture.spots.map(spot => ({ ...spot, name: '' })) });
}

/** A board without players, on which a visitor tries moves. */
interface TrialBoard {
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

/** The page of a game: its rules, as players get them by mail, and its newest boards. */
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
