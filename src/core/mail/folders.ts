// The names of the mailbox's folders. Finds settings that name the same folder.

const SETTINGS = ['inbox', 'processed', 'quarantine'] as const;

export type Folders = Readonly<Record<(typeof SETTINGS)[number], string>>;

/** The name of a folder on the server. `prefix`: the server's personal namespace, as in INBOX.Processed. */
export function folderPath(folder: string, prefix = ''): string {
  if (folder.toUpperCase() === 'INBOX') return 'INBOX';
  return folder.startsWith(prefix) ? folder : `${prefix}${folder}`;
}

/** Finds two settings that name the same folder. */
export function findSameFolder(
  folders: Folders,
  prefix = '',
): { readonly earlier: keyof Folders; readonly later: keyof Folders; readonly path: string } | null {
  for (const later of SETTINGS)
    for (const earlier of SETTINGS.slice(0, SETTINGS.indexOf(later))) {
      const path = folderPath(folders[later], prefix);
      if (folderPath(folders[earlier], prefix) === path) return { earlier, later, path };
    }
  return null;
}
