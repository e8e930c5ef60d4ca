// Loads the data a decision needs, with prefetch hints, and remembers the versions it read.
import { predictNext } from '#core/prefetch.ts';
import type { ListName } from '#core/kernel/lists.ts';
import { limits } from '#core/kernel/limits.ts';
import type { Attempt } from '#core/kernel/loading.ts';
import { DAMAGED, type Data, type DataRequest, type LoadedData, requestKey } from '#core/kernel/data-request.ts';
import type { Document, DocumentKey } from '#core/kernel/documents.ts';
import type { ReadPort, Secrets, Store } from './ports.ts';

export interface Loaded {
  /** By requestKey. */
  readonly known: Map<string, Data>;
  readonly versions: Map<DocumentKey, number>;
}

export const nothingLoaded = (): Loaded => ({ known: new Map(), versions: new Map() });

/** Keeps only password hashes and proofs. They are slow to make and depend on nothing stored. Everything else is loaded again. */
export const leaveOutStored = ({ known }: Loaded): Loaded => ({
  known: new Map([...known].filter(([key]) => /^(proof|hash) /.test(key))),
  versions: new Map(),
});

/** Prefetch hints: what to load together with an answer. */
type Hints = typeof predictNext;

type Found = readonly (readonly [DataRequest, Data])[];

/** Adds what is requested, and what follows from it. */
export async function load(
  store: ReadPort,
  secrets: Pick<Secrets, 'verify' | 'hash'>,
  loaded: Loaded,
  requests: readonly DataRequest[],
  hints: Hints = predictNext,
): Promise<void> {
  for (let wanted = requests; wanted.length > 0;) {
    const fresh = new Map(wanted.map(request => [requestKey(request), request]));
    for (const key of loaded.known.keys()) fresh.delete(key);
    if (fresh.size === 0) return;
    const found = await findAll(store, secrets, [...fresh.values()], loaded.versions);
    for (const [request, data] of found) loaded.known.set(requestKey(request), data);
    wanted = found.flatMap(([request, data]) => hints(request, data));
  }
}

async function findAll(
  store: ReadPort,
  secrets: Pick<Secrets, 'verify' | 'hash'>,
  requests: readonly DataRequest[],
  versions: Map<DocumentKey, number>,
): Promise<Found> {
  const documents = requests.filter(request => request.kind === 'document');
  const found = documents.length === 0 ? [] : await readAll(store, documents, versions);
  const others = requests.filter(request => request.kind !== 'document');
  return [
    ...found,
    ...(await Promise.all(others.map(async request => [request, await find(store, secrets, request)] as const))),
  ];
}

async function readAll(
  store: ReadPort,
  requests: readonly Extract<DataRequest, { readonly kind: 'document' }>[],
  versions: Map<DocumentKey, number>,
): Promise<Found> {
  const snapshot = await store.read(requests.map(({ key }) => key));
  for (const [key, version] of snapshot.versions) versions.set(key, version);
  const damaged = new Set(snapshot.damaged);
  return requests.map(
    request => [request, damaged.has(request.key) ? DAMAGED : (snapshot.documents.get(request.key) ?? null)] as const,
  );
}

async function find(
  store: ReadPort,
  secrets: Pick<Secrets, 'verify' | 'hash'>,
  request: Exclude<DataRequest, { readonly kind: 'document' }>,
): Promise<Data> {
  switch (request.kind) {
    case 'list':
      return readWholeList(store, request.list);
    case 'glance':
      return glance(store, request.list);
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

/** Damaged ones are left out. */
async function glance(store: ReadPort, list: ListName): Promise<readonly Document[]> {
  const { documents } = await store.read(await readWholeList(store, list));
  return [...documents.values()].filter(document => document !== null);
}

/** Tries and loads until nothing is missing. `loaded` then holds the data that was used. */
export async function loadUntil<Value>(
  tried: (known: LoadedData) => Attempt<Value>,
  store: ReadPort,
  secrets: Pick<Secrets, 'verify' | 'hash'>,
  loaded: Loaded,
  hints: Hints = predictNext,
): Promise<{ readonly value: Value; readonly tries: number }> {
  for (let tries = 1; tries <= limits.roundsPerRequest; tries++) {
    const done = tried(loaded.known);
    if (done.kind === 'done') return { value: done.value, tries };
    if (done.kind === 'damaged') throw new DocumentDamaged(done.key);
    await load(store, secrets, loaded, done.requests, hints);
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

const PAGE = 1_000;

/** Every key of a list. */
export async function readWholeList(store: Pick<Store, 'list'>, list: ListName): Promise<readonly DocumentKey[]> {
  const keys: DocumentKey[] = [];
  for (let from: DocumentKey | null = null; ;) {
    const page = await store.list(list, from, PAGE);
    keys.push(...page);
    if (page.length < PAGE) return keys;
    from = page.at(-1) ?? null;
  }
}
