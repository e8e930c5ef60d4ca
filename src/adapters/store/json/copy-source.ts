// A data folder as the source of a copy, read as a service reads it at its start, with the journal.
// It is locked until the copy is done.
import { stat } from 'node:fs/promises';
import type { DocumentKey } from '#core/kernel/documents.ts';
import {
  type CopiedDocument,
  type CopySource,
  DamagedSource,
  type GivenUpMail,
  paged,
  type WaitingMail,
} from '../transfer.ts';
import { refuseNewerFormat } from './format.ts';
import { listGivenUp, readGivenUp } from './given-up.ts';
import { lockFolder } from './lock.ts';
import { outgoing } from './outbox.ts';
import type { FiledMail } from './schema.ts';
import { type Held, load } from './state.ts';
import { refuseUnfinishedCopy } from './unfinished-copy.ts';

/** Mails on a page: each may hold a picture. */
const MAILS = 50;

/** Rejects with one sentence if a service has locked the folder, if it is empty, or if something in it is damaged. */
export async function openFolderSource(dir: string): Promise<CopySource> {
  if ((await stat(dir).catch(() => null))?.isDirectory() !== true) throw new Error(`There is no folder ${dir}.`);
  await refuseNewerFormat(dir);
  const lock = await lockFolder(dir);
  try {
    await refuseUnfinishedCopy(dir);
    const held = await load(dir);
    const close = async (): Promise<void> => {
      await held.journal.close();
      await lock.release();
    };
    try {
      return await sourceOf(dir, held, close);
    } catch (error) {
      await held.journal.close();
      throw error;
    }
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function sourceOf(dir: string, held: Held, close: () => Promise<void>): Promise<CopySource> {
  const damage = held.findings.find(({ level }) => level === 'error');
  if (damage !== undefined) throw new DamagedSource(`${damage.where}: ${damage.what}`);
  const { shelf, outbox } = held;
  const keys = shelf.keys();
  if (keys.length === 0) throw new Error(`There is no data of nexpost in ${dir}.`);
  const mails = [...outbox.waiting()];
  const waitingIds = new Set(mails.map(({ id }) => id));
  const givenUp = (await listGivenUp(dir)).filter(id => !waitingIds.has(id));
  // A crash may leave an empty line, which is no cause.
  const causes = [...shelf.seen()].flatMap(([cause, at]) => (cause === '' ? [] : [{ cause, at }]));
  return {
    sizes: { documents: keys.length, causes: causes.length, mails: mails.length + givenUp.length },
    documents: () => documentPages(held, keys),
    causes: () => paged(causes),
    waiting: () => readWaitingPages(mails),
    givenUp: () => readGivenUpPages(dir, givenUp),
    close,
  };
}

async function* documentPages(
  { shelf, resting }: Held,
  keys: readonly DocumentKey[],
): AsyncGenerator<readonly CopiedDocument[]> {
  for await (const page of paged(keys)) {
    const awake = page.flatMap((key): readonly CopiedDocument[] => {
      const document = shelf.get(key);
      return document === undefined ? [] : [{ key, document, version: shelf.version(key) }];
    });
    const asleep = await resting.read(page.filter(key => shelf.isResting(key)));
    const woken = asleep.map((found): CopiedDocument => {
      if ('why' in found) throw new DamagedSource(`${found.where}: ${found.why}.`);
      return { key: found.key, ...found.entry };
    });
    yield [...awake, ...woken];
  }
}

/** The stored mails, in their order. */
export async function* readWaitingPages(mails: readonly FiledMail[]): AsyncGenerator<readonly WaitingMail[]> {
  for await (const page of paged(mails, MAILS)) yield page.map(mail => ({ ...outgoing(mail), due: mail.due }));
}

export async function* readGivenUpPages(dir: string, ids: readonly string[]): AsyncGenerator<readonly GivenUpMail[]> {
  for await (const page of paged(ids, MAILS)) {
    const mails = await Promise.all(page.map(id => readGivenUp(dir, id)));
    yield mails.flatMap(mail => mail ?? []);
  }
}
