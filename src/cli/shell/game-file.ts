// Reads game files, records and SGF, and replays them by the rules. Says what another file is.
// test/docs/record-format.test.ts makes docs/record.schema.json of its schema.
import { createReadStream } from 'node:fs';
import * as z from 'zod';
import { type GameRecord, RECORD_FORMAT, RECORD_VERSION, type RecordEntry } from '#core/board/game-record.ts';
import { isVoid } from '#core/board/match.ts';
import type { Sentences } from '#core/kernel/sentence.ts';
import { type AnyGame, type GameFromFile, type SgfNode, findSeat } from '#games/game.ts';
import { reasonOf } from '#games/kit/assert.ts';
import { shorten } from '#games/kit/refusal.ts';
import { type Result, no, ok } from '#games/kit/result.ts';
import { SWAP } from '#games/kit/swap.ts';
import { findGame, games } from '#games/registry/index.ts';
import { readMainLine } from '#games/sgf.ts';
import {
  type RecordOptions,
  type Replay,
  type ReplayRecord,
  beginReplay,
  createPositionRecord,
  createRefusalRecord,
  playNext,
} from './game-replay.ts';

/** Far above any game. */
const MAX_BYTES = 1_000_000;

/** What a text is by its beginning. Bytes that are no UTF-8 are U+FFFD in it. */
const KINDS: readonly (readonly [start: RegExp, name: string])[] = [
  [/^$/, 'empty'],
  [/^(?:\ufffdPNG|\ufffd{4}|GIF8|BM[^]{1,4}\0|RIFF[^]{1,4}WEBP|<svg)/, 'a picture'],
  [/^(?:PK\x03\x04|\x1f\ufffd|7z\ufffd|Rar!)/, 'an archive, which has to be unpacked first'],
  [/^%PDF/, 'a PDF document'],
  [/^</, 'a web page or XML'],
  [/\0/, 'no text in UTF-8'],
];

const findKind = (text: string): string | null => KINDS.find(([start]) => start.test(text.slice(0, 1000)))?.[1] ?? null;

/** Reads the text of a file, or says why it cannot. */
export async function readGameFile(file: string): Promise<Result<string, string>> {
  try {
    const bytes = Buffer.concat(await createReadStream(file, { end: MAX_BYTES }).toArray());
    if (bytes.length > MAX_BYTES) return no(`${file} has more than ${MAX_BYTES} bytes.`);
    return ok(bytes.toString('utf8').trim());
  } catch (error) {
    const reason = reasonOf(error);
    if (/^ENO(?:ENT|TDIR)/.test(reason)) return no(`There is no file ${file}.`);
    return no(reason.startsWith('EISDIR') ? `${file} is a folder.` : `${file} cannot be read: ${reason}.`);
  }
}

/** Whether the text is a JSON record, an SGF or what can be no game. A list of moves does not begin like these. */
export const isRecord = (text: string): boolean => /^[({]/.test(text) || findKind(text) !== null;

/** Numbers of games in SGF. */
const OTHER_GAMES = [null, 'Go', 'Othello', 'chess', null, "Nine Men's Morris", 'backgammon', null, 'shogi'];

/** The game of an SGF. Little Golem writes no GM, but mostly an event that begins with the game: `hex.mc.2010`, `Hex-Size 13.mc`. */
function findSgfGame(root: SgfNode | undefined, named: AnyGame | null): Result<AnyGame, string> {
  const number = root?.get('GM');
  const name = (number ?? /^[a-z]*/i.exec(root?.get('EV') ?? '')?.[0] ?? '').trim().toLowerCase();
  const game = games.find(({ record }) => record?.names.includes(name)) ?? null;
  if (game !== null) return ok(game);
  if (number !== undefined)
    return no(`This is an SGF of ${OTHER_GAMES[Number(number)] ?? `another game, ${shorten(name)}`}.`);
  return named === null ? no('This SGF does not name its game. Name it: nexpost replay hex < FILE') : ok(named);
}

/** Reads a game of SGF. `named`: the game that it must be, and that it is if the file names none. */
export function readSgf(text: string, named: AnyGame | null): Result<GameFromFile & { game: AnyGame }, string> {
  const kind = findKind(text);
  if (kind !== null) return no(`This is ${kind}.`);
  const nodes = readMainLine(text);
  if (!nodes.ok) return nodes;
  const game = findSgfGame(nodes.value[0], named);
  if (!game.ok) return game;
  if (named !== null && game.value !== named)
    return no(`This is an SGF of ${game.value.title}, not of ${named.title}.`);
  const read = game.value.record?.read(nodes.value) ?? no(`${game.value.title} is not written as SGF.`);
  return read.ok ? ok({ ...read.value, game: game.value }) : read;
}

/** Reads a JSON record, or an SGF as such a record. */
export function readRecord(text: string, named: AnyGame | null): Result<ReplayableRecord, string> {
  if (!isRecord(text))
    return no('This is neither a record nor an SGF. A list of moves comes from stdin: replay <game> < FILE');
  if (text.startsWith('{')) {
    const parsed = parseRecord(text);
    if (!parsed.ok || (named?.name ?? parsed.value.game) === parsed.value.game) return parsed;
    return no(`This is the record of a game of ${parsed.value.game}, not of ${named?.name ?? ''}.`);
  }
  const found = readSgf(text, named);
  if (!found.ok) return found;
  const { game, setup, moves, swappedAfter, retired } = found.value;
  const colours = game.colours(setup).map(({ name }) => name);
  const record: RecordEntry[] = moves.map(({ colour, text: move }) => ({ move, colour, by: 0, at: '' }));
  if (swappedAfter !== null) record.splice(swappedAfter, 0, { swap: 1, at: '' });
  if (retired !== null) record.push({ retire: findSeat(game, setup, retired.colour), why: retired.why, at: '' });
  return ok({ game: game.name, setup, swap: swappedAfter !== null, players: colours, record });
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

/** What is replayed of a record. Without a result, that of the moves is taken. */
type ReplayableRecord = Pick<GameRecord, 'game' | 'setup' | 'swap' | 'players' | 'record'> &
  Partial<Pick<GameRecord, 'result'>>;

const SWAP_ON = [SWAP, true] as const;

/** The state of a game while its record is replayed. */
interface Standing {
  /** The positions before each move that was not taken back, and the present one. */
  readonly course: readonly Replay[];
  readonly now: Replay;
  readonly isDrawn: boolean;
}

/** `replay` null: the record is none of its game. */
export function replayRecord(
  read: Result<ReplayableRecord, string>,
  extras: RecordOptions,
  sentences: Sentences,
): { readonly lines: readonly ReplayRecord[]; readonly replay: Replay | null } {
  if (!read.ok) return { lines: [recordFault(0, read.reason)], replay: null };
  const record = read.value;
  const game = findGame(record.game);
  if (game === null) return { lines: [recordFault(0, `There is no game '${record.game}'.`)], replay: null };
  const swap = record.swap && game.swapAfter !== null ? [SWAP_ON] : [];
  const begun = beginReplay(game, [...Object.entries(record.setup), ...swap], null);
  if (!begun.ok) return { lines: [createRefusalRecord(sentences, 0, '', begun.reason)], replay: null };
  const lines: ReplayRecord[] = [{ ply: 0, ...createPositionRecord(begun.value, extras) }];
  let standing: Standing = { course: [], now: begun.value, isDrawn: false };
  for (const entry of record.record) {
    // Some programs let a player give up after the end.
    if ('retire' in entry && game.outcome(standing.now.position) !== null) continue;
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
function recordFault(ply: number, message: string): ReplayRecord {
  const code = 'record';
  return { ply, error: { code, message } };
}

function playEntry(
  { course, now, isDrawn }: Standing,
  entry: RecordEntry,
  sentences: Sentences,
): Standing | { readonly error: ReplayRecord } {
  if (isDrawn) return { error: recordFault(now.ply, 'The players had agreed on a draw before.') };
  if ('move' in entry && ![null, entry.colour].includes(now.game.toMove(now.position)))
    return { error: recordFault(now.ply + 1, `It was not ${entry.colour}'s turn.`) };
  if ('move' in entry || 'swap' in entry) {
    const text = 'move' in entry ? entry.move : SWAP;
    const played = playNext(now, text);
    if (!played.ok) return { error: createRefusalRecord(sentences, now.ply + 1, text, played.reason) };
    const { next } = played.value;
    // A swap is no ply.
    return { course: [...course, now].slice(0, next.ply), now: next, isDrawn };
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
  { players }: ReplayableRecord,
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
function findDifference({ result }: ReplayableRecord, { now, isDrawn }: Standing): string | null {
  if (result === undefined) return null;
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
