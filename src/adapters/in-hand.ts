// The note of the mails in hand: a small file in the data folder, written through to the system's page cache, which a killed process leaves behind.
import { reasonOf } from '#games/kit/assert.ts';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import type { InHand, Log } from '#service/ports.ts';

/** Deaths with a suspect by itself in hand. A first death makes suspects, whatever was its reason; two more in a row are no chance. */
const DEADLY = 2;

const NOTE = z.object({
  hand: z.array(z.string()),
  /** Suspects: mails that were in hand at a death → deaths since, with them by themselves in hand. */
  deaths: z.record(z.string(), z.number()),
});

type Note = z.infer<typeof NOTE>;

export function inHandFile(path: string, log: Log): InHand {
  const { hand: last, deaths: known } = noteIn(path);
  const deaths = new Map(Object.entries(known));
  for (const mail of last) {
    const before = deaths.get(mail);
    deaths.set(mail, before === undefined ? 0 : before + 1);
  }
  if (last.length > 0) log.warn('died-with-mail-in-hand', { mails: last.length });
  let hand: readonly string[] = [];
  const isDeadly = (mail: string): boolean => (deaths.get(mail) ?? 0) >= DEADLY;

  const write = (): void => {
    try {
      const note: Note = { hand: [...hand], deaths: Object.fromEntries(deaths) };
      writeFileSync(`${path}.new`, JSON.stringify(note), { mode: 0o600 });
      renameSync(`${path}.new`, path);
    } catch (error) {
      log.warn('in-hand-not-noted', { why: reasonOf(error) });
    }
  };
  write();
  return {
    suspicion: mail => {
      if (isDeadly(mail)) return 'deadly';
      return deaths.has(mail) ? 'suspect' : 'none';
    },
    take: mails => {
      hand = mails;
      write();
    },
    drop: () => {
      // A deadly mail may come again before it could be moved away.
      for (const mail of hand) if (!isDeadly(mail)) deaths.delete(mail);
      hand = [];
      write();
    },
  };
}

/** A note that is not there, or that nobody can read, says nothing. */
function noteIn(path: string): Note {
  try {
    return NOTE.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return { hand: [], deaths: {} };
  }
}
