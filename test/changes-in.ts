// Waits until something is so in a folder, by looking again whenever a file of it changes.
import { watch } from 'node:fs';

/** Resolves when `isSo` is true; it is asked now, and after each change in the folder, or below it if `isDeep`. */
export function untilSoIn(folder: string, isSo: () => boolean, { isDeep = true } = {}): Promise<void> {
  const watcher = watch(folder, { recursive: isDeep });
  return new Promise<void>((resolve, reject) => {
    const look = (): void => {
      try {
        if (isSo()) resolve();
      } catch (error) {
        reject(error as Error);
      }
    };
    watcher.on('change', look).on('error', reject);
    look();
  }).finally(() => watcher.close());
}
