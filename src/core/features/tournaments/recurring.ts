// Recurring tournaments: in each period one is open for entries. It begins with the next period.
import { followEvents } from '#core/board/acts/announce.ts';
import type { RequestContext } from '#core/writing/feature.ts';
import { type AnyGame, findNamedGame, addTypedOptions } from '#games/game.ts';
import { no, ok, type Result } from '#games/kit/result.ts';
import type { Consequence } from '#core/players/message.ts';
import { beginSeason } from './league.ts';
import { parseTournamentTerms } from './tournament-options.ts';
import { parseLine } from '#core/kernel/words.ts';
import { type Refused, refused } from '#core/kernel/refusal.ts';
import { type Instant, DAY_MS } from '#core/kernel/time.ts';
import type { Series, RecurringTerms } from './tournament.ts';
import { apply, type State } from '#core/kernel/state.ts';
import type { Event } from '#core/kernel/documents.ts';
import { createTournament, addEntrant } from './organise.ts';

/** As the operator writes it: the options are those of `tournament open`, in one text. */
export interface TypedRecurring extends Pick<RecurringTerms, 'id' | 'every'> {
  readonly game: string;
  readonly options: string;
}

export function readRecurring(
  games: readonly AnyGame[],
  { id, every, game, options }: TypedRecurring,
): Result<RecurringTerms, Refused> {
  const named = findNamedGame(games, game);
  const line = parseLine(options);
  if (named === null) return no(refused('tournament-game', { game: games[0]?.name ?? '' }));
  const read = parseTournamentTerms(named.game, addTypedOptions(named, line.options));
  if (!read.ok) return read;
  const { day, ...terms } = read.value;
  // Its beginning is that of a period.
  if (day !== null || line.words.length > 0) return no(refused('tournament-option', { option: 'start', allowed: '—' }));
  return ok({ id, every, terms: { ...terms, entries: null, name: terms.name ?? id } });
}

const MONDAY = 1;

/** Monday, or the first of the month, 00:00 UTC. */
export function nextPeriod(every: Series['every'], now: Instant): Instant {
  const date = new Date(now);
  if (every === 'month') return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
  const today = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate());
  return today + ((MONDAY - date.getUTCDay() + 6) % 7) * DAY_MS + DAY_MS;
}

/** The recurring tournaments, as the operator has configured them now. */
export interface RecurringConfigured {
  readonly kind: 'recurring-configured';
  readonly recurring: readonly RecurringTerms[];
}

/** Updates the stored series to the configuration. A series that is not configured any more ends with its open tournament. */
export function updateRecurring(
  state: State,
  { recurring: configured }: RecurringConfigured,
  { now }: RequestContext,
): Consequence | null {
  const stored = state.listDocuments('kind/series');
  const gone = stored.filter(({ id, wake }) => wake !== null && configured.every(each => each.id !== id));
  return followEvents(state, [
    ...gone.map((series): Event => ({ kind: 'series-changed', series: { ...series, wake: null } })),
    ...configured.flatMap((each): readonly Event[] => {
      const known = stored.find(({ id }) => id === each.id);
      // A series that had ended opens a tournament at once.
      const { entrants = [], last = null } = known ?? {};
      const series = { ...each, entrants, last, wake: known?.wake ?? now };
      const isSame = known?.every === series.every && known.wake === series.wake;
      if (isSame && JSON.stringify(known.terms) === JSON.stringify(series.terms)) return [];
      return [{ kind: 'series-changed', series }];
    }),
  ]);
}

/** The next one is open, with all who are entered every time. */
export function decideSeries(state: State, series: Series, now: Instant): Consequence {
  const starts = nextPeriod(series.every, now);
  if (series.terms.kind === 'league') return beginSeason(state, series, { now, next: starts });
  const open = createTournament(state, { ...series.terms, starts }, { organiser: null, series: series.id, now });
  const tournament = series.entrants.reduce((entered, userid) => addEntrant(entered, userid, now), open);
  const events: readonly Event[] = [
    { kind: 'tournament-opened', tournament },
    { kind: 'series-changed', series: { ...series, last: tournament.number, wake: starts } },
  ];
  return { messages: [], state: events.reduce(apply, state) };
}
