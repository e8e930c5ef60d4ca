// Started by scale-waiting.ts: a worker as the program has it, but that it reads one mail after the other and waits a while with each, so that it is bound by that wait as far as the machine allows.
import { setTimeout as sleep } from 'node:timers/promises';
import { games } from '#games/index.ts';
import { secrets } from '#adapters/crypto/secrets.ts';
import { startMimeThread } from '#adapters/mime/thread.ts';
import { loadTemplates } from '#adapters/templates/templates.ts';
import { createService, type Ports } from '#service/create-service.ts';
import type { Mailbox, Mime } from '#service/ports.ts';
import { openStorage } from '#composition/storage.ts';
import { fingerprint } from '#composition/service-settings.ts';
import { quiet } from './quiet.ts';
import { OWN } from './scale-queue.ts';

const [database = ''] = process.argv.slice(2);
/** Of a worker that takes no mail, until it looks whether it shall. */
const IDLE_MS = 10;
const nothing = (): Promise<void> => Promise.resolve();

const storage = await openStorage({ data: '', database, clock: null, followsServers: false, log: quiet });
const { shared } = storage;
if (shared === null) throw new Error('a worker needs a database');

/** Milliseconds with each mail; null: it takes none. */
let waitMs: number | null = null;
/** Aborted when the pace changes: who looks for mail in vain looks no longer. */
let changed = new AbortController();
const mailbox: Mailbox = {
  ...shared.waiting,
  next: async (most, signal, look) => {
    while (!signal.aborted) {
      if (waitMs === null) {
        await sleep(IDLE_MS);
        continue;
      }
      const mails = await shared.waiting.next(most, AbortSignal.any([signal, changed.signal]), look);
      if (mails.length > 0) return mails;
    }
    return [];
  },
};
const reader = startMimeThread(quiet);
await reader.read(new Uint8Array(), 0);
let last = Promise.resolve();
const mime: Mime = {
  ...reader,
  read: (raw, size) => {
    last = last.then(() => sleep(waitMs ?? 0));
    return last.then(() => reader.read(raw, size));
  },
};
const ports: Ports = {
  ...{ ...storage, mailbox, mime, log: quiet, fingerprint, queue: shared.queue },
  ...{ archive: { erase: nothing }, sender: { send: () => Promise.resolve({ kind: 'sent' }), close: nothing } },
  raster: { png: () => Promise.resolve(null), close: nothing },
  engines: { search: () => Promise.reject(new Error('nobody plays against a robot here')), close: nothing },
  secrets: secrets(storage.signingKey),
};
const service = createService(ports, {
  ...{ own: OWN, name: 'nexpost', pictures: false, webUrl: '', servers: [OWN.domain], games, robots: [] },
  ...{ templates: loadTemplates(games.map(({ name }) => name)), guessLanguage: () => null },
});
const stop = new AbortController();
process.on('message', (told: 'stop' | { readonly waitMs: number | null }) => {
  if (told === 'stop') stop.abort('asked to');
  else ({ waitMs } = told);
  changed.abort('another pace');
  changed = new AbortController();
});
process.once('disconnect', () => process.exit(0));
process.send?.('ready');
await service.inbox.run(stop.signal);
await reader.close();
await storage.close();
process.disconnect();
