// Claims where one process has everything: what one of its parts has claimed no other part gets.
import type { Claims } from './shared-ports.ts';

export function soleClaims(): Claims {
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
