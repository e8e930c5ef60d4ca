// Checks the names of mailboxes, and converts them to folder names.
import { limits } from '../limits.ts';

/** The hierarchy delimiter: `Games/Finished` lies below `Games`. */
export const delimiter = '/';

/** INBOX is the one name in which case does not matter, also as the first of several. */
export function canonicaliseName(name: string): string {
  return name.replace(/^inbox(?=\/|$)/i, 'INBOX');
}

export function isMailboxName(name: string): boolean {
  if (/[\p{Cc}\p{Surrogate}*%]/u.test(name)) return false;
  if (name.split(delimiter).some(level => level.trim() === '')) return false;
  return folderOf(name).length <= limits.folderName;
}

/** Letters, digits, `_` and `-` as they are, all else escaped: no name can leave its place or begin with a dot. */
export function folderOf(name: string): string {
  const escape = (character: string): string =>
    [...Buffer.from(character, 'utf8')].map(byte => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`).join('');
  return name.replace(/[^A-Za-z0-9_-]/gu, escape);
}

/** `undefined` for a folder that is no mailbox's. */
export function nameOf(folder: string): string | undefined {
  try {
    const name = decodeURIComponent(folder);
    return folderOf(name) === folder && isMailboxName(name) ? name : undefined;
  } catch {
    return undefined;
  }
}

/** `a/b/c` → `a`, `a/b`. */
export function listSuperiors(name: string): string[] {
  const levels = name.split(delimiter);
  return levels.slice(1).map((_, at) => levels.slice(0, at + 1).join(delimiter));
}
