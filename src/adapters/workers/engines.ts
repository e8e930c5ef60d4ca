// The port Engines: players that are programs search in a thread of their own: no mail and no terminal waits for them.
import type { Engines, SearchResult, SearchRequest } from '#service/ports.ts';
import { assert } from '#games/kit/assert.ts';
import { thread, threadFile } from './thread.ts';

/** Whoever takes so much longer than it was given hangs. A search asks the clock after every random game; the longest takes some milliseconds. */
const GRACE_MS = 5_000;
/** A search limited by nodes alone. */
const LATEST_MS = 600_000;

export function threadEngines(): Engines {
  const { ask, close } = thread<SearchRequest, SearchResult>(threadFile(import.meta.url, './engines-worker.js'));
  return {
    search: async request => {
      assert(request.milliseconds !== null || request.nodes !== null, 'a search has a limit');
      return ask(request, request.milliseconds === null ? LATEST_MS : request.milliseconds + GRACE_MS);
    },
    close,
  };
}
