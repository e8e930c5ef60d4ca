// Players that are programs, thinking in a thread of their own: no mail and no terminal waits for them.
import type { Engines, Thinking, Thought } from '../../service/ports.ts';
import { assert } from '../../../games/kit/assert.ts';
import { thread, threadFile } from '../thread.ts';

/** Whoever takes so much longer than it was given hangs. A search asks the clock after every random game; the longest takes some milliseconds. */
const GRACE_MS = 5_000;
/** A thought limited by nodes alone. */
const LATEST_MS = 600_000;

export function threadEngines(): Engines {
  const { ask, close } = thread<Thought, Thinking>(threadFile(import.meta.url, './worker.js'));
  return {
    choose: async thought => {
      assert(thought.milliseconds !== null || thought.nodes !== null, 'a thought has a limit');
      return ask(thought, thought.milliseconds === null ? LATEST_MS : thought.milliseconds + GRACE_MS);
    },
    close,
  };
}
