// Reads a mail and verifies its sender in two steps.
// The first says which domain names to look up, the second has the answers.
import { reasonOf } from '#games/kit/assert.ts';
import type { Verification } from '#core/mail/incoming.ts';
import type { Clock, Reading, Resolver, TxtAnswer } from '#service/ports.ts';
import { NotStarted } from '../workers/thread.ts';
import { reading } from './parse.ts';
import { verificationLimits } from './verification/signature.ts';
import { planVerification, type VerificationContext } from './verification/plan.ts';
import type { TxtAnswers } from './verification/verify.ts';

/** How the service verifies senders itself. */
export interface Verifier {
  readonly context: Omit<VerificationContext, 'now'>;
  readonly resolver: Resolver;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
}

/** `answers` null: nothing was looked up yet. */
export interface VerificationRequest {
  readonly context: VerificationContext;
  readonly answers: TxtAnswers | null;
}

export interface VerifiedReading {
  readonly reading: Reading;
  /** The domain names to look up before the sender can be verified. Empty: the reading is complete. */
  readonly names: readonly string[];
}

export interface ReadRequest {
  readonly raw: Uint8Array;
  readonly size: number;
  /** null: the sender is not verified. */
  readonly verification: VerificationRequest | null;
}

export interface ReadResult extends VerifiedReading {
  readonly milliseconds: number;
}

/** One step, and how long it took. */
export async function timeReading(request: ReadRequest): Promise<ReadResult> {
  const since = performance.now();
  return { ...(await readStep(request)), milliseconds: performance.now() - since };
}

/** One step. Runs where time and memory are limited, unless the mail is small. */
export async function readStep({ raw, size, verification: request }: ReadRequest): Promise<VerifiedReading> {
  const read = reading(raw, size);
  if (request === null || read.kind !== 'read') return { reading: read, names: [] };
  const { context, answers } = request;
  const plan = planVerification(raw, read.mail, context);
  if (plan === null) return { reading: read, names: [] };
  if (answers === null && plan.names.length > 0) return { reading: read, names: plan.names };
  // Loaded by the services that verify, and by no others.
  const { verifySender } = await import('./verification/verify.ts');
  const verification = await verifySender(plan, answers ?? new Map(), context);
  return { reading: addVerification(read, verification), names: [] };
}

const addVerification = (read: Reading, verification: Verification): Reading =>
  read.kind === 'read' ? { ...read, mail: { ...read.mail, verification } } : read;

/** Both steps. A mail whose verification fails is read without it, so it proves nothing and is not lost. */
export async function readInSteps(
  mail: Pick<ReadRequest, 'raw' | 'size'>,
  step: (request: ReadRequest) => Promise<VerifiedReading>,
  verifier: Verifier | null,
): Promise<Reading> {
  if (verifier === null) return (await step({ ...mail, verification: null })).reading;
  const context = { ...verifier.context, now: verifier.clock.now() };
  const first = await step({ ...mail, verification: { context, answers: null } });
  if (first.names.length === 0) return first.reading;
  const answers = await lookUpNames(first.names, verifier);
  try {
    return (await step({ ...mail, verification: { context, answers } })).reading;
  } catch (error) {
    if (error instanceof NotStarted) throw error;
    return addVerification(first.reading, { results: [], summary: `dkim=temperror (${reasonOf(error)})` });
  }
}

const LATE: TxtAnswer = { kind: 'failed', why: 'no answer in time' };

/** All names at once, each with the answer that came in time. */
async function lookUpNames(names: readonly string[], { resolver, clock }: Verifier): Promise<TxtAnswers> {
  const ended = new AbortController();
  const late = clock.sleep(verificationLimits.lookupsMs, ended.signal).then(() => LATE);
  const answers = await Promise.all(
    names.map(async name => [name, await Promise.race([resolver.resolveTxt(name), late])] as const),
  );
  ended.abort();
  return new Map(answers);
}
