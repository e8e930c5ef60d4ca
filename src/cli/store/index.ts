// `nexpost store copy`: copies a service's data from a folder into a database, or back.
// Then it dumps the copy and compares the two dumps. The target stays marked as unfinished until they are equal. Each side is locked:
// a folder by its lock, a database by one that every process of a service shares.
import { resolve } from 'node:path';
import type { Writable } from 'node:stream';
import {
  type Counts,
  type EndEntry,
  type EntrySource,
  type EntryTarget,
  type StreamEntry,
  dump,
  findFirstDifference,
  load,
} from '#adapters/store/entry-stream.ts';
import { openFolderSource, openFolderTarget } from '#adapters/store/json/copies.ts';
import { openDatabaseSource, openDatabaseTarget } from '#adapters/store/postgres/copies.ts';
import { type Database, hidePassword, isPostgres } from '#adapters/store/postgres/database.ts';
import { takeServiceLock } from '#adapters/store/postgres/session.ts';
import { findFault } from '#core/board/summary.ts';
import { type DocumentKey, asKind, matchKey } from '#core/kernel/documents.ts';
import { games } from '#games/registry/index.ts';
import { createVerb } from '../shell/command-line.ts';
import {
  type StorePlace,
  createDatabasePlace,
  requireService,
  switchToOwner,
  useDatabase,
} from '../shell/store-place.ts';
import { type ExitStatus, type Io, Misuse, isTerminal } from '../shell/verb.ts';

/** How often progress is printed. Milliseconds. */
const BAR_MS = 200;
const LINE_MS = 10_000;
const WIDTH = 30;
/** Before this time has passed, the time left cannot be estimated. Milliseconds. */
const KNOWN_MS = 2_000;

/** Yields the same entries. Each kind has its own count. `verb`: before the kind, if the entries are not copied. */
export async function* showProgress(
  entries: AsyncIterable<StreamEntry>,
  sizes: Counts,
  out: Writable,
  verb = '',
  now: () => number = Date.now,
): AsyncGenerator<StreamEntry> {
  let kind: StreamEntry['kind'] = 'header';
  let [done, begun, shown] = [0, 0, 0];

  const show = (lineEnd = ''): void => {
    shown = now();
    if (kind === 'header' || kind === 'fact' || kind === 'end') return;
    const total = Math.max(done, sizes[kind]);
    const left = done === total || shown - begun < KNOWN_MS ? '' : `, ${formatSpan(((shown - begun) / done) * (total - done))} left`; // prettier-ignore
    const counted = `${verb}${kind}s: ${done.toLocaleString('en')} of ${total.toLocaleString('en')}${left}`;
    const bar = '#'.repeat(Math.round((done / total) * WIDTH)).padEnd(WIDTH, '.');
    out.write(isTerminal(out) ? `\r[${bar}] ${counted}\u001b[K${lineEnd}` : `${counted}\n`);
  };

  for await (const entry of entries) {
    if (entry.kind !== kind) {
      show('\n');
      [kind, done, begun, shown] = [entry.kind, 0, now(), now()];
    }
    done += 1;
    if (now() - shown >= (isTerminal(out) ? BAR_MS : LINE_MS)) show();
    yield entry;
  }
}

/** `40 s`, `3 min`. */
const formatSpan = (ms: number): string =>
  ms < 90_000 ? `${Math.ceil(ms / 1000)} s` : `${Math.ceil(ms / 60_000)} min`;

/** Without a password. */
export const nameOf = (place: StorePlace): string => (place.kind === 'folder' ? place.dir : hidePassword(place.url));

/** The counts as the verbs print them. */
export const summariseCounts = (counts: Counts): Readonly<Record<string, number>> => ({
  ...{ documents: counts.document, causes: counts.cause, mails: counts.mail, givenUp: counts['given-up mail'] },
});

interface Openers<Side> {
  readonly folder: (dir: string) => Promise<Side>;
  readonly database: (database: Database) => Promise<Side>;
}

export const SOURCE: Openers<EntrySource> = {
  folder: async dir => {
    await requireService(dir);
    return openFolderSource(dir);
  },
  database: ({ query }) => openDatabaseSource(query),
};

export const TARGET: Openers<EntryTarget> = { folder: openFolderTarget, database: openDatabaseTarget };

/** `guard` rejects if the store may not be locked any more. */
export async function useSide<Side extends Pick<EntrySource, 'close'>, Value>(
  place: StorePlace,
  open: Openers<Side>,
  act: (side: Side, guard: () => Promise<void>) => Promise<Value>,
): Promise<Value> {
  if (place.kind === 'folder') {
    await switchToOwner(place.dir);
    const side = await open.folder(place.dir);
    return act(side, () => Promise.resolve()).finally(side.close);
  }
  return useDatabase(place.url, async database => {
    const lock = await takeServiceLock(place.url, 'exclusive');
    if (lock === null)
      throw new Error(
        `A service works on ${nameOf(place)}, or a verb of its operator's. Stop all its processes first.`,
      );
    return open
      .database(database)
      .then(side => act(side, lock.assert))
      .finally(lock.release);
  });
}

interface CopyParts {
  readonly source: EntrySource;
  readonly target: EntryTarget;
  /** The name of the source, told to a user who finds an unfinished copy. */
  readonly from: string;
  /** Rejects if another process may use one of the stores by now. */
  readonly guard: () => Promise<unknown>;
  /** For the progress. */
  readonly out: Writable;
}

/** The end of the dump of the copy. */
interface Verified extends EndEntry {
  readonly boards: number;
  /** Boards that break the rules of their games, in the source as well. */
  readonly unsound: readonly DocumentKey[];
}

export interface CopyResult extends Verified {
  /** The counts that differ, and the first key that differs. Empty: the copy is equal to its source. */
  readonly differs: readonly string[];
}

export async function copyStore({ source, target, from, guard, out }: CopyParts): Promise<CopyResult> {
  await target.begin(from);
  const write: EntryTarget['write'] = async page => {
    await target.write(page);
    await guard();
  };
  const copied = await load({ write }, showProgress(dump(source), source.sizes, out));
  const verified = await verify(showProgress(dump(target), source.sizes, out, 'verified '));
  const differs =
    verified.hash === copied.hash
      ? []
      : [...listUnequal(copied.counts, verified.counts), await findFirstDifference(dump(source), dump(target))];
  await guard();
  if (differs.length === 0) await target.finish();
  return { ...verified, differs };
}

/** Reads everything once more, and plays every board by its rules. */
async function verify(entries: AsyncIterable<StreamEntry>): Promise<Verified> {
  let boards = 0;
  const unsound: DocumentKey[] = [];
  for await (const entry of entries) {
    if (entry.kind === 'end') return { ...entry, boards, unsound };
    const match = entry.kind === 'document' ? asKind('match', entry.key, entry.document) : null;
    if (match === null) continue;
    boards += 1;
    if (findFault(games, match) !== null) unsound.push(matchKey(match));
  }
  throw new Error('The copy cannot be read to its end.');
}

const listUnequal = (copied: Counts, found: Counts): readonly string[] =>
  (Object.keys(copied) as (keyof Counts)[])
    .filter(kind => copied[kind] !== found[kind])
    .map(kind => `${kind}s: ${found[kind]} of ${copied[kind]}`);

/** At most this number of boards is named. */
const MAX_NAMED = 20;

function placeOf(text: string, option: string): StorePlace {
  if (text === '') throw new Misuse(`store copy needs ${option}.`);
  if (isPostgres(text)) return createDatabasePlace(text, option);
  // A mistyped address must not become a folder.
  if (text.includes('://')) throw new Misuse(`${option} is a folder, or begins with postgres://.`);
  return { kind: 'folder', dir: resolve(text) };
}

async function run(from: StorePlace, to: StorePlace, io: Io): Promise<ExitStatus> {
  if (nameOf(from) === nameOf(to)) throw new Misuse('--from and --to are the same.');
  const { counts, boards, hash, differs, unsound } = await useSide(from, SOURCE, (source, guardSource) =>
    useSide(to, TARGET, (target, guardTarget) => {
      const checkBoth = (): Promise<unknown> => Promise.all([guardSource(), guardTarget()]);
      return copyStore({ source, target, from: nameOf(from), guard: checkBoth, out: io.stderr });
    }),
  );
  const isEqual = differs.length === 0;
  const ok = isEqual && unsound.length === 0;
  const shown = {
    ...{ ok, boards, ...summariseCounts(counts), hash, differs },
    ...{ unsound: unsound.slice(0, MAX_NAMED), more: Math.max(0, unsound.length - MAX_NAMED) },
    ...{ from: nameOf(from), to: nameOf(to) },
  };
  io.stdout.write(`${JSON.stringify(shown)}\n`);
  const why = isEqual
    ? `The copy is whole. ${unsound.length} boards cannot be played through, here as there: see \`nexpost check\`.`
    : `The copy is not what it was made of (${differs.join(', ')}): run the same again. No service starts on it.`;
  if (!ok) io.stderr.write(`${why}\n`);
  return ok ? 0 : 1;
}

export const store = createVerb({
  name: 'store copy',
  options: {
    from: {
      kind: 'text',
      value: 'DIR|URL',
      isNeeded: true,
      sentence: 'a data folder, or postgres://user:password@host/database',
    },
    to: {
      kind: 'text',
      value: 'DIR|URL',
      isNeeded: true,
      sentence: 'the same; there must be nothing in it, or what is left of this copy',
    },
  },
  help: `
Copies everything a service keeps: boards, accounts and all other documents, the
signing key, which mails took effect, mails that wait and mails that were given
up. The service must be stopped on both sides; the source is not changed.

A copy that was killed is marked, and no service starts on it: run the same again,
and it begins anew. At the end everything is read once more from the copy, counted,
hashed and compared, and every board is played through by its rules; then the mark
goes. The mailboxes of the embedded mail servers (the folder mail) are not copied.

Prints one JSON line, and on stderr how far it is. Exit status 0 when everything
was verified, 1 when it was not, or could not be begun.`,
  run: ({ values: { from, to } }, io) => run(placeOf(from, '--from'), placeOf(to, '--to'), io),
});
