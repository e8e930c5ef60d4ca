// Whatever a document holds is there again after a restart, from the journal and from its file.
import { expect, it } from 'vitest';
import type { Forgetting } from '#core/features/forgetting/forgetting.ts';
import { openJsonStore } from '#adapters/store/json/index.ts';
import type { Account } from '#core/players/account.ts';
import type { DocumentKey, Documents, DocumentKind } from '#core/kernel/documents.ts';
import type { Match } from '#core/board/match-document.ts';
import type { PlayerRating } from '#core/features/ratings/rating.ts';
import type { Seek } from '#core/features/seeks/seek.ts';
import type { Series, Tournament } from '#core/features/tournaments/tournament.ts';
import type { Stops } from '#core/board/clocks/stops.ts';
import { account, change, commit, match } from '#test/conformance/store.ts';
import { newFolder, quiet } from './support.ts';

const played: Required<Match> = {
  ...match(101, ['alice', 'bob']),
  players: [
    { kind: 'account', userid: 'alice' },
    { kind: 'account', userid: 'bob', isAsked: true },
  ],
  begun: 2,
  time: { nagtime: null, forfeittime: 5, totaltime: 90, increment: 1, cap: 90 },
  wake: 12,
  isRobotsTurn: true,
  rematch: 102,
  review: {
    told: [{ code: 'turning-opinion', parts: { player: 'bob', act: { code: 'review-move', parts: { number: 2 } } } }],
    graph: { chances: [0.5, null, 1], plies: [0, 1, 2], marked: [2], better: [{ ply: 1, move: 'c3,d3' }] },
  },
  submitted: { by: 'bob', text: 'c3,d4', comment: 'At last', ply: 1, takeBacks: 0 },
  notes: { alice: 'watch c3', bob: 'two\nlines' },
  thoughts: [{ text: 'Hm.', nonce: 'abc' }],
  from: { number: 99, ply: 1 },
  dealt: 2,
  subscribers: [{ userid: 'carol', wants: 'result' }],
  seeks: [12, 13],
  tournament: { number: 3, round: 2 },
  isTutorial: true,
  isUnrated: true,
  isOffWeb: true,
  rated: { at: 13, changes: [{ player: 0, before: 1500, after: 1662.310881, isProvisional: true }] },
  prepared: [{ by: 1, lines: ['if c2 then b4', 'else resign'], entries: 3, takeBacks: 1 }],
  entered: { opening: '{"kind":"open"}', head: 'aGVhZA==', places: [7, 9], sizes: [7], end: '{"kind":"end"}' },
  unheard: [{ by: 'alice', text: 'hello', reader: 'bob' }],
  summary: {
    digest: 7,
    moves: 1,
    holders: [1, 0],
    toMove: null,
    last: 10,
    outcome: { ranks: [1, 2], reason: 'absent' },
  },
  record: [
    { kind: 'move', text: 'b3,a3', isPrepared: true, at: 3 },
    { kind: 'swap', after: 1, isPrepared: true, at: 4 },
    { kind: 'addtime', by: 0, days: 3, at: 5 },
    { kind: 'reminder', what: 'nag', deadline: 9, at: 6 },
    { kind: 'reminder', what: 3_600_000, deadline: 9, at: 6 },
    { kind: 'reminder-accepted', sent: 6, at: 7 },
    { kind: 'absence', by: 1, since: 7, at: 8 },
    { kind: 'thought', by: 0, after: 1, at: 8 },
    { kind: 'retire', seat: 0, why: 'absent', at: 9 },
    { kind: 'retire', seat: 1, why: 'out-of-time', at: 10 },
  ],
};

const alice: Required<Account> = {
  ...account('alice'),
  inChat: true,
  leaves: 9,
  leftFrom: ['alice@example.test'],
  answers: { nex: { isTaken: false, most: null }, hex: { isTaken: true, most: 3 } },
  ban: { since: 3, until: 4 },
  blocked: ['mallory', 'trudy'],
  isOrganiser: true,
  friends: ['mallory', 'trudy'],
  begun: { nex: 3 },
  bounced: { 'alice@example.test': 7 },
  probed: { 'alice@example.test': 8 },
  absences: [
    { from: 2, until: 4, claimed: [{ game: 'nex', number: 102 }] },
    { from: 7, until: null, claimed: [], asked: [{ game: 'nex', number: 101, by: 1, at: 8 }] },
  ],
  subscriptions: [
    { kind: 'board', match: { game: 'nex', number: 101 } },
    { kind: 'standing', of: 'bob', game: 'hex' },
    { kind: 'standing', of: 'all', game: null },
  ],
  feed: { number: 2, isOn: true },
  former: { userid: 'guest101', at: 5 },
  renamedTo: 'fred',
  digest: { wake: 12, last: { day: '2026-12-24', at: 11 } },
  calendar: [
    { kind: 'zone', zone: 'Europe/Lisbon', at: 1 },
    { kind: 'weekends', off: true, at: 2 },
    { kind: 'booked', from: '2026-12-24', to: '2027-01-02', at: 3 },
    { kind: 'cancelled', from: '2027-01-01', to: '2027-01-02', spent: ['2027-01-01'], at: 4 },
  ],
  rests: [{ from: 1, until: 2 }],
};

const rating: PlayerRating = {
  ...{ game: 'nex', userid: 'alice', value: 1500.25, deviation: 90.5, volatility: 0.0599996 },
  ...{ won: 3, lost: 2, drawn: 1, late: 1, absent: 1, at: 12, robots: { month: '2026-12', games: { robot3: 2 } } },
};

const seek: Seek = {
  ...{ number: 12, userid: 'alice', game: 'nex', setup: { size: '11x11' }, isRated: true, code: 'club', games: 2 },
  time: { nagtime: null, forfeittime: 5, totaltime: 90, increment: 1, cap: 90 },
  ...{ rating: { least: 1400, most: 1700 }, boards: [101, 102], isRobotOffered: true, opened: 3, since: 3, wake: 4 },
};

const terms: Series['terms'] = {
  ...{
    game: 'nex',
    setup: { size: '11x11' },
    kind: 'swiss',
    atOnce: null,
    roundDays: null,
    club: null,
    against: null,
    isRated: true,
    name: 'cup',
    poolSize: 5,
    rounds: 4,
  },
  time: { nagtime: 3, forfeittime: 10, totaltime: 10, increment: 1.5, cap: 10 },
  entries: 8,
};

const tournament: Tournament = {
  ...{ ...terms, number: 3, starts: 7, organiser: 'alice', series: 'monthly-nex', state: 'running', opened: 3 },
  entrants: [{ userid: 'alice', rating: 1500.25, pool: 0, hasLeft: false }],
  pairings: [
    { round: 1, place: 0, first: 0, second: 1, board: 101, result: 'draw' },
    { round: 2, place: 1, first: 0, second: null, board: null, result: null },
  ],
  ...{ hasNews: true, hasDailyNews: true, roundEnds: null, daily: 9, wake: 10 },
};

const stops: Stops = { read: 9, outages: [{ from: 1, until: 2 }], pauses: [{ from: 3, until: 4 }, { from: 5, until: null }] }; // prettier-ignore

const forgetting: Forgetting = {
  ...{
    userid: 'eve',
    pseudonym: 'gone-abc',
    addresses: ['eve@example.test'],
    step: 'boards',
    after: 'nex 301',
    wake: 7,
  },
};

it('every field is kept', async () => {
  const dir = await newFolder();
  const documents: readonly (readonly [DocumentKey, Documents[DocumentKind]])[] = [
    ['account/alice', alice],
    ['match/nex/101', played],
    ['stops/all', stops],
    ['rating/nex/alice', rating],
    ['mailing/k7', { from: 'alice', text: 'hello\nall', at: 3, after: 'bob', isDone: false, wake: 5 }],
    ['seek/12', seek],
    ['seek/13', { ...seek, time: null, isRated: null, rating: null, code: null, boards: null }],
    ['tournament/3', tournament],
    ['series/monthly-nex', { id: 'monthly-nex', every: 'month', terms, entrants: ['alice', 'bob'], last: 3, wake: 9 }],
    ['forgetting/h7', forgetting],
    ['forgotten/h8', { at: 3, until: null }],
    ['forgotten/h9', { at: 3, until: 9 }],
    ['subscribers/all', { list: [{ userid: 'bob', wants: 'positions', game: null }] }],
  ];
  const first = await openJsonStore(dir, quiet);
  await commit(first, change('c1', documents));
  await first.close();
  // From the journal, and when it has been carried over from the files.
  for (let time = 0; time < 2; time++) {
    const again = await openJsonStore(dir, quiet);
    const read = await again.read(documents.map(([key]) => key));
    expect([...read.documents]).toEqual(documents);
    await again.close();
  }
});
