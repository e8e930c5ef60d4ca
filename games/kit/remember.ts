// Memoizes functions, and keeps an LRU cache.
// Memoized values are boards, of which there are a few hundred at most, and what belongs to each.

export function memoize<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new Map<Key, Value>();
  return key => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const fresh = make(key);
    made.set(key, fresh);
    return fresh;
  };
}

/** Values by their keys, the last ones asked for: what was made longest ago is forgotten first. */
export function rememberLast<Value>(most: number): (key: string, make: () => Value) => Value {
  const made = new Map<string, Value>();
  return (key, make) => {
    const known = made.get(key);
    if (known !== undefined) {
      // What is asked for again becomes the youngest.
      made.delete(key);
      made.set(key, known);
      return known;
    }
    const fresh = make();
    made.set(key, fresh);
    const [oldest] = made.keys();
    if (made.size > most && oldest !== undefined) made.delete(oldest);
    return fresh;
  };
}
