// The files that are only appended to: the journal of all changes, and the seen marks of each day.
// At the start, changes of the journal that are not yet in the documents are replayed.
import { type FileHandle, appendFile, open, readFile, readdir, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { type Instant, dayOf } from '#core/kernel/time.ts';
import { parseJson } from '#games/kit/look-up.ts';
import { syncFolder } from '#adapters/value-file.ts';
import { noonOf } from '../entry-stream.ts';
import { DamagedData, type JournalLine, ignoreMissing, ignoreMissingFolder, journalLine } from './files.ts';

const SEGMENT_NAME = /^journal-(\d{8})\.jsonl$/;
const segmentNameOf = (serial: number): string => `journal-${String(serial).padStart(8, '0')}.jsonl`;

interface WaitingLine {
  readonly line: string;
  readonly onDurable: () => void;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

export interface Journal {
  /**
   * Resolves when the line would survive a power cut. `onDurable` runs at that moment, before any other code.
   * After a rejection every later line is rejected, too.
   */
  readonly append: (line: JournalLine, onDurable: () => void) => Promise<void>;
  /** Bytes since the last rotation. */
  readonly size: () => number;
  /** Starts a new file for later lines. Resolves to a function that removes the old files. Call it once their content is in the documents. */
  readonly rotate: () => Promise<() => Promise<void>>;
  readonly close: () => Promise<void>;
}

/**
 * The journal's lines, oldest first. A last line cut short by a crash is cut off. Beside a running service (`isRepairing` false) it is
 * left as it is. A file that was just removed is no fault, since its changes are in the documents.
 */
export async function readJournal(dir: string, isRepairing: boolean): Promise<readonly JournalLine[]> {
  const lines: JournalLine[] = [];
  for (const name of await listSegments(dir)) {
    const file = join(dir, name);
    const bytes = isRepairing ? await readFile(file) : await readFile(file).catch(ignoreMissing);
    const segment = parseSegment(bytes ?? Buffer.alloc(0), file);
    if (isRepairing && segment.tornOffset !== null) await truncate(file, segment.tornOffset);
    lines.push(...segment.lines);
  }
  return lines;
}

/** The names of the journal's files, oldest first. */
export const listSegments = async (dir: string): Promise<readonly string[]> =>
  (await readdir(dir)).filter(name => SEGMENT_NAME.test(name)).sort();

/** The number in the name of a file of the journal. Later files have the next numbers. */
export const serialOf = (name: string): number => Number(SEGMENT_NAME.exec(name)?.[1]);

/** `tornOffset`: that of an unfinished last line. null: all lines can be read. */
function parseSegment(bytes: Buffer, file: string) {
  const lines: JournalLine[] = [];
  let start = 0;
  while (start < bytes.length) {
    const end = bytes.indexOf(0x0a, start);
    const line = end === -1 ? undefined : parseJson(bytes.subarray(start, end).toString('utf8'));
    if (line === undefined) {
      // Only the last write can be cut short by a crash. A bad line before good ones is damage.
      const isLast = end === -1 || bytes.subarray(end + 1).every(byte => byte === 0 || byte === 0x0a);
      if (!isLast) throw new DamagedData(file, `line ${lines.length + 1} cannot be read`);
      return { lines, tornOffset: start };
    }
    const checked = journalLine.safeParse(line);
    // A complete line of an unknown format comes from another version of this program, and must not be lost.
    if (!checked.success)
      throw new DamagedData(
        file,
        `line ${lines.length + 1} says what this version cannot read: a newer one may have written it`,
      );
    lines.push(checked.data);
    start = end + 1;
  }
  return { lines, tornOffset: null };
}

export async function openJournal(dir: string): Promise<Journal> {
  const last = (await listSegments(dir)).at(-1);
  const serial = last === undefined ? 1 : serialOf(last) + 1;
  return new JournalFile(dir, serial, await createSegment(dir, serial));
}

class JournalFile implements Journal {
  readonly #dir: string;
  #serial: number;
  #file: FileHandle;
  #size = 0;
  #queue: WaitingLine[] = [];
  #writing: Promise<void> | null = null;
  #broken: Error | null = null;
  /** During a rotation lines wait. */
  #isRotating = false;

  constructor(dir: string, serial: number, file: FileHandle) {
    this.#dir = dir;
    this.#serial = serial;
    this.#file = file;
  }

  readonly append: Journal['append'] = (line, onDurable) =>
    new Promise((resolve, reject) => {
      this.#queue.push({ line: `${JSON.stringify(line)}\n`, onDurable, resolve, reject });
      this.#writing ??= this.#flush();
    });

  readonly size = (): number => this.#size;

  readonly rotate: Journal['rotate'] = async () => {
    // A failed rotation may have left its new file. It is used as the next file again, and does not count as old.
    const oldNames = (await listSegments(this.#dir)).filter(name => name <= segmentNameOf(this.#serial));
    const nextFile = await createSegment(this.#dir, this.#serial + 1);
    this.#isRotating = true;
    await this.#waitForWrites();
    const oldFile = this.#file;
    this.#file = nextFile;
    this.#serial += 1;
    this.#size = 0;
    this.#isRotating = false;
    if (this.#queue.length > 0) this.#writing ??= this.#flush();
    await oldFile.close();
    return async () => {
      for (const name of oldNames) await rm(join(this.#dir, name), { force: true });
      await syncFolder(this.#dir);
    };
  };

  readonly close: Journal['close'] = async () => {
    await this.#waitForWrites();
    await this.#file.close();
  };

  /** Resolves when no write is running. Lines may still wait only during a rotation. */
  async #waitForWrites(): Promise<void> {
    while (this.#writing !== null) await this.#writing;
  }

  async #flush(): Promise<void> {
    while (this.#queue.length > 0 && !this.#isRotating) {
      const batch = this.#queue;
      this.#queue = [];
      try {
        await this.#write(Buffer.from(batch.map(({ line }) => line).join('')));
        for (const { onDurable, resolve } of batch) {
          onDurable();
          resolve();
        }
      } catch (error) {
        // Later changes were decided on data that is now lost, so they are all rejected.
        this.#broken = error instanceof Error ? error : new Error(String(error));
        for (const { reject } of batch) reject(this.#broken);
      }
    }
    this.#writing = null;
  }

  async #write(bytes: Buffer): Promise<void> {
    if (this.#broken !== null) throw this.#broken;
    for (let offset = 0; offset < bytes.length;) {
      const { bytesWritten } = await this.#file.write(bytes, offset);
      offset += bytesWritten;
    }
    await this.#file.datasync();
    this.#size += bytes.length;
  }
}

async function createSegment(dir: string, serial: number): Promise<FileHandle> {
  const file = await open(join(dir, segmentNameOf(serial)), 'a', 0o600);
  try {
    await syncFolder(dir);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

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
    await appendFile(join(dir, SEEN_FOLDER, `${day}.txt`), `\n${lines.join('')}`, { mode: 0o600, flush: true });
  }
  await syncFolder(join(dir, SEEN_FOLDER));
}

export async function forgetSeen(dir: string, before: Instant): Promise<void> {
  const folder = join(dir, SEEN_FOLDER);
  for (const name of await readdir(folder)) {
    const day = DAY_FILE.exec(name)?.[1];
    if (day !== undefined && day < dayOf(before)) await rm(join(folder, name));
  }
}
