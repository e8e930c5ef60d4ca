// The IMAP server: accepts, counts and closes connections.
// Written here, since those on npm keep mails in memory for tests (hoodiecrow) or need MongoDB (WildDuck): a demo needs neither to be
// installed, and a board that was acknowledged must be on disk.
import { createServer, type Server, type Socket } from 'node:net';
import { codeOf, reasonOf } from '#trial/mailserver/failures.ts';
import { limits } from '#trial/mailserver/limits.ts';
import { createConnectionCount } from '#trial/mailserver/connection-count.ts';
import { ImapConnection, type ImapOptions, type Pool } from './connection.ts';

export interface ImapService {
  readonly server: Server;
  readonly close: () => Promise<void>;
}

export function startImap(options: ImapOptions): ImapService {
  const open = new Map<ImapConnection, Promise<void>>();
  const pool: Pool = { free: limits.literalBytesInFlight, users: createConnectionCount(limits.imapConnectionsPerUser) };
  const server = createServer({ noDelay: true }, socket => {
    socket.on('error', error => report(options, error));
    if (open.size >= limits.imapConnections) makeRoom(open);
    // A connection that was sent away ends within a second: meanwhile there are a few more.
    if (open.size >= limits.imapConnections + limits.imapLeaving) {
      socket.end('* BYE [UNAVAILABLE] too many connections\r\n');
      return;
    }
    const connection = new ImapConnection(socket, options, pool);
    const serving = serve(connection, socket, options).finally(() => open.delete(connection));
    open.set(connection, serving);
  });
  return { server, close: () => closeServer(server, open) };
}

/** Ends the oldest connection without a login, so that silent connections do not keep others out. */
function makeRoom(open: ReadonlyMap<ImapConnection, Promise<void>>): void {
  for (const connection of open.keys()) {
    if (!connection.isStranger) continue;
    connection.bye('others wait; log in sooner');
    return;
  }
}

async function serve(connection: ImapConnection, socket: Socket, options: ImapOptions): Promise<void> {
  await connection.serve().catch((cause: unknown) => report(options, cause));
  if (!socket.destroyed) connection.end();
}

/** Logs a fault of a connection, but not that it was cut short. */
function report({ log }: ImapOptions, cause: unknown): void {
  const cut = ['ABORT_ERR', 'ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'].includes(codeOf(cause));
  if (!cut) log('imap connection', { error: reasonOf(cause) });
}

async function closeServer(server: Server, open: ReadonlyMap<ImapConnection, Promise<void>>): Promise<void> {
  const closed = new Promise<void>(resolve => server.close(() => resolve()));
  for (const connection of open.keys()) connection.bye('the server is going down');
  await Promise.all(open.values());
  await closed;
}
