// The schema of an open challenge on disk.
import { z } from 'zod';
import type { Seek } from '#core/seeks/seek.ts';
import { type Fields, instant, namedTime, userid } from './schema-parts.ts';

export const seek = z.object({
  number: z.number().int().positive(),
  userid,
  game: z.string(),
  setup: z.record(z.string(), z.string()),
  time: namedTime.nullable(),
  isRated: z.boolean().nullable(),
  rating: z.object({ least: z.number(), most: z.number() }).nullable(),
  code: z.string().nullable(),
  games: z.number().int().positive(),
  boards: z.array(z.number().int().positive()).nullable(),
  isRobotOffered: z.boolean(),
  opened: instant,
  since: instant,
  wake: instant,
} satisfies Fields<Seek>);
