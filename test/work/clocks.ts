// Clocks that a player makes work: by changes of their calendar, and by moves that are taken back.
import { games, findGame } from '#games/registry/index.ts';
import { must } from '#games/kit/assert.ts';
import type { CalendarChange } from '#core/kernel/calendar.ts';
import { computeBankLeft } from '#core/board/clocks/match-clock.ts';
import { computeTurnClock } from '#core/board/clocks/turn-clock.ts';
import { matchStateOf } from '#core/board/match.ts';
import type { DocumentKey, Documents } from '#core/kernel/documents.ts';
import type { Entry, Match } from '#core/board/match-document.ts';
import { DEFINITIONS } from '#core/features.ts';
import { createState } from '#core/kernel/state.ts';
import { DAY_MS, HOUR_MS } from '#core/kernel/time.ts';
import { account, match as exampleOf } from '#test/conformance/store.ts';

const BEGUN = Date.parse('2026-01-05T10:00:00Z');

/** Holidays booked and cancelled in turn, and weekends switched. */
function makeChanges(count: number): readonly CalendarChange[] {
  return Array.from({ length: count }, (_, n): CalendarChange => {
    const at = BEGUN + n * HOUR_MS;
    const [from, to] = ['2026-11-01', '2026-11-03'];
    if (n % 4 === 0) return { kind: 'booked', from, to, at };
    if (n % 4 === 2) return { kind: 'cancelled', from, to, spent: [], at };
    return { kind: 'weekends', off: n % 4 === 1, at };
  });
}

const readClock = (changes: readonly CalendarChange[]): void => {
  const facts = { begun: BEGUN, limit: 365 * DAY_MS, grants: [], stops: [], changes };
  computeTurnClock(facts, BEGUN + 300 * DAY_MS);
};

/** Black moves, asks for the move back and gets it, so many times. */
function makeBoard(takeBacks: number): Match {
  const record = Array.from({ length: takeBacks }, (_, n): readonly Entry[] => {
    const at = BEGUN + n * HOUR_MS;
    return [
      { kind: 'move', text: 'a1', at },
      { kind: 'proposal', what: 'undo', by: 0, at: at + 1 },
      { kind: 'vote', by: 1, accepts: true, at: at + 2 },
    ];
  }).flat();
  const time = { nagtime: null, forfeittime: 365, totaltime: 365, increment: 1, cap: 365 };
  const players = ['alice', 'bob'];
  return { ...exampleOf(101, players, 'active', 'hex'), setup: { size: '4x4' }, record, time, opened: BEGUN };
}

function readBank(match: Match, changes: readonly CalendarChange[]): void {
  const game = must(findGame('hex'), 'there is Hex');
  const known = new Map<DocumentKey, Documents[keyof Documents] | null>([
    ['account/alice', { ...account('alice'), calendar: changes }],
    ['stops/all', null],
  ]);
  const state = createState({ games, robots: [], ...DEFINITIONS }, known, () => undefined);
  computeBankLeft({ game, match, matchState: matchStateOf(game, match) }, 0, state, BEGUN + 300 * DAY_MS);
}

/** The board with a record that nobody has looked at. */
const copyOf = (match: Match): Match => ({ ...match, record: [...match.record] });

const TAKE_BACKS = [16, 32, 64, 128].map(count => ({ match: makeBoard(count), changes: makeChanges(count) }));

/** Each kind of work, and by how much there is to do: the same twice, four times as much and so on. */
export const cases = {
  'changes of the calendar in a turn': [4, 8, 16, 32, 64].map(count => {
    const changes = makeChanges(count);
    return () => readClock(changes);
  }),
  'take-backs, changes of the calendar between them': TAKE_BACKS.map(
    ({ match, changes }) =>
      () =>
        readBank(copyOf(match), changes),
  ),
  'take-backs that were looked at before': TAKE_BACKS.map(
    ({ match, changes }) =>
      () =>
        readBank(match, changes),
  ),
};
