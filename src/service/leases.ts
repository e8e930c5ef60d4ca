// In-memory locks for a single process.
// A name that one part has claimed is not given to another part.
import type { Leases } from './shared-ports.ts';

export function createInMemoryLeases(): Leases {
  const held = new Set<string>();
  return {
    take: names => {
      const taken = [...new Set(names)].filter(name => !held.has(name));
      for (const name of taken) held.add(name);
      return Promise.resolve(taken);
    },
    drop: names => {
      for (const name of names) held.delete(name);
      return Promise.resolve();
    },
    holds: name => held.has(name),
  };
}
