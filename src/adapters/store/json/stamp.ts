// The size and times of a file, to see without reading it whether it has changed.
import { statSync } from 'node:fs';

/** Size in bytes, mtime and ctime in milliseconds. */
export type Stamp = readonly [size: number, modified: number, changed: number];

/** undefined: there is no such file. Synchronous, because asynchronous calls take more than twice the time for many files. */
export function stampOf(file: string): Stamp | undefined {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat?.isFile() === true ? [stat.size, stat.mtimeMs, stat.ctimeMs] : undefined;
}

/** `indexed`: read from an index, so its values are unchecked. */
export const isSameStamp = (indexed: Stamp, found: Stamp | undefined): boolean =>
  found?.every((value, i) => value === indexed[i]) === true;
