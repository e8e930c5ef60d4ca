// The files of a tournament for other programs: its games (CSV) and its days (iCalendar).
import { DAY_MS, type Instant } from '#core/kernel/time.ts';
import { escapeText, formatEvents, formatUtc } from '#core/writing/attached-files.ts';
import { sayPhrase } from '#core/writing/compose-context.ts';
import { type SiteContext, type PageRequest, filterShownPlayers, tournamentPath } from '#core/writing/on-web.ts';
import { standOf, termsOf, titleOf } from './mails.ts';
import { lastRound, pointsOf, type Tournament, tournamentLimits } from './tournament.ts';

/** RFC 4180. No field can be taken for a formula: userids begin with a letter. */
const formatRow = (fields: readonly (string | number | null)[]): string =>
  `${fields.map(each => each ?? '').join(',')}\r\n`;

/** The games in the order of their rounds. Players who want no page are `-`, and their boards are not named. */
function writeTable({ state }: SiteContext, { entrants, pairings }: Tournament): string {
  const shown = new Set(filterShownPlayers(state, entrants).map(({ userid }) => userid));
  const rows = pairings.map(pairing => {
    const { round, first, second, board } = pairing;
    const names = [first, second].map(index => (index === null ? '' : (entrants[index]?.userid ?? '')));
    const told = names.map(name => (name === '' || shown.has(name) ? name : '-'));
    const points = [pointsOf(pairing, first), second === null ? null : pointsOf(pairing, second)];
    return formatRow([round, (entrants[first]?.pool ?? 0) + 1, ...told, ...points, told.includes('-') ? null : board]);
  });
  return (
    formatRow(['round', 'pool', 'first', 'second', 'points of first', 'points of second', 'board']) + rows.join('')
  );
}

/** Its begin, and the end of its last round. */
function writeEvents(context: SiteContext, tournament: Tournament): string {
  const { number, opened, starts, roundEnds, state } = tournament;
  const { webUrl, domain } = context;
  const title = sayPhrase(context, { code: 'web-tournament', parts: { name: titleOf(context, tournament) } });
  const text = `${termsOf(context, tournament)}. ${standOf(context, tournament, 'UTC')}`;
  const [round, end] = [lastRound(tournament), state === 'running' ? roundEnds : null];
  const eventOf = (id: string, at: Instant, summary: string): readonly string[] => [
    ...['BEGIN:VEVENT', `UID:${id}@${domain}`, `DTSTAMP:${formatUtc(opened)}`, `DTSTART:${formatUtc(at)}`],
    ...[`SUMMARY:${escapeText(summary)}`, `DESCRIPTION:${escapeText(text)}`],
    ...(webUrl === '' ? [] : [`URL:${webUrl}${tournamentPath(number)}`]),
    ...['TRANSP:TRANSPARENT', 'END:VEVENT'],
  ];
  const ends = sayPhrase(context, { code: 'tournament-round-ends', parts: { name: title, round } });
  return formatEvents(
    [],
    [
      ...eventOf(`tournament-${number}`, starts ?? opened + tournamentLimits.tournamentWaitDays * DAY_MS, title),
      ...(end === null ? [] : eventOf(`tournament-${number}-round-${round}`, end, ends)),
    ],
  );
}

type Write = (context: SiteContext, tournament: Tournament) => string;

/** Writes the file of the tournament in a path. */
const fileBy =
  (write: Write) =>
  (context: SiteContext, { param }: PageRequest): string | null => {
    const tournament = context.state.get(`tournament/${Number(param('number'))}`);
    return tournament === null ? null : write(context, tournament);
  };

export const formats = { 'games.csv': fileBy(writeTable), 'begin.ics': fileBy(writeEvents) };
