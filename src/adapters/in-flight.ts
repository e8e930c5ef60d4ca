// Marks mails in flight in a log in the data folder.
// The log is in the page cache, which survives when the process is killed.
import { reasonOf } from '#games/kit/assert.ts';
import { appendFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import type { InFlight, Log } from '#service/ports.ts';

/** Crashes with a suspect in flight alone. The first crash only makes suspects, whatever its reason. Two more in a row are no chance. */
const DEADLY = 2;

/** A log as long as this is replaced by its last line. */
const LONGEST_LOG = 1_000_000;

const NOTE = z.object({
  hand: z.array(z.string()),
  /** Suspects: mails that were in flight at a crash → crashes since then with them in flight alone. */
  deaths: z.record(z.string(), z.number()),
});

type Note = z.infer<typeof NOTE>;

/** Appends a line per change, since appending costs far less than replacing the file. The last line counts. */
export function openInFlightFile(path: string, log: Log): InFlight {
  const { hand: last, deaths: known } = readLastNote(path);
  const deaths = new Map(Object.entries(known));
  for (const mail of last) {
    const before = deaths.get(mail);
    deaths.set(mail, before === undefined ? 0 : before + 1);
  }
  if (last.length > 0) log.warn('died-with-mail-in-hand', { mails: last.length });
  let hand: readonly string[] = [];
  /** Infinity: the file must be replaced, since it is of another process or a line may be missing. */
  let length = Infinity;
  const isDeadly = (mail: string): boolean => (deaths.get(mail) ?? 0) >= DEADLY;

  const write = (): void => {
    const note: Note = { hand: [...hand], deaths: Object.fromEntries(deaths) };
    const line = JSON.stringify(note);
    const isNew = length + line.length > LONGEST_LOG;
    try {
      if (isNew) replace(path, line);
      else appendFileSync(path, `\n${line}`);
      length = isNew ? line.length : length + 1 + line.length;
    } catch (error) {
      length = Infinity;
      log.warn('in-hand-not-noted', { why: reasonOf(error) });
    }
  };
  write();
  return {
    checkPoison: mail => {
      if (isDeadly(mail)) return 'deadly';
      return deaths.has(mail) ? 'suspect' : 'none';
    },
    mark: mails => {
      hand = mails;
      write();
    },
    clear: () => {
      // A deadly mail may be fetched again before it could be moved away.
      for (const mail of hand) if (!isDeadly(mail)) deaths.delete(mail);
      hand = [];
      write();
    },
  };
}

function replace(path: string, line: string): void {
  writeFileSync(`${path}.new`, line, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

/** The note in the last line that can be read: an empty note if there is none. A line that was cut short cannot. */
function readLastNote(path: string): Note {
  for (const line of linesBackwards(path)) {
    const note = NOTE.safeParse(parsed(line));
    if (note.success) return note.data;
  }
  return { hand: [], deaths: {} };
}

function linesBackwards(path: string): readonly string[] {
  try {
    return readFileSync(path, 'utf8').split('\n').toReversed();
  } catch {
    return [];
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
