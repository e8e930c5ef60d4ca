// The zod schema of the entries of a backup, which may come from anywhere.
// The content of a document is checked when its copy is read once more.
import { z } from 'zod';
import { DOCUMENTS } from '#core/features.ts';
import { count } from '#core/kernel/document-definition.ts';
import { storedMail } from './stored-mail.ts';

/** `account/anna`, `match/nex/101`. */
const documentKey = z.string().refine(key => {
  const at = key.indexOf('/');
  return at > 0 && at < key.length - 1 && Object.hasOwn(DOCUMENTS, key.slice(0, at));
});

export const streamEntry = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('header'), format: z.number() }),
  z.object({ kind: z.literal('fact'), key: z.literal('signing-key'), value: z.string().regex(/^[\da-f]{64}$/) }),
  z.object({ kind: z.literal('document'), key: documentKey, document: z.looseObject({}) }),
  z.object({ kind: z.literal('cause'), key: z.string().min(1), day: z.iso.date() }),
  z.object({ kind: z.literal('mail'), key: z.string(), mail: storedMail }),
  z.object({ kind: z.literal('given-up mail'), key: z.string(), why: z.string(), raw: z.string() }),
  z.object({
    kind: z.literal('end'),
    counts: z.object({ fact: count, document: count, cause: count, mail: count, 'given-up mail': count }),
    hash: z.string(),
  }),
]);
