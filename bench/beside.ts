// The servers beside the bench, in a process of their own: the embedded IMAP server and an SMTP sink that throws everything away.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { startEmbedded } from '#mailserver/index.ts';

export interface Beside {
  readonly smtp: number;
  readonly imap: number;
  readonly password: string;
  readonly sink: number;
}

/** The servers run in a process of their own: what is measured is this side alone. */
async function serve(): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'nexpost-bench-'));
  const embedded = await startEmbedded({
    dir,
    smtpPort: 0,
    imapPort: 0,
    domain: 'example.test',
    service: 'games',
    log: () => undefined,
  });
  let received = 0;
  const sink = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    maxClients: 100,
    onData: (stream, _session, done) => {
      stream.on('data', () => undefined);
      stream.on('end', () => {
        received += 1;
        done();
      });
    },
  });
  const port = await new Promise<number>(resolve => {
    const server = sink.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port));
  });
  process.on('message', message => {
    if (message === 'count') process.send?.({ received });
    if (message === 'end')
      void embedded
        .close()
        .then(() => rm(dir, { recursive: true, force: true }))
        .then(() => process.exit(0));
  });
  process.on('disconnect', () => process.exit(0));
  process.send?.({ smtp: embedded.smtpPort, imap: embedded.imapPort, password: embedded.servicePassword, sink: port });
}

await serve();
