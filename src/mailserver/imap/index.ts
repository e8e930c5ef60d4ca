// The IMAP server: connections accepted, counted, closed.
import { createServer, type Server, type Socket } from 'node:net';
import { limits } from '../limits.ts';
import { places } from '../places.ts';
import { Connection, type ImapParts, type Pool } from './connection.ts';

export interface ImapService {
  readonly server: Server;
  readonly close: () => Promise<void>;
}

export function imapService(parts: ImapParts): ImapService {
  const open = new Map<Connection, Promise<void>>();
  const pool: Pool = { free: limits.literalBytesInFlight, users: places(limits.imapConnectionsPerUser) };
  const server = createServer({ noDelay: true }, socket => {
    socket.on('error', error => report(parts, error));
    if (open.size >= limits.imapConnections) makeRoom(open);
    // Whoever was sent away is gone within a second: meanwhile there are a few more.
    if (open.size >= limits.imapConnections + limits.imapLeaving) {
      socket.end('* BYE [UNAVAILABLE] too many connections\r\n');
      return;
    }
    const connection = new Connection(socket, parts, pool);
    const serving = serve(connection, socket, parts).finally(() => open.delete(connection));
    open.set(connection, serving);
  });
  return { server, close: () => closeServer(server, open) };
}

/** Who waits longest without having logged in gives place: connections that say nothing keep nobody out. */
function makeRoom(open: ReadonlyMap<Connection, Promise<void>>): void {
  for (const connection of open.keys()) {
    if (!connection.isStranger) continue;
    connection.bye('others wait; log in sooner');
    return;
  }
}

async function serve(connection: Connection, socket: Socket, parts: ImapParts): Promise<void> {
  await connection.serve().catch((cause: unknown) => report(parts, cause));
  if (!socket.destroyed) connection.end();
}

/** A connection cut short is nobody's fault, and not worth a line. */
function report({ log }: ImapParts, cause: unknown): void {
  const error = cause instanceof Error ? cause : new Error(String(cause));
  const code = 'code' in error ? String(error.code) : '';
  const cut = ['ABORT_ERR', 'ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'].includes(code);
  if (!cut) log('imap connection', { error: error.message });
}

async function closeServer(server: Server, open: ReadonlyMap<Connection, Promise<void>>): Promise<void> {
  const closed = new Promise<void>(resolve => server.close(() => resolve()));
  for (const connection of open.keys()) connection.bye('the server is going down');
  await Promise.all(open.values());
  await closed;
}
