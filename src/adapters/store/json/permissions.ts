// Closes the files and folders of the service to other users, also in a folder that existed before.
import { chmod, lstat, readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Finding } from '#service/ports.ts';
import { FOLDER_NAMES } from './files.ts';
import { FORMAT_NAME } from './format.ts';
import { INDEX_NAME } from './finished-index.ts';
import { PACE_NAME } from './pace.ts';
import { COPY_MARK } from './unfinished-copy.ts';

/** The names that a service uses in its folder, except those of journal files. */
const OWN_NAMES: ReadonlySet<string> = new Set([
  ...FOLDER_NAMES,
  ...['seen', 'outbox', 'failed', 'mail', 'key', 'lock', 'in-hand.json', 'in-hand.json.new'],
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
