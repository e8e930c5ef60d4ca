// The feature `ledger`: the log of all events of boards.
// An event is a text without names of people, addresses and words.
import { type Entry, type Match, ledgerShape } from '#core/board/match-document.ts';
import type { Instant } from '#core/kernel/time.ts';
import type { Feature } from '#core/writing/feature.ts';
import { must } from '#games/kit/assert.ts';
import type { PlayerRating } from '../ratings/rating.ts';

/** What the ledger holds of a board, and where. */
export type Entered = NonNullable<Match['entered']>;

/**
 * The first event. `salt`: a secret of the board, so that no event can be guessed from its hash. `at`: the board may be older than its first
 * event.
 */
export function createOpening(match: Match, at: Instant, salt: string, nameOf: (userid: string) => string): string {
  const { game, number, setup, swap, opened, begun, time, from, dealt, isUnrated } = match;
  const players = match.players.map(player => (player.kind === 'account' ? nameOf(player.userid) : null));
  const what = { game, number, setup, swap, players, opened, begun, time, from, dealt, isUnrated };
  return JSON.stringify({ kind: 'open', at, salt, ...what });
}

/** What the service has mailed and heard meanwhile is no event of a game. */
const LEFT_OUT: ReadonlySet<Entry['kind']> = new Set(['reminder', 'reminder-accepted', 'absence']);

/** An event is hashed as a text, so its fields are in one order. */
function formatEntry({ kind, ...fields }: Entry): string {
  return JSON.stringify({ kind, ...Object.fromEntries(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1))) });
}

/** The last event: the result, the ratings that changed by it, and what they were computed from. */
function formatEnd({ summary, rated }: Match, ratings: readonly (PlayerRating | null)[]): string {
  const { outcome, holders } = must(summary, 'a stored board has a summary');
  const before = ratings.map(rating => {
    if (rating === null) return null;
    const { value, deviation, volatility, at, robots } = rating;
    return { value, deviation, volatility, at, robots };
  });
  return JSON.stringify({ kind: 'end', outcome, holders, rated, before });
}

/** Does a change of a board enter events? Not before all seats are taken, and not after its end. `before` null: it is new. */
export const isEntering = (before: Match | null, { state, entered }: Match): boolean =>
  entered?.hasEnd !== true && (state === 'active' || (state === 'over' && before?.state !== 'over'));

const formatEntries = ({ record }: Match): readonly string[] =>
  record.filter(({ kind }) => !LEFT_OUT.has(kind)).map(formatEntry);

/** The events that were entered into the ledger. The board is not over. */
export const listEvents = (match: Match): readonly string[] =>
  match.entered === undefined
    ? []
    : [match.entered.opening, ...formatEntries(match).slice(0, match.entered.places.length - 1)];

/** The events after those. `ratings`: of the players before the change. */
export const listLaterEvents = (
  match: Match,
  opening: string,
  ratings: readonly (PlayerRating | null)[],
): readonly string[] => [
  ...(match.entered === undefined ? [opening] : []),
  ...formatEntries(match).slice(Math.max(0, (match.entered?.places.length ?? 1) - 1)),
  ...(match.state === 'over' ? [formatEnd(match, ratings)] : []),
];

export const ledger = {
  documents: {
    ledger: {
      schema: ledgerShape,
      folder: 'ledger',
      ifDamaged:
        'No event can be entered into the game log, so no board changes. Put a copy from a backup in its place',
    },
  },
} satisfies Feature;
