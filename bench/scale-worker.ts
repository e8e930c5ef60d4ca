// Started by scale.ts: a worker that reads one mail after the other, and waits with each.
import { setTimeout as sleep } from 'node:timers/promises';
import { createSecrets } from '#adapters/crypto/secrets.ts';
import { startMimeThread } from '#adapters/mime/thread.ts';
import { hashText } from '#composition/service-settings.ts';
import { openStorage } from '#composition/storage.ts';
import { createService } from '#service/create-service.ts';
import type { Mime } from '#service/ports.ts';
import { testPorts, testSettings } from '#test/service/ports.ts';
import { quiet } from './kit.ts';

const [database = ''] = process.argv.slice(2);
const storage = await openStorage({ data: '', database, clock: null, followsServers: false, log: quiet });
const { shared } = storage;
if (shared === null) throw new Error('a worker needs a database');
const reader = startMimeThread(quiet);
await reader.read(new Uint8Array(), 0);
let waitMs = 0;
let last = Promise.resolve();
const mime: Mime = {
  ...reader,
  read: (raw, size) => {
    last = last.then(() => sleep(waitMs));
    return last.then(() => reader.read(raw, size));
  },
};
const { inbox } = createService(
  testPorts({
    ...{ ...storage, mailbox: shared.waiting, queue: shared.queue, mime, fingerprint: hashText, log: quiet },
    secrets: createSecrets(storage.signingKey),
  }),
  testSettings({ robots: [], pictures: false }),
);
let stop = new AbortController();
let running = Promise.resolve();
/** null: it takes no mail. */
const setWait = async (wait: number | null): Promise<void> => {
  stop.abort('another wait');
  await running;
  if (wait === null) return;
  waitMs = wait;
  stop = new AbortController();
  running = inbox.run(stop.signal);
};
process.on('message', ({ wait }: { wait: number | null }) => void setWait(wait).then(() => process.send?.('set')));
process.once('disconnect', () => process.exit(0));
process.send?.('ready');
