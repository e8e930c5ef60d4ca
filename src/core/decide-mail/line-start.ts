// What a line of a mail starts from: the board its writer looks at, and what the lines above it have proposed.
import { gameOf, matchStateOf } from '../matches/match.ts';
import type { MatchState } from '../matches/match-state.ts';
import type { Event } from '../state/events.ts';
import type { MatchRef } from '../state/documents.ts';
import type { State } from '../state/state.ts';
import type { LineStart } from './mail-state.ts';

/** The start of the next line: whoever has moves taken back and plays in one mail looks at the board that comes of it. */
export function startBehind(
  { board, proposedAt }: LineStart,
  events: readonly Event[],
  { before, after }: { readonly before: State; readonly after: State },
): LineStart {
  const continued = events.flatMap(event => (event.kind === 'match-continued' ? [event] : []));
  if (continued.length === 0) return { board, proposedAt };
  const isOpen = (ref: MatchRef): boolean => (standingIn(after, ref)?.proposal ?? null) !== null;
  const seen = board === null ? null : standingIn(before, board.match);
  const stands = board === null ? null : standingIn(after, board.match);
  const hasTakenBack =
    seen !== null &&
    stands !== null &&
    board?.takeBacks === seen.takeBacks.length &&
    stands.takeBacks.length > seen.takeBacks.length;
  return {
    proposedAt: [...proposedAt, ...continued.map(({ match }) => match)].filter(isOpen),
    board:
      board === null || !hasTakenBack
        ? board
        : { ...board, ply: stands.plies.length, takeBacks: stands.takeBacks.length },
  };
}

function standingIn(state: State, ref: MatchRef): MatchState | null {
  const match = state.match(ref);
  return match === null ? null : matchStateOf(gameOf(state, match), match);
}
