// The two sides of a copy of a whole store, read and written a page at a time.
// A data folder and a database can each be the source and the target.
import type { Document, DocumentKey } from '#core/kernel/documents.ts';
import type { Instant } from '#core/kernel/time.ts';
import type { CauseKey, Outgoing } from '#service/ports.ts';

export interface CopiedDocument {
  readonly key: DocumentKey;
  readonly version: number;
  /** With defaults for fields newer than the document. */
  readonly document: Document;
}

export interface CopiedCause {
  readonly cause: CauseKey;
  /** A data folder knows only the day. */
  readonly at: Instant;
}

export interface WaitingMail extends Outgoing {
  readonly due: Instant;
}

/** A given-up mail, kept for the operator, as a data folder stores it. */
export interface GivenUpMail {
  readonly id: string;
  readonly why: string;
  readonly raw: Uint8Array;
}

type Pages<Item> = AsyncIterable<readonly Item[]>;

export interface StoreContents {
  /** In no order. Rejects if one is damaged. */
  readonly documents: () => Pages<CopiedDocument>;
  /** Without duplicates, in no order. */
  readonly causes: () => Pages<CopiedCause>;
  /** Each reader's in their order. */
  readonly waiting: () => Pages<WaitingMail>;
  /** Except those that also wait: they will be given up again. */
  readonly givenUp: () => Pages<GivenUpMail>;
}

/** The number of each, to estimate how long the copy takes. */
export interface CopySizes {
  readonly documents: number;
  readonly causes: number;
  readonly mails: number;
}

export interface CopySource extends StoreContents {
  readonly sizes: CopySizes;
  readonly close: () => Promise<void>;
}

export interface CopyTarget extends StoreContents {
  /**
   * Marks the target as half done, so that no service starts on it. False: a copy from the same source has marked it before. Rejects if
   * it holds anything else.
   */
  readonly begin: (from: string) => Promise<boolean>;
  /** Those of these documents that exist, as JSON texts. */
  readonly textsOf: (keys: readonly DocumentKey[]) => Promise<ReadonlyMap<DocumentKey, string>>;
  readonly put: (documents: readonly CopiedDocument[]) => Promise<void>;
  /** Drops all other documents. */
  readonly keepOnly: (keys: ReadonlySet<DocumentKey>) => Promise<void>;
  /** Drops all causes and mails. */
  readonly clear: () => Promise<void>;
  readonly putCauses: (causes: readonly CopiedCause[]) => Promise<void>;
  readonly putWaiting: (mails: readonly WaitingMail[]) => Promise<void>;
  readonly putGivenUp: (mails: readonly GivenUpMail[]) => Promise<void>;
  /** Marks the copy as complete: it survives a power cut, and services may start on it. */
  readonly finish: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Documents or causes on a page. */
const PAGE = 500;

/** Cuts items in memory into pages. */
export async function* paged<Item>(items: Iterable<Item>, size = PAGE): AsyncGenerator<readonly Item[]> {
  let page: Item[] = [];
  for (const item of items) {
    page.push(item);
    if (page.length < size) continue;
    yield await Promise.resolve(page);
    page = [];
  }
  if (page.length > 0) yield page;
}

/** The source must be repaired before it can be copied. */
export class DamagedSource extends Error {
  constructor(what: string) {
    super(`What is damaged cannot be copied: ${what} Mend it first; \`nexpost check\` names everything that is wrong.`);
    this.name = 'DamagedSource';
  }
}

/** The target is not empty, or a finished copy. A copy removes its mark at the end, so after a lost answer this error tells that it is complete. */
export class TargetInUse extends Error {
  constructor(what: string) {
    super(
      `${what} A copy that was made there is whole; \`nexpost check\` looks at it. For a new one choose another place.`,
    );
    this.name = 'TargetInUse';
  }
}
