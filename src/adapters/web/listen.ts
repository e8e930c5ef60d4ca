// The HTTP server of the web pages (Hono), with limits of time, size and number.
import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { serve } from '@hono/node-server';
import type { Hono } from 'hono';
import { networkOf, removeIpv4Prefix, webLimits } from './guard.ts';

export interface WebServer {
  readonly port: number;
  readonly close: () => Promise<void>;
}

export interface ListenSettings {
  readonly host: string;
  readonly port: number;
  readonly trustedProxies: readonly string[];
  readonly silentMs?: number;
}

/** Limits the connections of one address, so that it cannot lock out other visitors. */
function limitConnections(server: Server, trusted: ReadonlySet<string>): void {
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const peerAddress = removeIpv4Prefix(socket.remoteAddress ?? '');
    const address = networkOf(peerAddress);
    const count = (open.get(address) ?? 0) + 1;
    if (count > webLimits.connectionsPerAddress && !trusted.has(peerAddress)) {
      socket.destroy();
      return;
    }
    open.set(address, count);
    socket.once('close', () => {
      const openCount = (open.get(address) ?? 1) - 1;
      if (openCount === 0) open.delete(address);
      else open.set(address, openCount);
    });
  });
}

/** Rejects with one sentence if the port is taken. */
export async function listen(
  web: Hono,
  { host, port, trustedProxies, silentMs = webLimits.silentMs }: ListenSettings,
): Promise<WebServer> {
  const server = serve({
    ...{ fetch: web.fetch, hostname: host, port, createServer },
    serverOptions: { maxHeaderSize: webLimits.headerBytes, connectionsCheckingInterval: 1_000 },
  }) as Server;
  server.requestTimeout = webLimits.requestMs;
  server.headersTimeout = webLimits.requestMs;
  server.timeout = silentMs;
  server.keepAliveTimeout = webLimits.idleMs;
  server.maxConnections = webLimits.connections;
  limitConnections(server, new Set(trustedProxies));
  await once(server, 'listening').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new Error(
      `Port ${port} on ${host} is already in use; choose another one with --http-port (0 means any free port).`,
    );
  });
  // A connection that cannot be accepted must not end the process.
  server.on('error', () => undefined);
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise(done => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
