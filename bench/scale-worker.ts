// Started by scale-workers.ts: a worker that takes one mail at a time and waits a while with each, so that it is bound by that wait and by nothing else of the machine.
import { setTimeout as sleep } from 'node:timers/promises';
import { games } from '#games/index.ts';
import { secrets } from '#adapters/crypto/secrets.ts';
import { threadMime } from '#adapters/mime/index.ts';
import { templates } from '#adapters/templates/templates.ts';
import { createService, type Ports } from '#service/create-service.ts';
import type { Mailbox } from '#service/ports.ts';
import { openStorage } from '#composition/storage.ts';
import { fingerprint } from '#service-settings.ts';
import { quiet } from './quiet.ts';
import { OWN } from './scale-queue.ts';

const [database = '', waitMs = '0'] = process.argv.slice(2);
const nothing = (): Promise<void> => Promise.resolve();

const storage = await openStorage({ data: '', database, clock: null, followsServers: false, log: quiet });
const { shared } = storage;
if (shared === null) throw new Error('a worker needs a database');
const mailbox: Mailbox = {
  ...shared.waiting,
  next: async (_most, signal, look) => {
    const mails = await shared.waiting.next(1, signal, look);
    await sleep(Number(waitMs) * mails.length);
    return mails;
  },
};
const mime = threadMime(quiet);
await mime.read(new Uint8Array(), 0);
const ports: Ports = {
  ...{ ...storage, mailbox, mime, log: quiet, fingerprint, queue: shared.queue },
  ...{ archive: { erase: nothing }, sender: { send: () => Promise.resolve({ kind: 'sent' }), close: nothing } },
  raster: { png: () => Promise.resolve(null), close: nothing },
  engines: { search: () => Promise.reject(new Error('nobody plays against a robot here')), close: nothing },
  secrets: secrets(storage.signingKey),
};
const service = createService(ports, {
  ...{ own: OWN, name: 'nexpost', pictures: false, webUrl: '', servers: [OWN.domain], games, robots: [] },
  ...{ templates: templates(games.map(({ name }) => name)), guessLanguage: () => null },
});
const stop = new AbortController();
process.once('message', () => stop.abort('asked to'));
process.once('disconnect', () => process.exit(0));
process.send?.('ready');
await service.inbox.run(stop.signal);
await mime.close();
await storage.close();
process.disconnect();
