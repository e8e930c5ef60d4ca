// The format number of a data folder, so that an older program refuses a newer folder.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { ignoreMissing, syncFolder } from './files.ts';

export const FORMAT_NAME = 'format';

/** Raise the number when an older program would misread the files. In a database a new migration has the same effect. */
const FORMAT = 1;

/** null: the folder has no number, and so is of format 1. */
async function readFormat(dir: string): Promise<number | null> {
  const file = join(dir, FORMAT_NAME);
  const text = await readFile(file, 'utf8').catch(ignoreMissing);
  if (text === null) return null;
  if (/^\d{1,9}\n?$/.test(text)) return Number(text);
  throw new Error(`${file} is damaged: it should hold a number. Restore it from a backup.`);
}

/** Rejects with one sentence if the folder is of a newer format. */
export async function refuseNewerFormat(dir: string): Promise<void> {
  const found = (await readFormat(dir)) ?? 1;
  if (found > FORMAT)
    throw new Error(
      `${dir} was written by a newer version of nexpost (format ${found}, this one knows ${FORMAT}). Start that version.`,
    );
}

/** Call it only with the lock of the folder. */
export async function writeFormat(dir: string): Promise<void> {
  if ((await readFormat(dir)) === FORMAT) return;
  await writeFileAtomic(join(dir, FORMAT_NAME), `${FORMAT}\n`, { mode: 0o600, fsync: true });
  await syncFolder(dir);
}
