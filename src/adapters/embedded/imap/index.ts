// The IMAP server: connections accepted, counted, timed out, closed.
import { createServer, type Server, type Socket } from 'node:net';
import { limits } from '../limits.ts';
import { Connection, type ImapParts, type Pool } from './connection.ts';

export interface ImapService {
  readonly server: Server;
  readonly close: () => Promise<void>;
}

export function imapService(parts: ImapParts): ImapService {
  const open = new Map<Connection, Promise<void>>();
  const pool: Pool = { free: limits.literalBytesInFlight };
  const server = createServer({ noDelay: true }, socket => {
    socket.on('error', error => parts.log('imap connection', { error: error.message }));
    if (open.size >= limits.imapConnections) {
      socket.end('* BYE [UNAVAILABLE] too many connections\r\n');
      return;
    }
    const connection = new Connection(socket, parts, pool);
    socket.setTimeout(limits.imapIdle, () => connection.bye('idle for too long'));
    open.set(
      connection,
      serve(connection, socket, parts).finally(() => open.delete(connection)),
    );
  });
  return { server, close: () => closeServer(server, open) };
}

async function serve(connection: Connection, socket: Socket, { log }: ImapParts): Promise<void> {
  try {
    await connection.serve();
  } catch (cause) {
    // A connection cut short is no fault of anybody's here.
    log('imap connection', { error: cause instanceof Error ? cause.message : String(cause) });
  }
  socket.destroySoon();
}

async function closeServer(server: Server, open: ReadonlyMap<Connection, Promise<void>>): Promise<void> {
  const closed = new Promise<void>(resolve => server.close(() => resolve()));
  for (const connection of open.keys()) connection.bye('the server is going down');
  await Promise.all(open.values());
  await closed;
}
