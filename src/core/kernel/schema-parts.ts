// Schema parts that several documents share.
import { z } from 'zod';

export const instant = z.number().int().nonnegative();
export const userid = z.string().min(1);
/** How many, or the index of something in a list. */
export const count = z.number().int().nonnegative();
export const day = z.iso.date();
export const span = z.object({ from: instant, until: instant });
/** The number of a board, a seek or a tournament: tokens and Subjects know numbers of nine digits. */
export const boardNumber = z.number().int().positive().max(999_999_999);

/** Fields missing in a schema are dropped when a document is read, so each schema names every field. */
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
