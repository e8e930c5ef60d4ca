// The journal (write-ahead log): every change is appended here first, many in one fsync.
// At the start, changes that are not yet in the documents are replayed.
import { type FileHandle, open, readdir, readFile, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { DamagedData } from './damaged-data.ts';
import { nullIfMissing, syncFolder } from './files.ts';
import { type JournalLine, journalLine, parsed } from './schema.ts';

const NAME = /^journal-(\d{8})\.jsonl$/;
const nameOf = (serial: number): string => `journal-${String(serial).padStart(8, '0')}.jsonl`;

interface Waiting {
  readonly line: string;
  readonly settled: () => void;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

export interface Journal {
  /**
   * Resolves when the line would survive a power cut. `settled` runs at that moment, before anything else can happen.
   * After a rejection every later line is rejected, too.
   */
  readonly append: (line: JournalLine, settled: () => void) => Promise<void>;
  /** Bytes since the last rotation. */
  readonly size: () => number;
  /** Starts a new file for later lines. Resolves to a function that removes the old files, to be called once their content is in the documents. */
  readonly rotate: () => Promise<() => Promise<void>>;
  readonly close: () => Promise<void>;
}

/**
 * The journal's lines, oldest first. A last line cut short by a crash is cut off. Beside a running service (`isMending` false) it is
 * left as it is, and a file that was just removed is in the documents by now.
 */
export async function readJournal(dir: string, isMending: boolean): Promise<readonly JournalLine[]> {
  const lines: JournalLine[] = [];
  for (const name of await segments(dir)) {
    const file = join(dir, name);
    const bytes = isMending ? await readFile(file) : await readFile(file).catch(nullIfMissing);
    const segment = linesIn(bytes ?? Buffer.alloc(0), file);
    if (isMending && segment.tornAt !== null) await truncate(file, segment.tornAt);
    lines.push(...segment.lines);
  }
  return lines;
}

const segments = async (dir: string): Promise<readonly string[]> =>
  (await readdir(dir)).filter(name => NAME.test(name)).sort();

interface Segment {
  readonly lines: readonly JournalLine[];
  /** The offset of an unfinished last line. null: all lines can be read. */
  readonly tornAt: number | null;
}

function linesIn(bytes: Buffer, file: string): Segment {
  const lines: JournalLine[] = [];
  let start = 0;
  while (start < bytes.length) {
    const end = bytes.indexOf(0x0a, start);
    const line = end === -1 ? undefined : parsed(bytes.subarray(start, end).toString('utf8'));
    if (line === undefined) {
      // Only the last write can be torn. A bad line before good ones is damage of another kind.
      const isLast = end === -1 || bytes.subarray(end + 1).every(byte => byte === 0 || byte === 0x0a);
      if (!isLast) throw new DamagedData(file, `line ${lines.length + 1} cannot be read`);
      return { lines, tornAt: start };
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
  return { lines, tornAt: null };
}

export async function openJournal(dir: string): Promise<Journal> {
  const last = (await segments(dir)).at(-1);
  const serial = last === undefined ? 1 : Number(NAME.exec(last)?.[1]) + 1;
  return new JournalFile(dir, serial, await create(dir, serial));
}

class JournalFile implements Journal {
  readonly #dir: string;
  #serial: number;
  #file: FileHandle;
  #size = 0;
  #queue: Waiting[] = [];
  #writing: Promise<void> | null = null;
  #broken: Error | null = null;
  /** Lines wait while the journal changes files. */
  #isTurning = false;

  constructor(dir: string, serial: number, file: FileHandle) {
    this.#dir = dir;
    this.#serial = serial;
    this.#file = file;
  }

  readonly append: Journal['append'] = (line, settled) =>
    new Promise((resolve, reject) => {
      this.#queue.push({ line: `${JSON.stringify(line)}\n`, settled, resolve, reject });
      this.#writing ??= this.#flush();
    });

  readonly size = (): number => this.#size;

  readonly rotate: Journal['rotate'] = async () => {
    // A failed rotation may have left its new file. It is used as the next file again, and does not count as old.
    const old = (await segments(this.#dir)).filter(name => name <= nameOf(this.#serial));
    const next = await create(this.#dir, this.#serial + 1);
    this.#isTurning = true;
    await this.#idle();
    const before = this.#file;
    this.#file = next;
    this.#serial += 1;
    this.#size = 0;
    this.#isTurning = false;
    if (this.#queue.length > 0) this.#writing ??= this.#flush();
    await before.close();
    return async () => {
      for (const name of old) await rm(join(this.#dir, name), { force: true });
      await syncFolder(this.#dir);
    };
  };

  readonly close: Journal['close'] = async () => {
    await this.#idle();
    await this.#file.close();
  };

  /** Resolves when no write is running. Lines may still wait then only while the journal changes files. */
  async #idle(): Promise<void> {
    while (this.#writing !== null) await this.#writing;
  }

  async #flush(): Promise<void> {
    while (this.#queue.length > 0 && !this.#isTurning) {
      const batch = this.#queue;
      this.#queue = [];
      try {
        await this.#write(Buffer.from(batch.map(({ line }) => line).join('')));
        for (const { settled, resolve } of batch) {
          settled();
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
    for (let at = 0; at < bytes.length;) {
      const { bytesWritten } = await this.#file.write(bytes, at);
      at += bytesWritten;
    }
    await this.#file.datasync();
    this.#size += bytes.length;
  }
}

async function create(dir: string, serial: number): Promise<FileHandle> {
  const file = await open(join(dir, nameOf(serial)), 'a', 0o600);
  try {
    await syncFolder(dir);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}
