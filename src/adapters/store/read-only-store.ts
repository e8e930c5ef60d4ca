// A read-only store for the operator's tools: the same over a data folder and over a database.
// It can be used beside a running service.
import type { DocumentKind, Documents } from '#core/kernel/documents.ts';
import type { Instant } from '#core/kernel/time.ts';
import type { CauseKey, Finding, ReadPort, Store } from '#service/ports.ts';

export interface ReadOnlyStore extends ReadPort, Pick<Store, 'isSeen'> {
  /** When this cause took effect. A data folder may give noon of the day. null: it never took effect. */
  readonly seenAt: (cause: CauseKey) => Promise<Instant | null>;
  /** Faults of the stored documents and of the other stored data. */
  readonly findings: () => Promise<readonly Finding[]>;
  /** All documents of a kind, except damaged ones. */
  readonly all: <Kind extends DocumentKind>(kind: Kind) => AsyncIterable<Documents[Kind]>;
}
