// Runs a decision on the loaded data. If data is missing, it is loaded and the decision runs again.
// This is the only place of the core that throws, and the only one that catches.
import type { DataRequest } from './data-request.ts';

class NotLoaded extends Error {
  readonly requests: readonly DataRequest[];

  constructor(requests: readonly DataRequest[]) {
    super('not loaded');
    this.requests = requests;
  }
}

class Damaged extends Error {
  readonly key: string;

  constructor(key: string) {
    super(`${key} is damaged`);
    this.key = key;
  }
}

/** Stops the decision: it cannot go on without these. */
export function stopForWantOf(requests: readonly DataRequest[]): never {
  throw new NotLoaded(requests);
}

/** Stops the decision permanently: this document exists and cannot be read. */
export function stopForDamage(key: string): never {
  throw new Damaged(key);
}

export type Attempt<Value> =
  | { readonly kind: 'done'; readonly value: Value }
  | { readonly kind: 'missing'; readonly requests: readonly DataRequest[] }
  | { readonly kind: 'damaged'; readonly key: string };

/** Runs a decision as far as what is loaded reaches. */
export function attempt<Value>(decide: () => Value): Attempt<Value> {
  try {
    return { kind: 'done', value: decide() };
  } catch (error) {
    if (error instanceof NotLoaded) return { kind: 'missing', requests: error.requests };
    if (error instanceof Damaged) return { kind: 'damaged', key: error.key };
    throw error;
  }
}

/**
 * Runs it. Where it stops for want of something, the others are tried as well, so that it stops once for whatever all of them
 * want; but for no password, since what comes before may forbid to look at the next.
 */
export function collectMissing<Value>(run: () => Value, others: readonly (() => unknown)[]): Value {
  const tried = attempt(run);
  if (tried.kind === 'done') return tried.value;
  if (tried.kind === 'damaged') return stopForDamage(tried.key);
  const more = others.map(attempt).flatMap(other => (other.kind === 'missing' ? other.requests : []));
  return stopForWantOf([...tried.requests, ...more.filter(({ kind }) => kind === 'document' || kind === 'list')]);
}
