// Binds a server to a loopback port, and explains a failure in a sentence a person can act on.
import { once } from 'node:events';
import { isIP, type AddressInfo, type Server } from 'node:net';
import { codeOf, reasonOf } from './failures.ts';

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
export async function listen(server: Server, endpoint: Endpoint): Promise<number> {
  await once(server.listen(endpoint.port, endpoint.host), 'listening').catch((cause: unknown) => {
    throw new Error(describeFailure(cause, endpoint), { cause });
  });
  return (server.address() as AddressInfo).port;
}

function describeFailure(cause: unknown, { host, port, option }: Endpoint): string {
  const code = codeOf(cause);
  if (code === 'EADDRINUSE') {
    return `Port ${port} on ${host} is already in use; choose another one with ${option} (0 means any free port).`;
  }
  if (code === 'EACCES') {
    return `Port ${port} on ${host} is not open to this user; choose one above 1023 with ${option}.`;
  }
  return `Cannot listen on port ${port} of ${host} (${reasonOf(cause)}); choose another one with ${option}.`;
}
