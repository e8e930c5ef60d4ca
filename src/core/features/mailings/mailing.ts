// The stored form of a mail to all accounts, which is sent a batch at a time.
import { z } from 'zod';
import type { DocumentDefinition } from '#core/kernel/document-definition.ts';
import { type Fields, instant, userid } from '#core/kernel/schema-parts.ts';
import type { Instant } from '#core/kernel/time.ts';

declare module '#core/kernel/documents.ts' {
  interface Documents {
    readonly mailing: Mailing;
  }
}

declare module '#core/kernel/lists.ts' {
  interface ListsByKind {
    readonly mailing: 'kind/mailing';
  }
}

export interface Mailing {
  /** The writer of a broadcast. null: an announcement by the operator. */
  readonly from: string | null;
  readonly text: string;
  /** When it was written: accounts opened later do not get it. */
  readonly at: Instant;
  /** The userid of the last account that got the mail. '': none did. */
  readonly after: string;
  /** Whether all batches were sent. The document then stays for a while, so that the same text is not sent again. */
  readonly isDone: boolean;
  /** When the next batch is due, or when the document can be deleted. */
  readonly wake: Instant;
}

export const mailing = (from: string | null, text: string, at: Instant): Mailing => ({
  ...{ from, text, at, after: '', isDone: false },
  wake: at,
});

export const MAILING: DocumentDefinition<'mailing'> = {
  schema: z.object({
    from: userid.nullable(),
    text: z.string(),
    at: instant,
    after: z.string(),
    isDone: z.boolean(),
    wake: instant,
  } satisfies Fields<Mailing>),
  folder: 'mailings',
  ifDamaged: 'Put a copy from a backup in its place, or move the file away: whoever has not been written to yet is not',
  isListedWhole: true,
  alarm: ({ wake }) => wake,
  erase: (mailing, { userid: gone }) => (mailing.from === gone ? null : mailing),
};
