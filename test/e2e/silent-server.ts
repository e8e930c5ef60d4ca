// A server that takes connections and never says a word.
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

export interface SilentServer {
  readonly port: number;
  readonly visited: Promise<unknown>;
  readonly close: () => Promise<void>;
}

export async function silentServer(): Promise<SilentServer> {
  const sockets = new Set<Socket>();
  const server: Server = createServer(socket => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    visited: new Promise(resolve => server.once('connection', resolve)),
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise(resolve => server.close(() => resolve()));
    },
  };
}
