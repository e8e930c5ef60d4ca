// An array kept in order by binary search, for the lists and alarms of a store.
export class Sorted<Item> {
  readonly #items: Item[] = [];
  readonly #compare: (a: Item, b: Item) => number;

  /** `compare` must return 0 only for the same item. */
  constructor(compare: (a: Item, b: Item) => number) {
    this.#compare = compare;
  }

  get first(): Item | undefined {
    return this.#items[0];
  }

  add(item: Item): void {
    const last = this.#items.at(-1);
    // A starting store adds the items in order.
    if (last === undefined || this.#compare(last, item) < 0) {
      this.#items.push(item);
      return;
    }
    const at = this.#indexOf(item);
    if (!this.#isAt(at, item)) this.#items.splice(at, 0, item);
  }

  remove(item: Item): void {
    const at = this.#indexOf(item);
    if (this.#isAt(at, item)) this.#items.splice(at, 1);
  }

  /** At most `limit` items after `item`. null: from the beginning. */
  after(item: Item | null, limit: number): readonly Item[] {
    if (item === null) return this.#items.slice(0, limit);
    const at = this.#indexOf(item);
    const from = this.#isAt(at, item) ? at + 1 : at;
    return this.#items.slice(from, from + limit);
  }

  /** At most `limit` items before `item`, in descending order. null: from the end. */
  before(item: Item | null, limit: number): readonly Item[] {
    const end = item === null ? this.#items.length : this.#indexOf(item);
    return this.#items.slice(Math.max(0, end - limit), end).reverse();
  }

  #isAt(index: number, item: Item): boolean {
    const found = this.#items[index];
    return found !== undefined && this.#compare(found, item) === 0;
  }

  /** The index of the item, or where it would be inserted. */
  #indexOf(item: Item): number {
    let [low, high] = [0, this.#items.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#compare(this.#items[middle] as Item, item) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
