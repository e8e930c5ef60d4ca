// Reads an object by a key that may be any string: `constructor` and `__proto__` are keys of none.

export const lookUp = <Value>(
  record: Readonly<Record<string, Value>> | null | undefined,
  key: string,
): Value | undefined =>
  record !== null && record !== undefined && Object.hasOwn(record, key) ? record[key] : undefined;
