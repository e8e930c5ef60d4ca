// The opening of a board: the game's first position, or a position of another board.
// The moves that lead to another board's position become the first moves of the new board.
import { no, ok, type Result } from '#games/kit/result.ts';
import type { Setup } from '#games/game.ts';
import type { Denied } from '../decision/decision.ts';
import { refused } from '../kernel/refusal.ts';
import type { Entry, Match } from '../board/match-document.ts';
import type { Instant } from '../kernel/time.ts';
import type { MatchRef } from '../kernel/documents.ts';
import type { State } from '../kernel/state.ts';
import { cutLine, resolvePly } from '../board/line.ts';
import { loadMatch } from './require-match.ts';

/** A position of another board, after `ply` moves. null: the present position. */
export interface OpeningSource {
  readonly match: MatchRef;
  readonly ply: number | null;
}

export interface BoardOpening {
  readonly setup: Setup;
  readonly record: readonly Entry[];
  readonly from: NonNullable<Match['from']> | null;
}

export const startAtFirstPosition = (setup: Setup): BoardOpening => ({ setup, record: [], from: null });

/** Copies the moves of the other board up to that position, made at this instant. Swaps are not copied. */
export function findOpening(
  state: State,
  { match: ref, ply }: OpeningSource,
  now: Instant,
): Result<BoardOpening, Denied> {
  const table = loadMatch(state, ref);
  if (!table.ok) return table;
  const { game, match, matchState } = table.value;
  const parts = { game: game.title, number: ref.number };
  const last = matchState.plies.length;
  const wantedPly = resolvePly(last, ply);
  if (wantedPly === null || (wantedPly === last && matchState.outcome !== null))
    return no({ refused: refused('from-beyond', { ...parts, last, ply: ply ?? last }), match: ref });
  const line = cutLine(matchState.line, wantedPly);
  if (line.some(({ kind }) => kind === 'retire')) return no({ refused: refused('from-retired', parts), match: ref });
  const record = line.flatMap(entry =>
    entry.kind === 'move' ? [{ kind: entry.kind, text: entry.text, at: now }] : [],
  );
  return ok({ setup: match.setup, record, from: { number: ref.number, ply: wantedPly } });
}

/** The opening of another board, to be used once more. */
export const copyOpening = ({ setup, record, from }: Match, now: Instant): BoardOpening => ({
  setup,
  record: record.slice(0, from?.ply ?? 0).map(entry => ({ ...entry, at: now })),
  from: from ?? null,
});
