// Finds out what a decision wants to know, with what it will want next, and remembers which versions it was told.
import { related } from '#core/state/related.ts';
import type { ListName } from '#core/state/lists.ts';
import { limits } from '#core/limits.ts';
import type { Attempt } from '#core/state/loading.ts';
import { DAMAGED, type Data, type DataRequest, type LoadedData, requestKey } from '#core/state/data-request.ts';
import type { DocumentKey, MatchRef } from '#core/state/documents.ts';
import type { Secrets, Store } from './ports.ts';

export interface Loaded {
  /** Answers by questionKey. */
  readonly known: Map<string, Data>;
  readonly versions: Map<DocumentKey, number>;
}

export const nothingLoaded = (): Loaded => ({ known: new Map(), versions: new Map() });

/** Everything stored is to be loaded again. What was found out of secrets is slow, and stands whatever was written meanwhile. */
export const withoutStored = ({ known }: Loaded): Loaded => ({
  known: new Map([...known].filter(([key]) => /^(proof|hash) /.test(key))),
  versions: new Map(),
});

export type ReadableStore = Pick<Store, 'read' | 'list'>;

type Found = readonly (readonly [DataRequest, Data])[];

/** Adds the answers to these questions, and to those that follow from them. */
export async function load(
  store: ReadableStore,
  secrets: Pick<Secrets, 'verify' | 'hash'>,
  loaded: Loaded,
  questions: readonly DataRequest[],
): Promise<void> {
  for (let wanted = questions; wanted.length > 0;) {
    const fresh = new Map(wanted.map(question => [requestKey(question), question]));
    for (const key of loaded.known.keys()) fresh.delete(key);
    const found = await answers(store, secrets, [...fresh.values()], loaded.versions);
    for (const [question, answer] of found) loaded.known.set(requestKey(question), answer);
    wanted = found.flatMap(([question, answer]) => related(question, answer));
  }
}

async function answers(
  store: ReadableStore,
  secrets: Pick<Secrets, 'verify' | 'hash'>,
  questions: readonly DataRequest[],
  versions: Map<DocumentKey, number>,
): Promise<Found> {
  const documents = questions.filter(question => question.kind === 'document');
  const snapshot = await store.read(documents.map(({ key }) => key));
  for (const [key, version] of snapshot.versions) versions.set(key, version);
  const damaged = new Set(snapshot.damaged);
  const found = documents.map(
    question =>
      [question, damaged.has(question.key) ? DAMAGED : (snapshot.documents.get(question.key) ?? null)] as const,
  );
  const others = questions.filter(question => question.kind !== 'document');
  return [
    ...found,
    ...(await Promise.all(others.map(async question => [question, await answer(store, secrets, question)] as const))),
  ];
}

async function answer(
  store: ReadableStore,
  secrets: Pick<Secrets, 'verify' | 'hash'>,
  question: Exclude<DataRequest, { readonly kind: 'document' }>,
): Promise<Data> {
  switch (question.kind) {
    case 'list':
      return whole(store, question.list);
    case 'proof':
      return secrets.verify(question.secret, question.hash);
    case 'hash':
      return secrets.hash(question.secret);
  }
}

/** Tries and loads until nothing is missing; `loaded` then holds what it was made from. */
export async function loadUntil<Value>(
  tried: (known: LoadedData) => Attempt<Value>,
  store: ReadableStore,
  secrets: Pick<Secrets, 'verify' | 'hash'>,
  loaded: Loaded,
): Promise<{ readonly value: Value; readonly tries: number }> {
  for (let tries = 1; tries <= limits.roundsPerRequest; tries++) {
    const done = tried(loaded.known);
    if (done.kind === 'done') return { value: done.value, tries };
    if (done.kind === 'damaged') throw new DocumentDamaged(done.key);
    await load(store, secrets, loaded, done.requests);
  }
  throw new Error(`a decision still had questions after ${limits.roundsPerRequest} rounds`);
}

/** A document the decision cannot do without is there and cannot be read. Boards are another matter: a line about one is refused. */
export class DocumentDamaged extends Error {
  constructor(key: string) {
    super(`${key} is damaged`);
    this.name = 'DocumentDamaged';
  }
}

const PAGE = 1_000;

/** Every board of a list. */
export async function whole(store: Pick<Store, 'list'>, list: ListName): Promise<readonly MatchRef[]> {
  const boards: MatchRef[] = [];
  for (let from: MatchRef | null = null; ;) {
    const page = await store.list(list, from, PAGE);
    boards.push(...page);
    if (page.length < PAGE) return boards;
    from = page.at(-1) ?? null;
  }
}
