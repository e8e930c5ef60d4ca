// A piece of wire between a client and a server that a test can cut, or leave lying dead without either end being told.
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface Wire {
  readonly port: number;
  /** How many connections were ever made. */
  readonly connections: () => number;
  /** Every connection breaks off; new ones work. */
  readonly cut: () => void;
  /** Nothing passes any more, on old connections and new ones; nobody is told. */
  readonly deaden: () => void;
  readonly revive: () => void;
  /** Resolves when the server next says this. */
  readonly until: (words: RegExp) => Promise<void>;
  readonly close: () => Promise<void>;
}

export async function wireTo(target: () => number): Promise<Wire> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let made = 0;
  let isDead = false;
  const awaited = new Map<() => void, RegExp>();
  const hear = (bytes: Buffer): void => {
    for (const [resolve, words] of awaited) {
      if (!words.test(bytes.toString('latin1'))) continue;
      awaited.delete(resolve);
      resolve();
    }
  };
  const server = createServer(near => {
    made += 1;
    const far = connect(target(), '127.0.0.1');
    const pair = [near, far] as const;
    pairs.add(pair);
    const end = (): void => {
      pairs.delete(pair);
      for (const socket of pair) socket.destroy();
    };
    for (const [from, to] of [pair, [far, near] as const]) {
      from.on('data', bytes => {
        if (isDead) return;
        to.write(bytes);
        if (from === far) hear(bytes);
      });
      from.on('error', end);
      from.on('close', end);
    }
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const cut = (): void => {
    for (const sockets of pairs) for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => made,
    cut,
    deaden: () => {
      isDead = true;
    },
    revive: () => {
      isDead = false;
    },
    until: words => new Promise<void>(resolve => awaited.set(resolve, words)),
    close: () => {
      cut();
      return new Promise(resolve => server.close(() => resolve()));
    },
  };
}
