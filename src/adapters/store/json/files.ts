// Where each document lies, and how it gets there: one lowdb a document over an atomic, fsyncing writer.
import { mkdir, open, readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { Adapter } from 'lowdb';
import { Low } from 'lowdb';
import writeFileAtomic from 'write-file-atomic';
import type { DocumentKey, DocumentKind } from '../../../core/world.ts';
import type { Versioned } from '../shelf.ts';
import { DamagedData } from './damage.ts';
import { fileOf } from './schema.ts';

const FOLDERS: Readonly<Record<DocumentKind, string>> = {
  account: 'accounts',
  address: 'addresses',
  match: 'matches',
  counter: 'counters',
  parked: 'parked',
  alert: 'alerts',
  quota: 'quotas',
  optout: 'optouts',
};

const KINDS = Object.keys(FOLDERS) as DocumentKind[];

/** lowdb's own writer neither fsyncs nor survives a full disk in the middle of a file; this one does both. */
function atomicFile(file: string): Adapter<Versioned> {
  return {
    read: async () => {
      const text = await readFile(file, 'utf8').catch((error: unknown) => {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      });
      return text === null ? null : (JSON.parse(text) as Versioned);
    },
    write: data => writeFileAtomic(file, `${JSON.stringify(data, null, 2)}\n`, { mode: 0o600, fsync: true }),
  };
}

const pathOf = (dir: string, key: DocumentKey): string => {
  const [kind, ...rest] = key.split('/');
  return join(dir, FOLDERS[kind as DocumentKind], ...rest.map(encodeURIComponent)) + '.json';
};

export async function writeDocuments(dir: string, entries: ReadonlyMap<DocumentKey, Versioned>): Promise<void> {
  const folders = new Set<string>();
  for (const [key, entry] of entries) {
    const file = pathOf(dir, key);
    const folder = dirname(file);
    if (!folders.has(folder)) await mkdir(folder, { recursive: true, mode: 0o700 });
    folders.add(folder);
    await new Low<Versioned>(atomicFile(file), entry).write();
  }
  for (const folder of folders) await syncFolder(folder);
}

/** Makes new names in a folder survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export async function* readDocuments(dir: string): AsyncGenerator<readonly [DocumentKey, Versioned]> {
  for (const kind of KINDS) {
    const folder = join(dir, FOLDERS[kind]);
    for (const file of await jsonFiles(folder)) {
      const rest = relative(folder, file).slice(0, -'.json'.length).split('/').map(decodeURIComponent);
      yield [`${kind}/${rest.join('/')}`, await readDocument(kind, file)];
    }
  }
}

async function jsonFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  return entries
    .filter(entry => entry.isFile() && entry.name.endsWith('.json'))
    .map(entry => join(entry.parentPath, entry.name))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
}

async function readDocument(kind: DocumentKind, file: string): Promise<Versioned> {
  const low = new Low<Versioned | null>(atomicFile(file) as Adapter<Versioned | null>, null);
  try {
    await low.read();
  } catch (error) {
    throw new DamagedData(file, error instanceof Error ? error.message : 'it cannot be read');
  }
  const checked = fileOf(kind).safeParse(low.data);
  if (!checked.success) {
    const [issue] = checked.error.issues;
    throw new DamagedData(file, `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not what it should be'}`);
  }
  return checked.data;
}
