// Cuts a list into the pages of the web, each with links to the one before it and the one after.
/** One page of a list. */
export interface ListPage<Item> {
  readonly items: readonly Item[];
  /** Numbers of pages, from 1. null: there is none. */
  readonly previous: number | null;
  readonly next: number | null;
}

/** null: the list has no such page. The first page is always there. */
export function cutPage<Item>(list: readonly Item[], page: number, size: number): ListPage<Item> | null {
  const from = (page - 1) * size;
  if (page !== 1 && from >= list.length) return null;
  return {
    items: list.slice(from, from + size),
    previous: page > 1 ? page - 1 : null,
    next: from + size < list.length ? page + 1 : null,
  };
}
