// The JSON store after a power cut at any moment, on a disk that forgets what was not synced.
// What was acknowledged is there, and no change is there in part.
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { openSigningKey } from '#adapters/store/json/folder.ts';
import { openJsonStore } from '#adapters/store/json/index.ts';
import { createMemoryStore } from '#test/memory-store.ts';
import type { DocumentKey } from '#core/kernel/documents.ts';
import { type Random, createRandom } from '#games/kit/random.ts';
import type { Change, DeliveryStatus, Store } from '#service/ports.ts';
import { change, match, outgoing, soundAccounts } from '#test/conformance/store.ts';
import { times } from '#test/sample.ts';
import { seedsFor } from '#test/seeds.ts';
import { endWatch, loseUnsynced, watchFolder, writeImage } from '#test/simulation/forgetful-disk.ts';
import { kept, newFolder } from './support.ts';

afterEach(endWatch);

const NEVER_MS = 2 ** 31 - 1;
const DAY_MS = 86_400_000;

const GAMES = ['nex', 'hex', 'go'] as const;
const KEYS: readonly DocumentKey[] = [
  ...soundAccounts.map(([key]) => key),
  ...GAMES.flatMap((game): DocumentKey[] => [`counter/${game}`, `match/${game}/101`, `match/${game}/102`]),
];

/** One line of the journal: a change, or the mark of a mail. */
type Act = (store: Store) => Promise<void>;

const commits =
  (what: Change): Act =>
  async store => {
    const { versions } = await store.read([...what.documents.keys()]);
    const { result, durable } = await store.commit({ ...what, expect: versions });
    expect(result).toBe('committed');
    await durable;
  };

/** A mail that is retried after it was given up may change its place in the queue. So no mail is both. */
const STATUSES: readonly (readonly DeliveryStatus[])[] = [
  [{ kind: 'sent' }, { kind: 'failed', why: 'refused' }],
  [{ kind: 'sent' }, { kind: 'later', tries: 1, due: 9_000 }],
];

function drawAct(n: number, rng: Random): Act {
  if (n === 0) return commits(change('c0', soundAccounts));
  if (n > 3 && rng.below(3) === 0) {
    const mail = rng.below(n);
    const status = STATUSES[mail % 2]![rng.below(2)]!;
    return store => store.markMail(`m${mail}`, status);
  }
  const game = GAMES[rng.below(3)]!;
  const state = rng.below(2) === 0 ? 'active' : 'over';
  const documents =
    rng.below(4) === 0
      ? ([
          [`counter/${game}`, { next: 103 + n }],
          [`match/${game}/101`, null],
        ] as const)
      : ([
          [`counter/${game}`, { next: 103 + n }],
          [`match/${game}/101`, match(101, ['alice', 'bob'], state, game)],
          [`match/${game}/102`, match(102, ['bob', 'alice'], 'active', game)],
        ] as const);
  return commits(change(`c${n}`, documents, { outgoing: [outgoing(`m${n}`)], at: 5_000 + rng.below(3) * DAY_MS }));
}

/** The fields of a file may have another order. */
const sortFields = (_: string, value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** All that readers can ask, one fact a line. */
async function listFacts(store: Store): Promise<readonly string[]> {
  const { documents } = await store.read(KEYS);
  const mails = await store.listMails(null, 1_000);
  const raws = await Promise.all(mails.map(async ({ id }) => String(await store.readMail(id))));
  const seen = await Promise.all(Array.from({ length: ACTS }, (_, n) => store.isSeen(`c${n}`)));
  return [
    ...[...documents].map(([key, document]) => `${key} ${JSON.stringify(document, sortFields)}`),
    ...mails.map((mail, index) => JSON.stringify([index, mail, raws[index]], sortFields)),
    ...seen.map((isSeen, n) => `c${n} ${isSeen ? 'seen' : 'unseen'}`),
  ];
}

const ACTS = 14;

interface Loss {
  readonly image: ReturnType<typeof loseUnsynced>;
  /** How many acts were acknowledged at this moment, and how many had begun. */
  readonly acknowledged: number;
  readonly begun: number;
}

/** Runs a store through some acts and checkpoints, and loses the power at moments drawn by chance, as seen from outside. */
async function runWithLosses(
  seed: number,
): Promise<{ losses: readonly Loss[]; states: readonly (readonly string[])[] }> {
  const rng = createRandom(seed);
  const parent = await newFolder();
  const losses: Loss[] = [];
  let acknowledged = 0;
  let begun = 0;
  let isReady = false;
  watchFolder(parent, () => {
    if (isReady && rng.below(times(20, 4)) === 0) losses.push({ image: loseUnsynced(rng), acknowledged, begun });
  });
  const dir = join(parent, 'data');
  const store = await openJsonStore(dir, kept().log, NEVER_MS);
  await openSigningKey(dir);
  isReady = true;
  const oracle = createMemoryStore();
  const states = [await listFacts(oracle)];
  let checkpoint: Promise<void> = Promise.resolve();
  for (let n = 0; n < ACTS; n++) {
    const act = drawAct(n, rng);
    begun += 1;
    await act(store);
    acknowledged += 1;
    await act(oracle);
    states.push(await listFacts(oracle));
    if (rng.below(3) > 0) continue;
    // A checkpoint, while the next acts go on.
    await checkpoint;
    checkpoint = store.erase([]);
  }
  await checkpoint;
  await store.close();
  endWatch();
  return { losses, states };
}

/** What is wrong with the store that is opened on the image. */
async function listFaults({ image, acknowledged, begun }: Loss, states: readonly (readonly string[])[]) {
  const parent = await newFolder();
  writeImage(image, parent);
  const { log, lines } = kept();
  const store = await openJsonStore(join(parent, 'data'), log, NEVER_MS);
  const facts = await listFacts(store);
  await store.close();
  const errors = lines.filter(line => line.startsWith('error'));
  const allowed = states.slice(acknowledged, begun + 1);
  if (allowed.some(state => state.join('\n') === facts.join('\n'))) return errors;
  const differences = allowed.map(state => [
    ...state.filter(fact => !facts.includes(fact)).map(fact => `lacks ${fact}`),
    ...facts.filter(fact => !state.includes(fact)).map(fact => `has ${fact}`),
  ]);
  return [...errors, ...differences.reduce((least, each) => (each.length < least.length ? each : least))];
}

it.each(seedsFor(import.meta.filename, times(3, 50)))('loses nothing acknowledged (seed %i)', async seed => {
  const { losses, states } = await runWithLosses(seed);
  expect(losses.length).toBeGreaterThan(0);
  const faults: string[] = [];
  for (const [n, loss] of losses.entries())
    for (const fault of await listFaults(loss, states)) faults.push(`loss ${n}: ${fault}`);
  expect(faults).toEqual([]);
});
