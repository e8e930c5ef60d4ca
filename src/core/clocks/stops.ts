// Times in which all clocks stop: outages of the mailbox, and pauses by the operator.
import type { Instant, Stops } from '../state/documents.ts';
import { HOUR_MS } from '../time.ts';

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
