// The outbox on disk: mails that wait, mails that were given up, and the pace of sending.
import { mkdir, readFile, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';
import { instant } from '#core/kernel/document-definition.ts';
import type { Instant } from '#core/kernel/time.ts';
import type { Priority } from '#core/writing/mail-plan.ts';
import { parseJson } from '#games/kit/parse-json.ts';
import type { Finding, MailCounts, MailRecord, Outgoing, PaceRecord, Store } from '#service/ports.ts';
import { countWaiting, findNextTurn, listDueInTurn, listReadersInTurn, toMailRecord } from '../per-recipient-queue.ts';
import type { StoredMail } from '../stored-mail.ts';
import { type FiledMail, filedMail, ignoreMissing, ignoreMissingFolder, runInBatches } from './files.ts';

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

/** failed/: mails that were given up, each in a readable file with the reason in its first line. */
export const FAILED_FOLDER = 'failed';

const FIRST_LINE = /^X-Nexpost-Failed: ([^\r\n]*)\r\n/;

/** A mail that was given up. `raw`: its bytes as Latin-1 characters. */
interface GivenUpMail {
  readonly id: string;
  readonly why: string;
  readonly raw: string;
}

/** The reason on one line, as the file holds it. */
export const formatReason = (why: string): string => Buffer.from(why.replace(/\s+/g, ' '), 'latin1').toString('latin1');

export const writeGivenUp = (dir: string, { id, why, raw }: GivenUpMail): Promise<void> =>
  writeFileAtomic(join(dir, FAILED_FOLDER, `${id}.eml`), `X-Nexpost-Failed: ${formatReason(why)}\r\n${raw}`, {
    encoding: 'latin1',
    mode: 0o600,
  });

export const listGivenUp = async (dir: string): Promise<readonly string[]> =>
  (await readdir(join(dir, FAILED_FOLDER)).catch(ignoreMissingFolder))
    .filter(name => name.endsWith('.eml'))
    .map(name => name.slice(0, -'.eml'.length));

/** null: the file no longer exists. A file without a reason may be another program's, and is read as well. */
export async function readGivenUp(dir: string, id: string): Promise<GivenUpMail | null> {
  const text = await readFile(join(dir, FAILED_FOLDER, `${id}.eml`), 'latin1').catch(ignoreMissing);
  if (text === null) return null;
  const [line = '', why = ''] = FIRST_LINE.exec(text) ?? [];
  return { id, why, raw: text.slice(line.length) };
}

/** False: there is no such file. */
export async function dropGivenUp(dir: string, id: string): Promise<boolean> {
  const file = join(dir, FAILED_FOLDER, `${id}.eml`);
  const isThere = (await stat(file).catch(ignoreMissing)) !== null;
  await rm(file, { force: true });
  return isThere;
}

/** Deletes the given-up mails whose Date is before this instant. */
export async function dropOldGivenUp(dir: string, before: number): Promise<void> {
  for (const id of await listGivenUp(dir)) {
    const mail = await readGivenUp(dir, id);
    if (mail !== null && (parseGivenUpHeader(mail.raw).date ?? Infinity) < before) await dropGivenUp(dir, id);
  }
}

/** Deletes the given-up mails to any of these readers. */
export async function eraseGivenUp(dir: string, addresses: readonly string[]): Promise<void> {
  for (const id of await listGivenUp(dir)) {
    const mail = await readGivenUp(dir, id);
    const readers = mail === null ? [] : parseGivenUpHeader(mail.raw).to;
    if (readers.some(each => addresses.includes(each)))
      await rm(join(dir, FAILED_FOLDER, `${id}.eml`), { force: true });
  }
}

/** The sender, recipients, Message-ID and Date in the header of one of our mails. `date` null: it has none. */
export function parseGivenUpHeader(raw: string): {
  readonly from: string;
  readonly to: readonly string[];
  readonly messageId: string;
  readonly date: number | null;
} {
  const [header = ''] = raw.split('\r\n\r\n', 1);
  const unfolded = header.replace(/\r\n[ \t]+/g, ' ');
  const addresses = (name: string): readonly string[] =>
    findField(unfolded, name)
      .toLowerCase()
      .split(/[\s,<>]+/)
      .filter(word => word.includes('@'));
  const date = Date.parse(findField(unfolded, 'Date'));
  return {
    from: addresses('From')[0] ?? '',
    to: addresses('To'),
    messageId: findField(unfolded, 'Message-ID').trim(),
    date: Number.isNaN(date) ? null : date,
  };
}

const findField = (header: string, name: string): string =>
  header
    .split('\r\n')
    .find(line => line.toLowerCase().startsWith(`${name.toLowerCase()}:`))
    ?.slice(name.length + 1) ?? '';

// Waiting mails. In memory a mail is added once it is durable.

export const toStoredMail = (mail: Outgoing, due: Instant, written: Instant): StoredMail => ({
  ...mail,
  raw: Buffer.from(mail.raw).toString('latin1'),
  due,
  written,
});

export const toOutgoing = ({
  due: _,
  written: __,
  place: ___,
  raw,
  ...mail
}: StoredMail & { readonly place?: number }): Outgoing => ({
  ...mail,
  raw: Buffer.from(raw, 'latin1'),
});

export const OUTBOX_FOLDER = 'outbox';

const DAMAGED_MAIL =
  'it is damaged, and is not sent. Put a copy from a backup in its place, or move it away: its reader can ask for the board with show.';

export class StoredOutbox {
  readonly #dir: string;
  readonly #mails = new Map<string, FiledMail>();
  /** The mails as they are in their files, by id. */
  readonly #filedMails = new Map<string, FiledMail>();
  #lastPlace = 0;

  constructor(dir: string) {
    this.#dir = dir;
  }

  async load(): Promise<readonly Finding[]> {
    await makeMailFolders(this.#dir);
    const { filedMails, findings } = await readOutbox(this.#dir);
    for (const mail of filedMails) {
      this.#mails.set(mail.id, mail);
      this.#filedMails.set(mail.id, mail);
      this.#lastPlace = Math.max(this.#lastPlace, mail.place);
    }
    return findings;
  }

  add(mail: StoredMail): void {
    const place = this.#mails.get(mail.id)?.place ?? (this.#lastPlace += 1);
    this.#mails.set(mail.id, { ...mail, place });
  }

  remove(id: string): void {
    this.#mails.delete(id);
  }

  postpone(id: string, tries: number, due: Instant): void {
    const mail = this.#mails.get(id);
    if (mail !== undefined) this.#mails.set(id, { ...mail, tries, due });
  }

  listDue(now: Instant, limit: number, readers?: readonly string[], lowest?: Priority): readonly Outgoing[] {
    return listDueInTurn(this.#mails.values(), now, limit, readers, lowest).map(toOutgoing);
  }

  listDueReaders(now: Instant, limit: number, lowest?: Priority): readonly string[] {
    return listReadersInTurn(this.#mails.values(), now, limit, lowest);
  }

  async count(now: Instant, since: Instant): Promise<MailCounts> {
    return { ...countWaiting(this.#mails.values(), now, since), failed: (await listGivenUp(this.#dir)).length };
  }

  findNextDue(): Instant | null {
    return findNextTurn(this.#mails.values());
  }

  /** Keeps a given-up mail for the operator, in a readable file that is never sent. */
  async keepGivenUp(id: string, why: string): Promise<void> {
    const mail = this.#mails.get(id);
    if (mail !== undefined) await writeGivenUp(this.#dir, { id, why, raw: mail.raw });
  }

  /** Waiting mails, and then those that were given up, after this id. */
  async list(after: string | null, limit: number): Promise<readonly MailRecord[]> {
    const waiting = [...this.#mails.values()];
    const start = waiting.findIndex(({ id }) => id === after) + 1;
    const isAmongWaiting = after === null || start > 0;
    const found = isAmongWaiting ? waiting.slice(start, start + limit).map(mail => toMailRecord(mail)) : [];
    const failedIds = (await listGivenUp(this.#dir)).toSorted();
    const failedAfter = isAmongWaiting ? failedIds : failedIds.filter(id => id > after);
    for (const id of failedAfter.slice(0, limit - found.length)) {
      const mail = await readGivenUp(this.#dir, id);
      if (mail === null) continue;
      const { to, date } = parseGivenUpHeader(mail.raw);
      found.push({ id, state: 'failed', priority: 'board', to, tries: 0, written: date, due: null, why: mail.why });
    }
    return found;
  }

  /** null: there is no such mail. */
  async read(id: string): Promise<Uint8Array | null> {
    const raw = this.#mails.get(id)?.raw ?? (await readGivenUp(this.#dir, id))?.raw ?? null;
    return raw === null ? null : Buffer.from(raw, 'latin1');
  }

  isWaiting(id: string): boolean {
    return this.#mails.has(id);
  }

  /** All waiting mails, in their order. */
  listWaiting(): Iterable<FiledMail> {
    return this.#mails.values();
  }

  /** The ids of the waiting mails to any of these readers. */
  listIdsTo(addresses: readonly string[]): readonly string[] {
    return [...this.#mails.values()].filter(({ to }) => to.some(each => addresses.includes(each))).map(({ id }) => id);
  }

  /** Writes new and changed mails, with their place in the queue, and removes the files of mails that no longer wait. */
  async checkpoint(): Promise<void> {
    await runInBatches([...this.#filedMails.keys()], async id => {
      if (this.#mails.has(id)) return;
      await rm(filePathFor(this.#dir, id), { force: true });
      this.#filedMails.delete(id);
    });
    await runInBatches([...this.#mails.values()], async mail => {
      if (this.#filedMails.get(mail.id) === mail) return;
      await writeMailFile(this.#dir, mail);
      this.#filedMails.set(mail.id, mail);
    });
  }
}

/** Finds faults in the outbox of a data folder, without changing anything. */
export const inspectOutbox = async (dir: string): Promise<readonly Finding[]> => (await readOutbox(dir)).findings;

const filePathFor = (dir: string, id: string): string => join(dir, OUTBOX_FOLDER, `${id}.json`);

export const writeMailFile = (dir: string, mail: FiledMail): Promise<void> =>
  writeFileAtomic(filePathFor(dir, mail.id), JSON.stringify(mail), { mode: 0o600 });

export async function makeMailFolders(dir: string): Promise<void> {
  for (const name of [OUTBOX_FOLDER, FAILED_FOLDER]) await mkdir(join(dir, name), { recursive: true, mode: 0o700 });
}

/** The stored mails, in their order. A damaged file stays, unsent, and is reported. */
export async function readOutbox(
  dir: string,
): Promise<{ readonly filedMails: readonly FiledMail[]; readonly findings: readonly Finding[] }> {
  const filedMails: FiledMail[] = [];
  const findings: Finding[] = [];
  const folder = join(dir, OUTBOX_FOLDER);
  for (const name of (await readdir(folder).catch(ignoreMissingFolder)).filter(each => each.endsWith('.json'))) {
    // The file of a mail that was just sent no longer exists.
    const text = await readFile(join(folder, name), 'utf8').catch(ignoreMissing);
    const checked = text === null ? null : filedMail.safeParse(parseJson(text));
    if (checked?.success === true) filedMails.push(checked.data);
    else if (checked !== null) findings.push({ level: 'error', where: join(OUTBOX_FOLDER, name), what: DAMAGED_MAIL });
  }
  // File names have no order, so the mails are sorted by place.
  return { filedMails: filedMails.toSorted((a, b) => a.place - b.place), findings };
}
