// The worker thread of the engines: a search request in, a move out.
import type { SearchRequest } from '#engines/index.ts';
import { answerRequests } from './thread.ts';
import { searchSessions } from './search-sessions.ts';

const search = searchSessions(() => performance.now());

answerRequests(request => search(request as SearchRequest));
