// Memoizes functions, and caches values (LRU, or the last one).
// Memoized values belong to boards of one size. There are a few hundred at most.

/** Makes the value when it is first asked for. */
export function makeOnce<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null;
  return () => (made ??= { value: make() }).value;
}

export function memoize<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const cache = new Map<Key, Value>();
  return key => {
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    const value = make(key);
    cache.set(key, value);
    return value;
  };
}

/** Creates an LRU cache: a function that returns the cached value of a key, or makes and caches it. */
export function createLruCache<Value>(capacity: number): (key: string, make: () => Value) => Value {
  const cache = new Map<string, Value>();
  return (key, make) => {
    const cached = cache.get(key);
    if (cached !== undefined) {
      // The key becomes the most recently used one.
      cache.delete(key);
      cache.set(key, cached);
      return cached;
    }
    const value = make();
    cache.set(key, value);
    const [oldest] = cache.keys();
    if (cache.size > capacity && oldest !== undefined) cache.delete(oldest);
    return value;
  };
}

/** Creates a cache like it that keeps a value for as long as its object is referenced. */
export function createWeakCache<Value>(): (object: object, make: () => Value) => Value {
  const cache = new WeakMap<object, { readonly value: Value }>();
  return (object, make) => {
    const cached = cache.get(object) ?? { value: make() };
    cache.set(object, cached);
    return cached.value;
  };
}

/** Keeps the value of the last key alone: for a function that is called many times in a row with the same long text or the same object. */
export function rememberLast<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  let last: { readonly key: Key; readonly value: Value } | null = null;
  return key => {
    if (last?.key !== key) last = { key, value: make(key) };
    return last.value;
  };
}
