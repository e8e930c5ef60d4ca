// Times in which all clocks stop: outages of the mailbox, and pauses by the operator.
import { z } from 'zod';
import type { DocumentDefinition } from '#core/kernel/document-definition.ts';
import { type Fields, instant, span } from '#core/kernel/schema-parts.ts';
import { HOUR_MS, type Instant } from '#core/kernel/time.ts';
import type { TimeSpan } from '#core/kernel/spans.ts';

declare module '#core/kernel/documents.ts' {
  interface Documents {
    readonly stops: Stops;
  }
}

/** Times in which no clock of any player runs. */
export interface Stops {
  /** When the mailbox was last read. */
  readonly read: Instant;
  /** When it could not be read, for more than an hour. */
  readonly outages: readonly TimeSpan[];
  /** When the operator stopped all clocks; the last one goes on while `until` is null. */
  readonly pauses: readonly { readonly from: Instant; readonly until: Instant | null }[];
}

export const STOPS_DEFINITION: DocumentDefinition<'stops'> = {
  schema: z.object({
    read: instant,
    outages: z.array(span),
    pauses: z.array(z.object({ from: instant, until: instant.nullable() })),
  } satisfies Fields<Stops>),
  folder: 'stops',
  ifDamaged:
    'Put a copy from a backup in its place: it says when clocks stood still; nothing ends by itself until then',
  publicView: stops => stops,
};

/** There is one such document. */
export const STOPS = 'all';

export const NO_STOPS: Stops = { read: 0, outages: [], pauses: [] };

/** A shorter time without access to the mailbox is no outage: mail can be delayed that long anywhere. */
const OUTAGE_MS = HOUR_MS;
/** A time for all moves may last ten years, with an outage every night. */
const MOST_OUTAGES = 5_000;

/** Do all clocks stand still now? */
export const isPaused = (stops: Stops | null): boolean => stops?.pauses.at(-1)?.until === null;

/** The mailbox was read again. */
export function noteMailboxRead(stops: Stops | null, at: Instant, outagesCount: boolean): Stops {
  if (stops === null) return { ...NO_STOPS, read: at };
  const gap = { from: stops.read, until: at };
  const outages =
    outagesCount && at - stops.read > OUTAGE_MS ? [...stops.outages, gap].slice(-MOST_OUTAGES) : stops.outages;
  return { ...stops, read: Math.max(at, stops.read), outages };
}

/** Stops all clocks from now on. */
export const pauseClocks = (stops: Stops | null, at: Instant): Stops => {
  const known = stops ?? { ...NO_STOPS, read: at };
  return isPaused(known) ? known : { ...known, pauses: [...known.pauses, { from: at, until: null }] };
};

/** Lets all clocks run again. */
export const resumeClocks = (stops: Stops | null, at: Instant): Stops => {
  const known = stops ?? { ...NO_STOPS, read: at };
  return { ...known, pauses: known.pauses.map(pause => (pause.until === null ? { ...pause, until: at } : pause)) };
};
