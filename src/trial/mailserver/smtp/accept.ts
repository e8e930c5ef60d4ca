// Accepts a mail: reads it within its limit, checks and stamps it, and stores it durably.
// It is stored in every recipient's INBOX.
import { createHash } from 'node:crypto';
import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server';
import { parseLocalAddress } from '../addresses.ts';
import { reasonOf } from '../failures.ts';
import { limits } from '../limits.ts';
import type { NewMessage } from '../store/index.ts';
import { isService, SmtpError, submitterOf, type SmtpOptions } from './options.ts';
import { demandOwnFrom, readSubmission, stampMail, type Submission } from './submission.ts';

/** The mail is too long to wait for its end: the connection is cut. */
export class Endless extends Error {}

/** Resolves when the mail is on disk everywhere; rejects with what the client is told. */
export async function acceptMail(
  options: SmtpOptions,
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
): Promise<string> {
  const bytes = await readAll(stream);
  if (!bytes) throw new SmtpError(552, `5.3.4 too large: at most ${limits.mailBytes} bytes`);
  const submission = readSubmission(bytes);
  demandOwnFrom(submission, submitterOf(options, session));
  try {
    await deliver(options, { bytes, submission, session });
  } catch (cause) {
    const reason = reasonOf(cause);
    options.log('store failed', { reason });
    // `ENOSPC: no space left on device`, without the path that follows.
    const briefly = /^[A-Za-z0-9: -]{1,100}/.exec(reason)?.[0] ?? 'see the log';
    throw new SmtpError(451, `4.3.0 the mail could not be stored: ${briefly}`);
  }
  return 'OK: on disk';
}

// Reads to the end, since a client hears an answer only then, but only up to four times the limit of a mail.
async function readAll(stream: SMTPServerDataStream): Promise<Buffer | undefined> {
  let chunks: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (stream.sizeExceeded) chunks = [];
    else chunks.push(chunk);
    if (stream.byteLength > 4 * limits.mailBytes) throw new Endless('the mail does not end');
  }
  return stream.sizeExceeded ? undefined : Buffer.concat(chunks);
}

interface Accepted {
  readonly bytes: Buffer;
  readonly submission: Submission;
  readonly session: SMTPServerSession;
}

/** Once into each mailbox, however many of its addresses are named; all of them durable, or an error. */
async function deliver(options: SmtpOptions, accepted: Accepted): Promise<void> {
  const { envelope } = accepted.session;
  const recipients = new Map<string, string>();
  for (const { address } of envelope.rcptTo) {
    const local = parseLocalAddress(address, options.domain)?.local;
    if (local !== undefined && !recipients.has(local)) recipients.set(local, address);
  }
  const deliveries = [...recipients].map(async ([local, recipient]) => {
    const inbox = await (await options.store.account(local)).open('INBOX');
    if (!inbox) throw new Error('there is no INBOX');
    await inbox.add(createDelivery(options, accepted, recipient));
  });
  await Promise.all(deliveries);
}

function createDelivery(options: SmtpOptions, { bytes, submission, session }: Accepted, recipient: string): NewMessage {
  const submitter = submitterOf(options, session);
  const at = new Date();
  const chunks = stampMail(submission, { submitter, session, recipient, at });
  // The service's outbox sends the same bytes again after a crash; players may well send the same mail twice.
  const digest = isService(options, submitter) ? createHash('sha256').update(bytes).digest('base64url') : undefined;
  return { chunks, flags: [], date: at.getTime(), ...(digest === undefined ? {} : { digest }) };
}
