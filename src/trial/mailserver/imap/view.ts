// One connection's view of its selected mailbox: numbers change only when the client is told.
import type { IndexChange, StoredMailbox } from '../store/index.ts';
import { list } from './wire.ts';

export class MailboxView {
  readonly mailbox: StoredMailbox;
  readonly readOnly: boolean;
  /** Ascending; the sequence number is the place plus one. */
  #uids: number[];
  #gone = false;
  readonly #added: number[] = [];
  readonly #flagged = new Set<number>();
  readonly #unwatch: () => void;

  /** `wake` is called at every change that the client should hear of; `end` when the mailbox is no more. */
  constructor(mailbox: StoredMailbox, readOnly: boolean, hooks: { wake: () => void; end: (by: unknown) => void }) {
    this.mailbox = mailbox;
    this.readOnly = readOnly;
    this.#uids = [...mailbox.messages.keys()];
    this.#unwatch = mailbox.watch({
      changed: (change, by) => {
        this.#note(change, by === this);
        hooks.wake();
      },
      vanished: hooks.end,
    });
  }

  get uids(): readonly number[] {
    return this.#uids;
  }

  /** From 1; 0 for a mail the client has not been told of. */
  numberOf(uid: number): number {
    let [low, high] = [0, this.#uids.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#uids[middle] ?? 0) < uid) low = middle + 1;
      else high = middle;
    }
    return this.#uids[low] === uid ? low + 1 : 0;
  }

  /** The lines that bring the client up to date. Without `mayExpunge` no number changes. */
  updates(mayExpunge: boolean): string[] {
    const expunged = mayExpunge ? this.#expungeLines() : [];
    return [...expunged, ...this.#existsLines(), ...this.#flagLines()];
  }

  close(): void {
    this.#unwatch();
  }

  #note(change: IndexChange, own: boolean): void {
    if ('add' in change) this.#added.push(change.add);
    else if ('gone' in change) this.#gone = true;
    else if (!own) for (const uid of change.of) this.#flagged.add(uid);
  }

  // From the last to the first, so that no number said is out of date.
  #expungeLines(): string[] {
    if (!this.#gone) return [];
    this.#gone = false;
    const { messages } = this.mailbox;
    const lines = this.#uids.flatMap((uid, at) => (messages.has(uid) ? [] : [`* ${at + 1} EXPUNGE`]));
    this.#uids = this.#uids.filter(uid => messages.has(uid));
    return lines.reverse();
  }

  #existsLines(): string[] {
    const fresh = this.#added.splice(0).filter(uid => this.mailbox.messages.has(uid));
    if (fresh.length === 0) return [];
    for (const uid of fresh) this.#uids.push(uid);
    return [`* ${this.#uids.length} EXISTS`, '* 0 RECENT'];
  }

  #flagLines(): string[] {
    if (this.#flagged.size === 0) return [];
    const lines = [...this.#flagged].flatMap(uid => this.flagLine(uid));
    this.#flagged.clear();
    return lines;
  }

  /** The flags of one mail as an untagged response; none when it is gone. */
  flagLine(uid: number): string[] {
    const message = this.mailbox.messages.get(uid);
    const number = this.numberOf(uid);
    return message && number > 0 ? [`* ${number} FETCH (UID ${uid} FLAGS ${list(message.flags)})`] : [];
  }
}
