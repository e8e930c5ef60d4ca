// pace.json: how many mails were sent lately.
// The file survives a crash of the process, and perhaps not a power cut.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';
import { instant } from '#core/kernel/schema-parts.ts';
import type { PaceRecord, Store } from '#service/ports.ts';
import { ignoreMissing } from './files.ts';
import { parseJson } from '#games/kit/parse-json.ts';

export const PACE_NAME = 'pace.json';

const paceRecord = z.object({
  perHour: z.number(),
  sent: z.array(z.tuple([instant, z.number()]).readonly()).readonly(),
  spacedFrom: instant,
});

export interface PaceFile {
  readonly read: Store['readPace'];
  readonly update: Store['updatePace'];
}

export function createPaceFile(dir: string): PaceFile {
  const path = join(dir, PACE_NAME);
  /** undefined: the file has not been read yet. */
  let known: PaceRecord | null | undefined;
  let lastUpdate: Promise<unknown> = Promise.resolve();
  // A damaged record is no reason to stop all mail.
  const read = async (): Promise<PaceRecord | null> => {
    known ??= paceRecord.safeParse(parseJson((await readFile(path, 'utf8').catch(ignoreMissing)) ?? '')).data ?? null;
    return known;
  };
  return {
    read,
    update: change => {
      const update = lastUpdate.then(async () => {
        const [record, value] = change(await read());
        await writeFileAtomic(path, JSON.stringify(record), { mode: 0o600, fsync: false });
        known = record;
        return value;
      });
      lastUpdate = update.catch(() => undefined);
      return update;
    },
  };
}
