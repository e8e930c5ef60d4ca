// What a copy of a whole store reads on one side and writes on the other, a page at a time: the same of a data folder and of a database.
import type { DocumentKey, DocumentKind, Documents, Instant } from '#core/state/documents.ts';
import type { CauseKey, Outgoing } from '#service/ports.ts';

export interface CopiedDocument {
  readonly key: DocumentKey;
  readonly version: number;
  /** What it lacked from before there was such a thing is filled up. */
  readonly document: Documents[DocumentKind];
}

export interface CopiedCause {
  readonly cause: CauseKey;
  /** A data folder knows the day alone. */
  readonly at: Instant;
}

export interface WaitingMail extends Outgoing {
  readonly due: Instant;
}

/** A mail that was given up, kept for the operator: what a data folder keeps of it. */
export interface GivenUpMail {
  readonly id: string;
  readonly why: string;
  readonly raw: Uint8Array;
}

type Pages<Item> = AsyncIterable<readonly Item[]>;

export interface StoreContents {
  /** In no order. Rejects where one is damaged. */
  readonly documents: () => Pages<CopiedDocument>;
  /** None twice, in no order. */
  readonly causes: () => Pages<CopiedCause>;
  /** Each reader's in their order. */
  readonly waiting: () => Pages<WaitingMail>;
  /** But what waits as well: that is given up anew. */
  readonly givenUp: () => Pages<GivenUpMail>;
}

/** How many there are of each, for whoever wants to know how long it takes. */
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
  /** Marks it as half done, so that no service starts on it; false: it was, by a copy from the same source. Rejects where it holds anything else. */
  readonly begin: (from: string) => Promise<boolean>;
  /** Of these documents those that are there, as JSON texts. */
  readonly textsOf: (keys: readonly DocumentKey[]) => Promise<ReadonlyMap<DocumentKey, string>>;
  readonly put: (documents: readonly CopiedDocument[]) => Promise<void>;
  /** Drops every document that is none of these. */
  readonly keepOnly: (keys: ReadonlySet<DocumentKey>) => Promise<void>;
  /** Drops all causes and mails. */
  readonly clear: () => Promise<void>;
  readonly putCauses: (causes: readonly CopiedCause[]) => Promise<void>;
  readonly putWaiting: (mails: readonly WaitingMail[]) => Promise<void>;
  readonly putGivenUp: (mails: readonly GivenUpMail[]) => Promise<void>;
  /** It is whole: a power cut takes nothing of it any more, and services may start on it. */
  readonly finish: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Of documents and causes on a page. */
const PAGE = 500;

/** Cuts what is in memory into pages. */
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

/** Somebody has to mend it before it can be copied. */
export class DamagedSource extends Error {
  constructor(what: string) {
    super(`What is damaged cannot be copied: ${what} Mend it first; \`nexpost check\` names everything that is wrong.`);
    this.name = 'DamagedSource';
  }
}

/** Nothing may be copied over it. The mark of a copy goes with its end: whoever did not see that end is told here. */
export class TargetInUse extends Error {
  constructor(what: string) {
    super(
      `${what} A copy that was made there is whole; \`nexpost check\` looks at it. For a new one choose another place.`,
    );
    this.name = 'TargetInUse';
  }
}
