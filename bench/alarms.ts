// What it costs to ask a store for the alarms that have rung, and to set one anew, with a thousand boards that wait and with a hundred thousand.
import { createMemoryStore } from '#adapters/store/memory.ts';
import type { Match } from '#core/board/match-document.ts';
import { matchKey } from '#core/kernel/documents.ts';
import { MINUTE_MS } from '#core/kernel/time.ts';
import type { Store } from '#service/ports.ts';
import { median } from './median.ts';

const [FEW, MANY] = [1_000, 100_000];
/** As many as the service asks for at once. */
const BATCH = 100;
const LOOKS = 200_000;
const CHANGES = 5_000;
const ROUNDS = 7;

const boardOf = (number: number, wake: number): Match => ({
  ...{ game: 'nex', number, setup: { size: '11x11', endgame: 'neto' }, swap: false, challenger: 'alice' },
  players: ['alice', 'bob'].map(userid => ({ kind: 'account', userid })),
  ...{ record: [], state: 'active', comment: null, threads: [null, null], opened: 0, wake },
});

/** Boards that are played all over the place: the alarm of one tells nothing of its number. */
const wakeOf = (number: number, boards: number): number => MINUTE_MS * (1 + ((number * 7919) % boards));

async function put(store: Store, match: Match, cause: string): Promise<void> {
  const key = matchKey(match);
  const { versions } = await store.read([key]);
  const version = versions.get(key) ?? 0;
  const expect = new Map(version === 0 ? [] : [[key, version] as const]);
  await store.commit({ cause, expect, documents: new Map([[key, match]]), outgoing: [], at: 0 });
}

async function filled(boards: number): Promise<Store> {
  const store = createMemoryStore();
  for (let number = 101; number < 101 + boards; number++)
    await put(store, boardOf(number, wakeOf(number, boards)), `board ${number}`);
  return store;
}

/** Microseconds a call. */
async function measured(times: number, act: (n: number) => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  for (let n = 0; n < times; n++) await act(n);
  return ((performance.now() - begin) * 1000) / times;
}

interface Costs {
  /** None has rung; as many as are asked for have; an alarm is set anew. */
  readonly quiet: number;
  readonly due: number;
  readonly set: number;
}

async function costsOf(store: Store, boards: number, round: number): Promise<Costs> {
  return {
    quiet: await measured(LOOKS, () => store.dueAlarms(0, BATCH)),
    due: await measured(LOOKS / 20, () => store.dueAlarms(Number.MAX_SAFE_INTEGER, BATCH)),
    set: await measured(CHANGES, n => {
      const number = 101 + ((n * 31) % boards);
      return put(store, boardOf(number, wakeOf(number + round, boards)), `change ${round} ${n}`);
    }),
  };
}

// In turns, so that both have the machine as it is.
const [few, many] = [await filled(FEW), await filled(MANY)];
const rounds: (readonly [Costs, Costs])[] = [];
for (let round = 0; round < ROUNDS; round++)
  rounds.push([await costsOf(few, FEW, round), await costsOf(many, MANY, round)]);
for (const what of ['quiet', 'due', 'set'] as const) {
  const [a, b] = [median(rounds.map(([each]) => each[what])), median(rounds.map(([, each]) => each[what]))];
  const facts = { bench: 'alarms', what, boards: [FEW, MANY], microseconds: [a, b], ratio: b / a };
  console.log(
    JSON.stringify(facts, (_, value: unknown) => (typeof value === 'number' ? +value.toPrecision(3) : value)),
  );
}
