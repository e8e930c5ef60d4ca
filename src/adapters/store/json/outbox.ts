// Mails that wait to be sent: in memory as they become durable; on disk in the journal, and after a checkpoint as files of their own.
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import type { Finding, Outgoing } from '#service/ports.ts';
import type { Instant } from '#core/state/documents.ts';
import { inBatches, nothingThere, nullIfMissing } from './files.ts';
import { dueInTurn, nextTurn, readersInTurn } from '../per-recipient-queue.ts';
import { type FiledMail, filedMail, parsed, type StoredMail } from './schema.ts';

export const stored = (mail: Outgoing, due: Instant): StoredMail => ({
  ...mail,
  to: [...mail.to],
  raw: Buffer.from(mail.raw).toString('latin1'),
  due,
});

const outgoing = ({ due: _, place: __, raw, ...mail }: FiledMail): Outgoing => ({
  ...mail,
  raw: Buffer.from(raw, 'latin1'),
});

const DAMAGED_MAIL =
  'it is damaged, and is not sent. Put a copy from a backup in its place, or move it away: its reader can ask for the board with show.';

export class StoredOutbox {
  readonly #dir: string;
  readonly #failedDir: string;
  readonly #mails = new Map<string, FiledMail>();
  /** What the files hold, by id. */
  readonly #filed = new Map<string, FiledMail>();
  #lastPlace = 0;

  constructor(dir: string) {
    this.#dir = join(dir, 'outbox');
    this.#failedDir = join(dir, 'failed');
  }

  async load(): Promise<readonly Finding[]> {
    await mkdir(this.#dir, { recursive: true, mode: 0o700 });
    await mkdir(this.#failedDir, { recursive: true, mode: 0o700 });
    const { filed, findings } = await filedIn(this.#dir);
    // File names are in no order; the mails are.
    for (const mail of filed.toSorted((a, b) => a.place - b.place)) {
      this.#mails.set(mail.id, mail);
      this.#filed.set(mail.id, mail);
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

  tries(id: string): number {
    return this.#mails.get(id)?.tries ?? 0;
  }

  due(now: Instant, most: number, readers?: readonly string[]): readonly Outgoing[] {
    return dueInTurn(this.#mails.values(), now, most, readers).map(outgoing);
  }

  dueReaders(now: Instant, most: number): readonly string[] {
    return readersInTurn(this.#mails.values(), now, most);
  }

  dueCount(now: Instant): number {
    return dueInTurn(this.#mails.values(), now, Infinity).length;
  }

  nextDue(): Instant | null {
    return nextTurn(this.#mails.values());
  }

  /** A mail that was given up is kept for the operator, readable, where nothing sends it. */
  async setAside(id: string, why: string): Promise<void> {
    const mail = this.#mails.get(id);
    if (mail !== undefined)
      await writeFileAtomic(
        join(this.#failedDir, `${id}.eml`),
        `X-Nexpost-Failed: ${why.replace(/\s+/g, ' ')}\r\n${mail.raw}`,
        { encoding: 'latin1', mode: 0o600 },
      );
  }

  /** The ids of those that wait for one of these readers. */
  to(addresses: readonly string[]): readonly string[] {
    return [...this.#mails.values()].filter(({ to }) => to.some(each => addresses.includes(each))).map(({ id }) => id);
  }

  /** Of those given up, what was for one of these readers goes. */
  async eraseSetAside(addresses: readonly string[]): Promise<void> {
    for (const name of await readdir(this.#failedDir)) {
      const file = join(this.#failedDir, name);
      const readers = name.endsWith('.eml') ? readersOf(await readFile(file, 'latin1')) : [];
      if (readers.some(each => addresses.includes(each))) await rm(file, { force: true });
    }
  }

  /** Writes what is new or changed, with its place in the queue, and removes what is gone. */
  async checkpoint(): Promise<void> {
    await inBatches([...this.#filed.keys()], async id => {
      if (this.#mails.has(id)) return;
      await rm(join(this.#dir, `${id}.json`), { force: true });
      this.#filed.delete(id);
    });
    await inBatches([...this.#mails.values()], async mail => {
      if (this.#filed.get(mail.id) === mail) return;
      await writeFileAtomic(join(this.#dir, `${mail.id}.json`), JSON.stringify(mail), { mode: 0o600 });
      this.#filed.set(mail.id, mail);
    });
  }
}

/** The addresses in To of one of our mails. */
function readersOf(raw: string): readonly string[] {
  const [header = ''] = raw.split('\r\n\r\n', 1);
  const [, to = ''] = /^To:(.*)$/im.exec(header.replace(/\r\n[ \t]+/g, ' ')) ?? [];
  return to.toLowerCase().split(/[\s,<>]+/);
}

/** What is wrong with the outbox of this data, for who only looks. */
export const outboxFindings = async (dir: string): Promise<readonly Finding[]> =>
  (await filedIn(join(dir, 'outbox'))).findings;

/** A damaged mail stays where it is, unsent, and is named. */
async function filedIn(
  folder: string,
): Promise<{ readonly filed: readonly FiledMail[]; readonly findings: readonly Finding[] }> {
  const filed: FiledMail[] = [];
  const findings: Finding[] = [];
  for (const name of (await readdir(folder).catch(nothingThere)).filter(each => each.endsWith('.json'))) {
    // One that has just been sent is gone.
    const text = await readFile(join(folder, name), 'utf8').catch(nullIfMissing);
    const checked = text === null ? null : filedMail.safeParse(parsed(text));
    if (checked?.success === true) filed.push(checked.data);
    else if (checked !== null) findings.push({ level: 'error', where: join('outbox', name), what: DAMAGED_MAIL });
  }
  return { filed, findings };
}
