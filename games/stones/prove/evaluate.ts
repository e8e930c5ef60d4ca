// Evaluates a node when the search first reaches it.
// The node is won or lost at once, known from the transposition table, or gets an estimate of how hard it is.
import { type Bitboard, count, distance, findChainInOne, findShortChain } from './bitboard.ts';
import { LEAF_COST, type SolverSearch, canPlace, emptiesOf, laneOf, relay, step } from './state.ts';
import { LOST, type Node, TIGHT, WINS, WON, bucketOf, findCertificate, probe } from './tables.ts';

const other = (side: 0 | 1): 0 | 1 => (side === 0 ? 1 : 0);

function setVerdict(search: SolverSearch, verdict: 1 | 2, carrier: Bitboard, isTight: boolean): void {
  search.verdict = verdict;
  search.carrier = carrier;
  search.isTight = isTight;
}

/** Is it in the table? Then what is known is set. */
function probeTable(search: SolverSearch, node: Node): boolean {
  const { table } = search;
  if (!probe(table, node)) return false;
  const { proof, disproof } = table;
  if (proof === WON || proof === LOST) {
    setVerdict(search, proof === WON ? 1 : 2, disproof & ~TIGHT, (disproof & TIGHT) !== 0);
    return true;
  }
  search.verdict = 0;
  search.proof = proof;
  search.disproof = disproof;
  return true;
}

/** How fast the odds change with the distance; found by trying. */
const STEEPNESS = 0.5;
/** By the mover's distance less the other's, from -64 on: what a win costs at first, and by the same a loss. */
const ODDS = Float64Array.from({ length: 129 }, (_, i) => 2 ** ((i - 64) * STEEPNESS));

/** How hard the node seems: this only orders the search. */
function guess(search: SolverSearch, node: Node, replies: number): void {
  const { mover, other: enemy, neutral, side } = node;
  const empties = emptiesOf(search, node);
  const mine = distance(laneOf(search, side), mover, neutral, empties);
  const theirs = distance(laneOf(search, other(side)), enemy, neutral, empties);
  const odds = ODDS[64 + mine - theirs] ?? 1;
  search.verdict = 0;
  search.proof = Math.max(1, Math.round(LEAF_COST * odds));
  search.disproof = Math.max(1, Math.round((LEAF_COST * (replies + 1)) / odds));
}

/** The last cells: no placement is possible, and there are not two neutrals to convert, or no stone to give. */
function last(search: SolverSearch, node: Node, empties: Bitboard, neutrals: number): void {
  const { side, mover, other: enemy, neutral } = node;
  const full = search.geometry.full;
  if (!search.isNeto || neutrals > 1) {
    // No move is left and the attacker has not joined: the cells that keep the attacker apart are the proof.
    const defender = other(search.attacker);
    const held = search.attacker === side ? mover : enemy;
    setVerdict(search, side === defender ? 1 : 2, findShortChain(laneOf(search, defender), full & ~held), false);
    return;
  }
  // The mover fills the empty cell; the neutral is the other's then, or the mover's where there is no empty one.
  const mine = mover | (empties === 0 ? neutral : empties);
  const chain = findShortChain(laneOf(search, side), mine);
  if (chain !== 0) setVerdict(search, 1, chain, false);
  else setVerdict(search, 2, findShortChain(laneOf(search, other(side)), full & ~mine), true);
}

/** Does a certificate fit? Then what it says is set. */
function probeCertificates(search: SolverSearch, node: Node, bucket: number): boolean {
  const proof = findCertificate(search.certificates, bucket, node);
  if (proof === 0) return false;
  setVerdict(search, proof < 0 ? 1 : 2, proof & ~(TIGHT | WINS), (proof & TIGHT) !== 0);
  return true;
}

/** About how many replies are not refuted by what the other side threatens as it is. */
function mobility(search: SolverSearch, node: Node, empties: Bitboard): number {
  const room = count(empties);
  const neutrals = count(node.neutral);
  const stones = count(node.mover);
  const pairs = (neutrals * (neutrals - 1)) >> 1;
  const enemy = laneOf(search, other(node.side));
  const isNeutral = Number(search.isNeutral);
  const threat = findChainInOne(enemy, node.other, node.neutral, canPlace(search, room - 1 - isNeutral) ? empties : 0);
  if (threat === 0) return isNeutral ? room * (room - 1) + pairs * stones : room;
  if ((threat & empties) !== 0) return isNeutral ? 2 * (room - 1) : 1;
  const off = neutrals - count(threat & node.neutral);
  return (pairs - ((off * (off - 1)) >> 1)) * stones;
}

function evaluateTurn(search: SolverSearch, node: Node): void {
  const empties = emptiesOf(search, node);
  const room = count(empties);
  const neutrals = count(node.neutral);
  const canConvert = neutrals >= 2 && node.mover !== 0;
  const isRoom = canPlace(search, room);
  if (!isRoom && !canConvert) {
    last(search, node, empties, neutrals);
    return;
  }
  const chain = findChainInOne(
    laneOf(search, node.side),
    node.mover,
    canConvert ? node.neutral : 0,
    isRoom ? empties : 0,
  );
  if (chain !== 0) {
    setVerdict(search, 1, chain, false);
    return;
  }
  if (probeCertificates(search, node, bucketOf(search.certificates, node.side, room, neutrals))) return;
  if (!probeTable(search, node)) guess(search, node, mobility(search, node, empties));
}

/** A stone is placed, its neutral is due: what does the other side threaten? */
function evaluatePlaced(search: SolverSearch, node: Node): void {
  const empties = emptiesOf(search, node);
  const room = count(empties) - 1;
  const enemy = other(node.side);
  const threat = findChainInOne(laneOf(search, enemy), node.other, node.neutral, room < 2 ? 0 : empties);
  const gap = threat & empties;
  if (threat !== 0 && gap === 0) {
    // No neutral stone is in the way of a conversion.
    setVerdict(search, 2, threat, false);
    return;
  }
  if (threat !== 0) {
    if (probeTable(search, node)) return;
    step(search, node, gap, search.far);
    evaluateTurn(search, search.far);
    relay(search, node, search.far);
    if (search.verdict === 2) search.carrier |= threat;
    return;
  }
  if (!probeTable(search, node)) guess(search, node, room);
}

/** Two neutrals are taken, a stone is due: what does the other side threaten? */
function evaluateTaken(search: SolverSearch, node: Node): void {
  const empties = emptiesOf(search, node);
  const room = count(empties);
  const neutral = node.neutral & ~node.mover;
  const threat = findChainInOne(laneOf(search, other(node.side)), node.other, neutral, room < 2 ? 0 : empties);
  if (threat !== 0) {
    setVerdict(search, 2, threat, room < 2);
    return;
  }
  if (!probeTable(search, node)) guess(search, node, count(node.mover) - 2);
}

/** Sets the verdict on a node in the eyes of its side to move, with the carrier; or the first numbers of its proof. */
export function evaluate(search: SolverSearch, node: Node): void {
  if (node.stage === 0) evaluateTurn(search, node);
  else if (node.stage === 1) evaluatePlaced(search, node);
  else evaluateTaken(search, node);
}
