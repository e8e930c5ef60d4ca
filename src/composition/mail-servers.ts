// Finds the embedded mail servers that another process of the service runs, if they answer.
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SharedValues } from '#adapters/store/postgres/shared-values.ts';
import { HOST } from './service-settings.ts';

/** The ports of the embedded servers, and the password of the service. */
export type MailServers = SharedValues['mailbox'];

/** Time-out and polling interval of the wait for another process's servers. */
const WAIT_MS = 60_000;
const LOOK_MS = 500;

const canConnect = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect(port, HOST);
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });

/** null: no process runs them now. The entry in the database may be of a process that has ended. */
export async function findRunningServers(known: () => Promise<MailServers | null>): Promise<MailServers | null> {
  const servers = await known();
  return servers !== null && (await canConnect(servers.imapPort)) ? servers : null;
}

/** Polls until `look` finds something. Rejects with a sentence after a minute. */
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
