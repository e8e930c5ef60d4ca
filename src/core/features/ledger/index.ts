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
  const { game, number, setup, swap, opened, begun, time, from, dealt, isUnrated, isTutorial } = match;
  const players = match.players.map(player => (player.kind === 'account' ? nameOf(player.userid) : null));
  const what = { game, number, setup, swap, players, opened, begun, time, from, dealt, isUnrated, isTutorial };
  return JSON.stringify({ kind: 'open', at, salt, ...what });
}

/** What the service has mailed and heard meanwhile is no event of a game. */
const LEFT_OUT: ReadonlySet<Entry['kind']> = new Set(['reminder', 'reminder-accepted', 'absence']);

/** An event is hashed as a text, so its fields are in one order. */
function formatEntry({ kind, ...fields }: Entry): string {
  return JSON.stringify({ kind, ...Object.fromEntries(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1))) });
}

/** The last event: the result, the ratings that changed by it and those before, and the checkpoints that the players know. */
function formatEnd(
  { state, summary, rated }: Match,
  ratings: readonly (PlayerRating | null)[],
  sizes: readonly number[],
): string {
  const { outcome, holders } = must(summary, 'a stored board has a summary');
  const before = ratings.map(rating => {
    if (rating === null) return null;
    const { game: _, userid: __, ...values } = rating;
    return values;
  });
  return JSON.stringify({ kind: 'end', state, outcome, holders, rated, before, sizes });
}

/** Not before all seats are taken, and not after the end. `before` null: the board is new. */
const isEntering = (before: Match | null, { state, entered }: Match): boolean =>
  entered?.end === undefined &&
  (state === 'active' ||
    (state === 'over' && before?.state !== 'over') ||
    (state === 'removed' && entered !== undefined));

/** Thoughts are entered with their words, which the proof tells after the end. */
function formatEntries({ record, thoughts = [] }: Match): readonly string[] {
  const words = thoughts.values();
  return record
    .filter(({ kind }) => !LEFT_OUT.has(kind))
    .map(entry => formatEntry(entry.kind === 'thought' ? { ...entry, ...words.next().value } : entry));
}

/** What else belongs to the events of a change. */
export interface ChangedBoard {
  /** null: the board is new. */
  readonly before: Match | null;
  readonly open: () => string;
  /** The ratings of its players before the change. */
  readonly ratings: readonly (PlayerRating | null)[];
  /** The checkpoint that its mails carry. */
  readonly size: number;
}

/** What is entered of a board after a change, but for the new places and the head, and the new events. null: there are none. */
export function enterEvents(
  match: Match,
  { before, open, ratings, size }: ChangedBoard,
): { readonly entered: Entered; readonly events: readonly string[] } | null {
  if (!isEntering(before, match)) return null;
  const { places = [], ...known } = match.entered ?? { opening: open(), head: '', sizes: [] };
  const sizes = [...new Set([...known.sizes, size])].sort((a, b) => a - b);
  const end = match.state === 'active' ? null : formatEnd(match, ratings, sizes);
  const events = [
    ...(places.length === 0 ? [known.opening] : []),
    ...formatEntries(match).slice(Math.max(0, places.length - 1)),
    ...(end === null ? [] : [end]),
  ];
  return events.length === 0
    ? null
    : { entered: { ...known, places, sizes, ...(end === null ? {} : { end }) }, events };
}

/** All events that were entered. */
export function listEvents(match: Match, { opening, places, end }: Entered): readonly string[] {
  const ends = end === undefined ? [] : [end];
  return [opening, ...formatEntries(match).slice(0, places.length - 1 - ends.length), ...ends];
}

export const ledger = {
  documents: {
    ledger: {
      schema: ledgerShape,
      folder: 'ledger',
      ifDamaged:
        'Games end without a proof, or if it is one of the newest parts, no board changes. Restore a backup of everything: the game log and the boards belong together',
    },
  },
} satisfies Feature;
