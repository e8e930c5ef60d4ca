// Mails that wait to be sent: in memory as they become durable; on disk in the journal, and after a checkpoint as files of their own.
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import type { Outgoing } from '../../../service/ports.ts';
import type { Instant } from '../../../core/world.ts';
import { DamagedData } from './damage.ts';
import { dueInTurn, nextTurn } from '../turns.ts';
import type { FiledMail, StoredMail } from './schema.ts';
import { filedMail } from './schema.ts';

export const stored = (mail: Outgoing, due: Instant): StoredMail => ({
  ...mail,
  to: [...mail.to],
  raw: Buffer.from(mail.raw).toString('latin1'),
  due,
});

const outgoing = ({ due: _, raw, ...mail }: StoredMail): Outgoing => ({ ...mail, raw: Buffer.from(raw, 'latin1') });

export class Outbox {
  readonly #dir: string;
  readonly #failedDir: string;
  readonly #mails = new Map<string, StoredMail>();
  /** Ids with a file of their own. */
  readonly #filed = new Set<string>();

  constructor(dir: string) {
    this.#dir = join(dir, 'outbox');
    this.#failedDir = join(dir, 'failed');
  }

  async load(): Promise<void> {
    await mkdir(this.#dir, { recursive: true, mode: 0o700 });
    await mkdir(this.#failedDir, { recursive: true, mode: 0o700 });
    const filed: FiledMail[] = [];
    for (const name of (await readdir(this.#dir)).filter(each => each.endsWith('.json'))) {
      const file = join(this.#dir, name);
      const checked = filedMail.safeParse(parsed(await readFile(file, 'utf8')));
      if (!checked.success) throw new DamagedData(file, 'it is no mail of the outbox');
      filed.push(checked.data);
    }
    // File names are in no order; the mails are.
    for (const { place: _, ...mail } of filed.toSorted((a, b) => a.place - b.place)) {
      this.#mails.set(mail.id, mail);
      this.#filed.add(mail.id);
    }
  }

  add(mail: StoredMail): void {
    this.#mails.set(mail.id, mail);
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

  due(now: Instant, most: number): readonly Outgoing[] {
    return dueInTurn(this.#mails.values(), now, most).map(outgoing);
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
        'latin1',
      );
  }

  /** Writes what waits, with its place in the queue, and removes what is gone. */
  async checkpoint(): Promise<void> {
    for (const id of this.#filed) {
      if (this.#mails.has(id)) continue;
      await rm(join(this.#dir, `${id}.json`), { force: true });
      this.#filed.delete(id);
    }
    for (const [place, mail] of [...this.#mails.values()].entries()) {
      const filed: FiledMail = { ...mail, place };
      await writeFileAtomic(join(this.#dir, `${mail.id}.json`), JSON.stringify(filed), { mode: 0o600 });
      this.#filed.add(mail.id);
    }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
