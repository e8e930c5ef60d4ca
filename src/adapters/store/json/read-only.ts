// Opens a data folder read-only, for the operator's tools.
// Takes no lock, so it works beside a running service.
import type { DocumentKind, Documents } from '#core/kernel/documents.ts';
import type { Finding } from '#service/ports.ts';
import { InMemoryDocuments, createReadCalls } from '../in-memory-documents.ts';
import type { ReadOnlyStore } from '../read-only-store.ts';
import { COPY_MARK, readCopyMark, refuseNewerFormat } from './folder.ts';
import { readJournal } from './journal.ts';
import { checkIntegrity, fillMemory } from './integrity-check.ts';
import { readOutbox } from './outbox.ts';
import { inspectIndex } from './finished.ts';
import { readSeen } from './seen.ts';
import { dropAll, replayChange } from './state.ts';

/** Rejects if the folder does not exist or its journal is damaged. */
export async function openReadOnly(dir: string): Promise<ReadOnlyStore> {
  await refuseNewerFormat(dir);
  const memory = new InMemoryDocuments();
  // The journal is read first: changes that are removed from it meanwhile are already in the documents.
  const lines = await readJournal(dir, false);
  const damaged = await fillMemory(memory, dir);
  for (const { cause, at } of await readSeen(dir)) memory.markSeen(cause, at);
  for (const line of lines) {
    if (line.kind === 'change') replayChange(memory, line);
    if (line.kind === 'dropped') dropAll(memory, line);
  }
  const findings = [
    ...(await findUnfinishedCopy(dir)),
    ...(await checkIntegrity(dir, memory, damaged)),
    ...(await readOutbox(dir)).findings,
    ...(await inspectIndex(dir, memory)),
  ];
  return {
    read: keys => Promise.resolve(memory.read(keys)),
    ...createReadCalls(() => Promise.resolve(memory)),
    seenAt: cause => Promise.resolve(memory.seenAt(cause)),
    findings: () => Promise.resolve(findings),
    all: kind => readAll(memory, kind),
  };
}

async function findUnfinishedCopy(dir: string): Promise<readonly Finding[]> {
  const after = await readCopyMark(dir);
  if (after === null) return [];
  const what = `a copy of ${after} has not come to its end. Run \`nexpost store copy\` again; no service starts here before.`;
  return [{ level: 'error', where: COPY_MARK, what }];
}

/** Yields between documents, so that the reader's other work can run. */
async function* readAll<Kind extends DocumentKind>(
  memory: InMemoryDocuments,
  kind: Kind,
): AsyncGenerator<Documents[Kind]> {
  for (const key of memory.keysOf(kind)) {
    const document = memory.get(key);
    if (document !== undefined) yield await Promise.resolve(document);
  }
}
