// Decides when the swap rule lets the player to move swap.
import type { Refusal } from './refusal.ts';

/** What the swap rule needs to know of a game. */
export interface SwapState {
  /** The number of moves after which the next player may swap. null: the game is played without swap. */
  readonly swapAfter: number | null;
  /** Moves played so far. */
  readonly moves: number;
  readonly hasSwapped: boolean;
}

/** The word for a swap, in place of a move. No move has this form. */
export const SWAP = 'swap';

/** Why the player to move may not swap. null: they may. */
export function findSwapRefusal({ swapAfter, moves, hasSwapped }: SwapState): Refusal | null {
  if (swapAfter === null) return { code: 'swap-not-on', parts: {} };
  if (moves < swapAfter) return { code: 'swap-too-early', parts: { after: swapAfter } };
  return moves > swapAfter || hasSwapped ? { code: 'swap-too-late', parts: { after: swapAfter } } : null;
}
