// Waits until something is so in a folder, by looking again whenever a file of it changes.
import { watch } from 'node:fs';

/** Resolves when `isSo` is true; it is asked now, and after each change in the folder, or below it if `isDeep`. */
export async function untilSoIn(folder: string, isSo: () => boolean, { isDeep = true } = {}): Promise<void> {
  const watcher = watch(folder, { recursive: isDeep });
  try {
    while (!isSo()) {
      await new Promise((resolve, reject) => watcher.once('change', resolve).once('error', reject));
      watcher.removeAllListeners();
    }
  } finally {
    watcher.close();
  }
}
