// Opens a data folder read-only, without a lock, for the operator's tools.
// Also beside a running service.
import type { DocumentKind, Documents } from '#core/kernel/documents.ts';
import type { Finding } from '#service/ports.ts';
import { InMemoryDocuments } from '../in-memory-documents.ts';
import type { ReadOnlyStore } from '../read-only-store.ts';
import { refuseNewerFormat } from './format.ts';
import { readJournal } from './journal.ts';
import { fill, mend } from './mending.ts';
import { inspectOutbox } from './outbox.ts';
import { indexFindings } from './resting.ts';
import { readSeen } from './seen.ts';
import { COPY_MARK, readCopyMark } from './unfinished-copy.ts';
import { dropAll, replayChange } from './state.ts';

/** Rejects if the folder does not exist or its journal is damaged. */
export async function openReadOnly(dir: string): Promise<ReadOnlyStore> {
  await refuseNewerFormat(dir);
  const shelf = new InMemoryDocuments();
  // The journal first: what is removed from it meanwhile is already in the documents.
  const lines = await readJournal(dir, false);
  const damaged = await fill(shelf, dir);
  for (const { cause, at } of await readSeen(dir)) shelf.see(cause, at);
  for (const line of lines) {
    if (line.kind === 'change') replayChange(shelf, line);
    if (line.kind === 'dropped') dropAll(shelf, line);
  }
  const findings = [
    ...(await copyFindings(dir)),
    ...(await mend(dir, shelf, damaged)),
    ...(await inspectOutbox(dir)),
    ...(await indexFindings(dir, shelf)),
  ];
  return {
    read: keys => Promise.resolve(shelf.read(keys)),
    list: (name, from, most) => Promise.resolve(shelf.list(name, from, most)),
    newest: (name, before, most) => Promise.resolve(shelf.newest(name, before, most)),
    accounts: (after, most) => Promise.resolve(shelf.accounts(after, most)),
    isSeen: cause => Promise.resolve(shelf.isSeen(cause)),
    seenAt: cause => Promise.resolve(shelf.seenAt(cause)),
    findings: () => Promise.resolve(findings),
    all: kind => all(shelf, kind),
  };
}

async function copyFindings(dir: string): Promise<readonly Finding[]> {
  const from = await readCopyMark(dir);
  if (from === null) return [];
  const what = `a copy of ${from} has not come to its end. Run \`nexpost store copy\` again; no service starts here before.`;
  return [{ level: 'error', where: COPY_MARK, what }];
}

/** Yields between documents, so that the reader's other work can run. */
async function* all<Kind extends DocumentKind>(shelf: InMemoryDocuments, kind: Kind): AsyncGenerator<Documents[Kind]> {
  for (const key of shelf.keysOf(kind)) {
    const document = shelf.get(key);
    if (document !== undefined) yield await Promise.resolve(document);
  }
}
