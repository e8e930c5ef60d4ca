// Marks mails in flight in a log in the data folder.
// The log is in the page cache, which survives when the process is killed.
import { reasonOf } from '#games/kit/assert.ts';
import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import type { InFlight, Log } from '#service/ports.ts';
import { parseJson } from '#games/kit/look-up.ts';

/** A suspect is deadly after this many crashes with it alone in flight. The first crash, whatever its reason, only makes suspects. */
const DEADLY_CRASHES = 2;

/** A log of this many characters is replaced by its last line. */
const MAX_LOG_LENGTH = 1_000_000;

const NOTE = z.object({
  hand: z.array(z.string()),
  /** Suspects: mails that were in flight at a crash → crashes since then with them in flight alone. */
  deaths: z.record(z.string(), z.number()),
});

type Note = z.infer<typeof NOTE>;

/** The name of the file in earlier versions. */
const OLDER_NAME = 'in-hand.json';

/** Appends a line per change, since appending costs far less than replacing the file. The last line counts. */
export function openInFlightFile(path: string, log: Log): InFlight {
  const olderPath = join(dirname(path), OLDER_NAME);
  if (existsSync(olderPath)) renameSync(olderPath, path);
  const { hand: lastInFlight, deaths: knownCrashes } = readLastNote(path);
  const crashCounts = new Map(Object.entries(knownCrashes));
  for (const mail of lastInFlight) {
    const previous = crashCounts.get(mail);
    crashCounts.set(mail, previous === undefined ? 0 : previous + 1);
  }
  if (lastInFlight.length > 0) log.warn('died-while-reading-mail', { mails: lastInFlight.length });
  let inFlight: readonly string[] = [];
  /** The length of the file. Infinity: the file must be replaced, since another process wrote it or a line may be missing. */
  let length = Infinity;

  const writeNote = (): void => {
    const note: Note = { hand: [...inFlight], deaths: Object.fromEntries(crashCounts) };
    const line = JSON.stringify(note);
    const isReplaced = length + line.length > MAX_LOG_LENGTH;
    try {
      if (isReplaced) {
        writeFileSync(`${path}.new`, line, { mode: 0o600 });
        renameSync(`${path}.new`, path);
      } else appendFileSync(path, `\n${line}`);
      length = isReplaced ? line.length : length + 1 + line.length;
    } catch (error) {
      length = Infinity;
      log.warn('in-flight-not-noted', { why: reasonOf(error) });
    }
  };
  writeNote();
  return {
    checkPoison: mail => {
      const crashes = crashCounts.get(mail) ?? -1;
      if (crashes < DEADLY_CRASHES) return crashes < 0 ? 'none' : 'suspect';
      // The mail is put aside. If an operator puts it back, it is read again, and one more crash is enough.
      crashCounts.set(mail, DEADLY_CRASHES - 1);
      writeNote();
      return 'deadly';
    },
    mark: mails => {
      inFlight = mails;
      writeNote();
    },
    clear: () => {
      for (const mail of inFlight) crashCounts.delete(mail);
      inFlight = [];
      writeNote();
    },
  };
}

/** The note in the last valid line. A crash may cut the last line short. Returns an empty note if there is no valid line. */
function readLastNote(path: string): Note {
  try {
    for (const line of readFileSync(path, 'utf8').split('\n').toReversed()) {
      const note = NOTE.safeParse(parseJson(line));
      if (note.success) return note.data;
    }
  } catch {
    // A file that cannot be read holds no note.
  }
  return { hand: [], deaths: {} };
}
