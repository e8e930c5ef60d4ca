// A service that reads no mail and sends none: its data, its settings, its operator's acts.
// Mails wait in the outbox for a service that runs.
import { userInfo } from 'node:os';
import { systemClock } from '#adapters/clock.ts';
import { askControl } from '#adapters/control.ts';
import { createSecrets } from '#adapters/crypto/secrets.ts';
import { createLog } from '#adapters/log.ts';
import { mime } from '#adapters/mime/index.ts';
import { openJsonStore } from '#adapters/store/json/index.ts';
import { openSigningKey } from '#adapters/store/json/folder.ts';
import type { Database } from '#adapters/store/postgres/database.ts';
import { openPostgresStore } from '#adapters/store/postgres/index.ts';
import { listProcesses, loadDatabaseKey } from '#adapters/store/postgres/shared-values.ts';
import { createStoredQuarantine } from '#adapters/store/postgres/inbox.ts';
import { requireSchema } from '#adapters/store/postgres/schema.ts';
import { takeServiceLock } from '#adapters/store/postgres/session.ts';
import { startRasterThread } from '#adapters/workers/raster.ts';
import {
  createEmbeddedSettings,
  createQueuedMailReader,
  createServiceSettings,
  hashText,
} from '#composition/service-settings.ts';
import { toPlainText } from '#games/kit/plain-text.ts';
import type { AdminPage } from '#service/admin.ts';
import { executeCommand } from '#service/control.ts';
import { createService } from '#service/create-service.ts';
import { mergeSigns } from '#service/health.ts';
import type { InboxContext } from '#service/inbox.ts';
import { createInMemoryLeases } from '#service/shared-ports.ts';
import type { Log, Quarantine, Store } from '#service/ports.ts';
import { type StorePlace, readGivenSettings, requireService, switchToOwner, useDatabase } from './store-place.ts';

const rejectAlways = (): Promise<never> => Promise.reject(new Error('no service runs here'));

const rejectQuarantine = (): Promise<never> =>
  Promise.reject(
    new Error(
      'Mails that were put aside are in the mailbox, which only a running service reads. Without one: --state waiting,delayed,failed.',
    ),
  );

/** Ids of mails in the mailbox begin with `q`. */
const rejectMailbox = (id: string): Promise<false> =>
  id.startsWith('q') ? rejectQuarantine() : Promise.resolve(false);

const IDLE_QUARANTINE: Quarantine = {
  ...{ list: rejectQuarantine, retry: rejectMailbox, drop: rejectMailbox },
  read: id => rejectMailbox(id).then(() => null),
};

interface OpenData {
  readonly store: Store;
  /** null: it is in the mailbox, which only a running service reads. */
  readonly database: Database | null;
  /** The signing key, made where there was none. */
  readonly key: () => Promise<Buffer>;
}

/** Locks a folder as a service does, and fails beside one. A database may serve others meanwhile. */
export async function useStore<Value>(
  place: StorePlace,
  log: Log,
  act: (data: OpenData) => Promise<Value>,
): Promise<Value> {
  if (place.kind === 'database')
    return useDatabase(place.url, async database => {
      const lock = await takeServiceLock(place.url, 'shared');
      if (lock === null) throw new Error('The database is being copied. Try again when that is done.');
      try {
        // A mistyped name must not become a new club.
        await requireSchema(database.query);
        const store = await openPostgresStore(database);
        return await act({ store, database, key: () => loadDatabaseKey(database.query) });
      } finally {
        await lock.release();
      }
    });
  await requireService(place.dir);
  await switchToOwner(place.dir);
  const store = await openJsonStore(place.dir, log);
  try {
    return await act({ store, database: null, key: () => openSigningKey(place.dir) });
  } finally {
    await store.close();
  }
}

/** `config`: '' for the settings of the environment, or of the embedded servers. null: always those of the embedded servers. */
async function useIdleService<Value>(
  { place, config }: { readonly place: StorePlace; readonly config: string | null },
  act: (service: InboxContext) => Promise<Value>,
): Promise<Value> {
  const log = createLog('error');
  const read = config === null ? null : await readGivenSettings(config);
  const serviceSettings = read ?? createEmbeddedSettings(null, 1);
  const settings = createServiceSettings(serviceSettings);
  return useStore(place, log, async ({ store, database, key }) => {
    const raster = startRasterThread(log);
    const doNothing = (): Promise<void> => Promise.resolve();
    try {
      const ports = {
        ...{ store, mime, raster, log, clock: systemClock, fingerprint: hashText },
        ...{ leases: createInMemoryLeases(), secrets: createSecrets(await key()) },
        mailbox: { next: rejectAlways, dispose: rejectAlways, close: doNothing },
        archive: { erase: rejectAlways },
        quarantine:
          database === null
            ? IDLE_QUARANTINE
            : createStoredQuarantine(database, createQueuedMailReader(serviceSettings), systemClock),
        sender: { send: rejectAlways, close: doNothing },
        // When the process that sends tries again, by its last sign of life.
        sendingPausedUntil: async () => {
          if (database === null) return null;
          const { pausedUntil } = mergeSigns(await listProcesses(database.query, systemClock.now()));
          return pausedUntil === null ? null : Date.parse(pausedUntil);
        },
        engines: { search: rejectAlways, close: doNothing },
        inFlight: { checkPoison: () => 'none' as const, mark: () => undefined, clear: () => undefined },
      };
      return await act(createService(ports, settings).context);
    } finally {
      await raster.close();
    }
  });
}

// Lines of an operator's verb. Without a running service the same code works in its data folder.
// In a database that code works beside other processes.

interface Where {
  readonly place: StorePlace;
  /** The service's configuration. '': that of the environment, or of the embedded servers. null: it does not matter. */
  readonly config: string | null;
}

/** What any verb may be told. */
interface OperatorAnswer extends Partial<AdminPage> {
  /** false: there was nothing to be done. */
  readonly done?: boolean;
  /** Why it could not be, for a terminal. */
  readonly why?: string;
}

export interface Carried {
  readonly answer: OperatorAnswer;
  /** A service has answered. */
  readonly isRunning: boolean;
  /** When mails go out, and what takes long is done: `now`, or the words for it. */
  readonly soon: string;
}

/** The user of the machine. One without a name, as in a container, by the number. */
function findUserName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? '');
  }
}

export async function askService(asked: object, where: Where): Promise<Carried> {
  const { place } = where;
  // The service does not check the name: every writer to its socket may give any.
  const line = JSON.stringify({ ...asked, by: findUserName() });
  const told = place.kind === 'folder' ? await askControl(place.dir, line) : null;
  const text = told ?? (await useIdleService(where, service => executeCommand(line, service)));
  const later = place.kind === 'folder' ? 'when the service runs' : 'as soon as a process of the service runs';
  const { why, ...answer } = JSON.parse(text) as OperatorAnswer;
  return {
    answer: why === undefined ? answer : { ...answer, why: toPlainText(why) },
    isRunning: told !== null,
    soon: told === null ? later : 'now',
  };
}
