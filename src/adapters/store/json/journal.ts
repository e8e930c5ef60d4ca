// The journal: an append-only file to which every change goes first, many in one fsync; what it holds and the documents do not is replayed at the start.
import type { FileHandle } from 'node:fs/promises';
import { open, readdir, readFile, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { DamagedData } from './damage.ts';
import { syncFolder } from './files.ts';
import type { JournalLine } from './schema.ts';
import { journalLine } from './schema.ts';

const NAME = /^journal-(\d{8})\.jsonl$/;
const nameOf = (serial: number): string => `journal-${String(serial).padStart(8, '0')}.jsonl`;

interface Waiting {
  readonly line: string;
  readonly settled: () => void;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

export interface Journal {
  /**
   * Resolves when the line would survive a power cut; `settled` runs at that very moment, before anything else can happen.
   * After a rejection every line behind it is rejected, too.
   */
  readonly append: (line: JournalLine, settled: () => void) => Promise<void>;
  /** Bytes since the last rotation. */
  readonly size: () => number;
  /** Later lines go to a new file; resolves to what removes the old ones, once their content is in the documents. */
  readonly rotate: () => Promise<() => Promise<void>>;
  readonly close: () => Promise<void>;
}

/** The journal's lines, oldest first; a last line cut short by a crash is cut off. */
export async function readJournal(dir: string): Promise<readonly JournalLine[]> {
  const lines: JournalLine[] = [];
  for (const name of await segments(dir)) lines.push(...(await readSegment(join(dir, name))));
  return lines;
}

const segments = async (dir: string): Promise<readonly string[]> => (await readdir(dir)).filter(name => NAME.test(name)).sort();

async function readSegment(file: string): Promise<readonly JournalLine[]> {
  const bytes = await readFile(file);
  const lines: JournalLine[] = [];
  let start = 0;
  while (start < bytes.length) {
    const end = bytes.indexOf(0x0a, start);
    const line = end === -1 ? null : lineOf(bytes.subarray(start, end).toString('utf8'));
    if (line === null) {
      // Only the last write can be torn; a bad line with good ones behind it is damage of another kind.
      const isLast = end === -1 || bytes.subarray(end + 1).every(byte => byte === 0 || byte === 0x0a);
      if (!isLast) throw new DamagedData(file, `line ${lines.length + 1} cannot be read`);
      await truncate(file, start);
      break;
    }
    lines.push(line);
    start = end + 1;
  }
  return lines;
}

function lineOf(text: string): JournalLine | null {
  try {
    const checked = journalLine.safeParse(JSON.parse(text));
    return checked.success ? checked.data : null;
  } catch {
    return null;
  }
}

export async function openJournal(dir: string): Promise<Journal> {
  const last = (await segments(dir)).at(-1);
  let serial = last === undefined ? 1 : Number(NAME.exec(last)?.[1]) + 1;
  let file = await create(dir, serial);
  let size = 0;
  let queue: Waiting[] = [];
  let writing: Promise<void> | null = null;
  let broken: unknown = null;
  /** While the files change places, lines wait. */
  let isTurning = false;

  const flush = async (): Promise<void> => {
    while (queue.length > 0 && !isTurning) {
      const batch = queue;
      queue = [];
      try {
        if (broken !== null) throw broken as Error;
        const bytes = Buffer.from(batch.map(({ line }) => line).join(''));
        await writeAll(file, bytes);
        await file.datasync();
        size += bytes.length;
        for (const { settled, resolve } of batch) {
          settled();
          resolve();
        }
      } catch (error) {
        // What came after was decided on what is now lost: none of it may stand.
        broken = error;
        for (const { reject } of batch) reject(error);
      }
    }
    writing = null;
  };

  /** Resolves when no write is under way; with lines still waiting only while the files change places. */
  const idle = async (): Promise<void> => {
    while (writing !== null) await writing;
  };

  return {
    append: (line, settled) =>
      new Promise((resolve, reject) => {
        queue.push({ line: `${JSON.stringify(line)}\n`, settled, resolve, reject });
        writing ??= flush();
      }),
    size: () => size,
    rotate: async () => {
      const old = await segments(dir);
      const next = await create(dir, serial + 1);
      isTurning = true;
      await idle();
      const before = file;
      [file, serial, size, isTurning] = [next, serial + 1, 0, false];
      if (queue.length > 0) writing ??= flush();
      await before.close();
      return async () => {
        for (const name of old) await rm(join(dir, name), { force: true });
        await syncFolder(dir);
      };
    },
    close: async () => {
      await idle();
      await file.close();
    },
  };
}

async function create(dir: string, serial: number): Promise<FileHandle> {
  const file = await open(join(dir, nameOf(serial)), 'a', 0o600);
  await syncFolder(dir);
  return file;
}

async function writeAll(file: FileHandle, bytes: Buffer): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, at);
    at += bytesWritten;
  }
}
