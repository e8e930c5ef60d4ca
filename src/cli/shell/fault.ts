// Words for what kept a verb from its work.
import { reasonOf } from '#games/kit/assert.ts';

const FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);

/** The reason of an error. A full disk is told without the words of the system. */
export function explainFault(error: unknown): string {
  const { code } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  return FULL.has(code) ? 'There is no room left on the disk. Make room, and run the same again.' : reasonOf(error);
}
