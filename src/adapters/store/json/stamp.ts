// How a file looks without being read.
import { statSync } from 'node:fs';

/** Bytes, and when its content and when anything about it changed last, in milliseconds. */
export type Stamp = readonly [size: number, modified: number, changed: number];

/** undefined: there is no file by that name. Synchronous: for many files in a row that takes less than half the time. */
export function stampOf(file: string): Stamp | undefined {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat?.isFile() === true ? [stat.size, stat.mtimeMs, stat.ctimeMs] : undefined;
}

/** `written`: as an index has it, which may be anything. */
export const isSameStamp = (written: Stamp, found: Stamp | undefined): boolean =>
  found?.every((value, i) => value === written[i]) === true;
