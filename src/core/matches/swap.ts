// Swaps sides: the player to move takes the side that has just moved.
// A swap is possible once, early in the game, if the challenge allowed it.
import { type ActorContext, allow, type Decision, deny } from '../decision/decision.ts';
import type { MatchRef } from '../kernel/documents.ts';
import { chooseComment, requireToMove } from './require-match.ts';
import { findLapsedNews } from '../board/proposals.ts';
import { turnOf, playerName, addToRecord, type LoadedMatch } from '../board/match.ts';
import { refused, type Refused } from '../kernel/refusal.ts';
import { findSwapRefusal as findRefusal } from '#games/kit/swap.ts';

/** Exchanges the players. Colours and stones stay. */
export function swapSides(context: ActorContext, ref: MatchRef): Decision {
  const table = requireToMove(context, ref);
  if (!table.ok) return table;
  const { game, match, matchState, actor } = table.value;
  const turn = turnOf(game, match, matchState);
  const player = turn === null ? '' : playerName(match.players[turn.player]);
  const reason = findSwapRefusal(table.value);
  if (reason !== null) return deny(reason, ref);
  if (player !== actor) return deny(refused('not-your-turn', { player, colour: turn?.colour.title ?? '' }), ref);
  const isPrepared = context.isPrepared === true ? { isPrepared: true as const } : {};
  const after = matchState.plies.length;
  const { record } = addToRecord(game, match, { kind: 'swap', after, ...isPrepared, at: context.now });
  const comment = chooseComment(context, match);
  return allow(
    [{ kind: 'match-continued', match: ref, record, comment, over: false }],
    [{ code: 'swapped', parts: { player: actor } }, ...findLapsedNews(table.value)].map(news => ({
      ...{ kind: 'board-changed', match: ref, occasion: 'position', movedBy: actor, news },
    })),
  );
}

/** Why the player to move may not swap, now or after some moves more. null: they may. */
export function findSwapRefusal({ game, match, matchState }: LoadedMatch, more = 0): Refused | null {
  const swapAfter = match.swap ? game.swapAfter : null;
  return findRefusal({ swapAfter, moves: matchState.plies.length + more, hasSwapped: matchState.swapped !== null });
}

/** May the player to move swap now? */
export const maySwap = (table: LoadedMatch): boolean => findSwapRefusal(table) === null;

/** Is a swap possible, but only after more than one move? */
export const isSwapAhead = (table: LoadedMatch): boolean => findSwapRefusal(table, 1)?.code === 'swap-too-early';

/** May the other side swap after the next move, and so take it over? */
export const mayBeSwapped = (table: LoadedMatch): boolean => findSwapRefusal(table, 1) === null;
