// What the tests of the JSON store share: folders that go with the test file, and waiting for a checkpoint.
import { readdirSync, statSync } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, vi } from 'vitest';
import { openJsonStore } from '#adapters/store/json/index.ts';
import type { Log, Store } from '#service/ports.ts';
import { untilSoIn } from '#test/changes-in.ts';

const folders: string[] = [];
afterAll(async () => {
  for (const dir of folders) await rm(dir, { recursive: true, force: true });
});

export async function newFolder(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'nexpost-store-'));
  folders.push(dir);
  return dir;
}

type FileMethods = Record<'write' | 'datasync', () => Promise<unknown>>;

/** What every open file inherits. */
export async function files(): Promise<FileMethods> {
  const probe = await open(join(await newFolder(), 'probe'), 'w');
  await probe.close();
  return Object.getPrototypeOf(probe) as FileMethods;
}

/** The next time that anything is to be made durable waits: until `goOn` a power cut would take it. */
export async function holdNextSync(): Promise<{ readonly asked: Promise<void>; readonly goOn: () => void }> {
  const methods = await files();
  const { datasync } = methods;
  let goOn = (): void => undefined;
  const released = new Promise<void>(resolve => (goOn = resolve));
  const asked = new Promise<void>(resolve => {
    const spy = vi.spyOn(methods, 'datasync').mockImplementationOnce(async function (this: unknown) {
      spy.mockRestore();
      resolve();
      await released;
      return datasync.call(this as never);
    });
  });
  return { asked, goOn };
}

export const quiet: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

interface KeptLog {
  readonly log: Log;
  /** One text a line. */
  readonly lines: readonly string[];
  /** Resolves when a line contains the words. */
  readonly until: (words: string) => Promise<void>;
}

/** A log that keeps its lines. */
export function kept(): KeptLog {
  const lines: string[] = [];
  let look = (): void => undefined;
  const until = (words: string): Promise<void> =>
    new Promise(resolve => {
      look = () => {
        if (lines.some(line => line.includes(words))) resolve();
      };
      look();
    });
  const write =
    (level: string): Log['info'] =>
    (event, facts = {}) => {
      lines.push(`${level} ${event} ${JSON.stringify(facts)}`);
      look();
    };
  return { log: { info: write('info'), warn: write('warn'), error: write('error') }, lines, until };
}

/** Bytes of the journal; -1 while it is not one segment. */
export function journalBytes(dir: string): number {
  const names = readdirSync(dir).filter(name => name.startsWith('journal-'));
  const sizes = names.map(name => statSync(join(dir, name), { throwIfNoEntry: false })?.size);
  return sizes.length === 1 ? (sizes[0] ?? -1) : -1;
}

/** A store that carries its journal over soon: tests wait for it. */
export const openHasty = (dir: string, log: Log): Promise<Store> => openJsonStore(dir, log, 10);

/**
 * A store that carries its journal over when it is closed, and not before: a plain copy of its folder is an image of one moment.
 * While a checkpoint runs, files appear and disappear between the look at a folder and the copy of a file.
 */
export const openUnhurried = (dir: string, log: Log): Promise<Store> => openJsonStore(dir, log, 2 ** 31 - 1);

/** Waits until the journal has been carried over into the documents: one segment, empty. */
export async function checkpointed(dir: string): Promise<void> {
  await untilSoIn(dir, () => journalBytes(dir) === 0, { isDeep: false });
}
