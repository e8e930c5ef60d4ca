// Holds the same conversation over a store whose world fails, and compares its outcome with that of a run without faults.
import { createRandom } from '#games/kit/random.ts';
import { createMemoryStore } from '#adapters/store/memory.ts';
import { hold, type Outcome } from './conversation.ts';
import { world, type Disk, type EffectKind, type Fault, type Faults } from './world.ts';

export const inMemory = (): Disk => {
  const store = createMemoryStore();
  return { open: () => Promise.resolve(store), crash: () => Promise.resolve() };
};

/** The faults each kind of effect can have. */
const possible: Readonly<Record<EffectKind, readonly Fault[]>> = {
  commit: ['fail', 'crash before', 'crash after'],
  mark: ['fail', 'crash before', 'crash after'],
  send: ['fail', 'lost', 'crash before', 'crash after'],
  dispose: ['fail', 'crash before', 'crash after'],
};

export interface Calm {
  readonly outcome: Outcome;
  readonly effects: readonly EffectKind[];
}

/** The conversation without a fault. */
export async function calm(): Promise<Calm> {
  const quiet = world(inMemory(), () => 'none');
  const outcome = await hold(quiet, null);
  return { outcome, effects: quiet.effects() };
}

/** The same conversation with a single fault at every `every`-th place where one can happen. Returns what went wrong. */
export async function singleFaults(disk: () => Disk, every: number, expected: Calm): Promise<readonly string[]> {
  const broken: string[] = [];
  for (const [n, kind] of expected.effects.entries()) {
    for (const [at, fault] of possible[kind].entries()) {
      if ((n + at) % every !== 0) continue;
      const faults: Faults = m => (m === n ? fault : 'none');
      const outcome = await hold(world(disk(), faults), null).catch(String);
      if (JSON.stringify(outcome) !== JSON.stringify(expected.outcome))
        broken.push(`effect ${n} (${kind}): ${fault}: ${difference(outcome, expected.outcome)}`);
    }
  }
  return broken;
}

/** The same conversation with many faults by chance. Returns what went wrong, or null. */
export async function manyFaults(disk: () => Disk, seed: number, expected: Calm): Promise<string | null> {
  const outcome = await hold(world(disk(), troubled(seed)), seed).catch(String);
  return JSON.stringify(outcome) === JSON.stringify(expected.outcome) ? null : difference(outcome, expected.outcome);
}

/** One effect in ten has a fault, until there were forty: then the world is healed, and the service must come to its end. */
function troubled(seed: number): Faults {
  const rng = createRandom(seed + 77);
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
