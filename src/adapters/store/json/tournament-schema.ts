// The schema of a tournament on disk.
import { z } from 'zod';
import { TOURNAMENT_KINDS } from '#core/tournaments/tournament.ts';
import type { Series, Tournament } from '#core/state/documents.ts';
import { type Fields, instant, time, userid } from './schema-parts.ts';

const terms = {
  game: z.string(),
  setup: z.record(z.string(), z.string()),
  kind: z.enum(TOURNAMENT_KINDS),
  time,
  isRated: z.boolean(),
  name: z.string().nullable(),
  poolSize: z.number().int().positive(),
  rounds: z.number().int().positive().nullable(),
  entries: z.number().int().positive().nullable(),
};

export const series = z.object({
  id: z.string(),
  every: z.enum(['week', 'month']),
  terms: z.object(terms satisfies Fields<Series['terms']>),
  entrants: z.array(userid),
  last: z.number().int().positive().nullable(),
  wake: instant.nullable(),
} satisfies Fields<Series>);

export const tournament = z.object({
  number: z.number().int().positive(),
  ...terms,
  starts: instant.nullable(),
  organiser: userid.nullable(),
  series: z.string().nullable(),
  state: z.enum(['open', 'running', 'over', 'cancelled']),
  opened: instant,
  entrants: z.array(
    z.object({ userid, rating: z.number(), pool: z.number().int().nonnegative(), hasLeft: z.boolean() }),
  ),
  pairings: z.array(
    z.object({
      round: z.number().int().positive(),
      place: z.number().int().nonnegative(),
      first: z.number().int().nonnegative(),
      second: z.number().int().nonnegative().nullable(),
      board: z.number().int().positive().nullable(),
      result: z.enum(['first', 'second', 'draw', 'nobody']).nullable(),
    }),
  ),
  hasNews: z.boolean(),
  hasDailyNews: z.boolean(),
  daily: instant,
  wake: instant.nullable(),
} satisfies Fields<Tournament>);
