// The embedded mail servers that another process of the service runs: whether they answer.
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SharedFacts } from '#adapters/store/postgres/facts.ts';
import { HOST } from './service-settings.ts';

/** Where the embedded servers are, and how the service logs in there. */
export type MailServers = SharedFacts['mailbox'];

/** How long it is waited for somebody else's servers, and how often it is looked. */
const WAIT_MS = 60_000;
const LOOK_MS = 500;

const answers = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect(port, HOST);
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });

/** null: nobody runs them now. What the database knows may be of a process that is gone. */
export async function serversRunning(known: () => Promise<MailServers | null>): Promise<MailServers | null> {
  const servers = await known();
  return servers !== null && (await answers(servers.imapPort)) ? servers : null;
}

/** Looks again and again; rejects with a sentence when it finds nothing for a minute. */
export async function waitFor<Value>(look: () => Promise<Value | null>): Promise<Value> {
  for (const since = Date.now(); Date.now() - since < WAIT_MS;) {
    const found = await look();
    if (found !== null) return found;
    await sleep(LOOK_MS);
  }
  throw new Error(
    'Nobody runs the mail servers of this service: start a process with --role inbox, or give all of them a configuration.',
  );
}
