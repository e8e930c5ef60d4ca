// The submission server: smtp-server with our rules for senders and recipients.
// It answers 250 once the mail is on disk.
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import { parseLocalAddress } from '../addresses.ts';
import { errorOf } from '../failures.ts';
import { limits } from '../limits.ts';
import { createConnectionCount } from '../connection-count.ts';
import { acceptMail, Endless } from './accept.ts';
import { isService, SmtpError, submitterOf, type SmtpOptions } from './options.ts';
import { isOwn } from './submission.ts';
import { waitFor } from '../delay.ts';

export interface SmtpService {
  readonly server: SMTPServer;
  readonly close: () => Promise<void>;
}

export function startSmtp(options: SmtpOptions): SmtpService {
  const underWay = new Set<Promise<unknown>>();
  const guard = guardConnections(session => {
    cut(server, session);
  });
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
    onClose: session => {
      guard.closed(session);
    },
    onAuth: ({ username, password }, session, callback) => {
      const login = { user: username ?? '', password: password ?? '' };
      answer(
        checkLogin(options, session, login).then(user => guard.loggedIn(session, user)),
        callback,
      );
    },
    onMailFrom: (address, session, callback) => {
      callback(refuseSender(options, address.address, session));
    },
    onRcptTo: (address, _session, callback) => {
      callback(refuseRecipient(options, address.address));
    },
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
  return { server, close: () => closeServer(server, underWay) };
}

/** Ends the connections of those who do not log in, and counts the others by user. */
function guardConnections(end: (session: SMTPServerSession) => void) {
  const users = createConnectionCount(limits.smtpConnectionsPerUser);
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
      const timer = setTimeout(() => {
        end(session);
      }, limits.login);
      exits.set(session.id, () => {
        clearTimeout(timer);
      });
    },
    /** Throws where the user has too many connections already. */
    loggedIn: (session: SMTPServerSession, { user }: { readonly user: string }): { user: string } => {
      const exit = users.add(user);
      if (exit === null) throw new SmtpError(421, '4.7.0 too many connections of this user');
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

// Mails in hand are answered first, then the connections end.
async function closeServer(server: SMTPServer, underWay: ReadonlySet<Promise<unknown>>): Promise<void> {
  await Promise.race([Promise.allSettled(underWay), waitFor(2_000)]);
  await new Promise<void>(resolve => server.close(resolve));
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
  throw new SmtpError(535, '5.7.8 wrong user (the full address) or password');
}

function refuseSender(options: SmtpOptions, address: string, session: SMTPServerSession): SmtpError | undefined {
  const submitter = submitterOf(options, session);
  if (isOwn(address, submitter)) return undefined;
  // Only the service answers automatically, so only it may forbid bounces.
  if (address === '' && isService(options, submitter)) return undefined;
  const own = `${submitter.account}@${options.domain}`;
  return new SmtpError(550, `5.7.1 the sender must be ${own}, the address you logged in with`);
}

function refuseRecipient({ domain }: SmtpOptions, address: string): SmtpError | undefined {
  if (parseLocalAddress(address, domain)) return undefined;
  if (address.toLowerCase().endsWith(`@${domain.toLowerCase()}`)) {
    return new SmtpError(550, '5.1.1 no such user: letters, digits and . _ - before the @');
  }
  return new SmtpError(550, `5.1.2 nothing is sent on from here: only addresses at ${domain}`);
}
