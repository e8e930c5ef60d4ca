// Closes the files and folders of the service to other users.
// Also in a folder that existed before.
import { chmod, lstat, readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Finding } from '#service/ports.ts';
import { FOLDER_NAMES } from './files.ts';
import { FORMAT_NAME } from './format.ts';
import { INDEX_NAME } from './finished-index.ts';
import { COPY_MARK } from './unfinished-copy.ts';

/** Everything a service puts into its folder: documents, mails, marks, the key, the lock, the journal, the embedded servers' mail. */
const OURS: ReadonlySet<string> = new Set([
  ...FOLDER_NAMES,
  ...['seen', 'outbox', 'failed', 'mail', 'key', 'lock', 'in-hand.json', 'in-hand.json.new'],
  ...[INDEX_NAME, COPY_MARK, FORMAT_NAME],
]);
const JOURNAL = /^journal-\d{8}\.jsonl$/;

const OTHERS = 0o077;

/** `isChanging` false: changes nothing, and also reports what it would change. */
export async function modesIn(dir: string, isChanging: boolean): Promise<readonly Finding[]> {
  // Windows has no such modes.
  if (process.platform === 'win32') return [];
  const findings: Finding[] = [];
  const open: string[] = [];
  const found = (path: string, what: string): void => {
    findings.push({ level: 'warn', where: relative(dir, path), what });
  };
  const close = async (path: string): Promise<void> => {
    const mode = await openTo(path);
    if (mode === null) return;
    if (!isChanging) open.push(relative(dir, path));
    else
      await chmod(path, mode & ~OTHERS).catch((error: unknown) => {
        found(path, `others may read it, and that cannot be changed: ${(error as Error).message}`);
      });
  };
  const closeBelow = async (path: string): Promise<void> => {
    // A closed folder protects everything in it, so its content is not checked. A folder is closed after its content.
    if ((await openTo(path)) === null) return;
    for (const entry of await readdir(path, { withFileTypes: true }).catch(() => []))
      await (entry.isDirectory() ? closeBelow : close)(join(path, entry.name));
    await close(path);
  };
  for (const entry of await readdir(dir)) {
    const path = join(dir, entry);
    if (OURS.has(entry) || JOURNAL.test(entry)) await closeBelow(path);
    else if ((await openTo(path)) !== null) found(path, "it is none of nexpost's, and others may read it");
  }
  return [...openFindings(open), ...findings];
}

/** One finding for all: a folder copied without its modes has thousands of open files. */
function openFindings([first, ...others]: readonly string[]): readonly Finding[] {
  if (first === undefined) return [];
  const subject = others.length === 0 ? 'it' : `it and ${others.length} more files and folders of the service`;
  const closed = others.length === 0 ? 'it' : 'them';
  return [{ level: 'warn', where: first, what: `others may read ${subject}; the next start closes ${closed}` }];
}

/** The mode of a file that others may read or write. null if they may not, if it no longer exists, and for a link, which has no mode. */
async function openTo(path: string): Promise<number | null> {
  const found = await lstat(path).catch(() => null);
  if (found === null || found.isSymbolicLink() || (found.mode & OTHERS) === 0) return null;
  return found.mode & 0o7777;
}
