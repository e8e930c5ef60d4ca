// What of a store only looks, for an operator's tools, also beside a running service: the same over a data folder and over a database.
import type { DocumentKind, Documents, Instant } from '#core/state/documents.ts';
import type { CauseKey, Finding, ReadPort, Store } from '#service/ports.ts';

export interface Look extends ReadPort, Pick<Store, 'isSeen'> {
  /** When this cause took effect, in a data folder perhaps only the day of it. Null if it never did. */
  readonly seenAt: (cause: CauseKey) => Promise<Instant | null>;
  /** What is wrong with the documents as they are stored, and with what is stored beside them. */
  readonly findings: () => Promise<readonly Finding[]>;
  /** Every document there is of a kind; what is damaged is left out. */
  readonly all: <Kind extends DocumentKind>(kind: Kind) => AsyncIterable<Documents[Kind]>;
}
