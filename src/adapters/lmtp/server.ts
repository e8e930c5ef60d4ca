// The LMTP server (RFC 2033): takes mail for our own address from a mail server on this machine.
import { once } from 'node:events';
import { chmod, lstat, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { hostname } from 'node:os';
import { domainToASCII } from 'node:url';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { normaliseRecipient } from '#core/mail/mail-sender.ts';
import type { OwnAddress } from '#core/mail/token.ts';
import { reasonOf } from '#games/kit/assert.ts';
import { formatTrace } from '#mime/header.ts';
import type { DeliverMail, Log } from '#service/ports.ts';

/** The limits of the LMTP server, each with its reason. */
export const lmtpLimits = {
  /** Postfix opens 20 connections to one destination. */
  connections: 50,
  /** For each mail. Ours is one mailbox, and few mails name several of its plus addresses. */
  recipients: 100,
  /** Refused recipients of a connection. Each is a line of the log. */
  refusals: 200,
  /** Without a byte. Milliseconds. */
  idleMs: 60_000,
  /** From the beginning of a connection to its end, however slowly the client sends. Postfix uses one for five minutes at most. */
  connectionMs: 10 * 60_000,
  /** A mail that is longer than this times its limit is not read to its end: the connection is cut. */
  excess: 4,
  /** Bytes of one command. */
  lineBytes: 4_096,
  /** The mail that is being stored when the server stops. Milliseconds. */
  farewellMs: 1_000,
};

type LmtpLimits = Readonly<typeof lmtpLimits>;

// The server answers 250 for a recipient once the mail is durable.

/** A Unix socket, or a port of a loopback address. */
export type LmtpPlace = { readonly path: string } | { readonly host: string; readonly port: number };

export interface LmtpOptions {
  readonly place: LmtpPlace;
  readonly own: OwnAddress;
  readonly deliver: DeliverMail;
  /** The largest mail, with the headers that the server adds. */
  readonly mailBytes: number;
  readonly now: () => number;
  /** The id of a mail in the log. */
  readonly idOf: (raw: Uint8Array) => string;
  readonly limits: LmtpLimits;
  readonly log: Log;
}

export interface LmtpServer {
  /** null: it is a socket. */
  readonly port: number | null;
  /** Ends all connections. A mail that is being stored is answered first. */
  readonly close: () => Promise<void>;
}

/** An answer other than 250, as the library takes it. */
class LmtpRefusal extends Error {
  readonly responseCode: number;
  constructor(responseCode: number, text: string) {
    super(text);
    this.responseCode = responseCode;
  }
}

/** Rejects with one sentence if the place is taken. */
export async function startLmtp(options: LmtpOptions): Promise<LmtpServer> {
  const { log, mailBytes, limits } = options;
  const underWay = new Set<Promise<unknown>>();
  const connections = new Map<string, ConnectionState>();
  const cut = (session: SMTPServerSession): void => {
    for (const connection of server.connections)
      if (connection.id === session.id) connection.send(421, 'This takes too long, or is too much');
  };
  const server = new SMTPServer({
    ...{ lmtp: true, name: hostname(), banner: 'nexpost', logger: false, size: mailBytes },
    ...{ disabledCommands: ['AUTH', 'STARTTLS'], disableReverseLookup: true, authOptional: true },
    ...{ maxClients: limits.connections, socketTimeout: limits.idleMs, closeTimeout: 1 },
    maxCommandLength: limits.lineBytes,
    onConnect: (session, callback) => {
      const timer = setTimeout(cut, limits.connectionMs, session).unref();
      connections.set(session.id, { timer, recipients: 0, refusals: 0 });
      callback();
    },
    onClose: session => {
      clearTimeout(connections.get(session.id)?.timer);
      connections.delete(session.id);
    },
    onMailFrom: (_address, session, callback) => {
      const state = connections.get(session.id);
      if (state !== undefined) state.recipients = 0;
      callback();
    },
    onRcptTo: ({ address }, session, callback) => {
      const state = connections.get(session.id) ?? { timer: undefined, recipients: 0, refusals: 0 };
      const refusal = refuseRecipient(options, address, state.recipients);
      // The client expects as many answers as there were recipients, also if it named one of them twice.
      if (refusal === null) state.recipients += 1;
      else {
        state.refusals += 1;
        log.info('lmtp-refused', { code: refusal.responseCode, why: refusal.message });
      }
      callback(refusal);
      if (state.refusals > limits.refusals) cut(session);
    },
    onData: (stream, session, callback) => {
      const count = connections.get(session.id)?.recipients ?? 0;
      const taking = takeMail(options, stream, session);
      underWay.add(taking);
      const answer = (each: string | LmtpRefusal): void => {
        underWay.delete(taking);
        callback(
          null,
          Array.from({ length: count }, () => each),
        );
      };
      taking.then(answer, (error: unknown) => {
        if (error instanceof LmtpRefusal) log.info('lmtp-refused', { code: error.responseCode, why: error.message });
        else log.warn('lmtp-cut', { why: reasonOf(error) });
        if (error instanceof Endless) cut(session);
        answer(error instanceof LmtpRefusal ? error : new LmtpRefusal(451, '4.3.0 The mail was not taken'));
      });
    },
  });
  // Faults of single connections.
  server.on('error', error => log.info('lmtp-cut', { why: error.message }));
  const port = await listen(server, options.place);
  return { port, close: () => close(server, underWay, limits) };
}

interface ConnectionState {
  readonly timer: NodeJS.Timeout | undefined;
  /** Recipients of the current mail. */
  recipients: number;
  /** Recipients that were refused. */
  refusals: number;
}

/** The mail is far beyond its limit, and does not end. */
class Endless extends Error {}

function refuseRecipient({ own, limits }: LmtpOptions, address: string, count: number): LmtpRefusal | null {
  if (ownAddressOf(own, address) === null)
    return new LmtpRefusal(550, `5.1.1 Only mail to ${own.local}@${own.domain} is taken here`);
  return count < limits.recipients ? null : new LmtpRefusal(452, '4.5.3 Too many recipients: send the rest again');
}

/** The library writes domains with letters of all languages. */
function ownAddressOf(own: OwnAddress, address: string): string | null {
  const at = address.lastIndexOf('@') + 1;
  return normaliseRecipient(own, `${address.slice(0, at)}${domainToASCII(address.slice(at)) || address.slice(at)}`);
}

/** Resolves to the answer for each recipient. Rejects with a refusal, or if the client has left. */
async function takeMail(
  options: LmtpOptions,
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
): Promise<string> {
  const { deliver, mailBytes, limits, idOf, log } = options;
  // To its end, since a client hears an answer only then. null: it is too large.
  const maxBytes = mailBytes * limits.excess;
  let chunks: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (stream.sizeExceeded) chunks = [];
    else chunks.push(chunk);
    if (stream.byteLength > maxBytes) throw new Endless('the mail does not end');
  }
  const bytes = stream.sizeExceeded ? null : Buffer.concat(chunks);
  const raw = bytes === null ? null : Buffer.concat([Buffer.from(traceOf(options, session)), bytes]);
  if (raw === null || raw.length > mailBytes)
    throw new LmtpRefusal(552, `5.3.4 A mail may have ${mailBytes} bytes here: send it again without attachments`);
  const result = await deliver(raw).catch((error: unknown) => {
    log.error('lmtp-failed', { why: reasonOf(error) });
    throw new LmtpRefusal(451, '4.3.0 The mail could not be stored: it is to be sent again later');
  });
  if (result === 'full') throw new LmtpRefusal(452, '4.3.1 There is no room now: the mail is to be sent again later');
  log.info('lmtp-taken', { mail: idOf(raw), size: raw.length });
  return '2.0.0 The mail is stored';
}

function traceOf({ own, now }: LmtpOptions, session: SMTPServerSession): string {
  const { mailFrom, rcptTo } = session.envelope;
  const hello = session.hostNameAppearsAs.replace(/[^A-Za-z0-9.:_[\]-]/g, '').slice(0, 100);
  return formatTrace({
    from: mailFrom === false ? '' : mailFrom.address,
    recipients: rcptTo.flatMap(({ address }) => ownAddressOf(own, address) ?? []),
    way: `from ${hello === '' ? 'unknown' : hello} by ${own.domain} with LMTP`,
    at: new Date(now()),
  });
}

async function listen(server: SMTPServer, place: LmtpPlace): Promise<number | null> {
  const name = 'path' in place ? place.path : `port ${place.port} of ${place.host}`;
  try {
    if ('path' in place) await removeDeadSocket(place.path);
    const listening = once(server.server, 'listening');
    if ('path' in place) server.listen(place.path);
    else server.listen(place.port, place.host);
    await listening;
    // Its folder decides about other users.
    if ('path' in place) await chmod(place.path, 0o660);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === 'EADDRINUSE' ? 'another program uses it' : reasonOf(error);
    throw new Error(`LMTP cannot listen at ${name} ('delivery.lmtp'): ${why}.`, { cause: error });
  }
  const address = server.server.address();
  return address === null || typeof address === 'string' ? null : address.port;
}

/** A process that was killed leaves its socket. */
async function removeDeadSocket(path: string): Promise<void> {
  // A connection to a file of another kind is refused as well.
  if ((await lstat(path).catch(() => null))?.isSocket() !== true) return;
  const isDead = await new Promise<boolean>(resolve => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(false);
    });
    socket.once('error', error => resolve((error as NodeJS.ErrnoException).code === 'ECONNREFUSED'));
  });
  if (isDead) await rm(path, { force: true });
}

async function close(server: SMTPServer, underWay: ReadonlySet<Promise<unknown>>, limits: LmtpLimits): Promise<void> {
  const waiting = new Promise(resolve => setTimeout(resolve, limits.farewellMs).unref());
  await Promise.race([Promise.allSettled(underWay), waiting]);
  await new Promise<void>(resolve => server.close(resolve));
}
