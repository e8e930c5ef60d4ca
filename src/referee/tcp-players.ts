// Players that connect over TCP to a port on 127.0.0.1, in the order of their connection.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { reasonOf } from '#games/kit/assert.ts';
import { createPlayerListener, type PlayerConnection } from './player-connection.ts';
import { write } from './protocol.ts';

const HOST = '127.0.0.1';
/** Two players play. Further connections are rejected while two wait. */
const MAX_WAITING = 2;

export interface TcpPlayers {
  readonly port: number;
  /** The next player, waiting or to come. null: none came in time, or the signal aborted. */
  readonly next: (patienceMs: number, signal: AbortSignal) => Promise<PlayerConnection | null>;
  /** Rejects the waiting connections and all new ones. */
  readonly close: () => void;
}

/** Listens on a port. 0: any free one. Rejects with a sentence if the port cannot be used. */
export async function listenForPlayers(port: number): Promise<TcpPlayers> {
  const waiting: Socket[] = [];
  const callers: ((socket: Socket) => void)[] = [];
  const server = createServer({ pauseOnConnect: true, noDelay: true }, socket => {
    socket.on('error', () => undefined);
    const accept = callers.shift();
    if (accept !== undefined) accept(socket);
    else if (waiting.length < MAX_WAITING) waiting.push(socket);
    else turnAway(socket);
  });
  await once(server.listen(port, HOST), 'listening').catch((error: unknown) => {
    throw new Error(`Port ${port} of ${HOST} cannot be listened on (${reasonOf(error)}).`, { cause: error });
  });
  // A connection that cannot be accepted is ignored.
  server.on('error', () => undefined);
  return {
    port: (server.address() as AddressInfo).port,
    next: (patienceMs, signal) => {
      const socket = waiting.shift();
      return socket === undefined
        ? waitForPlayer(callers, patienceMs, signal)
        : Promise.resolve(createConnection(socket));
    },
    close: () => {
      server.close();
      for (const socket of waiting) turnAway(socket);
    },
  };
}

const turnAway = (socket: Socket): void => {
  socket.end(write({ kind: 'abort' }), () => socket.destroy());
};

function waitForPlayer(
  callers: ((socket: Socket) => void)[],
  patienceMs: number,
  signal: AbortSignal,
): Promise<PlayerConnection | null> {
  return new Promise(resolve => {
    const settle = (player: PlayerConnection | null): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
      const index = callers.indexOf(accept);
      if (index >= 0) callers.splice(index, 1);
      resolve(player);
    };
    const giveUp = (): void => settle(null);
    const accept = (socket: Socket): void => settle(createConnection(socket));
    const timer = setTimeout(giveUp, patienceMs);
    signal.addEventListener('abort', giveUp, { once: true });
    callers.push(accept);
    if (signal.aborted) giveUp();
  });
}

/** The other end of a connection: to the referee it is a player, and to a player it is the referee. */
export function createConnection(socket: Socket): PlayerConnection {
  const { said, left, ...listening } = createPlayerListener();
  const closed = new Promise<void>(resolve => socket.once('close', () => resolve()));
  socket.setEncoding('latin1').on('data', said);
  socket.once('end', () => left('it hung up'));
  socket.once('close', () => left('it hung up'));
  socket.on('error', error => left(`its connection broke (${error.message})`));
  // Input before the first listener is not lost.
  socket.pause();
  return {
    ...listening,
    listen: listener => {
      listening.listen(listener);
      socket.resume();
    },
    tell: text => {
      if (socket.writable) socket.write(text, 'latin1');
    },
    // A socket has no stderr.
    lastWords: () => '',
    leave: async patienceMs => {
      socket.end();
      if (!socket.destroyed) await Promise.race([closed, sleep(patienceMs, undefined, { ref: false })]);
      socket.destroy();
    },
  };
}
