// A network between a service and its Postgres that can be cut where it hurts most: behind a COMMIT, before its answer.
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

export interface Cutting {
  readonly port: number;
  /** The next COMMIT goes through, its answer does not. Disarmed when that has happened. */
  armed: boolean;
  readonly close: () => Promise<void>;
}

/** A way to the server that breaks behind a COMMIT. */
export async function cutting(port: number): Promise<Cutting> {
  const sockets = new Set<Socket>();
  const proxy: Server = createServer(client => {
    const upstream = connect(port, '127.0.0.1');
    let isCut = false;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        if (!isCut) [client, upstream].forEach(each => each.destroy());
      });
    }
    client.on('data', bytes => {
      if (state.armed && /commit/i.test(bytes.toString('latin1'))) {
        state.armed = false;
        isCut = true;
        // It has done it before the client hears that the connection is gone.
        upstream.once('data', () => {
          client.destroy();
          upstream.destroy();
        });
      }
      upstream.write(bytes);
    });
    upstream.on('data', bytes => {
      if (!isCut) client.write(bytes);
    });
  });
  await new Promise<void>(done => proxy.listen(0, '127.0.0.1', done));
  const state: Cutting = {
    port: (proxy.address() as AddressInfo).port,
    armed: false,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise(done => proxy.close(done));
    },
  };
  return state;
}
