// Games at the terminal: boards as text, records for `nexpost replay`, and the games of GTP.
import type { Writable } from 'node:stream';
import { type Sentences, say } from '#core/kernel/sentence.ts';
import { renderAnsi, renderAscii, renderTrays, signsExplained } from '#core/writing/picture/text.ts';
import { parseSwapOption } from '#core/language/command.ts';
import type { AnyGame, GameForFile, GivenOptions, Opaque, Outcome, Setup } from '#games/game.ts';
import type { Picture } from '#games/kit/picture.ts';
import type { Refusal } from '#games/kit/refusal.ts';
import { type Result, no, ok } from '#games/kit/result.ts';
import { SWAP, findSwapRefusal } from '#games/kit/swap.ts';
import { games } from '#games/registry/index.ts';
import { isTerminal } from './verb.ts';

/** What a replay is asked to add to every record. */
export interface RecordOptions {
  readonly count: boolean;
  readonly hash: boolean;
}

/** A game in progress: its position and its moves. */
export interface Replay {
  readonly game: AnyGame;
  readonly setup: Setup;
  readonly position: Opaque;
  readonly ply: number;
  /** Played since it began. */
  readonly moves: GameForFile<Opaque>['moves'];
  /** The number of moves after which the next player may swap. null: no player may. */
  readonly swapAfter: number | null;
  /** The number of moves before the swap. null: the players have not swapped. */
  readonly swappedAfter: number | null;
}

/** A JSON object of the output, keys in the order of printing. */
export type ReplayRecord = Readonly<Record<string, unknown>>;

/** Begins a game at the start position, or at the one a text describes. The option -swap allows a swap in a game from the start. */
export function beginReplay(game: AnyGame, given: GivenOptions, text: string | null): Result<Replay, Refusal> {
  const swap = parseSwapOption(game, given);
  if (!swap.ok) return swap;
  const setup = game.setup(given.filter(([name]) => name !== SWAP));
  if (!setup.ok) return setup;
  const read = text === null ? ok(game.start(setup.value)) : game.decode(setup.value, text);
  if (!read.ok) return no(read.reason);
  const swapAfter = swap.value && text === null ? game.swapAfter : null;
  return ok({ game, setup: setup.value, position: read.value, ply: 0, moves: [], swapAfter, swappedAfter: null });
}

/** The game after a swap. It is no ply: the players exchange their colours. */
function playSwap(replay: Replay): Result<{ readonly next: Replay; readonly line: ReplayRecord }, Refusal> {
  const { game, position, ply, swapAfter, swappedAfter } = replay;
  const refusal = findSwapRefusal({ swapAfter, moves: ply, hasSwapped: swappedAfter !== null });
  if (refusal !== null) return no(refusal);
  return ok({ next: { ...replay, swappedAfter: ply }, line: { ply, swap: game.toMove(position) } });
}

/** The next move, as typed, or `swap`. */
export function playNext(
  replay: Replay,
  text: string,
): Result<{ readonly next: Replay; readonly line: ReplayRecord }, Refusal> {
  const { game, position } = replay;
  if (replay.swapAfter !== null && text.trim().toLowerCase() === SWAP) return playSwap(replay);
  const move = game.parse(position, text);
  if (!move.ok) return no(move.reason);
  const by = game.toMove(position) ?? '';
  const canonical = game.format(position, move.value);
  const moves = [...replay.moves, { colour: by, text: canonical }];
  const next = { ...replay, position: game.play(position, move.value), ply: replay.ply + 1, moves };
  const line = { ply: next.ply, by, move: canonical };
  return ok({ next, line });
}

/** The colours of the seat alone in first place, joined by +. null: a draw. */
function winnerOf({ game, setup }: Replay, outcome: Outcome): string | null {
  const first = game.seats(setup).filter((_, seat) => outcome.ranks[seat] === 1);
  const [alone] = first;
  return alone === undefined || first.length > 1 ? null : alone.colours.join('+');
}

/** The file of the present game, for other programs. null: this game has no file format. */
export function writeGameFile({ game, setup, position, moves, swappedAfter }: Replay): string | null {
  const outcome = game.outcome(position);
  const course = { position, setup, moves, players: [], swappedAfter, outcome, date: null };
  return game.record?.write(course).trimEnd() ?? null;
}

/** FNV-1a, 32 bits, of a text of ASCII letters. */
function hashText(text: string): number {
  let hash = 2166136261;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 16777619);
  return hash;
}

function hashOfMoves({ game, position }: Replay): number {
  let sum = 0;
  for (const move of game.moves(position)) sum = (sum + hashText(game.format(position, move))) | 0;
  return sum >>> 0;
}

/** The state of a game, with which every record ends. */
export function createPositionRecord(replay: Replay, extras: RecordOptions): ReplayRecord {
  const { game, position } = replay;
  const outcome = game.outcome(position);
  return {
    toMove: game.toMove(position),
    status: outcome === null ? 'playing' : 'over',
    winner: outcome === null ? null : winnerOf(replay, outcome),
    ...(outcome === null ? {} : { reason: outcome.reason }),
    ...(outcome?.scores ? { scores: outcome.scores } : {}),
    ...(extras.count ? { legal: game.countMoves(position), position: game.encode(position) } : {}),
    ...(extras.hash ? { legalHash: hashOfMoves(replay) } : {}),
  };
}

/** The record of a refusal: the ply it would have been, the text as typed. */
export const createRefusalRecord = (
  sentences: Sentences,
  ply: number,
  text: string,
  reason: Refusal,
): ReplayRecord => ({
  ply,
  move: text,
  error: { code: reason.code, message: say(sentences, reason) },
});

const formatValue = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** A line for people. */
export function formatTextLine(line: ReplayRecord): string {
  const { game, ply, by, move, error, ...rest } = line;
  if (game !== undefined) return `Game ${formatValue(game)}`;
  const made = move === undefined ? '' : `${by === undefined ? '' : `${formatValue(by)} `}${formatValue(move)}`;
  const head = ply === 0 ? 'Start' : `${formatValue(ply)}. ${made}`.trimEnd();
  if (error !== undefined) return `${ply === 0 ? '' : `${head}: `}${(error as { message: string }).message}`;
  const told = Object.entries(rest).filter(([name, value]) => value !== null && name !== 'status');
  return `${head}  (${told.map(([name, value]) => `${name}: ${formatValue(value)}`).join(', ')})`;
}

/** A terminal, unless NO_COLOR is set (no-color.org). */
export const hasColour = (out: Writable): boolean => isTerminal(out) && (process.env['NO_COLOR'] ?? '') === '';

const WIDTH = 78;

export const formatBoard = (picture: Picture, sentences: Sentences, inColour: boolean): readonly string[] => [
  ...(inColour ? renderAnsi : renderAscii)(picture),
  ...renderTrays(picture.trays, WIDTH, sentences),
  ...[...signsExplained(picture), ...picture.notes].map(note => say(sentences, note)),
];

/** A sentence with the games. */
export const listGtpGames = (): string =>
  `GTP is for ${games
    .filter(({ gtp }) => gtp !== null)
    .map(({ name }) => name)
    .join(', ')}.`;
