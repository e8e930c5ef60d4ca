// copy-unfinished: marks a folder into which a copy was begun and is not yet verified.
// Until then no service uses it.
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';
import { ignoreMissing, syncFolder } from './files.ts';
import { parseJson } from '#games/kit/parse-json.ts';

export const COPY_MARK = 'copy-unfinished';

const mark = z.object({ from: z.string() });

/** The source of the copy. null: there is no mark. */
export async function readCopyMark(dir: string): Promise<string | null> {
  const text = await readFile(join(dir, COPY_MARK), 'utf8').catch(ignoreMissing);
  if (text === null) return null;
  return mark.safeParse(parseJson(text)).data?.from ?? 'somewhere';
}

/** Rejects with one sentence if the folder is marked. */
export async function refuseUnfinishedCopy(dir: string): Promise<void> {
  const from = await readCopyMark(dir);
  if (from !== null)
    throw new Error(
      `${dir} holds a copy of ${from} that has not come to its end: run \`nexpost store copy\` again, as before.`,
    );
}

export async function markCopy(dir: string, from: string): Promise<void> {
  await writeFileAtomic(join(dir, COPY_MARK), `${JSON.stringify({ from })}\n`, { mode: 0o600, fsync: true });
  await syncFolder(dir);
}

export async function unmarkCopy(dir: string): Promise<void> {
  await rm(join(dir, COPY_MARK), { force: true });
  await syncFolder(dir);
}
