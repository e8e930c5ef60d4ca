// Times in which all clocks stop: outages of the mailbox, and pauses by the operator.
import * as z from 'zod';
import { type DocumentDefinition, type Stored, instant, span } from '#core/kernel/document-definition.ts';
import { HOUR_MS, type Instant } from '#core/kernel/time.ts';

declare module '#core/kernel/documents.ts' {
  interface Documents {
    readonly stops: Stops;
  }
}

const stopsSchema = z.object({
  /** When the mailbox was last read. */
  read: instant,
  /** Spans of more than an hour in which the mailbox could not be read. */
  outages: z.array(span),
  /** Pauses by the operator. The last one continues while `until` is null. */
  pauses: z.array(z.object({ from: instant, until: instant.nullable() })),
});

/** Times in which no clock of any player runs. */
export type Stops = Stored<typeof stopsSchema>;

export const STOPS_DEFINITION: DocumentDefinition<'stops'> = {
  schema: stopsSchema,
  folder: 'stops',
  ifDamaged:
    'Put a copy from a backup in its place: it says when clocks stood still; nothing ends by itself until then',
  publicView: stops => stops,
};

/** The id of the only document of this kind. */
export const STOPS = 'all';

export const NO_STOPS: Stops = { read: 0, outages: [], pauses: [] };

/** A shorter time without access to the mailbox is no outage. Mail is often delayed that long. */
const OUTAGE_MS = HOUR_MS;
/** Enough for ten years with an outage every night. */
const MAX_OUTAGES = 5_000;

/** Has the operator paused all clocks now? */
export const isServicePaused = (stops: Stops | null): boolean => stops?.pauses.at(-1)?.until === null;

/** The mailbox was read again. */
export function noteMailboxRead(stops: Stops | null, at: Instant, outagesCount: boolean): Stops {
  if (stops === null) return { ...NO_STOPS, read: at };
  const gap = { from: stops.read, until: at };
  const outages =
    outagesCount && at - stops.read > OUTAGE_MS ? [...stops.outages, gap].slice(-MAX_OUTAGES) : stops.outages;
  return { ...stops, read: Math.max(at, stops.read), outages };
}

/** Stops all clocks from now on. */
export const pauseClocks = (stops: Stops | null, at: Instant): Stops => {
  const current = stops ?? { ...NO_STOPS, read: at };
  return isServicePaused(current) ? current : { ...current, pauses: [...current.pauses, { from: at, until: null }] };
};

/** Lets all clocks run again. */
export const resumeClocks = (stops: Stops | null, at: Instant): Stops => {
  const current = stops ?? { ...NO_STOPS, read: at };
  return { ...current, pauses: current.pauses.map(pause => (pause.until === null ? { ...pause, until: at } : pause)) };
};
