// Copies a whole store into an empty one, then dumps the copy and compares the two dumps.
// The target stays marked as unfinished until they are equal.
import type { Writable } from 'node:stream';
import { games } from '#games/registry/index.ts';
import { findFault } from '#core/board/summary.ts';
import { asKind, type DocumentKey, matchKey } from '#core/kernel/documents.ts';
import { type Counts, dump, type EndEntry, type StreamEntry, type EntrySource, type EntryTarget, findFirstDifference, load } from '#adapters/store/entry-stream.ts'; // prettier-ignore
import { showProgress } from './progress.ts';

export interface CopyParts {
  readonly source: EntrySource;
  readonly target: EntryTarget;
  /** The name of the source, told to a user who finds an unfinished copy. */
  readonly from: string;
  /** Rejects if another process may use one of the stores by now. */
  readonly guard: () => Promise<unknown>;
  /** For the progress. */
  readonly out: Writable;
}

/** The end of the dump of the copy. */
interface Verified extends EndEntry {
  readonly boards: number;
  /** Boards that break the rules of their games, in the source as well. */
  readonly unsound: readonly DocumentKey[];
}

export interface CopyResult extends Verified {
  /** The counts that differ, and the first key that differs. Empty: the copy is equal to its source. */
  readonly differs: readonly string[];
}

export async function copyStore({ source, target, from, guard, out }: CopyParts): Promise<CopyResult> {
  await target.begin(from);
  const write: EntryTarget['write'] = async page => {
    await target.write(page);
    await guard();
  };
  const copied = await load({ write }, showProgress(dump(source), source.sizes, out));
  const verified = await verify(showProgress(dump(target), source.sizes, out, 'verified '));
  const differs =
    verified.hash === copied.hash
      ? []
      : [...listUnequal(copied.counts, verified.counts), await findFirstDifference(dump(source), dump(target))];
  await guard();
  if (differs.length === 0) await target.finish();
  return { ...verified, differs };
}

/** Reads everything once more, and plays every board by its rules. */
async function verify(entries: AsyncIterable<StreamEntry>): Promise<Verified> {
  let boards = 0;
  const unsound: DocumentKey[] = [];
  for await (const entry of entries) {
    if (entry.kind === 'end') return { ...entry, boards, unsound };
    const match = entry.kind === 'document' ? asKind('match', entry.key, entry.document) : null;
    if (match === null) continue;
    boards += 1;
    if (findFault(games, match) !== null) unsound.push(matchKey(match));
  }
  throw new Error('The copy cannot be read to its end.');
}

const listUnequal = (copied: Counts, found: Counts): readonly string[] =>
  (Object.keys(copied) as (keyof Counts)[])
    .filter(kind => copied[kind] !== found[kind])
    .map(kind => `${kind}s: ${found[kind]} of ${copied[kind]}`);
