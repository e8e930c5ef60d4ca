// Binding a server to a loopback port, with a sentence a person can act on when that fails.
import { isIP, type AddressInfo, type Server } from 'node:net';

export interface Endpoint {
  readonly host: string;
  readonly port: number;
  /** `--smtp-port`: what to change when the port is taken. */
  readonly option: string;
}

/** Refuses every address but 127.0.0.0/8, ::1 and localhost: any password opens any mailbox here. */
export function demandLoopback(host: string): void {
  const loopback = host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
  if (!loopback) throw new Error(`The embedded mail server listens on loopback addresses only, not on ${host}.`);
}

/** The port that is really listened on. */
export function listen(server: Server, endpoint: Endpoint): Promise<number> {
  return new Promise((resolve, reject) => {
    const fail = (cause: Error): void => reject(new Error(sentence(cause, endpoint), { cause }));
    server.once('error', fail);
    server.listen(endpoint.port, endpoint.host, () => {
      server.off('error', fail);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function sentence(cause: Error, { host, port, option }: Endpoint): string {
  const code = 'code' in cause ? cause.code : undefined;
  if (code === 'EADDRINUSE') {
    return `Port ${port} on ${host} is already in use; choose another one with ${option} (0 means any free port).`;
  }
  if (code === 'EACCES') {
    return `Port ${port} on ${host} is not open to this user; choose one above 1023 with ${option}.`;
  }
  return `Cannot listen on port ${port} of ${host} (${cause.message}); choose another one with ${option}.`;
}
