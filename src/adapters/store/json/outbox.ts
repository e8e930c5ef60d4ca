// The outbox on disk: mails that wait, mails that were given up, and the pace of sending.
import { mkdir, readFile, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as z from 'zod';
import { createValueFile, syncFolder } from '#adapters/value-file.ts';
import { instant } from '#core/kernel/document-definition.ts';
import type { Finding, PaceRecord, Store } from '#service/ports.ts';
import { type FiledMail, InMemoryOutbox, filedMail, parseGivenUp } from '../stored-mail.ts';
import { ignoreMissingFolder, runInBatches, stampOf } from './files.ts';

// The pace of sending. Its file survives a crash of the process, and perhaps not a power cut.

export const PACE_NAME = 'pace.json';

const paceRecord = z.object({
  perHour: z.number(),
  sent: z.array(z.tuple([instant, z.number()]).readonly()).readonly(),
});

export interface PaceFile {
  readonly read: Store['readPace'];
  readonly update: Store['updatePace'];
}

export function createPaceFile(dir: string): PaceFile {
  // A damaged record is no reason to stop all mail.
  const schema = paceRecord.nullable().catch(null);
  const file = createValueFile(join(dir, PACE_NAME), { schema, damage: 'is damaged', isSynced: false });
  let known: PaceRecord | null = null;
  let lastUpdate: Promise<unknown> = Promise.resolve();
  const read = async (): Promise<PaceRecord | null> => (known ??= await file.read());
  return {
    read,
    update: change => {
      const update = lastUpdate.then(async () => {
        const [record, value] = change(await read());
        await file.write(record);
        known = record;
        return value;
      });
      lastUpdate = update.catch(() => undefined);
      return update;
    },
  };
}

export const OUTBOX_FOLDER = 'outbox';
export const FAILED_FOLDER = 'failed';

const pathOf = ({ id, failed }: FiledMail): string =>
  join(failed === undefined ? OUTBOX_FOLDER : FAILED_FOLDER, `${id}.json`);

const mailFile = (dir: string, path: string) =>
  createValueFile(join(dir, path), { schema: filedMail, damage: DAMAGED });

const DAMAGED =
  'it is damaged, and is not sent. Put a copy from a backup in its place, or move it away: its reader can ask for the board with show.';

export const writeMailFile = (dir: string, mail: FiledMail): Promise<void> => mailFile(dir, pathOf(mail)).write(mail);

export async function makeMailFolders(dir: string): Promise<void> {
  for (const name of [OUTBOX_FOLDER, FAILED_FOLDER]) await mkdir(join(dir, name), { recursive: true, mode: 0o700 });
}

/** The mails by their file, as they are on disk. */
export type MailsByPath = Map<string, FiledMail>;

/** The mails on disk. Their files stay as they are. A damaged file is reported, and its mail is not sent. */
export async function readOutbox(dir: string): Promise<{
  readonly outbox: InMemoryOutbox;
  readonly filedMails: MailsByPath;
  readonly findings: readonly Finding[];
}> {
  const outbox = new InMemoryOutbox();
  const filedMails: MailsByPath = new Map();
  const findings: Finding[] = [];
  for (const folder of [FAILED_FOLDER, OUTBOX_FOLDER])
    for (const name of await readdir(join(dir, folder)).catch(ignoreMissingFolder)) {
      const path = join(folder, name);
      const mail = await readMailFile(dir, path).catch(() => null);
      if (mail !== null) filedMails.set(path, mail);
      else if (stampOf(join(dir, path)) !== undefined && name.endsWith('.json'))
        findings.push({ level: 'error', where: path, what: DAMAGED });
    }
  // File names have no order. After a crash a mail may have two files. Then it waits.
  const rankOf = ({ failed, place }: FiledMail): number => (failed === undefined ? place : -1);
  for (const mail of [...filedMails.values()].toSorted((a, b) => rankOf(a) - rankOf(b))) outbox.load(mail);
  return { outbox, filedMails, findings };
}

/** An older version wrote a mail that was given up as it is, with the reason in the first line. */
const OLDER_REASON = /^X-Nexpost-Failed: ([^\r\n]*)\r\n/;

/** null: the file no longer exists, or is of another program. */
async function readMailFile(dir: string, path: string): Promise<FiledMail | null> {
  if (path.endsWith('.json')) return mailFile(dir, path).read();
  if (!path.endsWith('.eml')) return null;
  const text = await readFile(join(dir, path), 'latin1');
  const [line = '', why = ''] = OLDER_REASON.exec(text) ?? [];
  return parseGivenUp(basename(path, '.eml'), why, text.slice(line.length));
}

/** Writes new and changed mails, and then removes files of mails that are elsewhere now. */
export async function writeOutbox(dir: string, outbox: InMemoryOutbox, filedMails: MailsByPath): Promise<void> {
  const current = new Map([...outbox.waiting, ...outbox.givenUp].map(mail => [pathOf(mail), mail]));
  await runInBatches([...current], async ([path, mail]) => {
    if (filedMails.get(path) === mail) return;
    await writeMailFile(dir, mail);
    filedMails.set(path, mail);
  });
  const sync = () => runInBatches([OUTBOX_FOLDER, FAILED_FOLDER], folder => syncFolder(join(dir, folder)));
  // A mail that was given up has its new file before the old one is removed, also after a power cut.
  await sync();
  await runInBatches([...filedMails.keys()], async path => {
    if (current.has(path)) return;
    await rm(join(dir, path), { force: true });
    filedMails.delete(path);
  });
  await sync();
}
