// What both servers share: events and errors, a delay, and the number of connections of a user.

/** The log of the caller. */
export type EventLog = (event: string, facts: Readonly<Record<string, string | number>>) => void;

export const errorOf = (cause: unknown): Error => (cause instanceof Error ? cause : new Error(String(cause)));

export const reasonOf = (cause: unknown): string => errorOf(cause).message;

/** Such as `ENOENT`. '' for an error without a code. */
export const codeOf = (cause: unknown): string => (cause instanceof Error && 'code' in cause ? String(cause.code) : '');

/** Waits without keeping the process alive. The global timer, so that a test can set its clock. */
export const waitFor = (ms: number): Promise<void> => new Promise(resolve => void setTimeout(resolve, ms).unref());

/**
 * Counts the connections of each user, up to the same limit for each. The function that it returns counts one more of a user. null: the
 * user is at the limit. What that returns is called once, and counts one less.
 */
export function createConnectionCount(mostPerUser: number): (user: string) => (() => void) | null {
  const taken = new Map<string, number>();
  return user => {
    const before = taken.get(user) ?? 0;
    if (before >= mostPerUser) return null;
    taken.set(user, before + 1);
    return () => {
      const left = (taken.get(user) ?? 1) - 1;
      if (left === 0) taken.delete(user);
      else taken.set(user, left);
    };
  };
}
