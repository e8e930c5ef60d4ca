// Counts how often the SMTP server refused a mail for now, to learn when that is about its reader.
import { HOUR_MS, type Instant } from '#core/time.ts';
import type { Clock, Outgoing } from './ports.ts';

/** So many tries in vain, each so long after the one before, and the reader counts as told. */
const VAIN_TRIES = 3;
const BETWEEN_MS = HOUR_MS;

export interface VainTries {
  /** Notes that the server took some mail. */
  readonly noteTaken: () => void;
  /** Notes that it refused this one for now; does its reader count as told? */
  readonly noteRefused: (mail: Outgoing, reader: string) => boolean;
  /** The mail is tried no more. */
  readonly drop: (mail: Outgoing) => void;
}

/** The state of one process. A restart forgets it, and more tries are made. */
export function createVainTries(clock: Clock): VainTries {
  /** By mail. */
  const vain = new Map<string, { readonly count: number; readonly last: Instant }>();
  /** Readers whose mail was refused since the server last took one; two are enough to know. */
  const refused = new Set<string>();
  return {
    noteTaken: () => refused.clear(),
    noteRefused: ({ id, receipt }, reader) => {
      if (refused.size < 2) refused.add(reader);
      if (receipt === undefined) return false;
      const { count, last } = vain.get(id) ?? { count: 0, last: -Infinity };
      const now = clock.now();
      // A server that refuses one reader after the other has a fault of its own.
      if (refused.size > 1 || now - last < BETWEEN_MS * (clock.speed ?? 1)) return count >= VAIN_TRIES;
      vain.set(id, { count: count + 1, last: now });
      return count + 1 >= VAIN_TRIES;
    },
    drop: ({ id }) => void vain.delete(id),
  };
}
