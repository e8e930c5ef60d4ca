// What is handed to who makes pages: nothing private of anybody, whatever a document holds.
import { expect, it } from 'vitest';
import { publicView } from '#core/features.ts';
import type { Account } from '#core/players/account.ts';
import type { DocumentKey } from '#core/kernel/documents.ts';
import type { Match } from '#core/board/match-document.ts';
import { account, match } from '#test/conformance/store.ts';

const SECRET = 'sesame';

const board: Match = {
  ...match(101, ['alice', 'bob']),
  players: [
    { kind: 'account', userid: 'alice' },
    { kind: 'invited', address: `${SECRET}@example.test` },
  ],
  comment: { by: 'alice', text: SECRET },
  unheard: [{ by: 'alice', text: SECRET, reader: 'bob' }],
  threads: [{ root: `<${SECRET}@x>`, last: `<${SECRET}@x>` }, null],
  prepared: [{ by: 1, lines: [SECRET], entries: 3, takeBacks: 0 }],
  submitted: { by: 'bob', text: SECRET, comment: SECRET, ply: 1, takeBacks: 0 },
  notes: { alice: SECRET },
  subscribers: [{ userid: SECRET, wants: 'result' }],
};

const player: Account = {
  ...account('alice'),
  addresses: [`${SECRET}@example.test`],
  wanted: [`${SECRET}@example.test`],
  passwordHash: SECRET,
  passwordFrom: [SECRET],
  restorable: { addresses: [SECRET], at: 1 },
  bounced: { [SECRET]: 1 },
  blocked: [SECRET],
  answers: { [SECRET]: { isTaken: true, most: null } },
  subscriptions: [{ kind: 'standing', of: SECRET, game: null }],
};

it('holds nothing private of a board or an account', () => {
  expect(JSON.stringify(publicView('match/nex/101', board))).not.toContain(SECRET);
  expect(JSON.stringify(publicView('account/alice', player))).not.toContain(SECRET);
  expect(publicView('match/nex/101', board)).toMatchObject({ game: 'nex', number: 101, state: board.state });
});

it('holds no seek between friends, and any other as it is', () => {
  const terms = { game: 'nex', setup: {}, time: null, isRated: null, rating: null };
  const seek = { ...terms, number: 1, userid: 'alice', games: 1, boards: null, isRobotOffered: false };
  const times = { opened: 1, since: 1, wake: 2 };
  expect(publicView('seek/1', { ...seek, ...times, code: SECRET })).toBeNull();
  expect(publicView('seek/1', { ...seek, ...times, code: null })).toMatchObject({ userid: 'alice' });
});

it('holds nothing at all of what no page is made from', () => {
  const others = ['address', 'parked', 'alert', 'quota', 'optout', 'subscribers', 'mailing', 'forgotten', 'counter'];
  for (const kind of others) expect(publicView(`${kind}/x` as DocumentKey, { next: 1 }), kind).toBeNull();
});
