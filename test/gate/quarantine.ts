// The quarantine: tests that failed without an explaining change, which fail the gate only after seven days.
import { z } from 'zod';

const entries = z.array(
  z.strictObject({
    /** The test file, from the root of the project. */
    file: z.string(),
    /** The full name of the test, as the report prints it. */
    test: z.string(),
    /** The day it was put here, as 2026-11-25. */
    since: z.iso.date(),
    /** What is known of the failure. */
    known: z.string().min(10),
  }),
);

export type Quarantined = z.infer<typeof entries>[number];

interface Test {
  readonly file: string;
  /** Its full name. */
  readonly test: string;
}

/** More than this is no quarantine but a habit. */
const MOST = 3;
const DAYS = 7;

/** `today` is a day as 2026-11-25. */
export function parseQuarantine(text: string, today: string): readonly Quarantined[] {
  const list = entries.parse(JSON.parse(text));
  if (list.length > MOST)
    throw new Error(`test/quarantine.json lists ${list.length} tests; at most ${MOST} may be there`);
  const early = list.find(({ since }) => since > today);
  if (early !== undefined)
    throw new Error(`test/quarantine.json says since ${early.since}, and it is ${today} (UTC): ${early.test}`);
  return list;
}

const daysBetween = (from: string, today: string): number => (Date.parse(today) - Date.parse(from)) / 86_400_000;

/** The entry that excuses a failure of this test. */
export const findExcuse = (
  list: readonly Quarantined[],
  { file, test, today }: Test & { readonly today: string },
): Quarantined | null =>
  list.find(each => each.file === file && each.test === test && daysBetween(each.since, today) < DAYS) ?? null;

/** The entries that name no test, though their file ran: `tests` are all tests of the files that ran. */
export const findStrangers = (list: readonly Quarantined[], tests: readonly Test[]): readonly Quarantined[] =>
  list.filter(
    entry =>
      tests.some(({ file }) => file === entry.file) &&
      !tests.some(({ file, test }) => file === entry.file && test === entry.test),
  );
