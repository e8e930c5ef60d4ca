// `nexpost backup` and `nexpost restore`: everything a service keeps in one file, and back.
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { openBackupSource, verifyBackup, writeBackup } from '#adapters/store/backup-file.ts';
import { type EndEntry, type EntrySource, dump } from '#adapters/store/entry-stream.ts';
import { copySnapshot, openFolderSource } from '#adapters/store/json/copies.ts';
import { formatJson } from '#games/kit/plain-text.ts';
import { openDatabaseSource, readAtOneInstant } from '#adapters/store/postgres/copies.ts';
import { takeServiceLock } from '#adapters/store/postgres/session.ts';
import { createVerb, takeName } from '../shell/command-line.ts';
import { PLACE, type StorePlace, requireService, storePlace, useDatabase } from '../shell/store-place.ts';
import type { ExitStatus, Io } from '../shell/verb.ts';
import { TARGET, copyStore, nameOf, showProgress, summariseCounts, useSide } from '../store/index.ts';

/** Both verbs take a file and the place of the data. */
const createFileVerb = (
  name: string,
  help: string,
  run: (file: string, place: StorePlace, io: Io) => Promise<ExitStatus>,
) =>
  createVerb({
    ...{ name, takes: 'FILE', options: PLACE, help },
    run: async ({ names, values }, io) => {
      const file = resolve(takeName(name, names, 'the name of a file, such as nexpost-2026-11-26.gz'));
      return run(file, await storePlace(values), io);
    },
  });

/** Writes the file under another name first, so that a backup that was killed is no backup. */
async function writeWhole(file: string, source: EntrySource, io: Io): Promise<EndEntry> {
  const part = `${file}.part`;
  await rm(part, { force: true });
  try {
    await writeBackup(part, showProgress(dump(source), source.sizes, io.stderr));
    const end = await verifyBackup(part);
    await rename(part, file);
    return end;
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

async function backUpFolder(dir: string, file: string, io: Io): Promise<EndEntry> {
  await requireService(dir);
  const work = join(dirname(file), `.${basename(file)}-copy`);
  // A backup that was killed has left its copy.
  await rm(work, { recursive: true, force: true });
  await mkdir(work, { mode: 0o700 });
  try {
    const source = await openFolderSource(await copySnapshot(dir, work));
    return await writeWhole(file, source, io).finally(source.close);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

const backUpDatabase = (url: string, file: string, io: Io): Promise<EndEntry> =>
  useDatabase(url, async database => {
    const lock = await takeServiceLock(url, 'shared');
    if (lock === null) throw new Error('A copy of this database is being made: wait until it is done.');
    return readAtOneInstant(database, async query =>
      writeWhole(file, await openDatabaseSource(query, true), io),
    ).finally(lock.release);
  });

async function runBackup(file: string, place: StorePlace, io: Io): Promise<ExitStatus> {
  if (existsSync(file)) throw new Error(`There is a file ${file} already. Name another one.`);
  const { counts, hash } = await (place.kind === 'folder'
    ? backUpFolder(place.dir, file, io)
    : backUpDatabase(place.url, file, io));
  io.stdout.write(`${formatJson({ ok: true, file, ...summariseCounts(counts), hash })}\n`);
  return 0;
}

async function runRestore(file: string, place: StorePlace, io: Io): Promise<ExitStatus> {
  const source = await openBackupSource(file);
  const { counts, boards, hash, differs } = await useSide(place, TARGET, (target, guard) =>
    copyStore({ source, target, from: file, guard, out: io.stderr }),
  );
  const isEqual = differs.length === 0;
  const told = { boards, ...summariseCounts(counts), hash, differs };
  io.stdout.write(`${formatJson({ ok: isEqual, ...told, to: nameOf(place) })}\n`);
  if (!isEqual) io.stderr.write('What was written is not what the backup holds. No service starts on it: try again.\n');
  return isEqual ? 0 : 1;
}

export const backup = createFileVerb(
  'backup',
  `
Writes everything a service keeps into one new file: accounts, boards and all other
documents, the signing key, which mails took effect, and mails that wait or were given
up. The service may run: the file holds one moment of it. It is enough to act as every
player, so only its owner can read it.

The mailbox is not in it: see "Back up and restore" in docs/operations.md.

Prints one JSON line when the file was written, read once more and found whole.`,
  runBackup,
);

export const restore = createFileVerb(
  'restore',
  `
Writes what a backup holds into an empty data folder or database, reads it once more
and compares. Folder and database can be exchanged for each other. No service starts
on it before it is whole: where it was interrupted, run the same again.

Exit status 0 when everything was verified.`,
  runRestore,
);
