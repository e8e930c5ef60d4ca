// A disk that loses power: it forgets what was not synced. The functions of node:fs/promises pass through it.
// A file keeps its last synced content, or any later one, perhaps cut short. Each name in a folder that was not synced is kept or lost by chance.
import { type MakeDirectoryOptions, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import fsPromises, { type FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { must } from '#games/kit/assert.ts';
import type { Random } from '#games/kit/random.ts';

type Files = typeof fsPromises;

const real: Files = { ...fsPromises };

/** For all importers, also those that were loaded before. */
function replaceFiles(files: Files): void {
  Object.assign(fsPromises, files);
  syncBuiltinESMExports();
}

/** A value on the disk, and those that were written later and not synced. */
class Cell<Value> {
  #synced: Value;
  #later: Value[] = [];

  constructor(synced: Value) {
    this.#synced = synced;
  }

  get current(): Value {
    return this.#later.at(-1) ?? this.#synced;
  }

  set(value: Value): void {
    this.#later.push(value);
  }

  sync(): void {
    this.#synced = this.current;
    this.#later = [];
  }

  /** What a power cut leaves: the synced value, or a later one. */
  draw(rng: Random): { readonly synced: Value; readonly drawn: Value } {
    const n = rng.below(this.#later.length + 1);
    return { synced: this.#synced, drawn: this.#later[n - 1] ?? this.#synced };
  }
}

type Content = Cell<Buffer>;
type Folder = Map<string, Cell<Entry>>;
type Entry = Content | Folder | 'absent';

/** A folder after a power cut. */
type Image = ReadonlyMap<string, Buffer | Image>;

function readFolder(dir: string): Folder {
  const entries = readdirSync(dir, { withFileTypes: true }).map((entry): [string, Cell<Entry>] => {
    const path = join(dir, entry.name);
    return [entry.name, new Cell<Entry>(entry.isDirectory() ? readFolder(path) : new Cell(readFileSync(path)))];
  });
  return new Map(entries);
}

function drawContent(content: Content, rng: Random): Buffer {
  const { synced, drawn } = content.draw(rng);
  const added = drawn.length - synced.length;
  if (added <= 0 || rng.below(2) === 0) return drawn;
  const length = synced.length + rng.below(added + 1);
  // A file system may write the length of a file before its bytes.
  return Buffer.concat([drawn.subarray(0, length), Buffer.alloc(rng.below(2) * (drawn.length - length))]);
}

const drawFolder = (folder: Folder, rng: Random): Image =>
  new Map(
    [...folder].flatMap(([name, cell]): [string, Buffer | Image][] => {
      const { drawn } = cell.draw(rng);
      if (drawn === 'absent') return [];
      return [[name, drawn instanceof Map ? drawFolder(drawn, rng) : drawContent(drawn, rng)]];
    }),
  );

export function writeImage(image: Image, dir: string): void {
  for (const [name, entry] of image) {
    if (Buffer.isBuffer(entry)) writeFileSync(join(dir, name), entry, { mode: 0o600 });
    else {
      mkdirSync(join(dir, name), { mode: 0o700 });
      writeImage(entry, join(dir, name));
    }
  }
}

/** The folder that is watched. null: none. */
let root: string | null = null;
let top: Folder = new Map();
let beforeChange = (): void => undefined;

/** Watches a folder. All that it has is synced. `before`: runs before each change and each sync. */
export function watchFolder(dir: string, before: () => void): void {
  root = dir;
  top = readFolder(dir);
  beforeChange = before;
  replaceFiles(wrapFiles());
}

export function endWatch(): void {
  root = null;
  replaceFiles(real);
}

/** What a power cut would leave of the watched folder now. */
export const loseUnsynced = (rng: Random): Image => drawFolder(top, rng);

function findEntry(path: string): Entry {
  let entry: Entry = top;
  for (const name of relative(root ?? '', path)
    .split('/')
    .filter(part => part !== ''))
    entry = entry instanceof Map ? (entry.get(name)?.current ?? 'absent') : 'absent';
  return entry;
}

function setEntry(path: string, entry: Entry): void {
  const folder = findEntry(dirname(path));
  if (!(folder instanceof Map)) throw new Error(`${path} is in no folder`);
  const cell = folder.get(basename(path)) ?? new Cell<Entry>('absent');
  folder.set(basename(path), cell);
  cell.set(entry);
}

const isWatched = (path: unknown): path is string =>
  typeof path === 'string' && root !== null && `${path}/`.startsWith(`${root}/`);

const bytesOf = (data: unknown): Buffer => (typeof data === 'string' ? Buffer.from(data) : Buffer.from(data as Buffer));

/** One change after the other, so that a seed is always the same run. */
let last: Promise<unknown> = Promise.resolve();

function inTurn<Value>(act: () => Promise<Value>): Promise<Value> {
  const turn = last.then(() => {
    beforeChange();
    return act();
  });
  last = turn.catch(() => undefined);
  return turn;
}

/** An open file or folder: what is written through it is not synced, until it is. */
function wrapHandle(handle: FileHandle, entry: Content | Folder): FileHandle {
  const add = (bytes: Buffer): void => {
    if (!(entry instanceof Map)) entry.set(Buffer.concat([entry.current, bytes]));
  };
  const sync = () =>
    inTurn(() => {
      const cells: readonly Pick<Content, 'sync'>[] = entry instanceof Map ? [...entry.values()] : [entry];
      for (const cell of cells) cell.sync();
      return Promise.resolve();
    });
  const write = async (data: unknown): Promise<void> => {
    await inTurn(async () => {
      await handle.appendFile(bytesOf(data));
      add(bytesOf(data));
    });
  };
  const changed = {
    ...{ sync, datasync: sync, writeFile: write, appendFile: write },
    write: async (data: unknown, offset = 0) => {
      const bytes = bytesOf(data).subarray(offset);
      await write(bytes);
      return { bytesWritten: bytes.length, buffer: data };
    },
    truncate: () =>
      inTurn(async () => {
        await handle.truncate();
        if (!(entry instanceof Map)) entry.set(Buffer.alloc(0));
      }),
  };
  return new Proxy(handle, {
    get(target, name) {
      if (name in changed) return changed[name as keyof typeof changed];
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

/** Changes that the store does not make, or that this disk does not know. */
const UNKNOWN = ['copyFile', 'cp', 'link', 'rmdir', 'symlink', 'unlink'] as const;

interface WriteOptions {
  readonly flag?: string;
  readonly mode?: number;
  readonly flush?: boolean;
}

function wrapFiles(): Files {
  const refused = UNKNOWN.map(name => {
    const act = real[name] as (...args: unknown[]) => Promise<unknown>;
    const refuse = (...args: unknown[]): Promise<unknown> =>
      args.some(isWatched) ? Promise.reject(new Error(`the forgetful disk has no ${name}`)) : act(...args);
    return [name, refuse] as const;
  });
  const open = (path: string, flags: string, mode?: number): Promise<FileHandle> =>
    !isWatched(path)
      ? real.open(path, flags, mode)
      : inTurn(async () => {
          const handle = await real.open(path, flags, mode);
          const isNew = findEntry(path) === 'absent';
          if (isNew) setEntry(path, new Cell(Buffer.alloc(0)));
          const entry = findEntry(path) as Content | Folder;
          if (!isNew && flags.startsWith('w')) (entry as Content).set(Buffer.alloc(0));
          return wrapHandle(handle, entry);
        });
  const write =
    (method: 'appendFile' | 'writeFile', defaultFlag: string) =>
    async (path: string, data: string | Uint8Array, options: WriteOptions): Promise<void> => {
      if (!isWatched(path)) return real[method](path, data, options);
      const { flag = defaultFlag, mode, flush = false } = options;
      const file = await open(path, flag, mode);
      try {
        await file.appendFile(data);
        if (flush) await file.sync();
      } finally {
        await file.close();
      }
    };
  const makeFolders = (path: string): void => {
    if (findEntry(path) !== 'absent') return;
    makeFolders(dirname(path));
    setEntry(path, new Map());
  };
  return {
    ...real,
    ...(Object.fromEntries(refused) as Partial<Files>),
    open: open as Files['open'],
    appendFile: write('appendFile', 'a') as Files['appendFile'],
    writeFile: write('writeFile', 'w') as Files['writeFile'],
    mkdir: ((path: string, options: MakeDirectoryOptions & { recursive: true }) =>
      !isWatched(path)
        ? real.mkdir(path, options)
        : inTurn(async () => {
            const made = await real.mkdir(path, options);
            makeFolders(path);
            return made;
          })) as Files['mkdir'],
    rename: (from, to) =>
      !isWatched(from)
        ? real.rename(from, to)
        : inTurn(async () => {
            await real.rename(from, to);
            setEntry(String(to), findEntry(from));
            setEntry(from, 'absent');
          }),
    rm: (path, options) =>
      !isWatched(path)
        ? real.rm(path, options)
        : inTurn(async () => {
            await real.rm(path, options);
            if (findEntry(path) !== 'absent') setEntry(path, 'absent');
          }),
    truncate: (path, length = 0) =>
      !isWatched(path)
        ? real.truncate(path, length)
        : inTurn(async () => {
            await real.truncate(path, length);
            const content = must(findEntry(path), path) as Content;
            content.set(content.current.subarray(0, length));
          }),
  };
}
