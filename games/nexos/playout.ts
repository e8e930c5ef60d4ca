// Random playouts of Nexos: rejection sampling while legal placements are common.
// Once legal placements are rare, they are listed instead.
import type { Playout } from '../game.ts';
import type { Random } from '../kit/random.ts';
import { boardOf, hasPlaced, isAttached, type NexosBoard, type Placed, findPlacement, put } from './board.ts';
import { type Hue, HUES, nextHue } from './colours.ts';
import { hasRetired, type NexosMove, type NexosPosition, outcome, outcomeWith, scoresOf } from './rules.ts';
import { must } from '../kit/assert.ts';
import { claiming, markGroup, pieceNumbers, placements } from './pieces.ts';

/** Blind draws before the placements are listed, as a share of them: a listing costs about as much as that many draws. */
const SHARE = 0.1;

/** A game under way. */
export interface PlayoutState {
  readonly board: NexosBoard;
  /** 1 for every placement that claims a point already claimed. */
  readonly dead: Uint8Array;
  /** The first `count` are the placements not yet found dead, in no order. */
  readonly open: Uint16Array;
  count: number;
}

const everyPlacement = Uint16Array.from(placements.keys());

export function tableOf(placed: readonly Placed[]): PlayoutState {
  const dead = new Uint8Array(placements.length);
  const table: PlayoutState = { board: boardOf([]), dead, open: everyPlacement.slice(), count: everyPlacement.length };
  for (const each of placed) lay(table, each);
  return table;
}

/** Puts a piece down, and marks everything that it makes impossible for any colour. */
export function lay({ board, dead }: PlayoutState, next: Placed): void {
  put(board, next);
  for (const point of findPlacement(next.placement).claims) markGroup(dead, claiming, point);
}

/** Is it in the colour's hand, and does it join its net? */
const suits = (board: NexosBoard, hue: Hue, placement: number): boolean =>
  !hasPlaced(board, hue, pieceNumbers[placement] ?? 0) && isAttached(board, hue, placement);

/** The last of the open placements takes the place of one that is open no more. */
function close(table: PlayoutState, at: number): void {
  table.count -= 1;
  table.open[at] = table.open[table.count] ?? 0;
}

/** All legal placements of a colour. */
function listed(table: PlayoutState, hue: Hue): number[] {
  const { board, dead, open } = table;
  const legal: number[] = [];
  for (let at = 0; at < table.count;) {
    const placement = open[at] ?? 0;
    if (dead[placement] === 1) {
      close(table, at);
      continue;
    }
    if (suits(board, hue, placement)) legal.push(placement);
    at += 1;
  }
  return legal;
}

/**
 * One of the legal placements of a colour, each as likely as the other; null where there is none.
 * Drawing among all and drawing again where it is not legal is fair to the legal ones; so is drawing from the list when luck fails.
 */
export function randomPlacement(table: PlayoutState, hue: Hue, rng: Random): number | null {
  const { board, dead, open } = table;
  for (let tries = table.count * SHARE; tries > 0 && table.count > 0; tries--) {
    const at = rng.below(table.count);
    const placement = open[at] ?? 0;
    if (dead[placement] === 1) close(table, at);
    else if (suits(board, hue, placement)) return placement;
  }
  const legal = listed(table, hue);
  return legal.length === 0 ? null : (legal[rng.below(legal.length)] ?? null);
}

export const randomMove = ({ placed, turn }: NexosPosition, rng: Random): NexosMove => ({
  placement: must(
    randomPlacement(tableOf(placed), must(turn, 'the game is not over'), rng),
    'whose turn it is can place',
  ),
});

export function playout(position: NexosPosition, rng: Random): Playout {
  const over = outcome(position);
  if (over !== null) return { outcome: over, plies: 0 };
  const table = tableOf(position.placed);
  const playing = HUES.map((_, hue) => !hasRetired(position, hue));
  const placed = [...position.placed];
  // A colour that cannot place will never place again.
  for (let hue = position.due; playing.includes(true); hue = nextHue(hue)) {
    const placement = playing[hue] === true ? randomPlacement(table, hue, rng) : null;
    if (placement === null) {
      playing[hue] = false;
      continue;
    }
    const next = { hue, placement };
    lay(table, next);
    placed.push(next);
  }
  return { outcome: outcomeWith(position, 'blocked', scoresOf(placed)), plies: placed.length - position.placed.length };
}
