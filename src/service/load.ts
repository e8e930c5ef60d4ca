// Loads the data that a decision or a page needs, and remembers the versions it saw.
import type { Match } from '#core/board/match-document.ts';
import { findFault } from '#core/board/summary.ts';
import {
  DAMAGED,
  type Data,
  type DataRequest,
  type DocumentKey,
  type ListName,
  type LoadedData,
  documentsOfKind,
  requestKey,
} from '#core/kernel/documents.ts';
import { limits } from '#core/kernel/limits.ts';
import { type Attempt, attempt } from '#core/kernel/loading.ts';
import { type Catalogue, type State, createState } from '#core/kernel/state.ts';
import { predictForPage, predictNext } from '#core/prefetch.ts';
import type { AnyGame } from '#games/game.ts';
import type { Clock, Finding, Log, ReadPort, Secrets, Store } from './ports.ts';

/** Loads the data a decision needs, with prefetch hints, and remembers the versions it read. */
export interface Loaded {
  /** By requestKey. */
  readonly known: Map<string, Data>;
  readonly versions: Map<DocumentKey, number>;
}

export const createLoaded = (): Loaded => ({ known: new Map(), versions: new Map() });

/** Keeps only password hashes and proofs, which are slow to make and depend on no document. All other data is loaded again. */
export const keepHashesAndProofs = ({ known }: Loaded): Loaded => ({
  known: new Map([...known].filter(([key]) => /^(proof|hash) /.test(key))),
  versions: new Map(),
});

/** Prefetch hints: further requests that follow from a request and its data. */
type Hints = typeof predictNext;

type FoundData = readonly (readonly [DataRequest, Data])[];

/** Loads the requested data and the data of the hints, and adds both to `loaded`. */
export async function load(
  store: ReadPort,
  secrets: Pick<Secrets, 'verify' | 'hash'>,
  loaded: Loaded,
  requests: readonly DataRequest[],
  hints: Hints = predictNext,
): Promise<void> {
  for (let pending = requests; pending.length > 0;) {
    const newRequests = new Map(pending.map(request => [requestKey(request), request]));
    for (const key of loaded.known.keys()) newRequests.delete(key);
    if (newRequests.size === 0) return;
    const found = await loadAll(store, secrets, [...newRequests.values()], loaded.versions);
    for (const [request, data] of found) loaded.known.set(requestKey(request), data);
    pending = found.flatMap(([request, data]) => hints(request, data));
  }
}

async function loadAll(
  store: ReadPort,
  secrets: Pick<Secrets, 'verify' | 'hash'>,
  requests: readonly DataRequest[],
  versions: Map<DocumentKey, number>,
): Promise<FoundData> {
  const documents = requests.filter(request => request.kind === 'document');
  const found = documents.length === 0 ? [] : await readDocuments(store, documents, versions);
  const others = requests.filter(request => request.kind !== 'document');
  return [
    ...found,
    ...(await Promise.all(others.map(async request => [request, await loadOne(store, secrets, request)] as const))),
  ];
}

async function readDocuments(
  store: ReadPort,
  requests: readonly Extract<DataRequest, { readonly kind: 'document' }>[],
  versions: Map<DocumentKey, number>,
): Promise<FoundData> {
  const snapshot = await store.read(requests.map(({ key }) => key));
  for (const [key, version] of snapshot.versions) versions.set(key, version);
  const damaged = new Set(snapshot.damaged);
  return requests.map(
    request => [request, damaged.has(request.key) ? DAMAGED : (snapshot.documents.get(request.key) ?? null)] as const,
  );
}

async function loadOne(
  store: ReadPort,
  secrets: Pick<Secrets, 'verify' | 'hash'>,
  request: Exclude<DataRequest, { readonly kind: 'document' }>,
): Promise<Data> {
  switch (request.kind) {
    case 'list':
      return readWholeList(store, request.list);
    case 'glance':
      // Without their versions. Damaged documents are left out.
      return [...(await store.read(await readWholeList(store, request.list))).documents.values()].filter(
        document => document !== null,
      );
    case 'newest':
      return store.newest(request.list, request.before, request.limit);
    case 'accounts':
      return store.accounts(request.after, request.limit);
    case 'proof':
      return secrets.verify(request.secret, request.hash);
    case 'hash':
      return secrets.hash(request.secret);
  }
}

/** Repeats the attempt, and loads what it misses, until it succeeds. `loaded` then holds the data that was used. */
export async function loadUntil<Value>(
  attempt: (known: LoadedData) => Attempt<Value>,
  store: ReadPort,
  secrets: Pick<Secrets, 'verify' | 'hash'>,
  loaded: Loaded,
  hints: Hints = predictNext,
): Promise<{ readonly value: Value; readonly tries: number }> {
  for (let tries = 1; tries <= limits.roundsPerRequest; tries++) {
    const outcome = attempt(loaded.known);
    if (outcome.kind === 'done') return { value: outcome.value, tries };
    if (outcome.kind === 'damaged') throw new DocumentDamaged(outcome.key);
    await load(store, secrets, loaded, outcome.requests, hints);
  }
  throw new Error(`a decision still had requests after ${limits.roundsPerRequest} rounds`);
}

/** A document that the decision needs exists and cannot be read. Not thrown for boards: a line about a damaged board is refused. */
export class DocumentDamaged extends Error {
  constructor(key: string) {
    super(`${key} is damaged`);
    this.name = 'DocumentDamaged';
  }
}

const PAGE_SIZE = 1_000;

export async function readWholeList(store: Pick<Store, 'list'>, list: ListName): Promise<readonly DocumentKey[]> {
  const keys: DocumentKey[] = [];
  for (let after: DocumentKey | null = null; ;) {
    const page = await store.list(list, after, PAGE_SIZE);
    keys.push(...page);
    if (page.length < PAGE_SIZE) return keys;
    after = page.at(-1) ?? null;
  }
}

/** Pages check and make no password hashes. */
const NO_SECRETS = {
  verify: () => Promise.reject(new Error('pages check no passwords')),
  hash: () => Promise.reject(new Error('pages hash no passwords')),
};

/** The answer to a question about stored data. null also if a document it needs is damaged. */
export async function queryState<Answer>(
  store: ReadPort,
  catalogue: Catalogue,
  question: (state: State) => Answer | null,
): Promise<Answer | null> {
  try {
    const { value } = await loadUntil(
      known => attempt(() => question(createState(catalogue, known, () => undefined))),
      store,
      NO_SECRETS,
      createLoaded(),
      predictForPage,
    );
    return value;
  } catch (error) {
    if (error instanceof DocumentDamaged) return null;
    throw error;
  }
}

// The inspection reports the boards whose record the rules do not allow.

/** Boards that are replayed in one go, which takes about ten milliseconds. Other work runs between two slices. */
const SLICE_SIZE = 10;

/** The fault of a match, by a replay. null: the match is valid. `where`: the file or key of its document. */
export function findMatchFault(games: readonly AnyGame[], match: Match, where: string): Finding | null {
  const { summary: _, ...unproved } = match;
  const fault = findFault(games, unproved);
  if (fault === null) return null;
  const what = `it is no ${match.game} board: ${fault}. Put a copy from a backup in its place, or move the file away.`;
  return { level: 'error', where, what };
}

interface InspectionParts {
  readonly store: Pick<Store, 'list' | 'read'>;
  readonly games: readonly AnyGame[];
  readonly clock: Clock;
  readonly log: Log;
}

/** Logs the running boards that cannot be continued. Finished boards are left to `nexpost check`, since a server may have very many. */
export async function inspectBoards(parts: InspectionParts, signal: AbortSignal): Promise<void> {
  const { store, games, clock, log } = parts;
  let faults = 0;
  for (const { name } of games) {
    const keys = await readWholeList(store, `running/game/${name}`);
    for (let start = 0; start < keys.length && !signal.aborted; start += SLICE_SIZE) {
      const { documents } = await store.read(keys.slice(start, start + SLICE_SIZE));
      const findings = documentsOfKind('match', documents).flatMap(
        ([key, match]) => (match === null ? null : findMatchFault(games, match, key)) ?? [],
      );
      for (const { level, where, what } of findings) log.warn('data-finding', { severity: level, where, what });
      faults += findings.length;
      await clock.sleep(0, signal);
    }
  }
  if (faults > 0) log.error('data-damaged', { findings: faults, where: 'running boards' });
}
