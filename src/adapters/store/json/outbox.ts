// The outbox on disk: in the journal, and after a checkpoint one file for each waiting mail.
// In memory a mail is added once it is durable.
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import type { Finding, MailCounts, MailRecord, Outgoing } from '#service/ports.ts';
import type { Instant } from '#core/kernel/time.ts';
import type { Priority } from '#core/wording/mail-plan.ts';
import { runInBatches, ignoreMissingFolder, ignoreMissing } from './files.ts';
import { FAILED_FOLDER, listGivenUp, parseGivenUpHeader, readGivenUp, writeGivenUp } from './given-up.ts';
import { countWaiting, listDueInTurn, findNextTurn, listReadersInTurn, toMailRecord } from '../per-recipient-queue.ts';
import type { StoredMail } from '../stored-mail.ts';
import { type FiledMail, filedMail } from './schema.ts';
import { parseJson } from '#games/kit/parse-json.ts';

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
