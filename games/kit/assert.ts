// Assertions. A failed one throws, and is a bug in the program, never a player's fault.

export function assert(condition: boolean, expectation: string): asserts condition {
  if (!condition) throw new Error(`nexpost broke its own rule: ${expectation}`);
}

/** The message of a caught value, which may not be an Error. */
export const reasonOf = (caught: unknown): string => (caught instanceof Error ? caught.message : String(caught));

/** Returns the value. Throws if it is null or undefined. */
export function must<Value>(value: Value | null | undefined, expectation: string): Value {
  if (value === undefined || value === null) throw new Error(`nexpost broke its own rule: ${expectation}`);
  return value;
}
