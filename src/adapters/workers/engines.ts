// The Engines port: searches run in a worker thread, so that neither mail nor a terminal waits.
import type { Engines, SearchResult, SearchRequest } from '#engines/index.ts';
import { assert } from '#games/kit/assert.ts';
import { thread, threadFile } from './thread.ts';

/**
 * A search that takes this much longer than allowed is considered hung. It checks the clock after every playout, which takes at most a few
 * milliseconds.
 */
const GRACE_MS = 5_000;
/** Time-out of a search that is limited only by nodes. */
const LATEST_MS = 600_000;
/** A search makes many short-lived objects. With the larger default the process grows by some 80 MB, and is no faster. */
const YOUNG_GENERATION_MB = 8;

export function startEngineThreads(): Engines {
  const file = threadFile('adapters/workers/engines-worker.js');
  const { ask, close } = thread<SearchRequest, SearchResult>(file, { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB });
  return {
    search: async request => {
      assert(request.milliseconds !== null || request.nodes !== null, 'a search has a limit');
      return ask(request, request.milliseconds === null ? LATEST_MS : request.milliseconds + GRACE_MS);
    },
    close,
  };
}
