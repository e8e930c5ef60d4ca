// Ports and settings of a service for tests: everything in memory, hashing that is quick, a clock that stands still; each can be replaced.
import { createHash } from 'node:crypto';
import { games } from '#games/registry/index.ts';
import { createSecrets } from '#adapters/crypto/secrets.ts';
import { computeRobotSeed } from '#ledger/bundle.ts';
import { searchSessions } from '#adapters/workers/search-sessions.ts';
import { mime } from '#adapters/mime/index.ts';
import { createMemoryStore } from '#test/memory-store.ts';
import { loadEar, loadTemplates } from '#adapters/templates/templates.ts';
import { robots } from '#core/players/robots.ts';
import { createInMemoryLeases } from '#service/shared-ports.ts';
import type { Ports, Settings } from '#service/create-service.ts';
import type { InFlight, Log, Raster } from '#service/ports.ts';
import type { SearchRequest, SearchResult } from '#engines/index.ts';

export const START = Date.UTC(2026, 10, 21, 10, 0, 0);

export const fingerprint = (text: string): string => createHash('sha256').update(text).digest('hex');

export const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** No note of the mails in hand, for tests that do not die. */
export const freeHand: InFlight = { checkPoison: () => 'none', mark: () => undefined, clear: () => undefined };

const PNG = [0x89, 0x50, 0x4e, 0x47];
/** For tests that look at mails and not at pictures: at once, and always the same bytes. */
export const stillRaster: Raster = {
  png: () => Promise.resolve({ light: Uint8Array.from(PNG), dark: Uint8Array.from([...PNG, 0x44]) }),
  close: () => Promise.resolve(),
};

const nothing = (): Promise<void> => Promise.resolve();

/** Small boards, which the solver sees through quickly. */
const isSmall = ({ setup }: SearchRequest): boolean => /^[1-3]x[1-3]$/.test(setup['size'] ?? '');

/** One row of random moves for each board, whatever secrets the service has. */
function stable(request: SearchRequest): Pick<SearchRequest, 'seed' | 'sessionKey'> {
  const seed = boardOf(request);
  return { seed, sessionKey: `board ${seed}` };
}

const testSecrets = createSecrets(Buffer.alloc(32, 7), { N: 16, r: 1, p: 1 });

/** The number of the board whose robots have this seed. */
function boardOf({ game, seed, moves }: SearchRequest): number {
  const saltOf = (number: number): string =>
    testSecrets.derive(`ledger match/${game}/${number}`).toString('hex').slice(0, 32);
  const plies = moves.length > 0 ? [moves.length] : Array.from({ length: 100 }, (_, i) => i);
  for (let number = 101; number < 200; number++) {
    const salt = saltOf(number);
    if (plies.some(each => computeRobotSeed(salt, each) === seed)) return number;
  }
  return seed;
}

/**
 * As in the thread, but by the simplest engine, whose moves no tuning changes. A review knows besides what is proved on small boards.
 */
function searchSteadily(search: (request: SearchRequest) => SearchResult, request: SearchRequest): SearchResult {
  const isProvable = request.sessionKey?.startsWith('review ') === true && isSmall(request);
  const proved = isProvable ? search({ ...request, nodes: 1_000 }) : null;
  return proved?.isProven === true
    ? proved
    : search({ ...request, engine: 'random', weakness: null, ...(request.sessionKey === null ? stable(request) : {}) });
}

export function testPorts(overrides: Partial<Ports> = {}): Ports {
  const clock = overrides.clock ?? { now: () => START, sleep: nothing };
  const search = searchSessions(clock.now);
  return {
    store: overrides.store ?? createMemoryStore(),
    leases: createInMemoryLeases(),
    mailbox: { next: () => Promise.resolve([]), dispose: nothing, close: nothing },
    archive: { erase: nothing },
    quarantine: {
      list: () => Promise.resolve([]),
      read: () => Promise.resolve(null),
      retry: () => Promise.resolve(false),
      drop: () => Promise.resolve(false),
    },
    sender: { send: () => Promise.resolve({ kind: 'sent' }), close: nothing },
    mime,
    raster: stillRaster,
    secrets: testSecrets,
    engines: {
      search: request => Promise.resolve(searchSteadily(search, request)),
      close: nothing,
    },
    inFlight: freeHand,
    clock,
    log: silent,
    fingerprint,
    ...overrides,
  };
}

/** Read once: a simulation starts thousands of services. */
const paper = loadTemplates(games.map(game => game.name));
const ear = loadEar(games);

export const testSettings = (overrides: Partial<Settings> = {}): Settings => ({
  own: { local: 'games', domain: 'example.test' },
  name: 'nexpost',
  pictures: true,
  webUrl: '',
  perHour: 0,
  returnPaths: false,
  servers: ['example.test'],
  games,
  robots,
  templates: paper,
  ear,
  guessLanguage: () => null,
  ...overrides,
});
