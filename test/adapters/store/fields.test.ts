// Whatever a document holds is there again after a restart, from the journal and from its file.
import { expect, it } from 'vitest';
import { openJsonStore } from '#adapters/store/json/index.ts';
import type { Account, DocumentKey, Documents, DocumentKind, Match, Stops } from '#core/state/documents.ts';
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
  rematch: 102,
  record: [
    { kind: 'move', text: 'b3,a3', at: 3 },
    { kind: 'swap', after: 1, at: 4 },
    { kind: 'addtime', by: 0, days: 3, at: 5 },
    { kind: 'reminder', what: 'nag', deadline: 9, at: 6 },
    { kind: 'reminder', what: 3_600_000, deadline: 9, at: 6 },
    { kind: 'reminder-accepted', sent: 6, at: 7 },
    { kind: 'retire', seat: 1, why: 'out-of-time', at: 10 },
  ],
};

const alice: Required<Account> = {
  ...account('alice'),
  inChat: true,
  answers: { nex: { isTaken: false, most: null }, hex: { isTaken: true, most: 3 } },
  blocked: ['mallory', 'trudy'],
  calendar: [
    { kind: 'zone', zone: 'Europe/Lisbon', at: 1 },
    { kind: 'weekends', off: true, at: 2 },
    { kind: 'booked', from: '2026-12-24', to: '2027-01-02', at: 3 },
    { kind: 'cancelled', from: '2027-01-01', to: '2027-01-02', spent: ['2027-01-01'], at: 4 },
  ],
};

const stops: Stops = { read: 9, outages: [{ from: 1, until: 2 }], pauses: [{ from: 3, until: 4 }, { from: 5, until: null }] }; // prettier-ignore

it('every field is kept', async () => {
  const dir = await newFolder();
  const documents: readonly (readonly [DocumentKey, Documents[DocumentKind]])[] = [
    ['account/alice', alice],
    ['match/nex/101', played],
    ['stops/all', stops],
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
