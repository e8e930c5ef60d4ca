// Files that mails carry: deadlines as iCalendar (RFC 5545), and the records of a game.
import type { AnyGame } from '#games/game.ts';
import type { Phrase } from '#games/kit/refusal.ts';
import { computeClock } from '../board/clocks/match-clock.ts';
import { hasLostRobot } from '../board/clocks/schedule.ts';
import { NO_STOPS, STOPS, type Stops, isServicePaused } from '../board/clocks/stops.ts';
import { createRecord, formatRecord } from '../board/game-record.ts';
import { type Match, userids } from '../board/match-document.ts';
import { type LoadedMatch, beginOf, matchStateOf, playerName, nameBoard } from '../board/match.ts';
import type { MatchRef } from '../kernel/documents.ts';
import type { State } from '../kernel/state.ts';
import { type Instant, dayOf } from '../kernel/time.ts';
import { type SpeakContext, sayPhrase } from './compose-context.ts';
import type { AttachedProof, TextFile } from './mail-plan.ts';

/** The one for other programs first. */
export function createRecordFiles(game: AnyGame, match: Match): readonly TextFile[] {
  const name = `${game.name}-${match.number}`;
  const ownFile: TextFile = { name: `${name}.json`, text: formatRecord(createRecord(game, match)) };
  if (game.record === null) return [ownFile];
  const { position, holders, plies, swapped, outcome } = matchStateOf(game, match);
  const text = game.record.write({
    ...{ position, setup: match.setup, moves: plies, outcome },
    players: holders.map(holder => playerName(match.players[holder])),
    swappedAfter: swapped?.after ?? null,
    date: dayOf(beginOf(match)),
  });
  return [{ name: `${name}.${game.record.extension}`, text }, ownFile];
}

export const attachProof = (board: MatchRef): AttachedProof => ({
  name: `${board.game}-${board.number}.proof.json`,
  proofOf: board,
});

/** The end of a player's time at a board. */
export interface Deadline {
  readonly loadedMatch: LoadedMatch;
  /** An index of match.players. */
  readonly player: number;
  readonly at: Instant;
  /** The number of changes that a deadline can follow from. It only grows, so a file with a higher one is newer. */
  readonly revision: number;
  /** When the last of these changes was made. */
  readonly revised: Instant;
}

/** The deadline of the player to move. null: no clock runs, or it is stopped, so that no instant can be told. */
export function findDeadline(loadedMatch: LoadedMatch, state: State, now: Instant): Deadline | null {
  const clock = computeClock(loadedMatch, state, now);
  if (clock === null || clock.isStopped || hasLostRobot(state, loadedMatch)) return null;
  const stops = state.get(`stops/${STOPS}`) ?? NO_STOPS;
  if (isServicePaused(stops)) return null;
  const { player, deadline: at, begun } = clock;
  const changes = listChanges(loadedMatch, player, state, stops);
  const revised = changes.reduce((latest, change) => Math.max(latest, change), begun);
  return { loadedMatch, player, at, revision: changes.length, revised };
}

/** When what the deadline follows from was changed. These lists only grow. */
function listChanges({ match }: LoadedMatch, player: number, state: State, stops: Stops): readonly Instant[] {
  const { calendar = [] } = state.account(playerName(match.players[player])) ?? {};
  return [
    ...[...match.record, ...calendar].map(({ at }) => at),
    ...[...stops.outages, ...stops.pauses].map(({ from, until }) => until ?? from),
  ];
}

/** What an event needs besides its deadline. `domain`: of the service's address. `url`: of the board's page; '' if it has none. */
interface EventContext {
  readonly speak: SpeakContext;
  readonly domain: string;
  readonly urlOf: (deadline: Deadline) => string;
}

/** `20261124T090000Z` */
export const formatUtc = (at: Instant): string => new Date(at).toISOString().replace(/[-:]|\.\d+/g, '');

export const escapeText = (text: string): string =>
  text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n?|\n/g, '\\n')
    .replace(/\p{Cc}/gu, '');

/** The octets of a line, without its end (RFC 5545 3.1). */
const LINE_OCTETS = 75;

/** Folds a line at 75 octets. A character stays whole, and a continued line begins with a blank. */
function foldLine(line: string): string {
  let folded = '';
  let octets = 0;
  for (const character of line) {
    const code = character.codePointAt(0) ?? 0;
    const length = code < 0x80 ? 1 : code < 0x8_00 ? 2 : code < 0x1_00_00 ? 3 : 4;
    if (octets + length > LINE_OCTETS) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += length;
  }
  return folded;
}

function listEventLines(context: EventContext, deadline: Deadline, stamp: Instant): readonly string[] {
  const { speak, domain, urlOf } = context;
  const { game, match } = deadline.loadedMatch;
  const reader = playerName(match.players[deadline.player]);
  const players = userids(match).filter(userid => userid !== reader);
  const parts = { ...nameBoard({ game, match }), players: players.join(', ') };
  const say = (phrase: Phrase): string => escapeText(sayPhrase(speak, phrase));
  const summary = say({ code: 'calendar-summary', parts });
  const text = say(players.length === 0 ? { code: 'calendar-text-alone', parts } : { code: 'calendar-text', parts });
  const url = urlOf(deadline);
  return [
    'BEGIN:VEVENT',
    // Programs recognise an event by its UID, so the next file of the same board and player replaces it.
    `UID:${match.game}-${match.number}-${deadline.player + 1}@${domain}`,
    `SEQUENCE:${deadline.revision}`,
    `DTSTAMP:${formatUtc(stamp)}`,
    `DTSTART:${formatUtc(deadline.at)}`,
    `SUMMARY:${summary}`,
    `DESCRIPTION:${text}`,
    ...(url === '' ? [] : [`URL:${url}`]),
    'TRANSP:TRANSPARENT',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${summary}`,
    'TRIGGER:-P1D',
    'END:VALARM',
    'END:VEVENT',
  ];
}

/** A calendar must hold something (RFC 5545 3.6), even without a deadline. */
const UTC_LINES = [
  ...['BEGIN:VTIMEZONE', 'TZID:Etc/UTC', 'BEGIN:STANDARD', 'DTSTART:19700101T000000'],
  ...['TZOFFSETFROM:+0000', 'TZOFFSETTO:+0000', 'END:STANDARD', 'END:VTIMEZONE'],
];

export const formatEvents = (properties: readonly string[], components: readonly string[]): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//nexpost//nexpost//EN',
    ...properties,
    ...components,
    'END:VCALENDAR',
    '',
  ]
    .map(foldLine)
    .join('\r\n');

/** How soon programs should read a feed again. */
const REFRESH = 'PT6H';

/** A feed of deadlines. It has the same bytes as long as nothing changes. */
export function formatCalendarFeed(context: EventContext, deadlines: readonly Deadline[]): string {
  const name = escapeText(sayPhrase(context.speak, { code: 'calendar-name', parts: {} }));
  const properties = [
    ...[`NAME:${name}`, `X-WR-CALNAME:${name}`],
    ...[`REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`, `X-PUBLISHED-TTL:${REFRESH}`],
  ];
  const events = deadlines.flatMap(deadline => listEventLines(context, deadline, deadline.revised));
  return formatEvents(properties, events.length === 0 ? UTC_LINES : events);
}

/** The file of one deadline, for a mail that is written `now`. */
export const createCalendarFile = (context: EventContext, deadline: Deadline, now: Instant): TextFile => ({
  name: `${deadline.loadedMatch.game.name}-${deadline.loadedMatch.match.number}.ics`,
  text: formatEvents([], listEventLines(context, deadline, now)),
});
