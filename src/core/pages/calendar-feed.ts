// Writes the calendar feed of a player: the deadlines of the boards where it is their turn.
// It is private, so it also lists boards that are on no page.
import { loadMatch } from '../matches/require-match.ts';
import { findPlayerToMove } from '../matches/list.ts';
import { limits } from '../kernel/limits.ts';
import { matchRefOf } from '../kernel/documents.ts';
import type { State } from '../kernel/state.ts';
import type { Instant } from '../kernel/time.ts';
import { isOnWeb } from '../wording/on-web.ts';
import { type Deadline, findDeadline, formatCalendarFeed } from '../wording/calendar-file.ts';
import type { TemplatesByLanguage } from '../wording/mail-plan.ts';
import { boardPath } from '../wording/page-context.ts';

/** How a feed is written. `webUrl`: where the pages are reached from outside; '' if that is not known. */
export interface FeedContext {
  readonly state: State;
  readonly now: Instant;
  readonly templates: TemplatesByLanguage;
  readonly domain: string;
  readonly webUrl: string;
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
  state.requireLoaded(keys.map(key => ({ kind: 'document', key })));
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
