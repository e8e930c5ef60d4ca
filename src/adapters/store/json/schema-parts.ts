// Schema parts that several documents share.
import { z } from 'zod';

export const instant = z.number().int().nonnegative();
export const userid = z.string().min(1);

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
