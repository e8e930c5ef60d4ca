// Counts the connections of each user, up to the same limit for each.

export interface ConnectionCount {
  /** Counts one more of a user. null: the user is at the limit. What it returns counts one less, once. */
  readonly add: (user: string) => (() => void) | null;
}

export function createConnectionCount(mostPerUser: number): ConnectionCount {
  const taken = new Map<string, number>();
  return {
    add: user => {
      const before = taken.get(user) ?? 0;
      if (before >= mostPerUser) return null;
      taken.set(user, before + 1);
      let isTaken = true;
      return () => {
        if (!isTaken) return;
        isTaken = false;
        const left = (taken.get(user) ?? 1) - 1;
        if (left === 0) taken.delete(user);
        else taken.set(user, left);
      };
    },
  };
}
