// The parts the web site is served from, and the common replies of its routes.
import type { Context, Hono } from 'hono';
import { accepts } from 'hono/accepts';
import { FIRST_LANGUAGE, type Language, LANGUAGES } from '#core/kernel/sentence.ts';
import type { TemplatesByLanguage } from '#core/writing/mail-plan.ts';
import type { Page, PageContext } from '#core/writing/on-web.ts';
import type { Catalogue, State } from '#core/kernel/state.ts';
import type { Clock, Raster } from '#service/ports.ts';
import type { GuardContext } from './guard.ts';
import type { Monitored } from './monitor-routes.ts';
import type { RenderPage } from './page-templates.ts';
import type { ReaderLists } from './messages.ts';

export interface Site extends GuardContext, Monitored {
  readonly query: <Answer>(question: (state: State) => Answer | null) => Promise<Answer | null>;
  readonly catalogue: Catalogue;
  readonly templates: TemplatesByLanguage;
  readonly render: RenderPage;
  readonly raster: Pick<Raster, 'png'>;
  readonly clock: Pick<Clock, 'now'>;
  /** The domain of the service's address, used in the ids of feeds. */
  readonly domain: string;
  /** Where the pages are reached from outside. '': that is not known. */
  readonly webUrl: string;
  /** The userid of the player whose calendar feed has this token. null: there is none. */
  readonly findFeedOwner: (token: string) => Promise<string | null>;
  readonly readerLists: ReaderLists;
  /** The folder of the package. */
  readonly root: string;
  /** Adds the routes of the inbox. null: there is no inbox. */
  readonly addInbox: ((web: Hono, site: Site, replies: Replies) => void) | null;
}

type Reply = Response | Promise<Response>;

/** The replies that the routes share. */
export interface Replies {
  /** The answer to a question about stored data, in the visitor's language. */
  readonly answer: <Answer>(c: Context, question: (context: PageContext) => Answer | null) => Promise<Answer | null>;
  readonly sendNotFound: (c: Context) => Reply;
  /** A page. null: not found. */
  readonly sendPage: (c: Context, page: Page | null) => Reply;
  /** A file of this content type. null: not found. */
  readonly sendFile: (c: Context, type: string, content: string | Uint8Array | null) => Reply;
}

/** The visitor's language. 'pt-BR' selects 'pt'. */
export const languageOf = (c: Context): Language =>
  accepts(c, {
    ...{ header: 'Accept-Language', supports: [...LANGUAGES], default: FIRST_LANGUAGE },
    match: accepted =>
      accepted
        .toSorted((a, b) => b.q - a.q)
        .flatMap(({ type }) => LANGUAGES.filter(language => language === type.split('-')[0]?.toLowerCase()))[0] ??
      FIRST_LANGUAGE,
  }) as Language;

const MISSING: Page = { template: 'missing', frame: { title: 'nexpost' }, view: {} };

export function createReplies({ query, render, templates, clock }: Site): Replies {
  const sendNotFound: Replies['sendNotFound'] = c => c.html(render(MISSING, languageOf(c)), 404);
  return {
    sendNotFound,
    answer: (c, question) => query(state => question({ state, templates: templates[languageOf(c)], now: clock.now() })),
    sendPage: (c, page) => (page === null ? sendNotFound(c) : c.html(render(page, languageOf(c)))),
    sendFile: (c, type, content) =>
      content === null ? sendNotFound(c) : c.body(content as string, 200, { 'Content-Type': type }),
  };
}
