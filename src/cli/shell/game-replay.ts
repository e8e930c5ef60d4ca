// Makes the records that `nexpost replay` prints, from positions and moves of any game.
import type { AnyGame, GameForFile, GivenOptions, Opaque, Outcome, Setup } from '#games/game.ts';
import type { Refusal } from '#games/kit/refusal.ts';
import { no, ok, type Result } from '#games/kit/result.ts';
import { say, type Sentences } from '#core/kernel/sentence.ts';

/** What a replay is asked to add to every record. */
export interface RecordOptions {
  readonly count: boolean;
  readonly hash: boolean;
}

/** A game under way: where it stands and how it came there. */
export interface Replay {
  readonly game: AnyGame;
  readonly setup: Setup;
  readonly position: Opaque;
  readonly ply: number;
  /** Played since it began. */
  readonly moves: GameForFile<Opaque>['moves'];
}

/** A JSON object of the output, keys in the order of printing. */
export type ReplayRecord = Readonly<Record<string, unknown>>;

/** Begins a game at the start position, or at the one a text describes. */
export function beginReplay(game: AnyGame, given: GivenOptions, text: string | null): Result<Replay, Refusal> {
  const setup = game.setup(given);
  if (!setup.ok) return setup;
  if (text === null) return ok({ game, setup: setup.value, position: game.start(setup.value), ply: 0, moves: [] });
  const read = game.decode(setup.value, text);
  return read.ok ? ok({ game, setup: setup.value, position: read.value, ply: 0, moves: [] }) : no(read.reason);
}

/** The next move, as typed. */
export function playNext(
  replay: Replay,
  text: string,
): Result<{ readonly next: Replay; readonly line: ReplayRecord }, Refusal> {
  const { game, position } = replay;
  const move = game.parse(position, text);
  if (!move.ok) return no(move.reason);
  const by = game.toMove(position) ?? '';
  const canonical = game.format(position, move.value);
  const moves = [...replay.moves, { colour: by, text: canonical }];
  const next = { ...replay, position: game.play(position, move.value), ply: replay.ply + 1, moves };
  const line = { ply: next.ply, by, move: canonical };
  return ok({ next, line });
}

/** The colours of the seat alone in first place, joined by +; null for a draw. */
function winnerOf({ game, setup }: Replay, outcome: Outcome): string | null {
  const first = game.seats(setup).filter((_, seat) => outcome.ranks[seat] === 1);
  const [alone] = first;
  return alone === undefined || first.length > 1 ? null : alone.colours.join('+');
}

/** The file of the game as it stands, for other programs; null: there is none of this game. */
export function writeGameFile({ game, setup, position, moves }: Replay): string | null {
  const outcome = game.outcome(position);
  const course = { position, setup, moves, players: [], swappedAfter: null, outcome, date: null };
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

/** Where a game stands: what every record ends with. */
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
