// A data folder: its format, key, lock and permissions, and the mark of an unfinished copy.
import { chmod, lstat, mkdir, open, readFile, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { tryLock } from 'fs-native-extensions';
import * as z from 'zod';
import { reasonOf } from '#games/kit/assert.ts';
import type { Finding } from '#service/ports.ts';
import { type ValueFile, createValueFile, syncFolder } from '#adapters/value-file.ts';
import { KEY_DAMAGE, createKeyDigits, keyDigits, refuseCopy } from '../entry-stream.ts';
import { FOLDER_NAMES } from './files.ts';
import { INDEX_NAME } from './finished.ts';
import { PACE_NAME } from './outbox.ts';

export const COPY_MARK = 'copy-unfinished';

const markFile = (dir: string) =>
  createValueFile(join(dir, COPY_MARK), {
    // A damaged mark counts as well.
    schema: z.object({ from: z.string() }).catch({ from: 'somewhere' }),
    damage: 'is damaged',
  });

/** The source of the copy. null: there is no mark. */
export const readCopyMark = async (dir: string): Promise<string | null> => (await markFile(dir).read())?.from ?? null;

export const refuseUnfinishedCopy = async (dir: string): Promise<void> => refuseCopy(dir, await readCopyMark(dir));

export async function markCopy(dir: string, from: string): Promise<void> {
  await markFile(dir).write({ from });
  await syncFolder(dir);
}

export async function unmarkCopy(dir: string): Promise<void> {
  await rm(join(dir, COPY_MARK), { force: true });
  await syncFolder(dir);
}

/** The format number of a data folder, so that an older program refuses a newer folder. */
export const FORMAT_NAME = 'format';

/** Changes a folder of one format to the next. It may find its own work half done, from a run that was killed. */
type Migration = (dir: string) => Promise<void>;

/** The first one leads from format 1 to format 2. Add one when an older program would misread the files. */
const MIGRATIONS: readonly Migration[] = [
  // From here on boards tell what of them is in the ledger. An older program would forget it, and enter it again.
  () => Promise.resolve(),
];

/** A folder without the file is of format 1. */
const formatFile = (dir: string) =>
  createValueFile(join(dir, FORMAT_NAME), {
    schema: z
      .string()
      .trim()
      .regex(/^\d{1,9}$/)
      .transform(Number),
    isText: true,
    damage: 'is damaged: it should hold a number. Restore it from a backup.',
  });

/** The newest format that a program with these migrations knows. */
const newestOf = (migrations: readonly Migration[]): number => migrations.length + 1;

/** Rejects with one sentence if the folder is of a newer format. */
export async function refuseNewerFormat(dir: string, migrations = MIGRATIONS): Promise<void> {
  const found = (await formatFile(dir).read()) ?? 1;
  const known = newestOf(migrations);
  if (found > known)
    throw new Error(
      `${dir} was written by a newer version of nexpost (format ${found}, this one knows ${known}). Start that version.`,
    );
}

async function writeNumber(dir: string, format: number): Promise<void> {
  await formatFile(dir).write(format);
  await syncFolder(dir);
}

/** Changes the folder to the newest format, one after the other. Call it only with the lock of the folder, before anything is read. */
export async function migrateFolder(dir: string, migrations = MIGRATIONS): Promise<void> {
  const found = (await formatFile(dir).read()) ?? 1;
  for (const [index, migrate] of migrations.entries()) {
    if (index + 1 < found) continue;
    await migrate(dir);
    await writeNumber(dir, index + 2);
  }
}

/** Marks a new folder. Call it only with the lock of the folder. */
export async function writeFormat(dir: string): Promise<void> {
  const newest = newestOf(MIGRATIONS);
  if ((await formatFile(dir).read()) !== newest) await writeNumber(dir, newest);
}

export const KEY_NAME = 'key';

/** The signing key that is stored with the data. */
export const keyFile = (dir: string): ValueFile<string> =>
  createValueFile(join(dir, KEY_NAME), { schema: keyDigits, damage: KEY_DAMAGE, isText: true });

export async function openSigningKey(dir: string): Promise<Buffer> {
  const existing = await keyFile(dir).read();
  const digits = existing ?? createKeyDigits();
  if (existing === null)
    await keyFile(dir)
      .write(digits)
      .then(() => syncFolder(dir));
  return Buffer.from(digits, 'hex');
}

// The kernel releases the lock when the process ends, even by a crash. The file itself stays.

/** A service that was just killed may take a moment to end. */
const MAX_TRIES = 10;
const PAUSE_MS = 200;

class DataInUse extends Error {
  constructor(dir: string, holder: string) {
    super(`${dir} is in use by process ${holder}. Stop that one first, or choose another folder.`);
    this.name = 'DataInUse';
  }
}

export interface FolderLock {
  readonly release: () => Promise<void>;
  /** Is the locked file still the one that others would open? If the file was removed or replaced, the lock has no effect. */
  readonly isIntact: () => Promise<boolean>;
}

/**
 * Resolves to the lock of the folder. The file is never removed, so that all processes, waiting now or started
 * later, use the same one. Its content is for people. Its existence alone means nothing.
 */
export async function lockFolder(dir: string): Promise<FolderLock> {
  const file = join(dir, 'lock');
  const handle = await open(file, 'a+', 0o600).catch((error: unknown) => {
    throw new Error(`${file} cannot be opened (${(error as Error).message}). It should be a file of nexpost's own.`, {
      cause: error,
    });
  });
  try {
    for (let tries = 0; !tryLock(handle.fd); tries++) {
      if (tries >= MAX_TRIES) {
        const [, pid] = /^\{"pid":(\d{1,10})\}$/.exec(await readFile(file, 'utf8').catch(() => '')) ?? [];
        throw new DataInUse(dir, pid ?? 'of an unknown number');
      }
      await sleep(PAUSE_MS);
    }
    await handle.truncate();
    await handle.write(JSON.stringify({ pid: process.pid }));
  } catch (error) {
    await handle.close();
    throw error;
  }
  const lockedFile = await handle.stat();
  return {
    release: () => handle.close(),
    isIntact: async () => (await stat(file).catch(() => null))?.ino === lockedFile.ino,
  };
}

/** Rejects with one sentence if the folder cannot be created. */
export async function makeFolder(dir: string): Promise<void> {
  await makeWithParents(dir).catch((error: unknown) => {
    throw new Error(`The folder ${dir} cannot be made: ${reasonOf(error)}. --data names another one.`, {
      cause: error,
    });
  });
  // This user may not be allowed to open the parent.
  await syncFolder(dirname(dir)).catch(() => undefined);
}

/** Node's option `recursive` never ends on /proc, which creates no folders and reports the parent as missing. */
async function makeWithParents(dir: string): Promise<void> {
  if ((await make(dir)) || dirname(dir) === dir) return;
  await makeWithParents(dirname(dir));
  await mkdir(dir, { mode: 0o700 });
}

/** False: the parent folder may be missing. */
async function make(dir: string): Promise<boolean> {
  try {
    await mkdir(dir, { mode: 0o700 });
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return false;
    // A read-only file system rejects before it looks whether the folder exists.
    const found = await stat(dir).catch(() => null);
    if (found?.isDirectory() === true) return true;
    throw found === null ? error : new Error('it is no folder');
  }
}

/** The names that a service uses in its folder, except those of journal files. */
const OWN_NAMES: ReadonlySet<string> = new Set([
  ...FOLDER_NAMES,
  ...['seen', 'outbox', 'failed', 'mail', 'key', 'lock', 'in-flight.json', 'in-hand.json'],
  ...[INDEX_NAME, COPY_MARK, FORMAT_NAME, PACE_NAME],
]);
const JOURNAL = /^journal-\d{8}\.jsonl$/;

const OTHERS_MASK = 0o077;

/** Closes the service's files, and reports other open files. `isChanging` false: changes nothing, and reports what it would change. */
export async function checkModes(dir: string, isChanging: boolean): Promise<readonly Finding[]> {
  // Windows has no such modes.
  if (process.platform === 'win32') return [];
  const findings: Finding[] = [];
  const openPaths: string[] = [];
  const addFinding = (path: string, what: string): void => {
    findings.push({ level: 'warn', where: relative(dir, path), what });
  };
  const closeFile = async (path: string): Promise<void> => {
    const mode = await findOpenMode(path);
    if (mode === null) return;
    if (!isChanging) openPaths.push(relative(dir, path));
    else
      await chmod(path, mode & ~OTHERS_MASK).catch((error: unknown) => {
        addFinding(path, `others may read it, and that cannot be changed: ${(error as Error).message}`);
      });
  };
  const closeBelow = async (path: string): Promise<void> => {
    // A closed folder protects everything in it, so its content is not checked. A folder is closed after its content.
    if ((await findOpenMode(path)) === null) return;
    for (const entry of await readdir(path, { withFileTypes: true }).catch(() => []))
      await (entry.isDirectory() ? closeBelow : closeFile)(join(path, entry.name));
    await closeFile(path);
  };
  for (const entry of await readdir(dir)) {
    const path = join(dir, entry);
    if (OWN_NAMES.has(entry) || JOURNAL.test(entry)) await closeBelow(path);
    else if ((await findOpenMode(path)) !== null) addFinding(path, "it is none of nexpost's, and others may read it");
  }
  return [...summariseOpenPaths(openPaths), ...findings];
}

/** One finding for all open files: a folder that was copied without its modes has thousands. */
function summariseOpenPaths([first, ...others]: readonly string[]): readonly Finding[] {
  if (first === undefined) return [];
  const subject = others.length === 0 ? 'it' : `it and ${others.length} more files and folders of the service`;
  const closed = others.length === 0 ? 'it' : 'them';
  return [{ level: 'warn', where: first, what: `others may read ${subject}; the next start closes ${closed}` }];
}

/** The mode of a file that others may read or write. null: others may not, or the file no longer exists, or it is a link. */
async function findOpenMode(path: string): Promise<number | null> {
  const found = await lstat(path).catch(() => null);
  if (found === null || found.isSymbolicLink() || (found.mode & OTHERS_MASK) === 0) return null;
  return found.mode & 0o7777;
}
