// Renders the HTML pages from the templates in templates/web, in the visitor's language.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Eta } from 'eta';
import MarkdownIt from 'markdown-it';
import type { Language } from '#core/kernel/languages.ts';
import { formatMailto } from '#core/mail/mailto.ts';
import type { TemplatesByLanguage } from '#core/wording/mail-plan.ts';
import type { BoardPage } from '#core/pages/board-page.ts';
import type { FrontPage } from '#core/pages/front-page.ts';
import type { GamePage } from '#core/pages/game-page.ts';
import type { BoardRow } from '#core/pages/lists.ts';
import type { PlayerPage } from '#core/pages/player-page.ts';
import { say } from '#core/kernel/sentence.ts';

/** Where a board is shown: on its own page, in a frame of any site, or in the inbox to be played on. */
export type BoardFrame = 'page' | 'embed' | 'play';

/** The frame around every page. */
interface Frame {
  readonly title: string;
  readonly feed?: string;
  /** A page without a head, for a frame. */
  readonly bare?: Exclude<BoardFrame, 'page'>;
}

export interface SiteFacts {
  /** The address players write to. */
  readonly address: string;
  /** Ports of the embedded mail servers. null: there are none. */
  readonly connect: { readonly smtp: number; readonly imap: number } | null;
  /** Can mails be read and written in the browser? Then the front page links to the inbox. */
  readonly hasInbox: boolean;
  /** The games, for the head of every page. */
  readonly shelf: readonly { readonly title: string; readonly path: string }[];
}

export interface PageTemplates {
  readonly front: (page: FrontPage, language: Language) => string;
  readonly game: (page: GamePage, language: Language) => string;
  readonly player: (page: PlayerPage, isFirst: boolean, language: Language) => string;
  readonly board: (page: BoardPage, frame: BoardFrame, language: Language) => string;
  /** `facts`: data for the script of the page, as JSON. `domain`: the domain of every mailbox. */
  readonly inbox: (facts: string, domain: string, language: Language) => string;
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

/** Renders rules texts. Code blocks get a tabindex, so that the keyboard can scroll them on narrow screens. */
function createMarkdown() {
  // HTML in a rules text stays text.
  const markdown = new MarkdownIt({ html: false });
  markdown.core.ruler.push('focusable-code', ({ tokens }) => {
    for (const token of tokens.filter(({ type }) => type === 'code_block' || type === 'fence')) {
      // An indented block has its attributes at the element that scrolls, a fenced one has not.
      token.type = 'code_block';
      token.attrSet('tabindex', '0');
    }
  });
  return markdown;
}

export function loadPageTemplates(root: string, templates: TemplatesByLanguage, facts: SiteFacts): PageTemplates {
  const eta = new Eta({ autoEscape: true, autoTrim: false });
  const folder = join(root, 'templates', 'web');
  for (const name of readdirSync(folder).filter(each => each.endsWith('.html')))
    eta.loadTemplate(`@${name}`, readFileSync(join(folder, name), 'utf8'));
  const markdown = createMarkdown();

  const render = (name: string, view: object, language: Language): string => {
    const sayInLanguage = (code: string, parts = {}): string => say(templates[language].sentences, { code, parts });
    const renderBoards = (heading: string, rows: readonly BoardRow[]): string =>
      eta.render('@boards.html', { say: sayInLanguage, heading, rows });
    return eta.render(`@${name}.html`, {
      ...facts,
      language,
      say: sayInLanguage,
      boards: renderBoards,
      mailto: (subject: string) => formatMailto(facts.address, subject, null),
      ...view,
    });
  };
  const renderPage = (name: string, frame: Frame, view: object, language: Language): string =>
    render('layout', { ...frame, body: render(name, { ...frame, ...view }, language) }, language);

  const boardView = (page: BoardPage, isEmbedded: boolean): object => {
    const ply = page.ply === page.last ? '' : `ply=${page.ply}`;
    return {
      page,
      data: scriptData(page.data),
      picture: (theme: string) => addQuery(`${page.path}.svg`, ply, theme === 'dark' ? 'theme=dark' : ''),
      file: (form: string) => addQuery(`${page.path}.${form}`, ['svg', 'png', 'txt', 'json'].includes(form) ? ply : ''),
      // Within a frame one stays within the frame.
      at: (href: string) => (isEmbedded ? href.replace(page.path, `${page.path}/embed`) : href),
      rel: (step: keyof typeof STEPS) => STEPS[step].rel,
      sign: (step: keyof typeof STEPS) => STEPS[step].sign,
    };
  };
  return {
    front: (page, language) => renderPage('front', { title: 'nexpost' }, { page }, language),
    game: (page, language) =>
      renderPage('game', { title: page.title }, { page, rules: markdown.render(page.rules) }, language),
    player: (page, isFirst, language) =>
      renderPage('player', { title: page.userid, feed: `${page.path}.atom` }, { page, isFirst }, language),
    board: (page, frame, language) => {
      const named = { title: `${page.title} ${page.number}`, feed: `${page.path}.atom` };
      const isEmbedded = frame === 'embed';
      const bare = frame === 'page' ? {} : { bare: frame };
      return renderPage('board', { ...named, ...bare }, { ...boardView(page, isEmbedded), isEmbedded }, language);
    },
    inbox: (facts, domain, language) => renderPage('inbox', { title: 'nexpost' }, { facts, domain }, language),
    missing: language => renderPage('missing', { title: 'nexpost' }, {}, language),
  };
}
