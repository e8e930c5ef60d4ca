// Renders the HTML pages from the templates in templates/web, and rules of games as HTML.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Eta } from 'eta';
import MarkdownIt from 'markdown-it';
import { type Language, say } from '#core/kernel/sentence.ts';
import { formatMailto } from '#core/mail/mailto.ts';
import type { BoardPage } from '#core/pages/board-page.ts';
import type { FrontPage, GamePage, GameTile } from '#core/pages/front-page.ts';
import type { BoardRow, PlayerPage, WatchPage } from '#core/pages/lists.ts';
import type { PlayerRecord } from '#core/pages/player-record.ts';
import type { SeeksPage } from '#core/pages/seeks-page.ts';
import type { PlayersPage, StandingsPage } from '#core/pages/standings-page.ts';
import type { TournamentPage, TournamentsPage } from '#core/pages/tournament-pages.ts';
import { EMPTY, THEMES } from '#core/picture/paint.ts';
import type { ReaderList } from '#core/wording/compose-context.ts';
import type { TemplatesByLanguage } from '#core/wording/mail-plan.ts';
import type { Phrase } from '#games/kit/refusal.ts';

/** `-size=13        the size of the board`; a long term is a line of its own. */
const TERM = /^(\S+)(?: {2,}(\S.*))?$/;
/** A line of the explanation. */
const REST = /^ {6,}(\S.*)$/;
/** Drawings have columns. */
const COLUMNS = / {3}/;

interface Definition {
  readonly term: string;
  readonly text: string;
}

/** The terms of an indented block, each with its explanation. null: the block is something else. */
export function parseDefinitions(block: string): readonly Definition[] | null {
  const found: Definition[] = [];
  for (const line of block.trimEnd().split('\n')) {
    const rest = REST.exec(line)?.[1];
    const last = found.at(-1);
    const [, term, text = ''] = TERM.exec(line) ?? [];
    if (rest !== undefined && last !== undefined)
      found[found.length - 1] = { term: last.term, text: `${last.text} ${rest}`.trim() };
    else if (term !== undefined) found.push({ term, text });
    else return null;
  }
  return found.every(({ text }) => text !== '' && !COLUMNS.test(text)) ? found : null;
}

export function createRulesRenderer(): (rules: string) => string {
  // HTML in a rules text stays text.
  const markdown = new MarkdownIt({ html: false });
  const { escapeHtml } = markdown.utils;
  markdown.core.ruler.push('code-blocks', ({ tokens }) => {
    for (const token of tokens.filter(({ type }) => type === 'code_block' || type === 'fence')) {
      const definitions = parseDefinitions(token.content);
      token.type = definitions === null ? 'code_block' : 'html_block';
      // The keyboard can scroll a block that is too wide. An indented block has its attributes at the element that scrolls.
      if (definitions === null) token.attrSet('tabindex', '0');
      else {
        const rows = definitions.map(
          ({ term, text }) => `<dt><code>${escapeHtml(term)}</code></dt><dd>${escapeHtml(text)}</dd>`,
        );
        token.content = `<dl class="terms">${rows.join('')}</dl>\n`;
      }
    }
  });
  return rules => markdown.render(rules);
}

/** Where a board is shown: on its own page, in a frame of any site, or in the inbox to be played on. */
export type BoardFrame = 'page' | 'embed' | 'play';

/** A part of the site, as its head and foot name it. */
type SitePart = 'play' | 'watch' | 'players' | 'rules' | 'standings' | 'tournaments' | 'inbox';

/** The frame around every page. */
interface Frame {
  readonly title: string;
  /** The part the page belongs to. Absent: none. */
  readonly part?: SitePart;
  /** The page's own path, if the head or the foot leads to it. */
  readonly path?: string;
  readonly feed?: string;
  /** What other programs show where they link to this page: a sentence, and the path of a picture. */
  readonly description?: string;
  readonly image?: string;
  /** A page without a head, for a frame. */
  readonly bare?: Exclude<BoardFrame, 'page'>;
}

export interface SiteFacts {
  /** The address players write to. */
  readonly address: string;
  /** Where the pages are reached from outside. '': unknown. */
  readonly webUrl: string;
  /** Ports of the embedded mail servers. null: there are none. */
  readonly connect: { readonly smtp: number; readonly imap: number } | null;
  /** Can mails be read and written in the browser? Then every page links to the inbox. */
  readonly hasInbox: boolean;
}

/** The page of a player, and on its first page what their last games tell. */
export interface PlayerView {
  readonly page: PlayerPage;
  readonly record: PlayerRecord | null;
}

/** The page where a visitor finds a game. */
export interface SeeksView {
  readonly page: SeeksPage;
  /** The command that opens a first game. null: there are no robots. */
  readonly firstGame: string | null;
}

/** The page where a reader leaves a list of mails. */
export interface UnsubscribeView {
  readonly kind: ReaderList['kind'];
  /** The boards that the reader follows. null: another list. */
  readonly followed: Phrase | null;
  /** Has the reader left the list? */
  readonly isDone: boolean;
}

export interface PageTemplates {
  readonly front: (page: FrontPage, language: Language) => string;
  readonly games: (tiles: readonly GameTile[], language: Language) => string;
  readonly game: (page: GamePage, language: Language) => string;
  readonly seeks: (view: SeeksView, language: Language) => string;
  readonly watch: (page: WatchPage, language: Language) => string;
  readonly players: (page: PlayersPage, language: Language) => string;
  readonly player: (view: PlayerView, language: Language) => string;
  readonly standings: (page: StandingsPage, language: Language) => string;
  readonly tournaments: (page: TournamentsPage, usualGame: string, language: Language) => string;
  readonly tournament: (page: TournamentPage, language: Language) => string;
  readonly board: (page: BoardPage, frame: BoardFrame, language: Language) => string;
  /** `facts`: data for the script of the page, as JSON. `domain`: the domain of every mailbox. */
  readonly inbox: (facts: string, domain: string, language: Language) => string;
  /** In place of the inbox, for a browser without its key. `host`: under which the inbox is asked for. */
  readonly locked: (host: string, language: Language) => string;
  /** null: the address is not one of this service. */
  readonly unsubscribe: (view: UnsubscribeView | null, language: Language) => string;
  readonly missing: (language: Language) => string;
}

/** The links to the steps of a game: their HTML link type and their sign. */
const STEPS = {
  first: { rel: 'first', sign: '|◀' },
  previous: { rel: 'prev', sign: '◀' },
  next: { rel: 'next', sign: '▶' },
  last: { rel: 'last', sign: '▶|' },
} as const;

const addQuery = (path: string, ...parts: readonly string[]): string => {
  const query = parts.filter(part => part !== '').join('&');
  return query === '' ? path : `${path}?${query}`;
};

/** JSON for a script element. It cannot end the element. */
const scriptData = (data: object): string => JSON.stringify(data).replaceAll('<', '\\u003c');

export function loadPageTemplates(root: string, templates: TemplatesByLanguage, facts: SiteFacts): PageTemplates {
  const eta = new Eta({ autoEscape: true, autoTrim: false });
  const folder = join(root, 'templates', 'web');
  for (const name of readdirSync(folder).filter(each => each.endsWith('.html')))
    eta.loadTemplate(`@${name}`, readFileSync(join(folder, name), 'utf8'));
  const render = (name: string, view: object, language: Language): string => {
    const sayInLanguage = createSayer(templates, language);
    const renderBoards = (heading: string, rows: readonly BoardRow[]): string =>
      eta.render('@boards.html', { say: sayInLanguage, heading, rows });
    return eta.render(`@${name}.html`, {
      ...{ ...facts, language },
      say: sayInLanguage,
      boards: renderBoards,
      ...createMailLinks(facts),
      ...view,
    });
  };
  const renderPage: RenderPage = (name, frame, view, language) =>
    render('layout', { ...frame, body: render(name, { ...frame, ...view }, language) }, language);
  return {
    ...createGamePages(renderPage, templates),
    ...createClubPages(renderPage, templates),
    inbox: (inboxFacts, domain, language) =>
      renderPage('inbox', { title: 'nexpost', part: 'inbox', path: '/inbox' }, { facts: inboxFacts, domain }, language),
    locked: (host, language) =>
      renderPage('locked', { title: 'nexpost', part: 'inbox', path: '/inbox' }, { host }, language),
    unsubscribe: (view, language) =>
      renderPage('unsubscribe', { title: createSayer(templates, language)('web-unsubscribe') }, { view }, language),
    missing: language => renderPage('missing', { title: 'nexpost' }, {}, language),
  };
}

type RenderPage = (name: string, frame: Frame, view: object, language: Language) => string;

type Sayer = (code: string, parts?: Phrase['parts']) => string;

const createSayer =
  (templates: TemplatesByLanguage, language: Language): Sayer =>
  (code, parts = {}) =>
    say(templates[language].sentences, { code, parts });

/** Links that start a mail with a command, in the inbox where there is one, else in a mail program. */
function createMailLinks({ address, hasInbox }: SiteFacts) {
  /** `notBy`: a userid that cannot give the command, as it is about their own. */
  const play = (command: string, notBy?: string): string =>
    `/inbox#${new URLSearchParams({ play: command, ...(notBy === undefined ? {} : { not: notBy }) }).toString()}`;
  const mailto = (subject: string): string => formatMailto(address, subject, null);
  const beginMail = (command: string): string => formatMailto(address, 'multiple', `signup yourname\r\n${command}\r\n`);
  return {
    mailto: (subject: string) => (hasInbox ? play(subject) : mailto(subject)),
    /** For players. */
    send: (command: string, notBy?: string) => (hasInbox ? play(command, notBy) : mailto(command)),
    /** For players and newcomers: both lines are in one mail. The inbox knows which of them it shows. */
    begin: (command: string) => (hasInbox ? play(command) : beginMail(command)),
    beginMail,
  };
}

function viewBoard(page: BoardPage, isEmbedded: boolean): object {
  const ply = page.ply === page.last ? '' : `ply=${page.ply}`;
  const pictureIn = (theme: string): string => addQuery(`${page.path}.svg`, ply, theme === 'dark' ? 'theme=dark' : '');
  return {
    // A stone lies on a cell: black ones are seen by night, too.
    cell: { ground: EMPTY, rim: THEMES.light.rim },
    ...{ page, isEmbedded, data: scriptData(page.data), heading: `${page.title} ${page.number}` },
    shown: { ...page.picture, light: pictureIn('light'), dark: pictureIn('dark'), alternative: page.alternative },
    file: (form: string) => addQuery(`${page.path}.${form}`, ['svg', 'png', 'txt', 'json'].includes(form) ? ply : ''),
    // Within a frame one stays within the frame.
    at: (href: string) => (isEmbedded ? href.replace(page.path, `${page.path}/embed`) : href),
    rel: (step: keyof typeof STEPS) => STEPS[step].rel,
    sign: (step: keyof typeof STEPS) => STEPS[step].sign,
  };
}

/** `Nex 106: alice – bob`, its status, and the picture of the position. */
function frameBoard(page: BoardPage, frame: BoardFrame): Frame {
  const players = [...new Set(page.seats.map(({ player }) => player))].join(' – ');
  const ply = page.ply === page.last ? '' : `ply=${page.ply}`;
  return {
    ...{ title: `${page.title} ${page.number}: ${players}`, part: 'watch', feed: `${page.path}.atom` },
    ...{ description: page.status, image: addQuery(`${page.path}.png`, ply) },
    ...(frame === 'page' ? {} : { bare: frame }),
  };
}

/** The pages about games and boards. */
function createGamePages(
  renderPage: RenderPage,
  templates: TemplatesByLanguage,
): Pick<PageTemplates, 'front' | 'games' | 'game' | 'watch' | 'board'> {
  const renderRules = createRulesRenderer();
  return {
    front: (page, language) => {
      const { picture, width, height, alternative, data } = page.board;
      const shown = { width, height, alternative, light: picture, dark: addQuery(picture, 'theme=dark') };
      const description = createSayer(templates, language)('web-lead');
      const frame = { title: 'nexpost', path: '/', description, image: picture.replace(/svg$/, 'png') };
      return renderPage('front', frame, { page, shown, data: scriptData(data) }, language);
    },
    games: (tiles, language) => {
      const title = createSayer(templates, language)('web-games');
      return renderPage('games', { title, part: 'rules', path: '/games' }, { tiles }, language);
    },
    game: (page, language) =>
      renderPage(
        'game',
        { title: page.title, part: 'rules', description: page.sentence, image: `${page.path}/drawing-1.png` },
        // The title stands above the button.
        { page, rules: renderRules(page.rules.replace(/^# [^\n]*\n/, '')) },
        language,
      ),
    watch: (page, language) => {
      const title = createSayer(templates, language)('web-watch');
      return renderPage('watch', { title, part: 'watch', path: '/watch' }, { page }, language);
    },
    board: (page, frame, language) =>
      renderPage('board', frameBoard(page, frame), viewBoard(page, frame === 'embed'), language),
  };
}

/** The pages about players and what they do together. */
function createClubPages(
  renderPage: RenderPage,
  templates: TemplatesByLanguage,
): Pick<PageTemplates, 'seeks' | 'players' | 'player' | 'standings' | 'tournaments' | 'tournament'> {
  const sayIn = (language: Language): Sayer => createSayer(templates, language);
  return {
    seeks: (view, language) =>
      renderPage('seeks', { title: sayIn(language)('web-nav-play'), part: 'play', path: '/seeks' }, view, language),
    players: (page, language) => {
      const title = sayIn(language)('web-nav-players');
      return renderPage('players', { title, part: 'players', path: '/players' }, { page }, language);
    },
    player: (view, language) => {
      const { userid, path } = view.page;
      return renderPage('player', { title: userid, part: 'players', feed: `${path}.atom` }, view, language);
    },
    standings: (page, language) => {
      const title = sayIn(language)('web-standings-of', { game: page.title });
      return renderPage('standings', { title, part: 'standings', path: page.path }, { page }, language);
    },
    tournaments: (page, usualGame, language) => {
      const title = sayIn(language)('web-nav-tournaments');
      return renderPage(
        'tournaments',
        { title, part: 'tournaments', path: '/tournaments' },
        { page, usualGame },
        language,
      );
    },
    tournament: (page, language) => {
      const title = sayIn(language)('web-tournament', { name: page.title });
      const description = `${page.terms} ${page.won === '' ? page.stand : page.won}`;
      return renderPage('tournament', { title, part: 'tournaments', description }, { page, heading: title }, language);
    },
  };
}
