// Parses JSON that may be damaged.

/** undefined: the text is no JSON. */
export function parseJson(text = ''): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
