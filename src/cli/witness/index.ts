// `nexpost witness`: follows the game log of a service, and signs what continues all it has seen.
import { randomBytes } from 'node:crypto';
import { appendFile, mkdir } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { systemClock } from '#adapters/clock.ts';
import { lockFolder } from '#adapters/store/json/folder.ts';
import { type ValueFile, createValueFile, writeAtomically } from '#adapters/value-file.ts';
import { reasonOf } from '#games/kit/assert.ts';
import { memoize } from '#games/kit/remember.ts';
import * as note from '#ledger/note.ts';
import {
  HASH_BYTES,
  type Hash,
  findHash,
  findRoot,
  findTile,
  formatTilePath,
  listProofNodes,
  listTileNodes,
  nameNode,
} from '#ledger/tree.ts';
import { createVerb } from '../shell/command-line.ts';
import { Misuse } from '../shell/verb.ts';

const stateSchema = z.strictObject({
  /** The witness's own key: its name, and its secret in base64. */
  name: z.string().regex(/^[^\s+]+$/),
  seed: z.base64().length(44),
  /** The key of the log. */
  key: z.string(),
  /** The newest checkpoint that continues all before. '': none was seen. */
  seen: z.string().refine(seen => seen === '' || note.parseNote(seen) !== null),
});

type WitnessState = z.infer<typeof stateSchema>;

/** Reads a file of the log by its path. */
type ReadFile = (path: string) => Promise<Buffer>;

/** A tile has at most 256 hashes. Bytes. */
const MOST_BYTES = 10_000;
/** For a whole run. */
const TIMEOUT_MS = 300_000;

const SEED_BYTES = 32;

/** The log cannot be read now. */
class Unreadable extends Error {}

/** No file of a log is read twice in a run. */
function createReader(url: string): ReadFile {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const readFrom = async (address: string): Promise<Buffer> => {
    const { ok, status, body } = await fetch(address, { redirect: 'error', signal });
    let bytes: Buffer = Buffer.of();
    for await (const chunk of body ?? []) {
      bytes = Buffer.concat([bytes, chunk as Uint8Array]);
      if (bytes.length > MOST_BYTES) throw new Error(`it has more than ${MOST_BYTES} bytes`);
    }
    if (!ok) throw new Error(`it answers ${status}`);
    return bytes;
  };
  return memoize(async (path: string): Promise<Buffer> => {
    const address = `${url.replace(/\/$/, '')}/log/${path}`;
    return readFrom(address).catch((error: unknown) => {
      const { cause } = error as Error;
      throw new Unreadable(`${address} cannot be read: ${reasonOf(cause ?? error)}`);
    });
  });
}

/** Does the log of a checkpoint begin with that of an earlier one? null: there is none earlier. */
async function doesContinue(
  { size, root }: note.Checkpoint,
  known: note.Checkpoint | null,
  read: ReadFile,
): Promise<boolean> {
  if (known !== null && known.size > size) return false;
  const nodes = new Map<string, Hash>();
  for (const node of listProofNodes([], [known?.size ?? 0], size)) {
    const tile = findTile(node, size);
    const bytes = await read(formatTilePath(tile));
    const hashAt = (i: number): Hash => bytes.subarray(i * HASH_BYTES, (i + 1) * HASH_BYTES);
    const hashes = listTileNodes(tile).map((each, i) => [nameNode(each), hashAt(i)] as const);
    const hash = findHash(new Map(hashes), node);
    if (hash !== null) nodes.set(nameNode(node), hash);
  }
  const isRoot = (at: number, hash: Hash): boolean => findRoot(nodes, at)?.equals(hash) === true;
  return isRoot(size, root) && (known === null || isRoot(known.size, known.root));
}

/** A checkpoint as a mail of an mbox, which `nexpost verify` compares with mails. */
function formatSeen(key: note.LogKey, checkpoint: note.Checkpoint, at: number): string {
  const date = new Date(at).toUTCString();
  const field = note.formatLogField(key, checkpoint, null).replaceAll('\r', '');
  return `From witness ${date}\nDate: ${date}\n${field}\n${note.formatNote(checkpoint)}\n`;
}

/** Signs the newest checkpoint, and returns it. null: the log does not continue what was seen. Throws an error if it cannot be read. */
async function look(
  state: WitnessState,
  { dir, file, read }: { dir: string; file: ValueFile<WitnessState>; read: ReadFile },
  key: note.LogKey,
): Promise<string | null> {
  const checkpoint = note.parseNote((await read('checkpoint')).toString());
  if (checkpoint === null || !note.isSignedBy(checkpoint, key))
    throw new Unreadable(`The service shows no checkpoint that ${key.text} has signed.`);
  const seen = note.formatNote(checkpoint);
  const at = systemClock.now();
  if (seen !== state.seen) await appendFile(join(dir, 'seen.mbox'), formatSeen(key, checkpoint, at));
  if (!(await doesContinue(checkpoint, note.parseNote(state.seen), read))) return null;
  // Before the signature is seen, no crash may forget what it promises.
  await file.write({ ...state, seen });
  const signer = note.createSigner(state.name, Buffer.from(state.seed, 'base64'), 'witness');
  const cosigned = note.cosign(signer, checkpoint, Math.floor(at / 1_000));
  await writeAtomically(join(dir, 'checkpoint'), note.formatNote(cosigned));
  return `${seen}Seen by ${signer.verifier.text}\n`;
}

/** The state of the folder. A new one if there is none. */
async function openState(
  file: ValueFile<WitnessState>,
  { name, key }: { readonly name: string; readonly key: string },
  read: ReadFile,
): Promise<WitnessState> {
  const known = await file.read();
  if (known !== null) return known;
  const told = key === '' ? (await read('key')).toString().trim() : key;
  const state = { name: name || hostname(), seed: randomBytes(SEED_BYTES).toString('base64'), key: told, seen: '' };
  if (!stateSchema.safeParse(state).success) throw new Misuse('The name of a witness has no blank and no plus sign.');
  return state;
}

export const witness = createVerb({
  name: 'witness',
  takes: 'URL',
  options: {
    dir: { kind: 'text', value: 'DIR', default: './witness', sentence: 'where it keeps its key and what it has seen' },
    key: {
      kind: 'text',
      value: 'KEY',
      sentence: 'the public key of the log (default: the one that the service tells)',
    },
    name: { kind: 'text', value: 'NAME', sentence: 'the name of the witness (default: that of this machine)' },
  },
  help: `
Asks the pages of a service for the newest checkpoint of its game log, and for the hashes
that show that the log begins with all that was seen before. Then it signs the
checkpoint, with the time: DIR/checkpoint. DIR/seen.mbox keeps every checkpoint for
nexpost verify. Let it run every ten minutes, for instance by cron.

Exit status 1 when the log does not continue what it was, and 75 when it cannot be read
now.`,
  run: async ({ names: [url = '', ...others], values: { dir, ...wanted } }, io) => {
    if (others.length > 0 || !/^https?:\/\/\S+$/.test(url))
      throw new Misuse('witness needs the address of the pages of a service, such as https://games.example');
    await mkdir(dir, { recursive: true, mode: 0o700 });
    const lock = await lockFolder(dir);
    try {
      const damage = 'is no state of a witness: restore it, or begin in another folder.';
      const file = createValueFile(join(dir, 'witness.json'), { schema: stateSchema, damage });
      const read = createReader(url);
      const state = await openState(file, wanted, read);
      const key = note.parseLogKey(state.key);
      if (key === null || (wanted.key !== '' && wanted.key !== state.key))
        throw new Misuse(`The key of the log is '${state.key}' here.`);
      const told = await look(state, { dir, file, read }, key);
      const fork = `The log does not continue what it was. ${join(dir, 'seen.mbox')} has both states, signed by ${key.text}: show them to its players.\n`;
      io.stdout.write(told ?? fork);
      return told === null ? 1 : 0;
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      io.stderr.write(`${error.message}\n`);
      return 75;
    } finally {
      await lock.release();
    }
  },
});
