// Feeds: the moves of a board, the boards of a player (Atom), and deadlines (iCalendar).
import { escapeHtml } from '#core/writing/board/board-view.ts';
import { titleOf } from '#games/game.ts';
import type { LoadedMatch } from '#core/board/match.ts';
import { type MatchRef, matchRefOf } from '#core/kernel/documents.ts';
import { limits } from '#core/kernel/limits.ts';
import type { Instant } from '#core/kernel/time.ts';
import { findPlayerToMove } from '#core/board/acts/list.ts';
import { loadMatch } from '#core/board/acts/require-match.ts';
import { formatStatus } from '#core/writing/board-status.ts';
import { type Deadline, findDeadline, formatCalendarFeed } from '#core/writing/attached-files.ts';
import { type ComposeContext, sayPhrase } from '#core/writing/compose-context.ts';
import type { TemplatesByLanguage } from '#core/writing/mail-plan.ts';
import {
  findPlayerOnWeb,
  playerPath,
  type PageContext,
  boardPath,
  findBoardOnWeb,
  isOnWeb,
} from '#core/writing/on-web.ts';
import { movesShown } from './board-page.ts';
import { listNewestBoards, lastOf } from './lists.ts';

// Links are relative, so that a feed is the same whatever name the server is reached by.

interface Entry {
  /** The part that makes its name unique among entries, permanently. */
  readonly name: string;
  readonly path: string;
  readonly title: string;
  readonly at: Instant;
}

interface Feed {
  readonly title: string;
  readonly path: string;
  /** Where there is no entry yet. */
  readonly at: Instant;
  readonly entries: readonly Entry[];
}

const iso = (at: Instant): string => new Date(at).toISOString();

/** The permanent name of a feed or an entry (RFC 4151): `authority` is the domain of the service's address. */
const tagOf = (authority: string, path: string): string => `tag:${authority},2026:${path.slice(1)}`;

function atom({ title, path, at, entries }: Feed, authority: string): string {
  const updated = Math.max(at, ...entries.map(entry => entry.at));
  const items = entries.map(entry =>
    [
      '<entry>',
      `<id>${escapeHtml(tagOf(authority, entry.name))}</id>`,
      `<title>${escapeHtml(entry.title)}</title>`,
      `<updated>${iso(entry.at)}</updated>`,
      `<link rel="alternate" type="text/html" href="${escapeHtml(entry.path)}"/>`,
      '</entry>',
    ].join('\n'),
  );
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<id>${escapeHtml(tagOf(authority, path))}</id>`,
    `<title>${escapeHtml(title)}</title>`,
    `<updated>${iso(updated)}</updated>`,
    `<link rel="self" type="application/atom+xml" href="${escapeHtml(path)}.atom"/>`,
    `<link rel="alternate" type="text/html" href="${escapeHtml(path)}"/>`,
    '<author><name>nexpost</name></author>',
    ...items,
    '</feed>',
    '',
  ].join('\n');
}

/** The newest moves of a board, and how it ended; null: it is not on the web. */
export function writeBoardFeed(context: PageContext, ref: MatchRef, authority: string): string | null {
  const table = findBoardOnWeb(context.state, ref);
  if (table === null) return null;
  const { game, match, matchState } = table;
  const path = boardPath(match.game, match.number);
  const made = matchState.line.flatMap(entry => (entry.kind === 'move' ? [entry.at] : []));
  const moves = movesShown(context, table, matchState.plies.length).moves.map((move): Entry => ({
    ...{ name: move.href, path: move.href, at: made[move.ply - 1] ?? match.opened },
    title: `${move.ply}. ${move.side}: ${move.text}`,
  }));
  const entries = [...moves, ...resultOf(context, table)].slice(-limits.feedEntries).toReversed();
  return atom({ title: `${titleOf(game, match.setup)} ${match.number}`, path, at: match.opened, entries }, authority);
}

/** Nothing while the game goes on. A player who resigns makes no move that would tell of it. */
function resultOf(context: PageContext, table: LoadedMatch): readonly Entry[] {
  const { game, match } = table;
  if (match.state !== 'over') return [];
  const path = boardPath(game.name, match.number);
  const status = formatStatus({ ...table, message: { occasion: 'show', ply: null } }, -1);
  const title = status.map(phrase => sayPhrase(context, phrase)).join(' ');
  return [{ name: `${path}/result`, path, at: lastOf(table), title }];
}

/** The boards of a player, those where something happened last first; null: there is no such page. */
export function writePlayerFeed(context: PageContext, name: string, authority: string): string | null {
  const userid = name.toLowerCase();
  if (findPlayerOnWeb(context.state, userid) === null) return null;
  const pagePath = playerPath(userid);
  const boards = (['running', 'over'] as const).flatMap(state =>
    listNewestBoards(context, [`${state}/player/${userid}`]),
  );
  const entries = boards
    .toSorted((a, b) => b.at - a.at)
    .slice(0, limits.feedEntries)
    .map(({ path, at, title, number, players, status }): Entry => ({
      // Of a board itself its own feed is named.
      ...{ name: pagePath + path, path, at },
      title: `${title} ${number}, ${players.map(each => each.name).join(' - ')}: ${status}`,
    }));
  const title = sayPhrase(context, { code: 'web-boards-of', parts: { player: userid } });
  return atom({ title, path: pagePath, at: 0, entries }, authority);
}

// The feed of deadlines is private, so it also lists boards that are on no page.

/** How a feed is written. `webUrl`: where the pages are reached from outside; '' if that is not known. */
interface FeedContext extends Pick<ComposeContext, 'state' | 'now' | 'webUrl'> {
  readonly templates: TemplatesByLanguage;
  readonly domain: string;
}

/** The feed of this player, in the language of their mails. null: there is no such account. */
export function writeCalendarFeed(context: FeedContext, userid: string): string | null {
  const { state, templates, domain, webUrl } = context;
  const account = state.account(userid);
  if (account === null) return null;
  const speak = { templates: templates[account.settings.language] };
  const urlOf = ({ loadedMatch: { match } }: Deadline): string =>
    webUrl !== '' && isOnWeb(state, match) ? webUrl + boardPath(match.game, match.number) : '';
  return formatCalendarFeed({ speak, domain, urlOf }, listDeadlines(context, userid));
}

/** The deadlines of the player's newest running boards, the first deadline first. */
function listDeadlines({ state, now }: FeedContext, userid: string): readonly Deadline[] {
  const keys = state.newest(`running/player/${userid}`, null, limits.boardsInCalendar);
  state.requireDocuments(keys);
  return keys
    .flatMap(key => {
      const loadedMatch = loadMatch(state, matchRefOf(key));
      if (!loadedMatch.ok) return [];
      // Clocks need a replay.
      const isWaiting = findPlayerToMove(loadedMatch.value) === userid;
      return isWaiting ? (findDeadline(loadedMatch.value, state, now) ?? []) : [];
    })
    .toSorted((a, b) => a.at - b.at);
}
