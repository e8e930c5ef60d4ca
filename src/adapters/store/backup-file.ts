// A backup: a whole store in one file, as lines of JSON in gzip, with their hash in the last one.
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import * as z from 'zod';
import { DOCUMENTS } from '#core/features.ts';
import { count } from '#core/kernel/document-definition.ts';
import { must, reasonOf } from '#games/kit/assert.ts';
import { type EndEntry, type EntrySource, type StoreEntry, type StreamEntry, dump, keyDigits } from './entry-stream.ts';
import { storedMail } from './stored-mail.ts';

/** Writes a new file that only its owner can read, and makes it survive a power cut. Resolves to what is in it. */
export async function writeBackup(file: string, entries: AsyncIterable<StreamEntry>): Promise<EndEntry> {
  const ends: EndEntry[] = [];
  const lines = async function* (): AsyncGenerator<string> {
    for await (const entry of entries) {
      if (entry.kind === 'end') ends.push(entry);
      yield `${JSON.stringify(entry)}\n`;
    }
  };
  const out = createWriteStream(file, { flags: 'wx', mode: 0o600 });
  await once(out, 'open');
  await pipeline(lines, createGzip(), out);
  const written = await open(file, 'r+');
  await written.sync().finally(() => written.close());
  return must(ends[0], 'a dump has an end');
}

/** Bytes of an entry. A mail of the largest size is a tenth of it, whatever bytes it has. */
const MAX_LINE_BYTES = 64 * 1024 ** 2;

/** The lines of bytes. A character such as U+2028 ends no line. */
async function* splitLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest: Buffer[] = [];
  let restBytes = 0;
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(0x0a); end !== -1; end = chunk.indexOf(0x0a, start)) {
      yield Buffer.concat([...rest, chunk.subarray(start, end)]).toString('utf8');
      [rest, restBytes] = [[], 0];
      start = end + 1;
    }
    rest.push(chunk.subarray(start));
    restBytes += chunk.length - start;
    if (restBytes > MAX_LINE_BYTES) throw new Error('one of its lines is too long');
  }
}

/** `account/anna`, `match/nex/101`. */
const documentKey = z.string().refine(key => {
  const at = key.indexOf('/');
  return at > 0 && at < key.length - 1 && Object.hasOwn(DOCUMENTS, key.slice(0, at));
});

/** The entries of a backup, which may come from anywhere. The content of a document is checked when its copy is read once more. */
const streamEntry = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('header'), format: z.number() }),
  z.object({ kind: z.literal('fact'), key: z.literal('signing-key'), value: keyDigits }),
  z.object({ kind: z.literal('document'), key: documentKey, document: z.looseObject({}) }),
  z.object({ kind: z.literal('cause'), key: z.string().min(1), day: z.iso.date() }),
  z.object({ kind: z.literal('mail'), key: z.string(), mail: storedMail }),
  z.object({ kind: z.literal('given-up mail'), key: z.string(), why: z.string(), raw: z.string() }),
  z.object({
    kind: z.literal('end'),
    counts: z.object({ fact: count, document: count, cause: count, mail: count, 'given-up mail': count }),
    hash: z.string(),
  }),
]);

const createBackupError = (file: string, why: string): Error => new Error(`${file} is no whole backup: ${why}.`);

async function* readLines(file: string): AsyncGenerator<StreamEntry> {
  const input = createReadStream(file);
  await once(input, 'open');
  const bytes = createGunzip();
  // An error of the file ends the reading below.
  input.on('error', error => bytes.destroy(error)).pipe(bytes);
  try {
    let number = 0;
    for await (const line of splitLines(bytes)) {
      number += 1;
      // The entry as it stands in the file, since its hash counts.
      const entry = JSON.parse(line) as StreamEntry;
      if (!streamEntry.safeParse(entry).success) throw new Error(`its line ${number} is no entry`);
      yield entry;
    }
  } catch (error) {
    throw createBackupError(file, reasonOf(error));
  }
}

/** `onEnd`: told of the last line. Rejects a format that this version does not know. */
async function* readStoreEntries(
  file: string,
  onEnd: (end: EndEntry) => void = () => undefined,
): AsyncGenerator<StoreEntry> {
  for await (const entry of readLines(file)) {
    if (entry.kind === 'header' && entry.format !== 1)
      throw createBackupError(file, `its format is ${entry.format}, and this version of nexpost knows 1`);
    if (entry.kind === 'end') onEnd(entry);
    if ('key' in entry) yield entry;
  }
}

/** Reads a file to its end. Rejects unless it is a whole backup. */
export async function verifyBackup(file: string): Promise<EndEntry> {
  const ends: EndEntry[] = [];
  const found = await computeEnd(readStoreEntries(file, end => ends.push(end)));
  const [end] = ends;
  if (end === undefined) throw createBackupError(file, 'its end is missing');
  if (found.hash !== end.hash) throw createBackupError(file, 'its content has changed');
  return end;
}

async function computeEnd(entries: AsyncIterable<StoreEntry>): Promise<EndEntry> {
  for await (const entry of dump({ entries: () => entries })) if (entry.kind === 'end') return entry;
  throw new Error('A dump has an end.');
}

/** A backup as the source of a copy. Rejects unless it is whole. */
export async function openBackupSource(file: string): Promise<EntrySource> {
  // A pipe would be empty the second time, or never end.
  if (!(await stat(file)).isFile())
    throw new Error(`${file} is no file. A backup is read twice: write it to a file first.`);
  const { counts } = await verifyBackup(file);
  return { entries: () => readStoreEntries(file), sizes: counts, close: () => Promise.resolve() };
}
