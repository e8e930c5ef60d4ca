// Whether mail reaches a player, and when an absence stops their clocks.
import type { TimeSpan } from '../kernel/spans.ts';
import { limits } from '../kernel/limits.ts';
import { DAY_MS, type Instant } from '../kernel/time.ts';

/** A time in which mail to all addresses of a player came back. */
export interface Absence {
  readonly from: Instant;
  /** When the player's next proved mail came. null: none has come. */
  readonly until: Instant | null;
  /** The boards that others have claimed in this absence. */
  readonly claimed: readonly { readonly game: string; readonly number: number }[];
  /** The boards that others want to claim. A claim waits until a probe has come back. Absent: none. */
  readonly asked?: readonly AskedClaim[];
}

/** A claim that waits for the answer to a probe. */
export interface AskedClaim {
  readonly game: string;
  readonly number: number;
  /** The player who claims, as an index of the players of the board. */
  readonly by: number;
  readonly at: Instant;
}

export interface Reach {
  /** By address, when the last probe came back from it since this player's last proved mail. Absent: none came back. */
  readonly bounced?: Readonly<Record<string, Instant>>;
  /** By address, when the last probe was sent to it since this player's last proved mail. Absent: none was sent. */
  readonly probed?: Readonly<Record<string, Instant>>;
  /** Oldest first. Only the last one can be without an end. Absent: there was none. */
  readonly absences?: readonly Absence[];
}

/** The absence that has not ended. null: mail reaches this player, as far as is known. */
export function openAbsenceOf(account: Reach | null): Absence | null {
  const last = account?.absences?.at(-1);
  return last?.until === null ? last : null;
}

/** Does an absence of this player stop the clocks of a board now? `pauses`: the pauses of that board. */
export function isPausedBy(account: Reach | null, pauses: readonly TimeSpan[], now: Instant): boolean {
  const absence = openAbsenceOf(account);
  return absence !== null && pauses.some(({ from }) => from === absence.from) && now < pauseEndOf(absence);
}

/** When an absence no longer stops clocks. From then on others may claim boards. */
export const pauseEndOf = ({ from, until }: Absence): Instant =>
  Math.min(until ?? Infinity, from + limits.claimDays * DAY_MS);

/**
 * The time, up to now, in which a player's absence stopped the player's clock on a board that began at `begunAt`. Only the first absence
 * that ended after `begunAt` counts, and of it at most `claimDays`.
 */
export function computePauses(account: Reach | null, begunAt: Instant, now: Instant): readonly TimeSpan[] {
  const firstAbsence = account?.absences?.find(({ until }) => (until ?? Infinity) > begunAt);
  return firstAbsence === undefined
    ? []
    : [{ from: firstAbsence.from, until: Math.min(now, pauseEndOf(firstAbsence)) }];
}
