// What is to happen at which instant: a binary heap, the earliest first, and of two at one instant the one noted first.
import type { Instant } from '#core/kernel/time.ts';

type Act = () => Promise<void> | void;

interface Item {
  readonly at: Instant;
  readonly turn: number;
  readonly act: Act;
}

const isBefore = (a: Item, b: Item): boolean => a.at < b.at || (a.at === b.at && a.turn < b.turn);

export class Agenda {
  readonly #heap: Item[] = [];
  #turns = 0;

  add(at: Instant, act: Act): void {
    const item = { at: Math.round(at), turn: (this.#turns += 1), act };
    const heap = this.#heap;
    let index = heap.push(item) - 1;
    for (; index > 0; index = (index - 1) >> 1) {
      const above = heap[(index - 1) >> 1]!;
      if (!isBefore(item, above)) break;
      heap[index] = above;
    }
    heap[index] = item;
  }

  /** When the next one is; null: nothing is noted any more. */
  get next(): Instant | null {
    return this.#heap[0]?.at ?? null;
  }

  take(): Act {
    const heap = this.#heap;
    const { act } = heap[0]!;
    const last = heap.pop()!;
    if (heap.length === 0) return act;
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child += 1;
      if (!isBefore(heap[child]!, last)) break;
      heap[index] = heap[child]!;
      index = child;
    }
    heap[index] = last;
    return act;
  }
}
