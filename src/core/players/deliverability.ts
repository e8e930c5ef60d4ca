// Whether mail reaches a player, and when an absence stops their clocks.
import type { TimeSpan } from '../kernel/spans.ts';
import { limits } from '../kernel/limits.ts';
import { DAY_MS, type Instant } from '../kernel/time.ts';

/** A time in which mail to all addresses of a player came back. */
export interface Absence {
  readonly from: Instant;
  /** When their next proved mail came; null: none has. */
  readonly until: Instant | null;
  /** The boards that others took out of it meanwhile. */
  readonly claimed: readonly { readonly game: string; readonly number: number }[];
  /** The boards that others claim, until a probe says again that no mail arrives. Absent: none. */
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
  /** The addresses from which a probe has come back since this player's last proved mail, and when the last one did. Absent: none. */
  readonly bounced?: Readonly<Record<string, Instant>>;
  /** The addresses that were sent a probe since then, and when the last one was sent. Absent: none. */
  readonly probed?: Readonly<Record<string, Instant>>;
  /** In order; at most the last goes on. Absent: there never was one. */
  readonly absences?: readonly Absence[];
}

/** The absence that goes on; null: mail reaches this player, as far as is known. */
export function openAbsence(account: Reach | null): Absence | null {
  const last = account?.absences?.at(-1);
  return last?.until === null ? last : null;
}

/** Does an absence of this player's stop clocks now? `pauses`: those of the board in question. */
export function isPausedBy(account: Reach | null, pauses: readonly TimeSpan[], now: Instant): boolean {
  const absence = openAbsence(account);
  return absence !== null && pauses.some(({ from }) => from === absence.from) && now < pauseEnd(absence);
}

/** When an absence no longer stops clocks. From then on others may claim boards. */
export const pauseEnd = ({ from, until }: Absence): Instant =>
  Math.min(until ?? Infinity, from + limits.claimDays * DAY_MS);

/**
 * When a player's clock at a board stood still since no mail reached them, up to now: once a board, in the first absence that ended after it
 * began, and for `claimDays` at most.
 */
export function pausesAt(account: Reach | null, begun: Instant, now: Instant): readonly TimeSpan[] {
  const first = account?.absences?.find(({ until }) => (until ?? Infinity) > begun);
  return first === undefined ? [] : [{ from: first.from, until: Math.min(now, pauseEnd(first)) }];
}
