// Replays the record of a game by the rules alone, and checks the result that it names.
// test/docs/record-format.test.ts makes docs/record.schema.json of its schema.
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { type GameRecord, RECORD_FORMAT, RECORD_VERSION, type RecordEntry } from '#core/board/game-record.ts';
import { isVoid } from '#core/board/match.ts';
import type { Sentences } from '#core/kernel/sentence.ts';
import { type Result, no, ok } from '#games/kit/result.ts';
import { SWAP } from '#games/kit/swap.ts';
import { lookUpGame } from '#games/registry/index.ts';
import {
  type RecordOptions,
  type Replay,
  type ReplayRecord,
  beginReplay,
  createPositionRecord,
  createRefusalRecord,
  playNext,
} from '../shell/game-replay.ts';
import { Misuse, valueOf } from '../shell/verb.ts';

/** The record in the file that one of the names is, and the names with the game in its place. null: there is no file among them. */
export async function readNamedRecord(
  names: readonly string[],
): Promise<{ readonly record: GameRecord; readonly names: readonly string[] } | null> {
  const file = names.find(name => name.endsWith('.json'));
  if (file === undefined) return null;
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new Misuse(`${file} cannot be read: ${(error as Error).message}`);
  });
  const record = valueOf(parseRecord(text));
  return { record, names: names.map(name => (name === file ? record.game : name)) };
}

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

const SWAP_ON = [SWAP, true] as const;

/** The state of a game while its record is replayed. */
interface Standing {
  /** The positions before each move that was not taken back, and the present one. */
  readonly course: readonly Replay[];
  readonly now: Replay;
  readonly isDrawn: boolean;
}

interface RecordReplayed {
  readonly lines: readonly ReplayRecord[];
  /** null: the record is none of its game. */
  readonly replay: Replay | null;
}

export function replayRecord(record: GameRecord, extras: RecordOptions, sentences: Sentences): RecordReplayed {
  const game = lookUpGame(record.game)?.game ?? null;
  if (game === null) return { lines: [recordFault(0, `There is no game '${record.game}'.`)], replay: null };
  const swap = record.swap && game.swapAfter !== null ? [SWAP_ON] : [];
  const begun = beginReplay(game, [...Object.entries(record.setup), ...swap], null);
  if (!begun.ok) return { lines: [createRefusalRecord(sentences, 0, '', begun.reason)], replay: null };
  const lines: ReplayRecord[] = [{ ply: 0, ...createPositionRecord(begun.value, extras) }];
  let standing: Standing = { course: [], now: begun.value, isDrawn: false };
  for (const entry of record.record) {
    const next = playEntry(standing, entry, sentences);
    if ('error' in next) return { lines: [...lines, next.error], replay: null };
    standing = next;
    lines.push(lineOf(record, entry, standing, extras));
  }
  const wrong = findDifference(record, standing);
  return wrong === null
    ? { lines, replay: standing.now }
    : { lines: [...lines, recordFault(standing.now.ply, wrong)], replay: null };
}

/** What is wrong with a record beside its moves. */
export function recordFault(ply: number, message: string): ReplayRecord {
  const code = 'record';
  return { ply, error: { code, message } };
}

function playEntry(
  { course, now, isDrawn }: Standing,
  entry: RecordEntry,
  sentences: Sentences,
): Standing | { readonly error: ReplayRecord } {
  if (isDrawn) return { error: recordFault(now.ply, 'The players had agreed on a draw before.') };
  if ('move' in entry || 'swap' in entry) {
    const text = 'move' in entry ? entry.move : SWAP;
    const played = playNext(now, text);
    if (!played.ok) return { error: createRefusalRecord(sentences, now.ply + 1, text, played.reason) };
    const { next, line } = played.value;
    if ('swap' in entry) return { course, now: next, isDrawn };
    if (entry.colour !== line['by']) return { error: recordFault(next.ply, `It was not ${entry.colour}'s turn.`) };
    return { course: [...course, now], now: next, isDrawn };
  }
  if ('takeBack' in entry) {
    const then = course[entry.takeBack];
    if (then === undefined)
      return { error: recordFault(now.ply, `There are no ${entry.takeBack + 1} moves to go back to.`) };
    return { course: course.slice(0, entry.takeBack), now: then, isDrawn };
  }
  if ('retire' in entry) {
    if (entry.retire >= now.game.seats(now.setup).length)
      return { error: recordFault(now.ply, `There is no seat ${entry.retire}.`) };
    return { course, now: { ...now, position: now.game.retire(now.position, entry.retire) }, isDrawn };
  }
  return { course, now, isDrawn: true };
}

function lineOf(
  { players }: GameRecord,
  entry: RecordEntry,
  { now, isDrawn }: Standing,
  extras: RecordOptions,
): ReplayRecord {
  const stands = {
    ...createPositionRecord(now, extras),
    ...(isDrawn ? { toMove: null, status: 'over', winner: null, reason: 'agreed' } : {}),
  };
  const { ply } = now;
  if ('move' in entry) return { ply, by: entry.colour, move: now.moves.at(-1)?.text ?? entry.move, ...stands };
  if ('takeBack' in entry) return { ply, takeBack: entry.takeBack, ...stands };
  if ('swap' in entry) return { ply, swap: players[entry.swap] ?? null, ...stands };
  // A game knows only that a player gave up. The record knows why.
  if ('retire' in entry) {
    const reason = now.game.outcome(now.position) === null ? {} : { reason: entry.why };
    return { ply, retire: now.game.seats(now.setup)[entry.retire]?.colours.join('+') ?? '', ...stands, ...reason };
  }
  return { ply, draw: true, ...stands };
}

/** What the record, and not its moves, says about the end. null: nothing. */
function findDifference({ result }: GameRecord, { now, isDrawn }: Standing): string | null {
  const outcome = now.game.outcome(now.position);
  const isOver = outcome !== null || isDrawn;
  if ((result !== null) !== isOver)
    return `The record says that the game ${result === null ? 'goes on' : 'is over'}; by its moves it is not so.`;
  // The rules of the game know neither agreed draws nor void games.
  if (result === null || outcome === null || isDrawn || isVoid(result.reason)) return null;
  return outcome.ranks.join() === result.ranks.join()
    ? null
    : `The record names another result than the places ${outcome.ranks.join(', ')}.`;
}
