// Waits for what a program writes to its log file, told by the kernel that the file has changed.
import type { ChildProcess } from 'node:child_process';
import { readFileSync, statSync, watch } from 'node:fs';
import { dirname } from 'node:path';

/** In bytes; a file that is not there has none. */
export const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

interface Source {
  /** What stands before this byte is not looked at. */
  readonly from: number;
  /** Who writes it: if it ends before, the line never comes. */
  readonly child: ChildProcess;
}

export const awaitLine = (file: string, text: string, { from, child }: Source): Promise<void> =>
  new Promise((resolve, reject) => {
    // One byte is one character.
    const read = (): string => (sizeOf(file) === 0 ? '' : readFileSync(file, 'latin1'));
    const end = (): void => {
      watcher.close();
      child.off('close', fail);
    };
    const fail = (): void => {
      end();
      reject(new Error(`'${text}' never came in ${file}: ${read() || 'nothing was written'}`));
    };
    const look = (): void => {
      if (!read().includes(text, from)) return;
      end();
      resolve();
    };
    const watcher = watch(dirname(file), look);
    child.once('close', fail);
    look();
  });
