// The page with the button that ends mails, and the POST of mail providers that does so (RFC 8058).
// A GET changes nothing, since filters of mail servers follow every link.
import type { Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { subscriptionPhrase } from '#core/board/match-definition.ts';
import { say } from '#core/kernel/sentence.ts';
import type { Page } from '#core/writing/on-web.ts';
import type { ReaderList } from '#core/writing/compose-context.ts';
import { formatPolicy, webLimits } from './guard.ts';
import { type Site, languageOf } from './site.ts';

/** The field of the form, and its only value. */
const [FIELD, VALUE] = ['List-Unsubscribe', 'One-Click'];

/** The one form of the site. The mail that leads here may be shown in a frame, but the page may not. */
const FORM_POLICY = formatPolicy("form-action 'self'", "frame-ancestors 'none'");

export function addUnsubscribeRoute(web: Hono, { readerLists, render, catalogue, templates }: Site): void {
  const sendPage = (c: Context, list: ReaderList | null, isDone: boolean): Response => {
    c.header('Cache-Control', 'no-store');
    c.header('X-Robots-Tag', 'noindex, nofollow');
    c.header('Content-Security-Policy', FORM_POLICY);
    const followed = list?.kind === 'boards' ? subscriptionPhrase(catalogue, list.followed) : null;
    // null: the address is not one of this service. `followed` null: another list than that of boards.
    const view = list === null ? null : { kind: list.kind, followed, isDone };
    const language = languageOf(c);
    const title = say(templates[language].sentences, { code: 'web-unsubscribe', parts: {} });
    const page: Page = { template: 'unsubscribe', frame: { title }, view: { view } };
    return c.html(render(page, language), list === null ? 404 : 200);
  };
  const refuse = (c: Context, status: 400 | 413): Response =>
    c.text(`A POST to this address needs the form field ${FIELD}=${VALUE}, and no more.\n`, status);
  const limited = bodyLimit({ maxSize: webLimits.formBytes, onError: c => refuse(c, 413) });

  web.get('/unsubscribe/:token', async c => sendPage(c, await readerLists.find(c.req.param('token')), false));
  web.post('/unsubscribe/:token', limited, async c => {
    const form = new Map(Object.entries(await c.req.parseBody().catch(() => ({}))));
    if (form.get(FIELD) !== VALUE) return refuse(c, 400);
    return sendPage(c, await readerLists.leave(c.req.param('token')), true);
  });
}
