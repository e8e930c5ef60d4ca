// Reads what comes from outside: JSON that may be damaged, and records by any keys.

/** undefined: the text is no JSON. */
export function parseJson(text = ''): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Looks up a record's own key. Untrusted keys such as `constructor` and `__proto__` find nothing. */
export const lookUp = <Value>(
  record: Readonly<Record<string, Value>> | null | undefined,
  key: string,
): Value | undefined =>
  record !== null && record !== undefined && Object.hasOwn(record, key) ? record[key] : undefined;
