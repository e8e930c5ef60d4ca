// The stored form of a mail to all accounts, which is sent a batch at a time.
import type { Instant } from '../time.ts';

export interface Mailing {
  /** Whose broadcast it is; null: the operator announces it. */
  readonly from: string | null;
  readonly text: string;
  /** When it was written: accounts opened later do not get it. */
  readonly at: Instant;
  /** The userid up to which accounts have been written to; '': none has. */
  readonly after: string;
  /** Everybody has been written to: what is left keeps the same words from going out again at once. */
  readonly isDone: boolean;
  /** When to go on, or when nothing of it is needed any more. */
  readonly wake: Instant;
}

export const mailing = (from: string | null, text: string, at: Instant): Mailing => ({
  ...{ from, text, at, after: '', isDone: false },
  wake: at,
});
