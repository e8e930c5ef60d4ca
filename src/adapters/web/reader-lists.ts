// The access of the pages to the lists of mails that readers can leave.
import type { ReaderList } from '#core/wording/compose-context.ts';

/** The lists of mails, by the tokens of their readers. null: the service did not write this token. */
export interface ReaderLists {
  readonly find: (token: string) => Promise<ReaderList | null>;
  /** Takes the reader off the list. Resolves when the change is durable. Later calls get the same answer. */
  readonly leave: (token: string) => Promise<ReaderList | null>;
}
