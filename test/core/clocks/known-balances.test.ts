// The time left for all moves, looked at again and again while calendars and outages change, compared with a first look.
import { expect, it } from 'vitest';
import { findGame, games } from '#games/registry/index.ts';
import { createRandom } from '#games/kit/random.ts';
import type { CalendarChange } from '#core/kernel/calendar.ts';
import { computeBankLeft } from '#core/board/clocks/match-clock.ts';
import { DAY_MS, HOUR_MS, type Instant, type TimeSpan } from '#core/kernel/time.ts';
import { type LoadedMatch, matchStateOf } from '#core/board/match.ts';
import type { DocumentKey, Documents } from '#core/kernel/documents.ts';
import type { Entry, Match } from '#core/board/match-document.ts';
import { DEFINITIONS } from '#core/features.ts';
import { createState } from '#core/kernel/state.ts';
import { account, match as exampleOf } from '#test/conformance/store.ts';

const BEGUN = Date.parse('2026-10-19T10:00:00Z');
const hex = findGame('hex')!;
const time = { nagtime: null, forfeittime: 30, totaltime: 6, increment: 1, cap: 8 };

const tableOf = (match: Match): LoadedMatch => ({ game: hex, match, matchState: matchStateOf(hex, match) });

/** What is known of the board's players and of outages at some moment. */
interface Moment {
  readonly changes: readonly CalendarChange[];
  readonly outages: readonly TimeSpan[];
  readonly now: Instant;
}

function readBanks(table: LoadedMatch, { changes, outages, now }: Moment): readonly (number | null)[] {
  const known = new Map<DocumentKey, Documents[keyof Documents] | null>([
    ['account/alice', { ...account('alice'), calendar: changes }],
    ['account/bob', account('bob')],
    ['stops/all', { read: now, outages, pauses: [] }],
  ]);
  const state = createState({ games, robots: [], ...DEFINITIONS }, known, () => undefined);
  return [0, 1].map(player => computeBankLeft(table, player, state, now));
}

it.each([1, 2, 3, 4, 5, 6, 7, 8])('is the same at every look (game %i)', seed => {
  const rng = createRandom(seed);
  const record: Entry[] = [];
  let changes: readonly CalendarChange[] = [];
  let outages: readonly TimeSpan[] = [];
  let now = BEGUN;
  const match: Match = {
    ...exampleOf(101, ['alice', 'bob'], 'active', 'hex'),
    setup: { size: '5x5' },
    time,
    opened: BEGUN,
  };
  for (let ply = 0; ply < 20; ply++) {
    now += (1 + rng.below(40)) * HOUR_MS;
    const dice = rng.below(6);
    if (dice === 0) changes = [...changes, { kind: 'weekends', off: rng.below(2) === 0, at: now }];
    if (dice === 1) changes = [...changes, { kind: 'zone', zone: rng.below(2) === 0 ? 'Asia/Tokyo' : 'UTC', at: now }];
    if (dice === 2) outages = [...outages, { from: now - (1 + rng.below(30)) * HOUR_MS, until: now }];
    if (dice === 3) record.push({ kind: 'addtime', by: rng.below(2), days: 1, at: now });
    if (dice === 4 && ply > 2) {
      record.push({ kind: 'proposal', what: 'undo', by: ply % 2, at: now });
      record.push({ kind: 'vote', by: 1 - (ply % 2), accepts: true, at: now });
      ply -= 2;
    } else record.push({ kind: 'move', text: `${'abcde'[Math.floor(ply / 5)]!}${(ply % 5) + 1}`, at: now });
    if (record.length > 60) break;
    const moment = { changes, outages, now: now + DAY_MS };
    // One table for all looks, and one that nobody has looked at.
    const seen = tableOf({ ...match, record: [...record] });
    for (const earlier of [{ ...moment, changes: changes.slice(0, -1) }, { ...moment, outages: [] }, moment])
      expect(readBanks(seen, earlier)).toEqual(readBanks(tableOf({ ...match, record: [...record] }), earlier));
  }
});
