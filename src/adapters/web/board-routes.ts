// The routes of a board: its page, the embedded page, its pictures, files and feed.
import type { Context, Hono } from 'hono';
import { lookUp } from '#games/kit/look-up.ts';
import { findNamedGame } from '#games/game.ts';
import { writeBoardJson, writeBoardText, writeGameFile } from '#core/pages/board-files.ts';
import { buildBoardPage, findShownBoard } from '#core/pages/board-page.ts';
import { writeBoardFeed } from '#core/pages/feed.ts';
import type { ShownBoard } from '#core/wording/board-status.ts';
import { drawPosition } from '#core/picture/drawn.ts';
import { type Theme, THEMES } from '#core/picture/paint.ts';
import { renderSvg } from '#core/picture/svg.ts';
import type { Catalogue } from '#core/kernel/state.ts';
import type { MatchRef } from '#core/kernel/documents.ts';
import { FRAMED } from './guard.ts';
import { languageOf, type Replies, type Site } from './site.ts';

export const SVG = 'image/svg+xml; charset=utf-8';
export const ATOM = 'application/atom+xml; charset=utf-8';

const NUMBER = /^[1-9]\d{0,8}$/;

/** The board in a path, with any name of its game. null: there is no such game, or the number is invalid. */
export function boardNamed({ games }: Catalogue, game: string, number: string): MatchRef | null {
  const found = findNamedGame(games, game)?.game;
  return found === undefined || !NUMBER.test(number) ? null : { game: found.name, number: Number(number) };
}

/** `?ply=12`. null: the current position. undefined: not a number. */
function plyIn(c: Context): number | null | undefined {
  const text = c.req.query('ply');
  if (text === undefined) return null;
  return /^\d{1,5}$/.test(text) ? Number(text) : undefined;
}

/** A file made from a board: its content type and its content. null: this board has no such file, or no picture can be made now. */
interface BoardFile {
  readonly type: string;
  readonly write: (c: Context, sight: ShownBoard, site: Site) => string | Promise<Uint8Array | null> | null;
}

const isDark = (c: Context): boolean => c.req.query('theme') === 'dark';
export const themeOf = (c: Context): Theme => (isDark(c) ? THEMES.dark : THEMES.light);
const drawingOf = ({ game, matchState }: ShownBoard): ReturnType<ReturnType<typeof drawPosition>['drawing']> =>
  drawPosition(game, matchState.position, null).drawing();

const FILES: Readonly<Record<string, BoardFile>> = {
  json: {
    type: 'application/json; charset=utf-8',
    write: (_, sight) => `${JSON.stringify(writeBoardJson(sight))}\n`,
  },
  txt: {
    type: 'text/plain; charset=utf-8',
    write: (c, sight, { templates }) => writeBoardText(sight, templates[languageOf(c)].sentences),
  },
  svg: {
    type: SVG,
    write: (c, sight) => renderSvg(drawingOf(sight), themeOf(c)),
  },
  png: {
    type: 'image/png',
    write: async (c, sight, { raster }) => {
      const png = await raster.png(drawingOf(sight));
      return png === null ? null : isDark(c) ? png.dark : png.light;
    },
  },
};

/** The game record for other programs, if there is one of this name. */
const gameFileCalled = (form: string, { game }: ShownBoard): BoardFile | undefined =>
  form === game.record?.extension
    ? { type: 'text/plain; charset=utf-8', write: (_, sight) => writeGameFile(sight) }
    : undefined;

export function addBoardRoutes(web: Hono, site: Site, { asked, missing, shown, file }: Replies): void {
  const page = async (c: Context, ref: MatchRef | null, isEmbedded: boolean): Promise<Response> => {
    const ply = plyIn(c);
    if (ref === null || ply === undefined) return missing(c);
    const found = await asked(c, context => buildBoardPage(context, ref, ply));
    if (found !== null && isEmbedded) c.header('Content-Security-Policy', FRAMED);
    return shown(c, found === null ? null : site.pages.board(found, isEmbedded, languageOf(c)));
  };
  web.get('/:game/:number{\\d+}', c =>
    page(c, boardNamed(site.catalogue, c.req.param('game'), c.req.param('number')), false),
  );
  web.get('/:game/:number{\\d+}/embed', c =>
    page(c, boardNamed(site.catalogue, c.req.param('game'), c.req.param('number')), true),
  );
  web.get('/:game/:file{\\d+\\.[a-z]+}', async c => {
    const [number = '', form = ''] = c.req.param('file').split('.');
    const ref = boardNamed(site.catalogue, c.req.param('game'), number);
    const ply = plyIn(c);
    if (ref === null || ply === undefined) return missing(c);
    if (form === 'atom') return file(c, ATOM, await asked(c, context => writeBoardFeed(context, ref, site.domain)));
    const sight = await asked(c, ({ state }) => findShownBoard(state, ref, ply));
    if (sight === null) return missing(c);
    const made = lookUp(FILES, form) ?? gameFileCalled(form, sight);
    if (made === undefined) return missing(c);
    const content = await made.write(c, sight, site);
    // The board exists, so a later request gets the file.
    if (content === null && form === 'png')
      return c.text('This picture cannot be made just now.\n', 503, { 'Retry-After': '10' });
    return file(c, made.type, content);
  });
}
