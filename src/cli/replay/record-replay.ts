// Replays a record of a game by the rules alone, and checks the result that it names.
import { SWAP } from '#games/kit/swap.ts';
import { lookUpGame } from '#games/registry/index.ts';
import type { GameRecord, RecordEntry } from '#core/board/game-record.ts';
import { isVoid } from '#core/board/match.ts';
import type { Sentences } from '#core/kernel/sentence.ts';
import {
  beginReplay,
  playNext,
  createPositionRecord,
  type RecordOptions,
  createRefusalRecord,
  type Replay,
  type ReplayRecord,
} from '../shell/game-replay.ts';

const SWAP_ON = [SWAP, true] as const;

/** How the game stands while its record is played through. */
interface Standing {
  /** The positions before each move that stands, and the one there is. */
  readonly course: readonly Replay[];
  readonly now: Replay;
  readonly isDrawn: boolean;
}

export interface RecordReplayed {
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
  // Games know of giving up alone; the record knows why.
  if ('retire' in entry) {
    const reason = now.game.outcome(now.position) === null ? {} : { reason: entry.why };
    return { ply, retire: now.game.seats(now.setup)[entry.retire]?.colours.join('+') ?? '', ...stands, ...reason };
  }
  return { ply, draw: true, ...stands };
}

/** What the record says of the end that its moves do not; null: nothing. */
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
