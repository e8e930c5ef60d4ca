// The submission server: checks senders and recipients, and answers 250 once the mail is on disk.
import { createHash } from 'node:crypto';
import addressparser from 'nodemailer/lib/addressparser';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { type Field, endOfHeader, formatTrace, parseFields, valueOf } from '#mime/header.ts';
import { type EventLog, createConnectionCount, errorOf, reasonOf, waitFor } from './connections.ts';
import { limits } from './limits.ts';
import { type Credentials, parseLocalAddress } from './credentials.ts';
import type { MailStore } from './account.ts';
import type { NewMessage } from './mailbox.ts';

interface SmtpOptions {
  readonly store: MailStore;
  readonly credentials: Credentials;
  readonly domain: string;
  readonly service: string;
  readonly log: EventLog;
}

/** The logged-in account. */
interface Submitter {
  /** Its full address. */
  readonly own: string;
  /** Is this an address of the account, perhaps with a `+detail`? */
  readonly isOwn: (address: string) => boolean;
  /** Only the service answers automatically, and resends the same bytes after a crash. */
  readonly isService: boolean;
}

/** A refusal as smtp-server wants it. */
const createRefusal = (responseCode: number, text: string): Error => Object.assign(new Error(text), { responseCode });

function submitterOf({ domain, service }: SmtpOptions, session: SMTPServerSession): Submitter {
  const account = String(session.user);
  return {
    own: `${account}@${domain}`,
    isOwn: address => parseLocalAddress(address, domain)?.local === account,
    isService: account === service.toLowerCase(),
  };
}

/** A mail whose header has been read. */
interface Submission {
  readonly bytes: Buffer;
  readonly fields: readonly Field[];
  readonly body: Buffer;
  readonly session: SMTPServerSession;
}

/** Demands exactly one From with one address, the submitter's own. */
function demandOwnFrom(fields: readonly Field[], { own, isOwn }: Submitter): void {
  const [only, ...others] = fields.filter(field => field.name === 'from');
  if (!only || others.length > 0) throw createRefusal(550, '5.6.0 a mail needs exactly one From header');
  const [author, ...more] = addressparser(valueOf(only));
  if (author?.address === undefined || more.length > 0) throw createRefusal(550, '5.6.0 From must be one address');
  if (!isOwn(author.address)) throw createRefusal(550, `5.7.1 From must be ${own}, the address you logged in with`);
}

/** The mail is too long to wait for its end: the connection is cut. */
class Endless extends Error {}

/** Resolves when the mail is on disk in every recipient's INBOX. Rejects with the answer to the client. */
async function acceptMail(
  options: SmtpOptions,
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
): Promise<string> {
  const bytes = await readAll(stream);
  if (!bytes) throw createRefusal(552, `5.3.4 too large: at most ${limits.mailBytes} bytes`);
  // Reads the header strictly: what mail programs could read in two ways is no mail we vouch for, and is refused.
  const end = endOfHeader(bytes, 0, bytes.length);
  if (end > limits.headerBytes) throw createRefusal(552, '5.3.4 the header is too large');
  const text = bytes.toString('latin1', 0, end);
  // A folded first line would continue the header stamped above it.
  if (/^[ \t]/.test(text) || /\r(?!\n)|\0/.test(text)) throw createRefusal(550, '5.6.0 the header is not well-formed');
  const fields = parseFields(bytes, 0, end);
  if (!fields.every(field => /^[!-9;-~]+$/.test(field.name)))
    throw createRefusal(550, '5.6.0 a header line has no name');
  demandOwnFrom(fields, submitterOf(options, session));
  try {
    await deliver(options, { bytes, fields, body: bytes.subarray(end), session });
  } catch (cause) {
    const reason = reasonOf(cause);
    options.log('store failed', { reason });
    // `ENOSPC: no space left on device`, without the path that follows.
    const briefly = /^[A-Za-z0-9: -]{1,100}/.exec(reason)?.[0] ?? 'see the log';
    throw createRefusal(451, `4.3.0 the mail could not be stored: ${briefly}`);
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

/** Once into each mailbox, however many of its addresses are named. All of them are durable, or it throws. */
async function deliver(options: SmtpOptions, submission: Submission): Promise<void> {
  const recipients = new Map<string, string>();
  for (const { address } of submission.session.envelope.rcptTo) {
    const local = parseLocalAddress(address, options.domain)?.local;
    if (local !== undefined && !recipients.has(local)) recipients.set(local, address);
  }
  const deliveries = [...recipients].map(async ([local, recipient]) => {
    const inbox = await (await options.store.account(local)).open('INBOX');
    if (!inbox) throw new Error('there is no INBOX');
    await inbox.add(createDelivery(options, submission, recipient));
  });
  await Promise.all(deliveries);
}

/** `recipient`: with its `+detail`. */
function createDelivery(options: SmtpOptions, submission: Submission, recipient: string): NewMessage {
  const { bytes, fields, body, session } = submission;
  const { own, isService } = submitterOf(options, session);
  const { mailFrom } = session.envelope;
  const at = new Date();
  // What the client calls itself.
  const hello = session.hostNameAppearsAs.replace(/[^A-Za-z0-9.:_[\]-]/g, '').slice(0, 100) || 'unknown';
  const way = `from ${hello} ([${session.remoteAddress}]) by ${options.domain} with ${session.transmissionType}`;
  // Our headers first, and none of the client's claims about authentication.
  const header = [
    formatTrace({ from: mailFrom === false ? '' : mailFrom.address, recipients: [recipient], way, at }),
    `Authentication-Results: ${options.domain}; auth=pass smtp.auth=${own}\r\n`,
    ...fields.filter(({ name }) => name !== 'authentication-results').map(({ raw }) => raw),
    '\r\n',
  ];
  // The service's outbox sends the same bytes again after a crash. Players may well send the same mail twice.
  const digest = isService ? { digest: createHash('sha256').update(bytes).digest('base64url') } : {};
  return { chunks: [Buffer.from(header.join(''), 'latin1'), body], flags: [], date: at.getTime(), ...digest };
}

export function startSmtp(options: SmtpOptions): { readonly server: SMTPServer; readonly close: () => Promise<void> } {
  const underWay = new Set<Promise<unknown>>();
  const guard = guardConnections(session => cut(server, session));
  const server = new SMTPServer({
    name: options.domain,
    banner: 'nexpost',
    disabledCommands: ['STARTTLS'],
    hideSMTPUTF8: true,
    authMethods: ['PLAIN', 'LOGIN'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    logger: false,
    size: limits.mailBytes,
    maxClients: limits.smtpConnections + limits.smtpLeaving,
    maxRecipients: limits.recipients,
    socketTimeout: limits.smtpIdle,
    closeTimeout: 1,
    onConnect: (session, callback) => {
      guard.opened(session, server.connections.size > limits.smtpConnections);
      callback();
    },
    onClose: session => guard.closed(session),
    onAuth: ({ username, password }, session, callback) => {
      const login = { user: username ?? '', password: password ?? '' };
      answer(
        checkLogin(options, session, login).then(user => guard.loggedIn(session, user)),
        callback,
      );
    },
    onMailFrom: ({ address }, session, callback) => callback(refuseSender(options, address, session)),
    onRcptTo: ({ address }, _session, callback) => callback(refuseRecipient(options, address)),
    onData: (stream, session, callback) => {
      const accepting = acceptMail(options, stream, session);
      underWay.add(accepting);
      const finish = (cause?: unknown): void => {
        underWay.delete(accepting);
        if (cause instanceof Endless) cut(server, session);
      };
      accepting.then(() => finish(), finish);
      answer(accepting, callback);
    },
  });
  server.on('error', error => options.log('smtp connection', { error: error.message }));
  const close = async (): Promise<void> => {
    // Mails in hand are answered first, then the connections end.
    await Promise.race([Promise.allSettled(underWay), waitFor(2_000)]);
    await new Promise<void>(resolve => server.close(resolve));
  };
  return { server, close };
}

/** Ends the connections of those who do not log in, and counts the others by user. */
function guardConnections(end: (session: SMTPServerSession) => void) {
  const countUser = createConnectionCount(limits.smtpConnectionsPerUser);
  const exits = new Map<string, () => void>();
  /** The connections without a login, the oldest first. */
  const strangers = new Map<string, SMTPServerSession>();
  const leave = (session: SMTPServerSession): void => {
    strangers.delete(session.id);
    exits.get(session.id)?.();
    exits.delete(session.id);
  };
  return {
    /** `isFull`: the oldest connection without a login is ended. */
    opened: (session: SMTPServerSession, isFull: boolean): void => {
      const [longest] = strangers.values();
      if (isFull && longest !== undefined) end(longest);
      strangers.set(session.id, session);
      const timer = setTimeout(end, limits.login, session);
      exits.set(session.id, () => clearTimeout(timer));
    },
    /** Throws where the user has too many connections already. */
    loggedIn: (session: SMTPServerSession, { user }: { readonly user: string }): { user: string } => {
      const exit = countUser(user);
      if (exit === null) throw createRefusal(421, '4.7.0 too many connections of this user');
      leave(session);
      exits.set(session.id, exit);
      return { user };
    },
    closed: leave,
  };
}

function cut(server: SMTPServer, session: SMTPServerSession): void {
  for (const connection of server.connections) {
    if (connection.id !== session.id) continue;
    connection.send(421, '4.4.2 nobody logged in');
    connection.close();
  }
}

function answer<T>(work: Promise<T>, callback: (error?: Error | null, value?: T) => void): void {
  work.then(
    value => callback(null, value),
    (cause: unknown) => callback(errorOf(cause)),
  );
}

/** Failed logins of each connection, for as long as it lasts. */
const failures = new WeakMap<SMTPServerSession, number>();

async function checkLogin(
  { credentials, log }: SmtpOptions,
  session: SMTPServerSession,
  login: { readonly user: string; readonly password: string },
): Promise<{ user: string }> {
  const account = credentials.check(login.user, login.password);
  if (account !== undefined) return { user: account };
  const failed = (failures.get(session) ?? 0) + 1;
  failures.set(session, failed);
  log('smtp login refused', { user: login.user.slice(0, 100), failed });
  await waitFor(limits.loginDelay * Math.min(failed, 10));
  throw createRefusal(535, '5.7.8 wrong user (the full address) or password');
}

function refuseSender(options: SmtpOptions, address: string, session: SMTPServerSession): Error | undefined {
  const { own, isOwn, isService } = submitterOf(options, session);
  // Only the service answers automatically, so only it may forbid bounces.
  if (isOwn(address) || (address === '' && isService)) return undefined;
  return createRefusal(550, `5.7.1 the sender must be ${own}, the address you logged in with`);
}

function refuseRecipient({ domain }: SmtpOptions, address: string): Error | undefined {
  if (parseLocalAddress(address, domain)) return undefined;
  if (address.toLowerCase().endsWith(`@${domain.toLowerCase()}`)) {
    return createRefusal(550, '5.1.1 no such user: letters, digits and . _ - before the @');
  }
  return createRefusal(550, `5.1.2 nothing is sent on from here: only addresses at ${domain}`);
}
