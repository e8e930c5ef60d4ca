// The append-only index of a mailbox: read at start, repaired after a crash, compacted when long.
import { open, readFile, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../failures.ts';
import { replaceDurably } from './files.ts';
import {
  applyChange,
  formatLine,
  openContents,
  parseChange,
  parseOpening,
  type IndexChange,
  type Contents,
  type Opening,
} from './record.ts';

export interface LoadedIndex {
  readonly contents: Contents;
  /** A line other than the last could not be read: a fault of the disk, not a crash of the server. */
  readonly damaged: boolean;
}

export class IndexFile {
  readonly #path: string;
  #bytes = 0;
  #lines = 0;
  #torn = false;

  constructor(folder: string) {
    this.#path = join(folder, 'index');
  }

  /** `undefined` when there is no such mailbox. An index that lost its first line begins a new UIDVALIDITY. */
  async load(nextUidvalidity: () => Promise<number>): Promise<LoadedIndex | undefined> {
    const bytes = await readFile(this.#path).catch(ignoreMissing);
    if (!bytes) return undefined;
    const whole = bytes.lastIndexOf(0x0a) + 1;
    const lines = bytes.toString('utf8', 0, whole).split('\n').slice(0, -1);
    this.#bytes = whole;
    this.#lines = lines.length;
    if (whole < bytes.length) await truncate(this.#path, whole);
    const opening = parseOpening(lines[0]);
    if (opening) return replay(opening, lines.slice(1));
    const anew = { uidvalidity: await nextUidvalidity(), uidnext: 1, digests: [] };
    return { ...replay(anew, lines.slice(1)), damaged: true };
  }

  /** One write and one sync, however many lines. Either all of them count or none. */
  async append(changes: readonly IndexChange[]): Promise<void> {
    if (this.#torn) await this.#mend();
    const bytes = Buffer.from(changes.map(formatLine).join(''));
    const file = await open(this.#path, 'a');
    try {
      await file.writeFile(bytes);
      await file.datasync();
      this.#bytes += bytes.length;
      this.#lines += changes.length;
    } catch (cause) {
      this.#torn = true;
      await this.#mend().catch(() => undefined);
      throw cause;
    } finally {
      await file.close();
    }
  }

  /** Much longer than needed. */
  isLong(contents: Contents): boolean {
    return this.#lines > 100 && this.#lines > 2 * contents.messages.size;
  }

  /** The shortest index that says the same. */
  async rewrite(contents: Contents): Promise<void> {
    const { uidvalidity, uidnext, digests, messages } = contents;
    const lines = [formatLine({ uidvalidity, uidnext, digests: [...digests] })];
    for (const { uid, flags, date, size } of messages.values()) lines.push(formatLine({ add: uid, flags, date, size }));
    const text = lines.join('');
    await replaceDurably(this.#path, text);
    this.#bytes = Buffer.byteLength(text);
    this.#lines = lines.length;
  }

  // What a failed append may have left behind must not stand before the next line.
  async #mend(): Promise<void> {
    await truncate(this.#path, this.#bytes);
    this.#torn = false;
  }
}

function ignoreMissing(cause: unknown): undefined {
  if (codeOf(cause) !== 'ENOENT') throw cause;
}

function replay(opening: Opening, lines: readonly string[]): LoadedIndex {
  const contents = openContents(opening);
  let damaged = false;
  for (const line of lines) {
    const change = parseChange(line);
    if (change) applyChange(contents, change);
    else damaged = true;
  }
  return { contents, damaged };
}
