// Two services over one store, interleaved by seed: nothing is lost or doubled, the order is kept.
import { describe, expect, it } from 'vitest';
import { createRandom } from '#games/kit/random.ts';
import { createMemoryStore } from '#test/memory-store.ts';
import type { Store } from '#service/ports.ts';
import { expectAllOnce, mailsOfAll, worked } from './shared-mails.ts';
import { seedsFor } from '#test/seeds.ts';
import { times } from '#test/sample.ts';

const SEEDS = seedsFor(import.meta.filename, times(4, 12));

/** Whoever waits for their turn; one of them at a time goes on, by chance. */
class Turns {
  readonly #waiting: (() => void)[] = [];
  readonly #below: (most: number) => number;

  constructor(below: (most: number) => number) {
    this.#below = below;
  }

  readonly next = (): Promise<void> => new Promise(resolve => this.#waiting.push(resolve));

  async until(done: Promise<unknown>): Promise<void> {
    const ended = done.then(() => 'ended' as const);
    while ((await Promise.race([ended, new Promise(setImmediate)])) !== 'ended') {
      const [go] = this.#waiting.splice(this.#below(this.#waiting.length || 1), 1);
      go?.();
    }
  }
}

/** The same store; every step in it waits for its turn before and after. */
function inTurns(store: Store, { next }: Turns): Store {
  const slowly =
    <Args extends readonly unknown[], Value>(act: (...args: Args) => Promise<Value>) =>
    async (...args: Args): Promise<Value> => {
      await next();
      const value = await act(...args);
      await next();
      return value;
    };
  const { read, list, isSeen, commit } = store;
  return { ...store, read: slowly(read), list: slowly(list), isSeen: slowly(isSeen), commit: slowly(commit) };
}

describe('two services over one store', () => {
  it.each(SEEDS)('lose nothing, double nothing, keep the order (seed %i)', async seed => {
    const store = createMemoryStore();
    const raws = await mailsOfAll(store);
    const turns = new Turns(createRandom(seed).below);
    const failures: string[] = [];
    const working = [1, 2].map(() => worked(inTurns(store, turns), raws, event => failures.push(event)));
    await turns.until(Promise.all(working));
    expect(await Promise.all(working)).toEqual([0, 0]);
    expect(failures.filter(event => event !== 'store-failed')).toEqual([]);
    await expectAllOnce(store);
  });
});
