// Stores seen-marks: an append-only file for each day, so that old ones are deleted by the day.
import { open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { dayOf, type Instant } from '#core/kernel/time.ts';
import { noonOf } from '../entry-stream.ts';
import { nothingThere } from './files.ts';

export const SEEN = 'seen';

const DAY = /^(\d{4}-\d\d-\d\d)\.txt$/;

/** A request that took effect, and when. */
export interface SeenMark {
  readonly cause: string;
  readonly at: Instant;
}

export async function readSeen(dir: string): Promise<readonly SeenMark[]> {
  const folder = join(dir, SEEN);
  const marks: SeenMark[] = [];
  for (const name of await readdir(folder).catch(nothingThere)) {
    const day = DAY.exec(name)?.[1];
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
    const file = await open(join(dir, SEEN, `${day}.txt`), 'a', 0o600);
    try {
      await file.appendFile(`\n${lines.join('')}`);
      await file.datasync();
    } finally {
      await file.close();
    }
  }
}

export async function forgetSeen(dir: string, before: Instant): Promise<void> {
  const folder = join(dir, SEEN);
  for (const name of await readdir(folder)) {
    const day = DAY.exec(name)?.[1];
    if (day !== undefined && day < dayOf(before)) await rm(join(folder, name));
  }
}
