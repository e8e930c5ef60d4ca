// A ledger with many entries, for a store.
import type { LedgerPart } from '#core/board/match-document.ts';
import type { Document, DocumentKey } from '#core/kernel/documents.ts';
import { appendEntries, EMPTY_TREE } from '#ledger/tree.ts';
import type { Store } from '#service/ports.ts';

const PART_CELLS = 64;

const join = (hashes: readonly Buffer[]): string => Buffer.concat(hashes).toString('base64');

/** The entries 0 to `size`: of one name, each with its number. */
export const entriesOf = (name: string, size: number): readonly Buffer[] =>
  Array.from({ length: size }, (_, i) => Buffer.from(`${name} ${i}`.padEnd(32)));

/** Replaces the ledger of a store. */
export async function fillLedger({ read, commit }: Store, entries: readonly Buffer[], at = 0): Promise<void> {
  const { tree, cells } = appendEntries(EMPTY_TREE, entries);
  const parts = new Map<DocumentKey, Document>([
    ['ledger/tree', { size: tree.size, peaks: join(tree.peaks) } satisfies LedgerPart],
  ]);
  for (let part = 0; part * PART_CELLS < cells.length; part++)
    parts.set(`ledger/${part}`, { cells: join(cells.slice(part * PART_CELLS, (part + 1) * PART_CELLS)) } satisfies LedgerPart); // prettier-ignore
  const { versions } = await read([...parts.keys()]);
  const { result, durable } = await commit({
    cause: `fill ${at}`,
    expect: versions,
    documents: parts,
    outgoing: [],
    at,
  });
  await durable;
  if (result !== 'committed') throw new Error(result);
}
