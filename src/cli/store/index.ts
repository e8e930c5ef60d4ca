// `nexpost store copy`: copies a service's data from a folder into a database, or back.
import { resolve } from 'node:path';
import { isPostgres } from '#adapters/store/postgres/database.ts';
import { createVerb } from '../shell/command-line.ts';
import { type StorePlace, createDatabasePlace } from '../shell/store-place.ts';
import { type ExitStatus, type Io, Misuse } from '../shell/verb.ts';
import { SOURCE, TARGET, copyStore, nameOf, summariseCounts, useSide } from './copy-store.ts';

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
