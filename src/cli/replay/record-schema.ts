// The schema of a game's record (docs/record-format.md).
// test/docs/record-format.test.ts makes docs/record.schema.json of it.
import { z } from 'zod';
import { no, ok, type Result } from '#games/kit/result.ts';
import { type GameRecord, RECORD_FORMAT, RECORD_VERSION } from '#core/board/game-record.ts';

const at = z.iso.datetime();
const index = z.number().int().nonnegative();
const number = z.number().int().positive();

const entry = z.union([
  z.object({ move: z.string().min(1), colour: z.string(), by: index, at }),
  z.object({ swap: index, at }),
  z.object({ retire: index, why: z.enum(['resigned', 'out-of-time', 'absent', 'voided']), at }),
  z.object({ takeBack: index, at }),
  z.object({ draw: z.literal(true), at }),
]);

export const recordSchema = z.object({
  format: z.literal(RECORD_FORMAT),
  version: z.literal(RECORD_VERSION),
  game: z.string(),
  board: number,
  setup: z.record(z.string(), z.string()),
  swap: z.boolean(),
  rated: z.boolean(),
  players: z.array(z.string().nullable()).min(1),
  opened: at,
  begun: at,
  from: z.object({ board: number, moves: index }).nullable(),
  tournament: z.object({ number, round: number }).nullable(),
  record: z.array(entry),
  result: z
    .object({
      reason: z.string(),
      ranks: z.array(number),
      holders: z.array(index),
      scores: z.record(z.string(), z.number()).nullable(),
      ended: at,
    })
    .nullable(),
}) satisfies z.ZodType<GameRecord>;

/** The record a text holds, or what is wrong with it. What a later version adds is passed over. */
export function parseRecord(text: string): Result<GameRecord, string> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return no('This is no JSON.');
  }
  const checked = recordSchema.safeParse(value);
  if (checked.success) return ok(checked.data);
  const [issue] = checked.error.issues;
  return no(`This is no record of a game: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}.`);
}
