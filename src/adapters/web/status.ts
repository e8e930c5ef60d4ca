// A small page on loopback for the person who has just started the service: is it running, and how does a mail program connect?
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface StatusPage {
  readonly port: number;
  readonly close: () => Promise<void>;
}

const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
} as const;

/** `page` makes the HTML anew for every visit. Rejects with one sentence when the port is taken. */
export async function statusPage(host: string, port: number, page: () => string): Promise<StatusPage> {
  const server = createServer((request, response) => {
    const isHere = request.method === 'GET' && (request.url === '/' || request.url === '/health');
    response.writeHead(isHere ? 200 : 404, HEADERS);
    response.end(isHere ? page() : 'Nothing here. The status page is at /.');
  });
  server.requestTimeout = 10_000;
  server.maxConnections = 50;
  await once(server.listen(port, host), 'listening').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new Error(`Port ${port} is in use. Choose another with --http-port, or 0 for any free one.`);
  });
  // A visitor who cannot be let in is no reason to end.
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
