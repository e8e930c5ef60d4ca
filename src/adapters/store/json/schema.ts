// The zod schemas of the files on disk: documents by their kind, mails to be sent, and the journal.
// A damaged file is found and reported at the start, before a player needs it.
import { z } from 'zod';
import { DOCUMENTS } from '#core/features.ts';
import { instant } from '#core/kernel/schema-parts.ts';
import type { Document, DocumentKey, DocumentKind } from '#core/kernel/documents.ts';
import { storedMail } from '../stored-mail.ts';

type DocumentFile = z.ZodType<{
  readonly key?: string | undefined;
  readonly version: number;
  readonly document: Document;
}>;

/** The file of a document, by its kind: what lowdb reads and writes. */
export const FILE_SCHEMAS = Object.fromEntries(
  Object.entries(DOCUMENTS).map(([kind, { schema: document }]): [string, DocumentFile] => [
    kind,
    // The key is in the file if the file name is too short for it.
    z.object({ key: z.string().optional(), version: z.number().int().positive(), document }) as DocumentFile,
  ]),
) as Readonly<Record<DocumentKind, DocumentFile>>;

/** A mail in its own file, with its place in the outbox. */
export const filedMail = storedMail.extend({ place: z.number().int().default(0) });
export type FiledMail = z.infer<typeof filedMail>;

/** A document and its key, as the journal holds them. */
const documentEntry = z
  .tuple([z.string(), z.object({ version: z.number().int().positive(), document: z.unknown() })])
  .transform(([key, { version, document }], context) => {
    const kind = key.split('/')[0] ?? '';
    const checked = Object.hasOwn(DOCUMENTS, kind) ? DOCUMENTS[kind as DocumentKind].schema.safeParse(document) : null;
    if (checked?.success === true) return [key as DocumentKey, { version, document: checked.data }] as const;
    context.addIssue(`${key} is not what it should be`);
    return z.NEVER;
  });

/** One line of the journal. */
export const journalLine = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('change'),
    cause: z.string(),
    at: instant,
    documents: z.array(documentEntry),
    /** Documents that were deleted. */
    dropped: z.array(z.string()).optional(),
    outgoing: z.array(storedMail),
  }),
  /** Written by earlier versions. */
  z.object({ kind: z.literal('dropped'), keys: z.array(z.string()) }),
  z.object({ kind: z.literal('sent'), id: z.string() }),
  z.object({ kind: z.literal('failed'), id: z.string(), why: z.string() }),
  z.object({ kind: z.literal('later'), id: z.string(), tries: z.number().int(), due: instant }),
]);

export type JournalLine = z.infer<typeof journalLine>;
