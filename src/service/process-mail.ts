// Processes one mail from its bytes to its commit.
// Read → filters → seen before? → load, decide, render, commit.
import type { UnreadReason } from '#core/decision/message.ts';
import { findFirstStop } from '#core/mail/gates.ts';
import type { Incoming } from '#core/mail/incoming.ts';
import { must } from '#games/kit/assert.ts';
import { commitRequest, guardCommit, type ServiceContext } from './commit-request.ts';
import type { CauseKey, InboxMail, Mime, Log, Reading, Secrets } from './ports.ts';

/** A mail read as far as it could be. */
export interface ReadMail {
  readonly kind: Reading['kind'];
  readonly mail: Incoming;
  readonly text: string;
}

/** Marks a mail in flight, so that a crash can be attributed to it. */
export interface CrashGuard {
  /** Awaits work that cannot crash because of the mail. A crash meanwhile is not attributed to it. */
  readonly aside: <Value>(work: () => Promise<Value>) => Promise<Value>;
  /** The mail is no longer read. */
  readonly release: () => void;
}

/** Resolves when the effects of a mail would survive a power cut. */
export interface Processed {
  readonly durable: Promise<void>;
}

const NOTHING_DONE: Processed = { durable: Promise.resolve() };

/** The same mail delivered twice has the same cause, and a cause takes effect once. */
export const causeOf = (mail: Incoming, fingerprint: ServiceContext['fingerprint']): CauseKey =>
  `mail:${fingerprint(`${mail.from[0]?.address ?? ''}\n${mail.messageId ?? mail.digest}`)}`;

/** A mail that cannot be read to its end gets its headers, and no text. */
export async function readMail(
  { raw, size, isWhole }: InboxMail,
  { mime, log }: { readonly mime: Mime; readonly log: Log },
): Promise<ReadMail> {
  if (!isWhole) return { kind: 'read', mail: mime.peek(raw, size), text: '' };
  const reading = await mime.read(raw, size);
  if (reading.kind === 'given-up') log.error('mail-unread', { why: reading.why, size });
  return reading.kind === 'read' ? reading : { kind: reading.kind, mail: mime.peek(raw, size), text: '' };
}

/** Resolves once the mail is committed. */
export async function processMail(read: ReadMail, service: ServiceContext, hold: CrashGuard): Promise<Processed> {
  const { log, trust, fingerprint } = service;
  const { mail, kind } = read;
  const cause = causeOf(mail, fingerprint);
  const stop = findFirstStop(mail, trust.own);
  // There are words for no other stop.
  const refusal = stop?.verdict === 'refused' && stop.reason === 'too-large' ? stop.reason : null;
  if (stop !== null && refusal === null) {
    const isNews = stop.reason === 'bounce' && (await learn(mail, cause, service));
    log.info(isNews ? 'mail-returned' : 'mail-silent', { reason: stop.reason });
    return NOTHING_DONE;
  }
  if (await guardCommit(service.store).isSeen(cause)) {
    log.info('mail-silent', { reason: 'duplicate' });
    return NOTHING_DONE;
  }
  const unread = refusal ?? (kind === 'read' ? null : 'unreadable');
  return commitMail({ ...read, unread }, cause, service, hold);
}

/** Records a delivery report on a mail we sent. False: it says nothing new of an address, or the mail is not ours. */
async function learn(mail: Incoming, cause: CauseKey, service: ServiceContext): Promise<boolean> {
  if (mail.report === undefined) return false;
  const done = await commitRequest({ kind: 'mail-returned', by: { report: mail } }, cause, service);
  await done?.durable;
  if (done?.result !== 'committed') return false;
  for (const why of done.plan.policyRefusals ?? []) service.log.error('mail-refused-by-policy', { why });
  return done.plan.documents.size > 0;
}

const FREE: CrashGuard = { aside: work => work(), release: () => undefined };

/** Tells the sender that their mail was not processed because of an internal fault or damaged data. */
export async function apologise(
  { mail }: ReadMail,
  reason: 'fault' | 'damaged',
  service: ServiceContext,
): Promise<void> {
  if (findFirstStop(mail, service.trust.own) !== null) return;
  const cause = `fault:${causeOf(mail, service.fingerprint)}`;
  await (
    await commitMail({ mail, text: '', unread: reason }, cause, service, FREE)
  ).durable;
}

async function commitMail(
  { mail, text, unread }: { readonly mail: Incoming; readonly text: string; readonly unread: UnreadReason | null },
  cause: CauseKey,
  service: ServiceContext,
  hold: CrashGuard,
): Promise<Processed> {
  const watched = { ...service, secrets: aside(service.secrets, hold) };
  const done = must(
    await commitRequest({ kind: 'mail', mail, text, unread }, cause, watched),
    'a mail always has a plan',
  );
  const { result, durable, plan } = done;
  for (const board of plan.damaged) service.log.error('board-damaged', { board });
  service.log.info('mail-done', { result, mails: plan.mails.length, unsent: plan.unsentCount, proof: plan.proof });
  return { durable };
}

/** A hash takes far longer than the rest of a decision. */
const aside = ({ hash, verify, sign }: Secrets, hold: CrashGuard): Secrets => ({
  hash: secret => hold.aside(() => hash(secret)),
  verify: (secret, stored) => hold.aside(() => verify(secret, stored)),
  sign,
});
