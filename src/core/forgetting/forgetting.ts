// The stored progress of forgetting a player, batch by batch, under one pseudonym.
import type { Instant } from '../time.ts';

/** In this order. `mail`: what waits to be sent, what was given up and what lies in the mailbox, which the service erases. */
export const STEPS = ['leave', 'rename', 'boards', 'tournaments', 'accounts', 'rest', 'mail'] as const;

type Step = (typeof STEPS)[number];

export interface Forgetting {
  readonly userid: string;
  readonly pseudonym: string;
  /** Every address that is known of them. */
  readonly addresses: readonly string[];
  /** The addresses of a sign-up that was never confirmed, and that belong to no account. Only their mails are erased. */
  readonly asked?: readonly string[];
  readonly step: Step;
  /** How far this step has come; '': it begins. */
  readonly after: string;
  readonly wake: Instant;
}

/** Kept of a forgotten userid, so that it is never given again. Kept for some days of a mailbox, so that it cannot sign up. */
export interface Forgotten {
  readonly at: Instant;
  /** null: for ever. */
  readonly until: Instant | null;
}

/** The step behind this one, from its beginning; null: all is done. */
export function nextStep(forgetting: Forgetting): Forgetting | null {
  const step = STEPS[STEPS.indexOf(forgetting.step) + 1];
  return step === undefined ? null : { ...forgetting, step, after: '' };
}
