// The one place that throws. A failed assertion is a bug in the program, never a player's fault.

export function assert(condition: boolean, claim: string): asserts condition {
  if (!condition) throw new Error(`nexpost broke its own rule: ${claim}`);
}

/** The message of something caught, which need not be an error. */
export const reasonOf = (caught: unknown): string => (caught instanceof Error ? caught.message : String(caught));

/** The value itself, where its absence would be a bug. */
export function must<Value>(value: Value | null | undefined, claim: string): Value {
  if (value === undefined || value === null) throw new Error(`nexpost broke its own rule: ${claim}`);
  return value;
}
