// Runs a decision on the loaded data. If data is missing, it is loaded and the decision runs again.
// This is the only place of the core that throws, and the only one that catches.
import type { DataRequest } from './documents.ts';

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

/** Stops the decision, which cannot continue without this data. */
export function stopForMissing(requests: readonly DataRequest[]): never {
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

/** Runs a decision until it ends or needs data that is not loaded. */
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
 * Runs `run`. If data is missing, runs `others` too, so that all missing documents and lists are loaded at once. Passwords are
 * left out, because an earlier step may forbid checking them.
 */
export function collectMissing<Value>(run: () => Value, others: readonly (() => unknown)[]): Value {
  const result = attempt(run);
  if (result.kind === 'done') return result.value;
  if (result.kind === 'damaged') return stopForDamage(result.key);
  const otherRequests = others.map(attempt).flatMap(other => (other.kind === 'missing' ? other.requests : []));
  return stopForMissing([
    ...result.requests,
    ...otherRequests.filter(({ kind }) => kind === 'document' || kind === 'list'),
  ]);
}
