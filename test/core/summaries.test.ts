// Lists show boards without a replay, by summaries that are stored with the records and never differ from them.
import type { PageDefinition } from '#core/writing/on-web.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AnyGame } from '#games/game.ts';
import { must } from '#games/kit/assert.ts';
import { createRandom } from '#games/kit/random.ts';
import { findGame, games } from '#games/registry/index.ts';
import { createMemoryStore } from '#test/memory-store.ts';
import { loadTemplates } from '#adapters/templates/templates.ts';
import { matchStateOf, turnOf } from '#core/board/match.ts';
import type { BoardSummary, Match } from '#core/board/match-document.ts';
import { findFault, findSummary } from '#core/board/summary.ts';
import { DEFINITIONS } from '#core/features.ts';
import { playerPage, watchPage } from '#core/desk/pages/lists.ts';
import { buildPlayerRecord } from '#core/desk/pages/player-record.ts';
import { writeCalendarFeed } from '#core/desk/pages/feed.ts';
import type { State } from '#core/kernel/state.ts';
import type { Store } from '#service/ports.ts';
import { queryState } from '#service/load.ts';
import { limits } from '#core/kernel/limits.ts';
import { change, commit } from '#test/conformance/store.ts';
import { SEED } from '#test/seeds.ts';
import { type Lab, lab } from '#test/service/lab.ts';

let plays = 0;
const counted = games.map((game): AnyGame => {
  const play: AnyGame['play'] = (position, move) => {
    plays += 1;
    return game.play(position, move);
  };
  return { ...game, play };
});

/** As from a database, each time anew. */
function createCopyingStore(): Store {
  const store = createMemoryStore();
  return {
    ...store,
    read: async keys => {
      const snapshot = await store.read(keys);
      return { ...snapshot, documents: structuredClone(snapshot.documents) };
    },
  };
}

const words = loadTemplates(games.map(({ name }) => name));

const pageSize = ({ build }: PageDefinition, state: State): number =>
  JSON.stringify(
    build({ state, now: 0, templates: words.en }, { param: () => 'alice', query: () => undefined }, null)?.view,
  ).length;

async function openClub(): Promise<Lab> {
  const club = lab({ games: counted, store: createCopyingStore() });
  for (const name of ['alice', 'bob']) await club.write(name, `signup ${name}`);
  return club;
}

describe('without a replay', () => {
  let club: Lab;
  beforeAll(async () => {
    club = await openClub();
    for (let board = 101; board < 107; board++) {
      await club.write('alice', 'hex challenge -size=5 alice bob');
      for (const [i, move] of ['a1', 'b2', 'c3', 'd4'].entries())
        await club.write(i % 2 === 0 ? 'alice' : 'bob', `hex move ${board} ${move}`);
      if (board % 2 === 0) await club.write('bob', `hex resign ${board}`);
    }
  });

  it.each([
    ['games', 105],
    ['games next', 105],
    ['hex games all', 106],
    ['games alice all', 106],
    ['hex history alice', 106],
  ])('%s is answered', async (command, newest) => {
    const before = plays;
    const [list] = await club.write('alice', command);
    expect(list!.text).toMatch(new RegExp(`\\b${newest} +4 alice - bob`));
    expect(plays - before).toBe(0);
  });

  it.each<readonly [string, (state: State) => unknown]>([
    ['a player', state => pageSize(playerPage, state)],
    ['the games of a player', state => buildPlayerRecord({ state, now: 0, templates: words.en }, 'alice').games],
    ['what is played', state => pageSize(watchPage, state)],
    [
      'deadlines of a player who has none',
      state => writeCalendarFeed({ state, now: 0, templates: words, domain: 'a.test', webUrl: '' }, 'bob')?.length,
    ],
  ])('the page of %s is made', async (_, build) => {
    const before = plays;
    const catalogue = { games: counted, robots: [], ...DEFINITIONS };
    expect(await queryState(club.store, catalogue, build)).toBeGreaterThan(2);
    expect(plays - before).toBe(0);
  });
});

it('looks at a bounded number of boards for those that wait for a player', async () => {
  const read = new Set<string>();
  const store = createMemoryStore();
  const watched: Store = {
    ...store,
    read: keys => {
      for (const key of keys) if (key.startsWith('match/')) read.add(key);
      return store.read(keys);
    },
  };
  const club = lab({ games: counted, store: watched });
  for (const name of ['alice', 'bob']) await club.write(name, `signup ${name}`);
  await club.write('alice', 'hex challenge -size=5 alice bob');
  const match = await club.document('match/hex/101');
  const numbers = Array.from({ length: limits.boardsSearched + 20 }, (_, i) => 102 + i);
  await commit(
    store,
    change(
      'many',
      numbers.map(number => [`match/hex/${number}`, { ...match, number }]),
    ),
  );
  read.clear();
  const [list] = await club.write('alice', 'games next');
  expect(list!.text).toContain(`${numbers.at(-1)}`);
  expect(list!.text).not.toMatch(/\b101 +0 alice/);
  expect(read.size).toBe(limits.boardsSearched);
});

/** What the record says, by a replay. */
function summariseSlowly(stored: Match): Omit<BoardSummary, 'digest'> {
  const match = structuredClone(stored);
  const game = must(findGame(match.game) ?? undefined, 'a game of the shelf');
  const { plies, holders, line, outcome } = matchStateOf(game, match);
  return {
    ...{ moves: plies.length, holders, last: line.at(-1)?.at ?? null },
    toMove: turnOf(game, match, matchStateOf(game, match))?.player ?? null,
    outcome: outcome === null ? null : { ranks: outcome.ranks, reason: outcome.reason },
  };
}

const ACTS = [
  ...Array.from({ length: 16 }, (_, i) => `move 101 ${'abcd'.charAt(i & 3)}${(i >> 2) + 1}`),
  ...['swap 101', 'undo 101', 'yes 101', 'undo 101', 'yes 101', 'no 101', 'draw 101', 'addtime 101 2', 'show 101'],
];

describe('a stored summary', () => {
  it('is that of the record after every act', async () => {
    const random = createRandom(SEED);
    const club = await openClub();
    await club.write('alice', 'hex challenge -size=4 alice bob');
    for (let i = 0; i < 60; i++) {
      const act = i === 59 ? 'resign 101' : must(ACTS[random.below(ACTS.length)], 'one of them');
      await club.write(random.below(2) === 0 ? 'alice' : 'bob', `hex ${act}`);
      const match = await club.document('match/hex/101');
      const { digest, ...summary } = must(match.summary, 'a stored board has a summary');
      expect(summary, act).toEqual(summariseSlowly(match));
      // As it is read from a file, with the fields of entries in another order.
      const read = DEFINITIONS.documents.match.schema.parse(JSON.parse(JSON.stringify(match)));
      expect(findSummary(must(findGame('hex') ?? undefined, 'Hex'), read)).toEqual({ ok: true, value: read.summary });
      expect(digest).toBe(read.summary?.digest);
    }
  });

  it('is not believed if the record was changed', async () => {
    const club = await openClub();
    await club.write('alice', 'hex challenge -size=4 alice bob');
    await club.write('alice', 'hex move 101 a1');
    const match = structuredClone(await club.document('match/hex/101'));
    const changed = (text: string): Match => ({ ...match, record: [{ kind: 'move', text, at: 1 }] });
    expect(findFault(games, changed('z9'))).toMatch(/z9, is not legal/);
    expect(findFault(games, changed('b2'))).toBeNull();
    const hex = must(findGame('hex') ?? undefined, 'Hex');
    expect(findSummary(hex, changed('b2'))).not.toEqual({ ok: true, value: match.summary });
    expect(findSummary(hex, { ...changed('b2'), record: [] })).toMatchObject({ value: { moves: 0, last: null } });
  });
});
