// Counts and hashes of all that a store holds, in any order of reading.
// Two stores with the same tally hold the same.
import { isOfKind } from '#core/kernel/documents.ts';
import { createHash } from 'node:crypto';
import type { CopiedCause, CopiedDocument, GivenUpMail, WaitingMail } from '#adapters/store/transfer.ts';
import { shownWhy } from '#adapters/store/json/given-up.ts';
import { dayOf } from '#core/kernel/time.ts';

/** For one kind of things: how many there are, and the sum of their hashes. */
interface Sum {
  count: number;
  sum: bigint;
}

type Kind = 'documents' | 'causes' | 'waiting' | 'givenUp';

interface Counts {
  readonly documents: number;
  readonly boards: number;
  readonly causes: number;
  readonly mails: number;
  readonly givenUp: number;
}

const MODULUS = 1n << 256n;

const hashOf = (...parts: readonly (string | Uint8Array)[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
};

export class Tally {
  readonly #sums: Readonly<Record<Kind, Sum>> = {
    documents: nothing(),
    causes: nothing(),
    waiting: nothing(),
    givenUp: nothing(),
  };
  /** Where in the queue of its reader the next mail stands. */
  readonly #places = new Map<string, number>();
  #boards = 0;

  document({ key, document }: Pick<CopiedDocument, 'key' | 'document'>): void {
    if (isOfKind('match', key)) this.#boards += 1;
    this.#add('documents', JSON.stringify(key), JSON.stringify(document));
  }

  /** A data folder knows the day alone. */
  cause({ cause, at }: CopiedCause): void {
    this.#add('causes', dayOf(at), JSON.stringify(cause));
  }

  waitingMail({ id, from, to, messageId, raw, tries, due, receipt }: WaitingMail): void {
    const reader = to[0] ?? '';
    const place = this.#places.get(reader) ?? 0;
    this.#places.set(reader, place + 1);
    const noted = receipt === undefined ? null : [receipt.match.game, receipt.match.number, receipt.sent];
    this.#add('waiting', JSON.stringify([place, id, from, to, messageId, tries, due, noted]), raw);
  }

  givenUpMail({ id, why, raw }: GivenUpMail): void {
    this.#add('givenUp', JSON.stringify([id, shownWhy(why)]), raw);
  }

  get counts(): Counts {
    const { documents, causes, waiting, givenUp } = this.#sums;
    return {
      ...{ documents: documents.count, boards: this.#boards, causes: causes.count },
      ...{ mails: waiting.count, givenUp: givenUp.count },
    };
  }

  /** One hash over everything, to be compared by people. */
  get hash(): string {
    return hashOf(...Object.values(this.#sums).map(({ count, sum }) => `${count} ${sum.toString(16)}\n`));
  }

  /** What is not the same in the other one. */
  differences(other: Tally): readonly string[] {
    const names = Object.keys(this.#sums) as Kind[];
    return names.filter(name => {
      const [a, b] = [this.#sums[name], other.#sums[name]];
      return a.count !== b.count || a.sum !== b.sum;
    });
  }

  #add(name: Kind, head: string, body: string | Uint8Array): void {
    const sum = this.#sums[name];
    sum.count += 1;
    sum.sum = (sum.sum + BigInt(`0x${hashOf(head, '\n', body)}`)) % MODULUS;
  }
}

const nothing = (): Sum => ({ count: 0, sum: 0n });
