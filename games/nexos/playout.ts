// Random playouts of Nexos: rejection sampling while legal placements are common.
// Once legal placements are rare, they are listed instead.
import type { Playout } from '../game.ts';
import type { Random } from '../kit/random.ts';
import { createBoard, hasPlaced, isAttached, type NexosBoard, type Placed, placePiece } from './board.ts';
import { type Hue, HUES, nextHue } from './lattice.ts';
import { hasRetired, type NexosMove, type NexosPosition, outcome, createOutcome, countPoints } from './rules.ts';
import { must } from '../kit/assert.ts';
import { PLACEMENT_COUNT, claimingGroups, findPlacement, markGroup, pieceNumbers } from './pieces.ts';

/** The number of random draws before the placements are listed, as a share of the open ones. A listing costs about as much. */
const DRAW_SHARE = 0.1;

interface PlayoutState {
  readonly board: NexosBoard;
  /** 1 for every placement with a point that is claimed already. */
  readonly dead: Uint8Array;
  /** The first `count` entries are the placements that may still be possible, in no order. */
  readonly open: Uint16Array;
  count: number;
}

const everyPlacement = Uint16Array.from({ length: PLACEMENT_COUNT }, (_, placement) => placement);

export function createState(placed: readonly Placed[]): PlayoutState {
  const dead = new Uint8Array(PLACEMENT_COUNT);
  const state: PlayoutState = {
    board: createBoard([]),
    dead,
    open: everyPlacement.slice(),
    count: everyPlacement.length,
  };
  for (const each of placed) placeAndMark(state, each);
  return state;
}

/** Places a piece, and marks the placements that it makes impossible. */
export function placeAndMark({ board, dead }: PlayoutState, next: Placed): void {
  placePiece(board, next);
  for (const point of findPlacement(next.placement).claims) markGroup(dead, claimingGroups(), point);
}

/** Whether the piece is in the colour's hand and touches its net. */
const isPlayable = (board: NexosBoard, hue: Hue, placement: number): boolean =>
  !hasPlaced(board, hue, pieceNumbers[placement] ?? 0) && isAttached(board, hue, placement);

/** Removes an open placement: the last one takes its place. */
function removeOpen(state: PlayoutState, at: number): void {
  state.count -= 1;
  state.open[at] = state.open[state.count] ?? 0;
}

function listLegal(state: PlayoutState, hue: Hue): number[] {
  const { board, dead, open } = state;
  const legal: number[] = [];
  for (let at = 0; at < state.count;) {
    const placement = open[at] ?? 0;
    if (dead[placement] === 1) {
      removeOpen(state, at);
      continue;
    }
    if (isPlayable(board, hue, placement)) legal.push(placement);
    at += 1;
  }
  return legal;
}

/**
 * Draws a legal placement of a colour, all with equal probability. null: there is none.
 * Uses rejection sampling first, and lists the legal placements if that fails.
 */
export function drawPlacement(state: PlayoutState, hue: Hue, rng: Random): number | null {
  const { board, dead, open } = state;
  for (let tries = state.count * DRAW_SHARE; tries > 0 && state.count > 0; tries--) {
    const at = rng.below(state.count);
    const placement = open[at] ?? 0;
    if (dead[placement] === 1) removeOpen(state, at);
    else if (isPlayable(board, hue, placement)) return placement;
  }
  const legal = listLegal(state, hue);
  return legal.length === 0 ? null : (legal[rng.below(legal.length)] ?? null);
}

export const drawMove = ({ placed, turn }: NexosPosition, rng: Random): NexosMove => ({
  placement: must(
    drawPlacement(createState(placed), must(turn, 'the game is not over'), rng),
    'whose turn it is can place',
  ),
});

export function playRandomGame(position: NexosPosition, rng: Random): Playout {
  const over = outcome(position);
  if (over !== null) return { outcome: over, plies: 0 };
  const state = createState(position.placed);
  const playing = HUES.map((_, hue) => !hasRetired(position, hue));
  const placed = [...position.placed];
  // A colour that cannot place will never place again.
  for (let hue = position.due; playing.includes(true); hue = nextHue(hue)) {
    const placement = playing[hue] === true ? drawPlacement(state, hue, rng) : null;
    if (placement === null) {
      playing[hue] = false;
      continue;
    }
    const next = { hue, placement };
    placeAndMark(state, next);
    placed.push(next);
  }
  return {
    outcome: createOutcome(position, 'blocked', countPoints(placed)),
    plies: placed.length - position.placed.length,
  };
}
