// Answers questions about stored data, for web pages: loads what they need, changes nothing.
import { type Catalogue, type State, createState } from '#core/kernel/state.ts';
import { attempt } from '#core/kernel/loading.ts';
import { predictForPage } from '#core/prefetch.ts';
import { DocumentDamaged, loadUntil, createLoaded } from './load.ts';
import type { ReadPort } from './ports.ts';

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
