// What is known of whether mail reaches a player, as it is stored with the account.
import type { TimeSpan } from '../clocks/spans.ts';
import type { Instant } from '../time.ts';

/** A time in which mail to all addresses of a player came back. */
export interface Absence {
  readonly from: Instant;
  /** When their next proved mail came; null: none has. */
  readonly until: Instant | null;
  /** The boards that others took out of it meanwhile. */
  readonly claimed: readonly { readonly game: string; readonly number: number }[];
}

export interface Reach {
  /** The addresses from which mail has come back since this player's last proved mail, and since when. Absent: none. */
  readonly bounced?: Readonly<Record<string, Instant>>;
  /** In order; at most the last goes on. Absent: there never was one. */
  readonly absences?: readonly Absence[];
}

/** The absence that goes on; null: mail reaches this player, as far as is known. */
export function openAbsence(account: Reach | null): Absence | null {
  const last = account?.absences?.at(-1);
  return last?.until === null ? last : null;
}

/** When a player's clock at a board stood still since no mail reached them, up to now: once a board, in the first absence that ended after it began. */
export function pausesAt(account: Reach | null, begun: Instant, now: Instant): readonly TimeSpan[] {
  const first = account?.absences?.find(({ until }) => (until ?? Infinity) > begun);
  return first === undefined ? [] : [{ from: first.from, until: first.until ?? now }];
}
