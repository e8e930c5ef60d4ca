// The ledger in a service: what mails tell of it, what is entered, and what never is.
import { beforeEach, expect, it } from 'vitest';
import { checkBundle, hideName } from '#ledger/bundle.ts';
import { must } from '#games/kit/assert.ts';
import { createMemoryStore } from '#test/memory-store.ts';
import { listRatingsBefore } from '#core/features/ratings/index.ts';
import { getDocument, type Document, type DocumentKey } from '#core/kernel/documents.ts';
import { games } from '#games/registry/index.ts';
import type { Store } from '#service/ports.ts';
import { lab, type Lab, mail, type Received } from '#test/service/lab.ts';
import { readLogFile } from '#service/sealing.ts';
import { listLedgerFaults } from './ledger-faults.ts';
import { withoutLogField } from './log-field.ts';

let store: Store;
let service: Lab;
beforeEach(async () => {
  store = createMemoryStore();
  service = lab({ store });
  for (const name of ['alice', 'bob', 'carol']) await service.write(name, `signup ${name}`);
});

const tagsOf = ({ raw }: Received): Readonly<Record<string, string>> => {
  const field = raw.slice('Nexpost-Log: '.length, raw.length - withoutLogField(raw).length);
  return Object.fromEntries(field.split(';').map(tag => [tag.trim()[0]!, tag.trim().slice(2)]));
};

const proofOf = ({ raw }: Received): string | null => {
  const [, encoded] = /proof\.json"\r\n\r\n([A-Za-z\d+/=\r\n]+?)\r\n--/.exec(raw) ?? [];
  return encoded === undefined ? null : Buffer.from(encoded, 'base64').toString();
};

async function play(...lines: readonly (readonly [name: string, line: string])[]): Promise<readonly Received[]> {
  let mails: readonly Received[] = [];
  for (const [name, line] of lines) {
    service.pass(60_000);
    mails = await service.write(name, line);
  }
  return mails;
}

const GAME = [
  ['alice', 'hex challenge -size=2 alice bob'],
  ['alice', 'hex move 101 a1'],
  ['bob', 'hex move 101 b2'],
  ['alice', 'hex move 101 b1'],
] as const;

it('carries the newest checkpoint in every mail, and the last entry of the board it shows', async () => {
  const opened = await play(GAME[0]);
  const moved = await play(GAME[1]);
  expect(opened.map(tagsOf)).toMatchObject([
    { n: '0', b: 'hex/101', e: '1' },
    { n: '0', b: 'hex/101', e: '1' },
  ]);
  expect(moved.map(tagsOf)).toMatchObject([
    { n: '1', b: 'hex/101', e: '2' },
    { n: '1', b: 'hex/101', e: '2' },
  ]);
  const [list] = await play(['carol', 'boards']);
  expect(tagsOf(list!)).toMatchObject({ n: '2', k: tagsOf(moved[0]!)['k'] });
  expect(tagsOf(list!)).not.toHaveProperty('b');
});

it('attaches the proof of the game to its result, for players of both sides', async () => {
  const ended = await play(...GAME);
  expect(ended.map(({ subject }) => subject)).toEqual(['Hex Board 101: you won', 'Hex Board 101: alice won']);
  const [proof, other] = ended.map(proofOf);
  expect(other).toBe(proof);
  const checked = checkBundle(proof!);
  const { bundle, checkpoint } = must(checked.ok ? checked.value : null, 'a proof');
  expect(bundle.places).toEqual([0, 1, 2, 3, 4]);
  expect(bundle.events.map(({ kind, text }) => text ?? kind)).toEqual(['open', 'a1', 'b2', 'b1', 'end']);
  expect(bundle.events.at(-1)).toMatchObject({ outcome: { ranks: [1, 2], reason: 'connection' }, rated: { changes: [{ before: 1500 }, {}] }, sizes: [0, 1, 2, 3] }); // prettier-ignore
  expect(checkpoint.size).toBe(5);
  expect(ended[0]!.text).toMatch(/\nGame log: 3 entries, [\w+/]{43}=\n/);
});

it('attaches none to a later mail of the board', async () => {
  await play(...GAME);
  const later = [...(await play(['alice', 'hex show 101'])), ...(await play(['alice', 'hex chat 101 well played']))];
  expect(later.map(({ subject }) => subject)).toEqual(['Hex Board 101: you won', 'Hex chat 101 alice', 'Hex chat 101 alice']); // prettier-ignore
  expect(later.map(proofOf)).toEqual([null, null, null]);
  expect((await readMatch(101)).entered?.places).toEqual([0, 1, 2, 3, 4]);
});

const BOARDS: readonly DocumentKey[] = Array.from({ length: 9 }, (_, i): DocumentKey => `match/hex/${101 + i}`);
const readMatch = (number: number) => service.document(`match/hex/${number}`);

it('enters a take-back, a gift of time and an end by resignation, and no board before all have accepted', async () => {
  await play(
    ['alice', 'hex challenge -size=3 alice bob'],
    ['alice', 'hex challenge -size=3 alice dave@else.test'],
    ...([
      ['alice', 'hex move 101 a1'],
      ['alice', 'hex undo 101'],
      ['bob', 'hex accept 101'],
    ] as const),
    ...([
      ['bob', 'hex addtime 101 3'],
      ['alice', 'hex resign 101'],
    ] as const),
  );
  const { entered, record } = await readMatch(101);
  expect(record.map(({ kind }) => kind)).toEqual(['move', 'proposal', 'vote', 'addtime', 'retire']);
  expect(entered!.places).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(await readMatch(102)).not.toHaveProperty('entered');
  expect(await listLedgerFaults(store, BOARDS)).toEqual([]);
});

it('gives each entry a place of its own when mails come at once', async () => {
  for (let i = 0; i < 5; i++) await play(['alice', 'hex challenge -size=3 alice bob']);
  const moves = Array.from({ length: 5 }, (_, i) => mail({ from: 'alice@example.test', subject: `hex move ${101 + i} a1`, body: '' })); // prettier-ignore
  await service.bring(...moves);
  const places = await Promise.all(Array.from({ length: 5 }, async (_, i) => (await readMatch(101 + i)).entered!.places[1]!)); // prettier-ignore
  expect(places.toSorted()).toEqual([5, 6, 7, 8, 9]);
  expect(await listLedgerFaults(store, BOARDS)).toEqual([]);
});

it('holds no name, no address and no words, but the names of robots', async () => {
  await play(
    ['alice', 'hex challenge -size=3 alice robot1\n\na word to the robot'],
    ['alice', 'hex move 101 b2\n\nsecret thoughts'],
  );
  const { opening } = (await readMatch(101)).entered!;
  const { salt, players } = JSON.parse(opening) as { readonly salt: string; readonly players: readonly string[] };
  expect(players).toEqual([hideName(salt, 'alice'), 'robot1']);
  expect(opening).not.toMatch(/alice|word|example\.test/);
  const page = service.context.documents.match.publicView!(await readMatch(101));
  expect(JSON.stringify(page)).not.toContain(salt);
});

it('keeps hashes alone of a forgotten player, and the others go on', async () => {
  await play(...GAME, ['alice', 'hex challenge -size=3 alice bob'], ['alice', 'hex move 102 b2']);
  const salts = await Promise.all([101, 102].map(async number => (JSON.parse((await readMatch(number)).entered!.opening) as { readonly salt: string }).salt)); // prettier-ignore
  const [asked] = await service.write('alice', 'signoff forget');
  await service.reply('alice', asked!, 'yes');
  await service.live(3 * 86_400_000);
  const kept = await store.read([...BOARDS, 'ledger/tree', 'ledger/0']);
  const text = JSON.stringify([...kept.documents]);
  for (const salt of salts) expect(text).not.toContain(salt);
  for (const salt of salts) expect(text).not.toContain(hideName(salt, 'alice'));
  await play(['bob', 'hex challenge -size=2 bob carol'], ['bob', 'hex move 103 a1']);
  expect((await readMatch(103)).entered?.places.length).toBe(2);
});

it('gives the proof to players alone', async () => {
  await play(GAME[0], ['carol', 'hex subscribe 101'], GAME[1], GAME[2]);
  const ended = await play(GAME[3]);
  expect(ended.map(({ to }) => to[0]).toSorted()).toEqual(
    ['alice', 'bob', 'carol'].map(name => `${name}@example.test`),
  );
  expect(ended.filter(each => proofOf(each) !== null).flatMap(({ to }) => to)).not.toContain('carol@example.test');
});

it('enters a board that is older than the log with its next event, and says since when it is there', async () => {
  await play(GAME[0], GAME[1]);
  const old = createMemoryStore();
  const keys: readonly DocumentKey[] = ['account/alice', 'account/bob', 'address/alice@example.test', 'address/bob@example.test', 'counter/hex', 'match/hex/101']; // prettier-ignore
  const { documents } = await store.read(keys);
  const { entered: _, ...match } = await readMatch(101);
  const before = new Map<DocumentKey, Document | null>([...documents, ['match/hex/101', match]]);
  await old.commit({ cause: 'old', expect: new Map(), documents: before, outgoing: [], at: 0 });
  service = lab({ store: old });
  await play(GAME[2]);
  const { entered } = await readMatch(101);
  expect(entered!.places).toEqual([0, 1, 2]);
  expect(JSON.parse(entered!.opening)).toMatchObject({ at: service.now(), opened: match.opened });
  expect(await listLedgerFaults(old, BOARDS)).toEqual([]);
});

it('lets mails about other things go out when the tree is damaged, and boards wait', async () => {
  await play(GAME[0]);
  const read: Store['read'] = async keys => {
    const { documents, versions } = await store.read(keys);
    const isDamaged = (key: DocumentKey): boolean => key === 'ledger/tree';
    const kept = [...documents].map(([key, document]) => [key, isDamaged(key) ? null : document] as const);
    return { documents: new Map(kept), versions, damaged: keys.filter(isDamaged) };
  };
  service = lab({ store: { ...store, read, commit: change => store.commit(change.seal === undefined ? change : { ...change, seal: async () => (await change.seal?.(read))! }) } }); // prettier-ignore
  expect((await service.write('bob', 'boards')).map(({ subject }) => subject)).toEqual(['List of your games']);
  await expect(service.write('alice', 'hex move 101 a1').then(mails => mails.map(({ subject }) => subject))).resolves.toEqual([]); // prettier-ignore
});

const sizeIn = (mails: readonly Received[]): readonly string[] => mails.map(each => tagsOf(each)['n']!);

it('signs nothing that a fault of the disk can still undo', async () => {
  let isFailing = false;
  let fail = (): void => undefined;
  let reach = (): void => undefined;
  const reached = new Promise<void>(resolve => (reach = resolve));
  // A change is seen by readers before it is known whether the disk has taken it.
  const commit: Store['commit'] = async change => {
    const committed = await store.commit(change);
    if (!isFailing || change.seal === undefined) return committed;
    reach();
    return { ...committed, durable: new Promise((_, reject) => (fail = () => reject(new Error('no space left')))) };
  };
  service = lab({ store: { ...store, commit } });
  await play(GAME[0], GAME[1]);
  isFailing = true;
  const moved = service.write('bob', 'hex move 101 b2');
  await reached;
  expect((await readMatch(101)).entered?.places.length).toBe(3);
  const told = await play(['carol', 'boards']);
  expect(sizeIn(told.filter(({ to }) => to.includes('carol@example.test')))).toEqual(['2']);
  fail();
  await moved.catch(() => undefined);
});

it('proves a game though another process has signed older checkpoints', async () => {
  const other = lab({ store });
  await play(GAME[0]);
  other.pass(service.now() - other.now());
  await other.write('carol', 'boards');
  await play(GAME[1]);
  const moved = await other.write('bob', 'hex move 101 b2');
  expect(moved.length).toBe(2);
  const ended = await play(GAME[3]);
  expect(ended.map(each => checkBundle(proofOf(each)!).ok)).toEqual([true, true]);
});

it('proves a game against a robot, whose mail waits for the review', async () => {
  const ended = await play(
    ['alice', 'hex challenge -size=3 alice robot1'],
    ...([
      ['alice', 'hex move 101 b2'],
      ['alice', 'hex resign 101'],
    ] as const),
  );
  const results = ended.filter(({ subject }) => subject.includes('won'));
  expect(results.map(each => checkBundle(proofOf(each) ?? '').ok)).toEqual([true]);
  expect(results[0]!.text).toMatch(/\nGame log: \d+ entries, /);
});

it('keeps the proof of the players when a follower is forgotten', async () => {
  await play(GAME[0], ['carol', 'hex subscribe 101'], GAME[1]);
  const [asked] = await service.write('carol', 'signoff forget');
  await service.reply('carol', asked!, 'yes');
  await service.live(2 * 86_400_000);
  const ended = await play(GAME[2], GAME[3]);
  expect(ended.map(each => checkBundle(proofOf(each) ?? '').ok)).toEqual([true, true]);
});

it('enters the end of a board that is removed', async () => {
  await play(['alice', 'hex challenge -size=3 alice bob'], ['alice', 'hex resign 101']);
  const { state, entered } = await readMatch(101);
  expect([state, JSON.parse(entered!.end!)]).toMatchObject(['removed', { kind: 'end', state: 'removed' }]);
});

/** The store as if somebody had put these documents in the place of its own. */
const withParts = (parts: Readonly<Record<string, Document | null>>): Store => {
  const read: Store['read'] = async keys => {
    const { documents, ...found } = await store.read(keys);
    return { ...found, documents: new Map([...documents].map(([key, document]) => [key, key in parts ? parts[key]! : document])) }; // prettier-ignore
  };
  const commit: Store['commit'] = change =>
    store.commit(change.seal === undefined ? change : { ...change, seal: () => change.seal!(read) });
  return { ...store, read, commit };
};

it('enters nothing over parts that are not of one state', async () => {
  await play(GAME[0], GAME[1]);
  const { documents } = await store.read(['ledger/tree', 'ledger/0']);
  const [tree, part] = [...documents.values()];
  await play(GAME[2]);
  for (const parts of [{ 'ledger/tree': tree! }, { 'ledger/0': part! }, { 'ledger/tree': null }]) {
    service = lab({ store: withParts(parts) });
    await service.write('alice', 'hex move 101 b1').catch(() => []);
    expect((await readMatch(101)).record.length).toBe(2);
  }
});

it('ends a game without a proof when an old part is lost', async () => {
  const moves = Array.from({ length: 36 }, (_, i) => [i % 2 === 0 ? 'alice' : 'bob', `hex move 102 ${'abcd'[Math.floor(i / 9)]}${1 + (i % 9)}`] as const); // prettier-ignore
  await play(['bob', 'hex challenge -size=3 bob carol'], ['alice', 'hex challenge -size=9 alice bob'], ...moves);
  service = lab({ store: withParts({ 'ledger/0': null }) });
  const ended = await play(['alice', 'hex resign 102']);
  expect(ended.length).toBe(2);
  for (const each of ended) expect(proofOf(each)).toContain('could not be made');
});

it('signs no empty log when the tree is damaged and none is known', async () => {
  await play(...GAME.slice(0, 3));
  const damaged: Store = {
    ...store,
    read: async keys => {
      const snapshot = await store.read(keys);
      return keys.includes('ledger/tree') ? { ...snapshot, damaged: ['ledger/tree'] } : snapshot;
    },
  };
  const later = lab({ store: damaged });
  const [list] = await later.write('carol', 'boards');
  expect(list?.raw).not.toContain('Nexpost-Log:');
  expect(await readLogFile('checkpoint', later.context)).toBeNull();
});

it('counts no game twice whose rating was computed before', async () => {
  await play(
    ...GAME,
    ['alice', 'hex challenge -size=2 alice bob'],
    ['alice', 'hex move 102 a1'],
    ['bob', 'hex move 102 b2'],
  );
  const keys = ['rating/hex/alice', 'rating/hex/bob'] as const;
  const { documents } = await store.read(keys);
  await play(['alice', 'hex move 102 b1']);
  const matches = [await service.document('match/hex/101'), await service.document('match/hex/102')];
  const before = listRatingsBefore(games, matches, key => getDocument(documents, key) ?? null);
  expect(before.get('match/hex/102')).toEqual(keys.map(key => documents.get(key)));
});
