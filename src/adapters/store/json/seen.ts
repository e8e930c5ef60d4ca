// Stores seen marks in an append-only file for each day, and deletes old marks with their file.
import { open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { dayOf, type Instant } from '#core/kernel/time.ts';
import { noonOf } from '../entry-stream.ts';
import { ignoreMissingFolder } from './files.ts';

export const SEEN_FOLDER = 'seen';

const DAY_FILE = /^(\d{4}-\d\d-\d\d)\.txt$/;

/** A request that took effect, and when. */
export interface SeenMark {
  readonly cause: string;
  readonly at: Instant;
}

export async function readSeen(dir: string): Promise<readonly SeenMark[]> {
  const folder = join(dir, SEEN_FOLDER);
  const marks: SeenMark[] = [];
  for (const name of await readdir(folder).catch(ignoreMissingFolder)) {
    const day = DAY_FILE.exec(name)?.[1];
    if (day === undefined) continue;
    const lines = (await readFile(join(folder, name), 'utf8')).split('\n');
    // A last line without a line end was cut short. The journal still holds its mark.
    for (const cause of lines.slice(0, -1)) marks.push({ cause, at: noonOf(day) });
  }
  return marks;
}

export async function writeSeen(dir: string, marks: readonly SeenMark[]): Promise<void> {
  for (const day of new Set(marks.map(({ at }) => dayOf(at)))) {
    const lines = marks.filter(({ at }) => dayOf(at) === day).map(({ cause }) => `${cause}\n`);
    // A line end first, so that an unfinished line of a crash stays separate.
    const file = await open(join(dir, SEEN_FOLDER, `${day}.txt`), 'a', 0o600);
    try {
      await file.appendFile(`\n${lines.join('')}`);
      await file.datasync();
    } finally {
      await file.close();
    }
  }
}

export async function forgetSeen(dir: string, before: Instant): Promise<void> {
  const folder = join(dir, SEEN_FOLDER);
  for (const name of await readdir(folder)) {
    const day = DAY_FILE.exec(name)?.[1];
    if (day !== undefined && day < dayOf(before)) await rm(join(folder, name));
  }
}
