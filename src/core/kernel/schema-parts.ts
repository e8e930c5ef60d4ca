// Schema parts that several documents share.
import { z } from 'zod';

export const instant = z.number().int().nonnegative();
export const userid = z.string().min(1);
/** A number of things, or an index in a list. */
export const count = z.number().int().nonnegative();
export const day = z.iso.date();
export const span = z.object({ from: instant, until: instant });
/** The number of a board, a seek or a tournament. Tokens and Subjects allow nine digits. */
export const boardNumber = z.number().int().positive().max(999_999_999);

/** A schema with an entry for every field of a document. Reading drops fields that the schema does not name. */
export type Fields<Document> = Readonly<Record<keyof Document, z.ZodType>>;

const days = z.number().positive();

export const time = z.object({
  nagtime: days.nullable(),
  forfeittime: days,
  totaltime: days.nullable(),
  increment: z.number().nonnegative(),
  cap: days.nullable(),
});

export const namedTime = z.object({
  nagtime: time.shape.nagtime.exactOptional(),
  forfeittime: time.shape.forfeittime.exactOptional(),
  totaltime: time.shape.totaltime.exactOptional(),
  increment: time.shape.increment.exactOptional(),
  cap: time.shape.cap.exactOptional(),
});
