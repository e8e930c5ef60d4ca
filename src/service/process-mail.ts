// Processes one mail from its bytes to its commit.
// Read → filters → seen before? → load, decide, render, commit.
import type { UnreadReason } from '#core/players/message.ts';
import { findFirstStop } from '#core/mail/gates.ts';
import type { Incoming } from '#core/mail/incoming.ts';
import { must } from '#games/kit/assert.ts';
import { commitRequest, guardReading, type ServiceContext } from './commit-request.ts';
import type { CauseKey, Facts, InboxMail, Mime, Log, Reading, Secrets } from './ports.ts';

/** A mail as far as it could be read. */
export interface MailContents {
  readonly kind: Reading['kind'];
  readonly mail: Incoming;
  readonly text: string;
}

/** Marks a mail in flight, so that a crash can be attributed to it. */
export interface CrashGuard {
  /** Awaits work that cannot crash because of the mail. A crash meanwhile is not attributed to it. */
  readonly pauseDuring: <Value>(work: () => Promise<Value>) => Promise<Value>;
  /** Removes the mark, because the mail is processed. */
  readonly release: () => void;
}

/** Resolves when the effects of a mail would survive a power cut. */
export interface Processed {
  readonly durable: Promise<void>;
}

const NOTHING_DONE: Processed = { durable: Promise.resolve() };

/**
 * The same mail delivered twice has the same cause, and a cause takes effect once. Some programs give all their mails one Message-ID, so
 * what the sender wrote counts as well.
 */
export const causeOf = (mail: Incoming, fingerprint: ServiceContext['fingerprint']): CauseKey =>
  `mail:${fingerprint([mail.from[0]?.address ?? '', mail.messageId ?? '', mail.digest].join('\n'))}`;

/** A mail that cannot be read to its end gets its headers, and no text. */
export async function readMail(
  { raw, size, isWhole }: InboxMail,
  { mime, log }: { readonly mime: Mime; readonly log: Log },
): Promise<MailContents> {
  if (!isWhole) return { kind: 'read', mail: mime.peek(raw, size), text: '' };
  const reading = await mime.read(raw, size);
  if (reading.kind === 'given-up') log.error('mail-unread', { why: reading.why, size });
  return reading.kind === 'read' ? reading : { kind: reading.kind, mail: mime.peek(raw, size), text: '' };
}

/** Adds facts to every line. */
export const addToLog = (log: Log, tag: Facts): Log => ({
  info: (event, facts) => log.info(event, { ...tag, ...facts }),
  warn: (event, facts) => log.warn(event, { ...tag, ...facts }),
  error: (event, facts) => log.error(event, { ...tag, ...facts }),
});

/** In characters. A longer Message-ID is cut in the log. */
const MAX_LOGGED_ID = 200;
/** In characters. An announcement of a tournament has hundreds of mails. */
const MAX_LOGGED_ANSWERS = 1_000;

/** The Message-ID as the log has it. */
const messageIdOf = ({ messageId }: Incoming): string => (messageId ?? '').slice(0, MAX_LOGGED_ID);

/** In characters. */
const MAX_LOGGED_VERIFICATION = 300;

/** What our own verification found. Empty: the service did not verify the sender. */
const describeVerification = ({ verification }: Incoming): Facts =>
  verification === undefined ? {} : { verification: verification.summary.slice(0, MAX_LOGGED_VERIFICATION) };

/** Resolves once the mail is committed. */
export async function processMail(
  contents: MailContents,
  service: ServiceContext,
  guard: CrashGuard,
): Promise<Processed> {
  const { log, trust, fingerprint } = service;
  const { mail, kind } = contents;
  const cause = causeOf(mail, fingerprint);
  const stop = findFirstStop(mail, trust.own, trust.servers, service.ear.marks);
  // Only mails that are too large get an answer here. Other stopped mails are dropped silently.
  const refusal = stop?.verdict === 'refused' && stop.reason === 'too-large' ? stop.reason : null;
  if (stop !== null && refusal === null) {
    const isNews = stop.reason === 'bounce' && (await recordDeliveryReport(mail, cause, service));
    const facts = { reason: stop.reason, messageId: messageIdOf(mail), ...describeVerification(mail) };
    log.info(isNews ? 'mail-returned' : 'mail-silent', facts);
    return NOTHING_DONE;
  }
  if (await guardReading(service.store).isSeen(cause)) {
    log.info('mail-silent', { reason: 'duplicate', messageId: messageIdOf(mail) });
    return NOTHING_DONE;
  }
  const unread = refusal ?? (kind === 'read' ? null : kind === 'given-up' ? 'unreadable' : kind);
  return commitMail({ ...contents, unread }, cause, service, guard);
}

/** Records a delivery report on a mail we sent. False: the report says nothing new about an address, or is about a mail that is not ours. */
async function recordDeliveryReport(mail: Incoming, cause: CauseKey, service: ServiceContext): Promise<boolean> {
  if (mail.report === undefined) return false;
  const commit = await commitRequest({ kind: 'mail-returned', by: { report: mail } }, cause, service);
  await commit?.durable;
  if (commit?.result !== 'committed') return false;
  for (const why of commit.plan.policyRefusals ?? []) service.log.error('mail-refused-by-policy', { why });
  return commit.plan.documents.size > 0;
}

const NO_GUARD: CrashGuard = { pauseDuring: work => work(), release: () => undefined };

/** Tells the sender that their mail was not processed because of an internal fault or damaged data. */
export async function apologise(
  { mail }: MailContents,
  reason: 'fault' | 'damaged',
  service: ServiceContext,
): Promise<void> {
  if (findFirstStop(mail, service.trust.own, service.trust.servers, service.ear.marks) !== null) return;
  const cause = `fault:${causeOf(mail, service.fingerprint)}`;
  await (
    await commitMail({ mail, text: '', unread: reason }, cause, service, NO_GUARD)
  ).durable;
}

async function commitMail(
  { mail, text, unread }: { readonly mail: Incoming; readonly text: string; readonly unread: UnreadReason | null },
  cause: CauseKey,
  service: ServiceContext,
  guard: CrashGuard,
): Promise<Processed> {
  const { hash, verify } = service.secrets;
  // A hash takes far longer than the rest of a decision, and cannot crash because of the mail.
  const secrets: Secrets = {
    ...service.secrets,
    hash: secret => guard.pauseDuring(() => hash(secret)),
    verify: (secret, stored) => guard.pauseDuring(() => verify(secret, stored)),
  };
  const guardedService = { ...service, secrets };
  const commit = must(
    await commitRequest({ kind: 'mail', mail, text, unread }, cause, guardedService),
    'a mail always has a plan',
  );
  const { result, durable, plan } = commit;
  for (const board of plan.damaged) service.log.error('board-damaged', { board });
  service.log.info('mail-done', {
    ...{ result, mails: plan.mails.length, unsent: plan.unsentCount, proof: plan.proof, ...describeVerification(mail) },
    ...{
      messageId: messageIdOf(mail),
      answers: plan.mails
        .map(({ id }) => id)
        .join(' ')
        .slice(0, MAX_LOGGED_ANSWERS),
    },
  });
  return { durable };
}
