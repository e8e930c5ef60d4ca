// Fails or ends the process at the n-th effect, for every n; and then many faults at once, by chance. Whatever happens: the boards end
// as in a run without faults, no move is lost or doubled, everybody gets the same mails, and a copy too many only where nobody could know.
import { cpSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { random } from '#games/kit/random.ts';
import { openJsonStore } from '#adapters/store/json/index.ts';
import type { Database } from '#adapters/store/postgres/database.ts';
import { openPostgresStore } from '#adapters/store/postgres/index.ts';
import { memoryStore } from '#adapters/store/memory.ts';
import type { Store } from '#service/ports.ts';
import { testDatabase } from '#test/adapters/store/pglite.ts';
import { times } from '#test/sample.ts';
import { hold, type Outcome } from './conversation.ts';
import { world, type Disk, type EffectKind, type Fault, type Faults } from './world.ts';

const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
const SEEDS = times(4, 60);

const NONE: Faults = () => 'none';
const folders: string[] = [];
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

const inMemory = (): Disk => {
  const store = memoryStore();
  return { open: () => Promise.resolve(store), crash: () => Promise.resolve() };
};

/** After a crash the next process gets what lay on the disk at that moment. */
const onDisk = (): Disk => {
  let current: Promise<string> | null = null;
  const fresh = async (): Promise<string> => {
    const folder = await mkdtemp(join(tmpdir(), 'nexpost-simulation-'));
    folders.push(folder);
    return folder;
  };
  return {
    open: async () => {
      current ??= fresh();
      return openJsonStore(await current, { info: () => undefined, warn: () => undefined, error: () => undefined });
    },
    crash: async (store: Store) => {
      const image = await fresh();
      // At one blow: a copy of a folder that changes meanwhile is no picture of a moment.
      cpSync(await current!, image, { recursive: true });
      current = Promise.resolve(image);
      await store.close();
    },
  };
};

const { emptied, database } = testDatabase();

/** After a crash the next process finds what was committed. */
const inPostgres = (): Disk => {
  let begun: Promise<Database> | null = null;
  return {
    open: async () => {
      begun ??= emptied();
      await begun;
      return openPostgresStore(database);
    },
    crash: () => Promise.resolve(),
  };
};

/** The faults each kind of effect can have. */
const possible: Readonly<Record<EffectKind, readonly Fault[]>> = {
  commit: ['fail', 'crash before', 'crash after'],
  mark: ['fail', 'crash before', 'crash after'],
  send: ['fail', 'lost', 'crash before', 'crash after'],
  dispose: ['fail', 'crash before', 'crash after'],
};

interface Calm {
  readonly outcome: Outcome;
  readonly effects: readonly EffectKind[];
}

async function calm(): Promise<Calm> {
  const quiet = world(inMemory(), NONE);
  const outcome = await hold(quiet, null);
  return { outcome, effects: quiet.effects() };
}

describe('a service whose world fails', () => {
  let expected: Calm;
  beforeAll(async () => {
    expected = await calm();
  });

  it('has, without faults, the conversation we think it has', () => {
    const { outcome, effects } = expected;
    expect(outcome.boards.map(({ state, record }) => [state, record.length])).toEqual([
      ['over', 4],
      ['over', 5],
    ]);
    expect(outcome.faults).toEqual([]);
    expect({ alice: outcome.mails.alice.length, bob: outcome.mails.bob.length }).toMatchInlineSnapshot(`
      {
        "alice": 13,
        "bob": 13,
      }
    `);
    expect(effects.filter(kind => kind === 'send').length).toBe(outcome.mails.alice.length + outcome.mails.bob.length);
  });

  it.each([
    ['memory', inMemory, times(13, 1)],
    ['json', onDisk, times(121, 11)],
    ['postgres', inPostgres, times(199, 29)],
  ] as const)('holds at every single fault, store %s', async (_, disk, every) => {
    const broken: string[] = [];
    for (const [n, kind] of expected.effects.entries()) {
      for (const [at, fault] of possible[kind].entries()) {
        if ((n + at) % every !== 0) continue;
        const outcome = await hold(
          world(disk(), m => (m === n ? fault : 'none')),
          null,
        ).catch(String);
        if (JSON.stringify(outcome) !== JSON.stringify(expected.outcome))
          broken.push(`effect ${n} (${kind}): ${fault}: ${difference(outcome, expected.outcome)}`);
      }
    }
    expect(broken).toEqual([]);
  });

  it.each([
    ['memory', inMemory, SEEDS],
    ['json', onDisk, times(1, 10)],
    ['postgres', inPostgres, times(1, 5)],
  ] as const)(`holds when many things fail, store %s, first seed ${SEED}`, async (_, disk, seeds) => {
    const broken: string[] = [];
    for (let seed = SEED; seed < SEED + seeds; seed++) {
      const outcome = await hold(world(disk(), troubled(seed)), seed).catch(String);
      if (JSON.stringify(outcome) !== JSON.stringify(expected.outcome))
        broken.push(`seed ${seed}: ${difference(outcome, expected.outcome)}`);
    }
    expect(broken).toEqual([]);
  });
});

/** One effect in ten has a fault, until there were forty: then the world is healed, and the service must come to its end. */
function troubled(seed: number): Faults {
  const rng = random(seed + 77);
  let left = 40;
  return (_, kind) => {
    if (left === 0 || rng.below(10) > 0) return 'none';
    left -= 1;
    return possible[kind][rng.below(possible[kind].length)]!;
  };
}

/** What a person needs to see of two outcomes. */
function difference(found: Outcome | string, expected: Outcome): string {
  if (typeof found === 'string') return found;
  const missing = (name: 'alice' | 'bob'): string =>
    `${name} lacks ${expected.mails[name].filter(id => !found.mails[name].includes(id)).join(' ')} has ${found.mails[name].filter(id => !expected.mails[name].includes(id)).join(' ')}`;
  return [JSON.stringify(found.boards), missing('alice'), missing('bob'), ...found.faults].join('; ');
}
