// The names of the mailbox's folders. Finds settings that name the same folder.

const NAMES = ['inbox', 'processed', 'quarantine'] as const;

export type Folders = Readonly<Record<(typeof NAMES)[number], string>>;

/** The name by which the server knows a folder. `prefix`: of its personal namespace, as in INBOX.Processed. */
export function folderPath(folder: string, prefix = ''): string {
  if (folder.toUpperCase() === 'INBOX') return 'INBOX';
  return folder.startsWith(prefix) ? folder : `${prefix}${folder}`;
}

/** Two settings that name one folder, or null. */
export function findSameFolder(
  folders: Folders,
  prefix = '',
): { readonly earlier: keyof Folders; readonly later: keyof Folders; readonly path: string } | null {
  for (const later of NAMES)
    for (const earlier of NAMES.slice(0, NAMES.indexOf(later))) {
      const path = folderPath(folders[later], prefix);
      if (folderPath(folders[earlier], prefix) === path) return { earlier, later, path };
    }
  return null;
}
