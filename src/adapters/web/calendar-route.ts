// The route of the private calendar feeds: one answer for every address that is not a feed.
import type { Hono } from 'hono';
import { writeCalendarFeed } from '#core/pages/feed.ts';
import type { Replies, Site } from './site.ts';

const CALENDAR = 'text/calendar; charset=utf-8';

export function addCalendarRoute(web: Hono, site: Site, { sendNotFound }: Replies): void {
  const { query, templates, clock, domain, webUrl } = site;
  web.get('/calendar/:file{[^/]+\\.ics}', async c => {
    const userid = await site.findFeedOwner(c.req.param('file').slice(0, -'.ics'.length));
    const feed =
      userid === null
        ? null
        : await query(state => writeCalendarFeed({ state, templates, domain, webUrl, now: clock.now() }, userid));
    if (feed === null) return sendNotFound(c);
    // Only the player's own program keeps it, and asks each time whether it has changed.
    return c.body(feed, 200, {
      'Content-Type': CALENDAR,
      'Cache-Control': 'private, no-cache',
      'X-Robots-Tag': 'noindex, nofollow',
    });
  });
}
