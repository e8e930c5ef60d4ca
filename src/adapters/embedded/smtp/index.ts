// The submission server: smtp-server with our rules of who may send what to whom; 250 once the mail is on disk.
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { SMTPServer, type SMTPServerAddress, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { localAddress } from '../addresses.ts';
import type { Credentials } from '../credentials.ts';
import { limits } from '../limits.ts';
import type { Incoming, MailStore } from '../store/index.ts';
import {
  isOwn,
  readSubmission,
  refuseFrom,
  stamped,
  type Refusal,
  type Submission,
  type Submitter,
} from './submission.ts';

export interface SmtpParts {
  readonly store: MailStore;
  readonly credentials: Credentials;
  readonly domain: string;
  readonly service: string;
  readonly log: (event: string, facts: Readonly<Record<string, string | number>>) => void;
}

export interface SmtpService {
  readonly server: SMTPServer;
  readonly close: () => Promise<void>;
}

class SmtpError extends Error {
  readonly responseCode: number;
  constructor({ code, text }: Refusal) {
    super(text);
    this.responseCode = code;
  }
}

export function smtpService(parts: SmtpParts): SmtpService {
  const underWay = new Set<Promise<unknown>>();
  const server = new SMTPServer({
    name: parts.domain,
    banner: 'nexpost',
    disabledCommands: ['STARTTLS'],
    hideSMTPUTF8: true,
    authMethods: ['PLAIN', 'LOGIN'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    logger: false,
    size: limits.mailBytes,
    maxClients: limits.smtpConnections,
    maxRecipients: limits.recipients,
    socketTimeout: limits.smtpIdle,
    closeTimeout: 1,
    onAuth: ({ username, password }, session, callback) => {
      answer(authenticate(parts, session, { user: username ?? '', password: password ?? '' }), callback);
    },
    onMailFrom: (address, session, callback) => {
      callback(asError(refuseSender(parts, address.address, session)));
    },
    onRcptTo: (address, _session, callback) => {
      callback(asError(refuseRecipient(parts, address.address)));
    },
    onData: (stream, session, callback) => {
      const accepting = accept(parts, stream, session);
      underWay.add(accepting);
      void accepting.finally(() => underWay.delete(accepting)).catch(() => undefined);
      answer(accepting, callback);
    },
  });
  server.on('error', error => parts.log('smtp connection', { error: error.message }));
  return { server, close: () => closeServer(server, underWay) };
}

// Mails in hand are answered first, then the connections end.
async function closeServer(server: SMTPServer, underWay: ReadonlySet<Promise<unknown>>): Promise<void> {
  await Promise.race([Promise.allSettled(underWay), delay(2000, undefined, { ref: false })]);
  await new Promise<void>(resolve => server.close(resolve));
}

function answer<T>(work: Promise<T>, callback: (error?: Error | null, value?: T) => void): void {
  work.then(
    value => callback(null, value),
    (cause: unknown) => callback(cause instanceof Error ? cause : new Error(String(cause))),
  );
}

function asError(refusal: Refusal | undefined): Error | undefined {
  return refusal && new SmtpError(refusal);
}

/** Failed logins of each connection, for as long as it lasts. */
const failures = new WeakMap<SMTPServerSession, number>();

async function authenticate(
  { credentials, log }: SmtpParts,
  session: SMTPServerSession,
  login: { readonly user: string; readonly password: string },
): Promise<{ user: string }> {
  const account = credentials.check(login.user, login.password);
  if (account !== undefined) return { user: account };
  const failed = (failures.get(session) ?? 0) + 1;
  failures.set(session, failed);
  log('smtp login refused', { user: login.user.slice(0, 100), failed });
  await delay(limits.loginDelay * Math.min(failed, 10), undefined, { ref: false });
  throw new SmtpError({ code: 535, text: '5.7.8 wrong user (the full address) or password' });
}

const submitterOf = ({ domain }: SmtpParts, session: SMTPServerSession): Submitter => ({
  account: String(session.user),
  domain,
});

function refuseSender(parts: SmtpParts, address: string, session: SMTPServerSession): Refusal | undefined {
  const submitter = submitterOf(parts, session);
  if (isOwn(address, submitter)) return undefined;
  // Only the service answers automatically, so only it may forbid bounces.
  if (address === '' && isService(parts, submitter)) return undefined;
  const own = `${submitter.account}@${parts.domain}`;
  return { code: 550, text: `5.7.1 the sender must be ${own}, the address you logged in with` };
}

const isService = ({ service }: SmtpParts, { account }: Submitter): boolean => account === service.toLowerCase();

function refuseRecipient({ domain }: SmtpParts, address: string): Refusal | undefined {
  if (localAddress(address, domain)) return undefined;
  if (address.toLowerCase().endsWith(`@${domain.toLowerCase()}`)) {
    return { code: 550, text: '5.1.1 no such user: letters, digits and . _ - before the @' };
  }
  return { code: 550, text: `5.1.2 nothing is sent on from here: only addresses at ${domain}` };
}

async function accept(parts: SmtpParts, stream: SMTPServerDataStream, session: SMTPServerSession): Promise<string> {
  const bytes = await readAll(stream);
  if (!bytes) throw new SmtpError({ code: 552, text: `5.3.4 too large: at most ${limits.mailBytes} bytes` });
  const submission = readSubmission(bytes);
  if ('code' in submission) throw new SmtpError(submission);
  const refusal = refuseFrom(submission, submitterOf(parts, session));
  if (refusal) throw new SmtpError(refusal);
  try {
    await deliver(parts, { bytes, submission, session });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    parts.log('store failed', { reason });
    throw new SmtpError({ code: 451, text: `4.3.0 the mail could not be stored: ${reason.replace(/[\r\n]+/g, ' ')}` });
  }
  return 'OK: on disk';
}

async function readAll(stream: SMTPServerDataStream): Promise<Buffer | undefined> {
  let chunks: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (stream.sizeExceeded) chunks = [];
    else chunks.push(chunk);
  }
  return stream.sizeExceeded ? undefined : Buffer.concat(chunks);
}

interface Accepted {
  readonly bytes: Buffer;
  readonly submission: Submission;
  readonly session: SMTPServerSession;
}

/** Once into each mailbox, however many of its addresses are named; all of them durable, or an error. */
async function deliver(parts: SmtpParts, accepted: Accepted): Promise<void> {
  const { envelope } = accepted.session;
  const recipients = new Map<string, string>();
  for (const { address } of envelope.rcptTo) {
    const local = localAddress(address, parts.domain)?.local;
    if (local !== undefined && !recipients.has(local)) recipients.set(local, address);
  }
  const deliveries = [...recipients].map(async ([local, recipient]) => {
    const inbox = await (await parts.store.account(local)).open('INBOX');
    if (!inbox) throw new Error('there is no INBOX');
    await inbox.add(incoming(parts, accepted, recipient));
  });
  await Promise.all(deliveries);
}

function incoming(parts: SmtpParts, { bytes, submission, session }: Accepted, recipient: string): Incoming {
  const submitter = submitterOf(parts, session);
  const at = new Date();
  const sender = senderOf(session.envelope.mailFrom);
  const client = `${session.hostNameAppearsAs} [${session.remoteAddress}]`.replaceAll(' ', '');
  const delivery = { submitter, sender, recipient, client, protocol: session.transmissionType, at };
  const chunks = stamped(submission, delivery);
  // The service's outbox sends the same bytes again after a crash; players may well send the same mail twice.
  const digest = isService(parts, submitter) ? createHash('sha256').update(bytes).digest('base64url') : undefined;
  return { chunks, flags: [], date: at.getTime(), ...(digest === undefined ? {} : { digest }) };
}

function senderOf(mailFrom: false | SMTPServerAddress): string {
  return mailFrom === false ? '' : mailFrom.address;
}
