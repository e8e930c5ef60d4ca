// The format number of a data folder, so that an older program refuses a newer folder.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { ignoreMissing, syncFolder } from './files.ts';

export const FORMAT_NAME = 'format';

/** Changes a folder of one format to the next. It may find its own work half done, from a run that was killed. */
type Migration = (dir: string) => Promise<void>;

/** The first one leads from format 1 to format 2. Add one when an older program would misread the files. */
const MIGRATIONS: readonly Migration[] = [];

/** null: the folder has no number, and so is of format 1. */
async function readFormat(dir: string): Promise<number | null> {
  const file = join(dir, FORMAT_NAME);
  const text = await readFile(file, 'utf8').catch(ignoreMissing);
  if (text === null) return null;
  if (/^\d{1,9}\n?$/.test(text)) return Number(text);
  throw new Error(`${file} is damaged: it should hold a number. Restore it from a backup.`);
}

/** The newest format that a program with these migrations knows. */
const newestOf = (migrations: readonly Migration[]): number => migrations.length + 1;

/** Rejects with one sentence if the folder is of a newer format. */
export async function refuseNewerFormat(dir: string, migrations = MIGRATIONS): Promise<void> {
  const found = (await readFormat(dir)) ?? 1;
  const known = newestOf(migrations);
  if (found > known)
    throw new Error(
      `${dir} was written by a newer version of nexpost (format ${found}, this one knows ${known}). Start that version.`,
    );
}

async function writeNumber(dir: string, format: number): Promise<void> {
  await writeFileAtomic(join(dir, FORMAT_NAME), `${format}\n`, { mode: 0o600, fsync: true });
  await syncFolder(dir);
}

/** Changes the folder to the newest format, one after the other. Call it only with the lock of the folder, before anything is read. */
export async function migrateFolder(dir: string, migrations = MIGRATIONS): Promise<void> {
  const found = (await readFormat(dir)) ?? 1;
  for (const [index, migrate] of migrations.entries()) {
    if (index + 1 < found) continue;
    await migrate(dir);
    await writeNumber(dir, index + 2);
  }
}

/** Marks a new folder. Call it only with the lock of the folder. */
export async function writeFormat(dir: string): Promise<void> {
  const newest = newestOf(MIGRATIONS);
  if ((await readFormat(dir)) !== newest) await writeNumber(dir, newest);
}
