// Atom feeds (RFC 4287): the moves of a board, the boards of a player. Links are relative, so that a feed is the same whatever name the server is reached by.
import { tell } from '../messages/compose-context.ts';
import { limits } from '../limits.ts';
import type { MatchRef } from '../state/documents.ts';
import type { Instant } from '../time.ts';
import { movesShown } from './board-page.ts';
import { boardOnWeb } from './on-web.ts';
import { boardPath, type PageContext } from './page-context.ts';
import { playerPage } from './player-page.ts';

interface Entry {
  /** Of the whole feed one path, of each entry another: what makes its name. */
  readonly path: string;
  readonly title: string;
  readonly at: Instant;
  readonly authors: readonly string[];
}

interface Feed {
  readonly title: string;
  readonly path: string;
  /** Where there is no entry yet. */
  readonly at: Instant;
  readonly entries: readonly Entry[];
}

const escaped = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

const iso = (at: Instant): string => new Date(at).toISOString();

/** The name of a feed or an entry, for good (RFC 4151): `authority` is the domain of the service's address. */
const tagOf = (authority: string, path: string): string => `tag:${authority},2026:${path.slice(1)}`;

function atom({ title, path, at, entries }: Feed, authority: string): string {
  const updated = Math.max(at, ...entries.map(entry => entry.at));
  const items = entries.map(entry =>
    [
      '<entry>',
      `<id>${escaped(tagOf(authority, entry.path))}</id>`,
      `<title>${escaped(entry.title)}</title>`,
      `<updated>${iso(entry.at)}</updated>`,
      ...entry.authors.map(name => `<author><name>${escaped(name)}</name></author>`),
      `<link rel="alternate" type="text/html" href="${escaped(entry.path)}"/>`,
      '</entry>',
    ].join('\n'),
  );
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<id>${escaped(tagOf(authority, path))}</id>`,
    `<title>${escaped(title)}</title>`,
    `<updated>${iso(updated)}</updated>`,
    `<link rel="self" type="application/atom+xml" href="${escaped(path)}.atom"/>`,
    `<link rel="alternate" type="text/html" href="${escaped(path)}"/>`,
    '<author><name>nexpost</name></author>',
    ...items,
    '</feed>',
    '',
  ].join('\n');
}

/** The newest moves of a board; null: it is not on the web. */
export function boardFeed(context: PageContext, ref: MatchRef, authority: string): string | null {
  const table = boardOnWeb(context.state, ref);
  if (table === null) return null;
  const { game, match, matchState } = table;
  const path = boardPath(match.game, match.number);
  const made = matchState.line.flatMap(entry => (entry.kind === 'move' ? [entry.at] : []));
  const entries = movesShown(context, table, matchState.plies.length)
    .moves.map((move): Entry => ({
      ...{ path: move.href, at: made[move.ply - 1] ?? match.opened, authors: [] },
      title: `${move.ply}. ${move.side}: ${move.text}`,
    }))
    .slice(-limits.feedEntries)
    .toReversed();
  return atom({ title: `${game.title} ${match.number}`, path, at: match.opened, entries }, authority);
}

/** The boards of a player, those where something happened last first; null: there is no such page. */
export function playerFeed(context: PageContext, userid: string, authority: string): string | null {
  const page = playerPage(context, userid, null);
  if (page === null) return null;
  const entries = [...page.running, ...page.results]
    .toSorted((a, b) => b.at - a.at)
    .slice(0, limits.feedEntries)
    .map(({ path, at, title, number, players, status }): Entry => ({
      ...{ path, at, authors: [] },
      title: `${title} ${number}, ${players.join(' - ')}: ${status}`,
    }));
  const title = tell(context, { code: 'web-boards-of', parts: { player: userid } });
  return atom({ title, path: page.path, at: 0, entries }, authority);
}
