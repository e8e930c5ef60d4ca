// The IMAP mailbox under the suite of its port, on Dovecot.
import { setTimeout as sleep } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll } from 'vitest';
import { testMailbox } from '../conformance/mailbox.ts';
import { PASSWORD, startMailServers, type MailServers } from './mail-servers.ts';

let servers: MailServers;
beforeAll(async () => {
  servers = await startMailServers({ withPostfix: false });
});
afterAll(() => servers.close());

let serial = 0;

testMailbox('Dovecot', () => {
  // Each test has a user of its own.
  serial += 1;
  const name = `games${serial}`;
  return Promise.resolve({
    imapPort: () => servers.ports.imap,
    user: `${name}@lab.test`,
    password: PASSWORD,
    deliver: async mails => {
      const server = { host: '127.0.0.1', port: servers.ports.lmtp, lmtp: true, ignoreTLS: true } as const;
      const transport = createTransport({ ...server, pool: true, maxConnections: 1 });
      for (const raw of mails) {
        await transport.sendMail({ envelope: { from: 'alice@lab.test', to: [`${name}@lab.test`] }, raw });
      }
      transport.close();
    },
    restart: async whileAway => {
      await servers.stopDovecot();
      await whileAway();
      await servers.startDovecot();
    },
    renumber: async () => {
      await servers.stopDovecot();
      // UIDVALIDITY is the second it is made in.
      await sleep(1_100);
      await servers.renumber(name);
      await servers.startDovecot();
    },
    close: () => Promise.resolve(),
  });
});
