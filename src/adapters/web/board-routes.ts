// The routes of a board: its page, the embedded page, its pictures, files and feed.
import type { Context, Hono } from 'hono';
import { lookUp } from '#games/kit/look-up.ts';
import { findNamedGame } from '#games/game.ts';
import {
  buildBoardPage,
  findShownBoard,
  writeBoardJson,
  writeBoardText,
  writeGameFile,
} from '#core/pages/board-page.ts';
import { writeBoardFeed } from '#core/pages/feed.ts';
import type { ShownBoard } from '#core/wording/board-status.ts';
import { type Drawing, drawPosition, renderSvg } from '#core/picture/drawing.ts';
import { THEMES } from '#core/picture/paint.ts';
import type { Catalogue } from '#core/kernel/state.ts';
import type { MatchRef } from '#core/kernel/documents.ts';
import { FRAMED_BY_US_POLICY, FRAMED_POLICY } from './guard.ts';
import type { BoardFrame } from './page-templates.ts';
import { type Replies, type Site, languageOf } from './site.ts';

const SVG = 'image/svg+xml; charset=utf-8';
const PNG = 'image/png';
export const ATOM = 'application/atom+xml; charset=utf-8';

const NUMBER = /^[1-9]\d{0,8}$/;

/** The board in a path, which may use any name of the game. null: there is no such game, or the number is invalid. */
export function findBoard({ games }: Catalogue, game: string, number: string): MatchRef | null {
  const found = findNamedGame(games, game)?.game;
  return found === undefined || !NUMBER.test(number) ? null : { game: found.name, number: Number(number) };
}

/** The ply of `?ply=12`. null: the current position. undefined: not a number. */
function parsePly(c: Context): number | null | undefined {
  const text = c.req.query('ply');
  if (text === undefined) return null;
  return /^\d{1,5}$/.test(text) ? Number(text) : undefined;
}

/** A text made from a board: its content type and its content. null: this board has no such file. */
interface BoardFile {
  readonly type: string;
  readonly write: (c: Context, shownBoard: ShownBoard, site: Site) => string | null;
}

/** A drawing, as SVG or as PNG. */
export async function sendDrawing(
  c: Context,
  { raster }: Pick<Site, 'raster'>,
  { sendFile }: Pick<Replies, 'sendFile'>,
  extension: string,
  drawing: Drawing,
): Promise<Response> {
  if (extension === 'svg') return sendFile(c, SVG, renderSvg(drawing, isDark(c) ? THEMES.dark : THEMES.light));
  const png = await raster.png(drawing);
  return png === null ? sendBusyPicture(c) : sendFile(c, PNG, isDark(c) ? png.dark : png.light);
}

/** There is such a picture, so a later request gets it. */
const sendBusyPicture = (c: Context): Response =>
  c.text('This picture cannot be made just now.\n', 503, { 'Retry-After': '10' });

const isDark = (c: Context): boolean => c.req.query('theme') === 'dark';
const FILES: Readonly<Record<string, BoardFile>> = {
  json: {
    type: 'application/json; charset=utf-8',
    write: (_, shownBoard) => `${JSON.stringify(writeBoardJson(shownBoard))}\n`,
  },
  txt: {
    type: 'text/plain; charset=utf-8',
    write: (c, shownBoard, { templates }) => writeBoardText(shownBoard, templates[languageOf(c)].sentences),
  },
};

/** Pictures are named by these extensions. */
const PICTURES: ReadonlySet<string> = new Set(['svg', 'png']);

/** The game record for other programs. undefined: this game has no record with this extension. */
const findGameFile = (extension: string, { game }: ShownBoard): BoardFile | undefined =>
  extension === game.record?.extension
    ? { type: 'text/plain; charset=utf-8', write: (_, shownBoard) => writeGameFile(shownBoard) }
    : undefined;

/** Pages that may be shown in frames. */
const POLICIES: Readonly<Partial<Record<BoardFrame, string>>> = { embed: FRAMED_POLICY, play: FRAMED_BY_US_POLICY };

export function addBoardRoutes(web: Hono, site: Site, { answer, sendNotFound, sendPage, sendFile }: Replies): void {
  const sendBoardPage = async (c: Context, frame: BoardFrame): Promise<Response> => {
    const ref = findBoard(site.catalogue, c.req.param('game') ?? '', c.req.param('number') ?? '');
    const ply = parsePly(c);
    if (ref === null || ply === undefined) return sendNotFound(c);
    const page = await answer(c, context => buildBoardPage(context, ref, ply));
    const policy = POLICIES[frame];
    if (page !== null && policy !== undefined) c.header('Content-Security-Policy', policy);
    return sendPage(c, page === null ? null : site.pages.board(page, frame, languageOf(c)));
  };
  web.get('/:game/:number{\\d+}', c => sendBoardPage(c, 'page'));
  web.get('/:game/:number{\\d+}/embed', c => sendBoardPage(c, 'embed'));
  if (site.addInbox !== null) web.get('/:game/:number{\\d+}/play', c => sendBoardPage(c, 'play'));
  web.get('/:game/:file{\\d+\\.[a-z]+}', async c => {
    const [number = '', extension = ''] = c.req.param('file').split('.');
    const ref = findBoard(site.catalogue, c.req.param('game'), number);
    const ply = parsePly(c);
    if (ref === null || ply === undefined) return sendNotFound(c);
    if (extension === 'atom')
      return sendFile(c, ATOM, await answer(c, context => writeBoardFeed(context, ref, site.domain)));
    const shownBoard = await answer(c, ({ state }) => findShownBoard(state, ref, ply));
    if (shownBoard === null) return sendNotFound(c);
    if (PICTURES.has(extension)) {
      const { game, matchState } = shownBoard;
      return sendDrawing(c, site, { sendFile }, extension, drawPosition(game, matchState.position, null).drawing());
    }
    const boardFile = lookUp(FILES, extension) ?? findGameFile(extension, shownBoard);
    if (boardFile === undefined) return sendNotFound(c);
    return sendFile(c, boardFile.type, boardFile.write(c, shownBoard, site));
  });
}
