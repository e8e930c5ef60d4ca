// The schemas of the documents of a forgetting on disk.
import { z } from 'zod';
import { type Forgetting, STEPS } from '#core/forgetting/forgetting.ts';
import { type Fields, instant, userid } from './schema-parts.ts';

export const forgetting = z.object({
  userid,
  pseudonym: userid,
  addresses: z.array(z.string()),
  asked: z.array(z.string()).exactOptional(),
  step: z.enum(STEPS),
  after: z.string(),
  wake: instant,
} satisfies Fields<Forgetting>);

export const forgotten = z.object({ at: instant, until: instant.nullable() });
