// Opens a data folder read-only, for the operator's tools.
// Takes no lock, so it works beside a running service.
import { createReadCalls } from '../in-memory-documents.ts';
import type { ReadOnlyStore } from '../read-only-store.ts';
import { listCopyFindings } from '../entry-stream.ts';
import { COPY_MARK, readCopyMark, refuseNewerFormat } from './folder.ts';
import { fillMemory } from './integrity-check.ts';
import { inspectIndex } from './finished.ts';
import { readState } from './state.ts';

/** Rejects if the folder does not exist or its journal is damaged. */
export async function openReadOnly(dir: string): Promise<ReadOnlyStore> {
  await refuseNewerFormat(dir);
  const { memory, findings: faults } = await readState(dir, fillMemory, false);
  const findings = [
    ...listCopyFindings(COPY_MARK, await readCopyMark(dir)),
    ...faults,
    ...(await inspectIndex(dir, memory)),
  ];
  return {
    read: keys => Promise.resolve(memory.read(keys)),
    ...createReadCalls(() => Promise.resolve(memory)),
    seenAt: cause => Promise.resolve(memory.seenAt(cause)),
    findings: () => Promise.resolve(findings),
    async *all(kind) {
      for (const key of memory.keysOf(kind)) {
        const document = memory.get(key);
        // The reader's other work can run between documents.
        if (document !== undefined) yield await Promise.resolve(document);
      }
    },
  };
}
