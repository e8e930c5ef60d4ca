// Places for connections: how many there are, and how many of them one user may take.

export interface Places {
  /** Takes a place for a user; null: the user has as many as anybody may have. What it returns gives the place back, once. */
  readonly take: (user: string) => (() => void) | null;
}

export function places(mostPerUser: number): Places {
  const taken = new Map<string, number>();
  return {
    take: user => {
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
