// The first look at a point: won or lost at once, known from the table, or how hard it seems.
import type { Mask } from './masks.ts';
import type { Search } from './state.ts';
import type { Point } from './table.ts';
import { certified, shelfOf, WINS } from './certificates.ts';
import { chainInOne, distance, shortestChain } from './chains.ts';
import { count } from './masks.ts';
import { emptiesOf, laneOf, LEAF, relay, step } from './state.ts';
import { look, LOST, TIGHT, WON } from './table.ts';

const other = (side: 0 | 1): 0 | 1 => (side === 0 ? 1 : 0);

function found(search: Search, verdict: 1 | 2, carrier: Mask, isTight: boolean): void {
  search.verdict = verdict;
  search.carrier = carrier;
  search.isTight = isTight;
}

/** Is it in the table? Then what is known is set. */
function known(search: Search, point: Point): boolean {
  const { table } = search;
  if (!look(table, point)) return false;
  const { win, lose } = table;
  if (win === WON || win === LOST) {
    found(search, win === WON ? 1 : 2, lose & ~TIGHT, (lose & TIGHT) !== 0);
    return true;
  }
  search.verdict = 0;
  search.win = win;
  search.lose = lose;
  return true;
}

/** How fast the odds change with the distance; found by trying. */
const STEEPNESS = 0.5;
/** By the mover's distance less the other's, from -64 on: what a win costs at first, and by the same a loss. */
const ODDS = Float64Array.from({ length: 129 }, (_, i) => 2 ** ((i - 64) * STEEPNESS));

/** How hard the point seems: this only orders the search. */
function guess(search: Search, point: Point, replies: number): void {
  const { mover, other: enemy, neutral, side } = point;
  const empties = emptiesOf(search, point);
  const mine = distance(laneOf(search, side), mover, neutral, empties);
  const theirs = distance(laneOf(search, other(side)), enemy, neutral, empties);
  const odds = ODDS[64 + mine - theirs] ?? 1;
  search.verdict = 0;
  search.win = Math.max(1, Math.round(LEAF * odds));
  search.lose = Math.max(1, Math.round((LEAF * (replies + 1)) / odds));
}

/** The last cells: nobody can place, and there are not two neutrals to convert, or no stone to give. */
function last(search: Search, point: Point, empties: Mask, neutrals: number): void {
  const { side, mover, other: enemy, neutral } = point;
  const full = search.masks.full;
  if (!search.isNeto || neutrals > 1) {
    // Nobody can move, nobody has joined: what keeps the attacker apart is the proof.
    const defender = other(search.attacker);
    const held = search.attacker === side ? mover : enemy;
    found(search, side === defender ? 1 : 2, shortestChain(laneOf(search, defender), full & ~held), false);
    return;
  }
  // The mover fills the empty cell; the neutral is the other's then, or the mover's where there is no empty one.
  const mine = mover | (empties === 0 ? neutral : empties);
  const chain = shortestChain(laneOf(search, side), mine);
  if (chain !== 0) found(search, 1, chain, false);
  else found(search, 2, shortestChain(laneOf(search, other(side)), full & ~mine), true);
}

/** Does a certificate fit? Then what it says is set. */
function remembered(search: Search, point: Point, shelf: number): boolean {
  const proof = certified(search.certificates, shelf, point);
  if (proof === 0) return false;
  found(search, proof < 0 ? 1 : 2, proof & ~(TIGHT | WINS), (proof & TIGHT) !== 0);
  return true;
}

/** About how many replies are not refuted by what the other side threatens as it is. */
function mobility(search: Search, point: Point, empties: Mask): number {
  const room = count(empties);
  const neutrals = count(point.neutral);
  const stones = count(point.mover);
  const pairs = (neutrals * (neutrals - 1)) >> 1;
  const enemy = laneOf(search, other(point.side));
  const threat = chainInOne(enemy, point.other, point.neutral, room < 4 ? 0 : empties);
  if (threat === 0) return room * (room - 1) + pairs * stones;
  if ((threat & empties) !== 0) return 2 * (room - 1);
  const off = neutrals - count(threat & point.neutral);
  return (pairs - ((off * (off - 1)) >> 1)) * stones;
}

function evaluateTurn(search: Search, point: Point): void {
  const empties = emptiesOf(search, point);
  const room = count(empties);
  const neutrals = count(point.neutral);
  const canConvert = neutrals >= 2 && point.mover !== 0;
  if (room < 2 && !canConvert) {
    last(search, point, empties, neutrals);
    return;
  }
  const chain = chainInOne(
    laneOf(search, point.side),
    point.mover,
    canConvert ? point.neutral : 0,
    room < 2 ? 0 : empties,
  );
  if (chain !== 0) {
    found(search, 1, chain, false);
    return;
  }
  if (remembered(search, point, shelfOf(search.certificates, point.side, room, neutrals))) return;
  if (!known(search, point)) guess(search, point, mobility(search, point, empties));
}

/** A stone is placed, its neutral is due: what does the other side threaten? */
function evaluatePlaced(search: Search, point: Point): void {
  const empties = emptiesOf(search, point);
  const room = count(empties) - 1;
  const enemy = other(point.side);
  const threat = chainInOne(laneOf(search, enemy), point.other, point.neutral, room < 2 ? 0 : empties);
  const gap = threat & empties;
  if (threat !== 0 && gap === 0) {
    // No neutral stone is in the way of a conversion.
    found(search, 2, threat, false);
    return;
  }
  if (threat !== 0) {
    if (known(search, point)) return;
    step(point, gap, search.far);
    evaluateTurn(search, search.far);
    relay(search, point, search.far);
    if (search.verdict === 2) search.carrier |= threat;
    return;
  }
  if (!known(search, point)) guess(search, point, room);
}

/** Two neutrals are taken, a stone is due: what does the other side threaten? */
function evaluateTaken(search: Search, point: Point): void {
  const empties = emptiesOf(search, point);
  const room = count(empties);
  const neutral = point.neutral & ~point.mover;
  const threat = chainInOne(laneOf(search, other(point.side)), point.other, neutral, room < 2 ? 0 : empties);
  if (threat !== 0) {
    found(search, 2, threat, room < 2);
    return;
  }
  if (!known(search, point)) guess(search, point, count(point.mover) - 2);
}

/** Sets the verdict on a point in the eyes of its side to move, with the carrier; or the first numbers of its proof. */
export function evaluate(search: Search, point: Point): void {
  if (point.stage === 0) evaluateTurn(search, point);
  else if (point.stage === 1) evaluatePlaced(search, point);
  else evaluateTaken(search, point);
}
