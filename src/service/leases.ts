// In-memory locks for a single process.
// While one part of the process holds a name, no other part gets it.
import type { Leases } from './shared-ports.ts';

export function createInMemoryLeases(): Leases {
  const heldNames = new Set<string>();
  return {
    take: names => {
      const takenNames = [...new Set(names)].filter(name => !heldNames.has(name));
      for (const name of takenNames) heldNames.add(name);
      return Promise.resolve(takenNames);
    },
    drop: names => {
      for (const name of names) heldNames.delete(name);
      return Promise.resolve();
    },
    holds: name => heldNames.has(name),
  };
}
