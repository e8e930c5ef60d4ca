// The IMAP mailbox under the suite of its port, on the embedded server.
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { type EmbeddedServers, startEmbedded } from '#trial/start-embedded.ts';
import { testMailbox } from '#test/conformance/mailbox.ts';
import type { MailServer } from '#test/conformance/mailbox-bench.ts';

async function embedded(): Promise<MailServer> {
  const dir = await mkdtemp(join(tmpdir(), 'nexpost-mailbox-'));
  const start = (smtpPort: number, imapPort: number): Promise<EmbeddedServers> =>
    startEmbedded({ dir, smtpPort, imapPort, domain: 'example.test', service: 'games', log: () => undefined });
  let servers = await start(0, 0);
  const { smtpPort, imapPort, servicePassword } = servers;
  const restart: MailServer['restart'] = async whileAway => {
    await servers.close();
    await whileAway();
    servers = await start(smtpPort, imapPort);
  };
  return {
    imapPort: () => imapPort,
    user: 'games@example.test',
    password: servicePassword,
    deliver: async mails => {
      const auth = { user: 'alice@example.test', pass: 'any' };
      const server = { host: '127.0.0.1', port: smtpPort, secure: false, ignoreTLS: true } as const;
      const transport = createTransport({ ...server, auth, pool: true, maxConnections: 1 });
      for (const raw of mails) {
        await transport.sendMail({ envelope: { from: 'alice@example.test', to: ['games@example.test'] }, raw });
      }
      transport.close();
    },
    restart,
    renumber: () =>
      restart(async () => {
        const files = await readdir(dir, { recursive: true });
        const index = join(
          dir,
          files.find(path => path.endsWith(join('INBOX', 'index')) && path.includes('games'))!,
        );
        const text = await readFile(index, 'utf8');
        await writeFile(
          index,
          text.replace(/"uidvalidity":(\d+)/, (_, old: string) => `"uidvalidity":${Number(old) + 1_000}`),
        );
      }),
    close: async () => {
      await servers.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

testMailbox('embedded server', embedded);
