// A network between a service and its Postgres that can be cut behind a COMMIT, before its answer.
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

export interface Cutting {
  readonly port: number;
  /** The next COMMIT goes through, its answer does not. Disarmed when that has happened. */
  armed: boolean;
  /** Resolves when the next COMMIT is done. Its answer is kept back, and who waits for it waits until it is killed. */
  readonly holdCommit: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** A way to the server that breaks behind a COMMIT. */
export async function cutting(port: number): Promise<Cutting> {
  const sockets = new Set<Socket>();
  let held: (() => void) | null = null;
  const proxy: Server = createServer(client => {
    const upstream = connect(port, '127.0.0.1');
    let isCut = false;
    let isHeld = false;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        if (!isCut || isHeld) [client, upstream].forEach(each => each.destroy());
      });
    }
    client.on('data', bytes => {
      if (state.armed && /commit/i.test(bytes.toString('latin1'))) {
        state.armed = false;
        isCut = true;
        const tell = held;
        held = null;
        isHeld = tell !== null;
        // It has done it before the client hears that the connection is gone.
        upstream.once('data', () => {
          if (tell !== null) {
            tell();
            return;
          }
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
    holdCommit: () =>
      new Promise(resolve => {
        held = resolve;
        state.armed = true;
      }),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise(done => proxy.close(done));
    },
  };
  return state;
}
