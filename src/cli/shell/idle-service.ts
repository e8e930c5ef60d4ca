// The service where none runs: its data, its settings and the one way anything changes, without mailbox, loops or sending. Mails wait in the outbox for the next start.
import { systemClock } from '#adapters/clock.ts';
import { signingKey } from '#adapters/crypto/key.ts';
import { secrets } from '#adapters/crypto/secrets.ts';
import { jsonLog } from '#adapters/log.ts';
import { mime } from '#adapters/mime/index.ts';
import { readSettings } from '#adapters/settings.ts';
import { openJsonStore } from '#adapters/store/json/index.ts';
import { threadRaster } from '#adapters/workers/raster.ts';
import { embeddedSettings, fingerprint, serviceSettings } from '#service-settings.ts';
import { soleClaims } from '#service/claims.ts';
import type { ServiceContext } from '#service/commit-request.ts';
import { createService } from '#service/create-service.ts';

const asleep = (): Promise<never> => Promise.reject(new Error('no service runs here'));

/** Takes the data folder's lock for as long as `act` takes. `config`: '' for the embedded servers' settings, unless the environment has others; null for those whatever it has. */
export async function withIdleService<Value>(
  { data, config }: { readonly data: string; readonly config: string | null },
  act: (service: ServiceContext) => Promise<Value>,
): Promise<Value> {
  const log = jsonLog('error');
  const read = config === null ? null : await readSettings(config === '' ? null : config, process.env);
  const settings = read ?? embeddedSettings(null, 1);
  const store = await openJsonStore(data, log);
  const raster = threadRaster(log);
  const nothing = (): Promise<void> => Promise.resolve();
  try {
    const ports = {
      ...{
        store,
        claims: soleClaims(),
        mime,
        raster,
        log,
        clock: systemClock,
        fingerprint,
        secrets: secrets(await signingKey(data)),
      },
      mailbox: { next: asleep, dispose: asleep, close: nothing },
      archive: { erase: asleep },
      sender: { send: asleep, close: nothing },
      engines: { search: asleep, close: nothing },
      inHand: { suspicion: () => 'none' as const, take: () => undefined, drop: () => undefined },
    };
    return await act(createService(ports, serviceSettings(settings)).context);
  } finally {
    await raster.close();
    await store.close();
  }
}
