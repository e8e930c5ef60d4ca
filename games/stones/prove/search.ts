// Proof-number search on a small board: is a position won for the side to move?
// Proofs carry the cells they need, which refutes most replies unseen.
// Why that is sound is written down in docs/decisions/008-solving-nex.md. Nothing is allocated while it runs.
import { type Bitboard, count, firstOf } from './bitboard.ts';
import { INFINITY, type SearchFrame, type SolverSearch, canPlace, emptiesOf, relay, step } from './state.ts';
import { LOST, TIGHT, WINS, WON, bucketOf, store, storeCertificate } from './tables.ts';
import { evaluate } from './evaluate.ts';

const at = (numbers: Int32Array, index: number): number => numbers[index] ?? 0;

/**
 * Takes out a refuted reply, and with it those of its sort that change the same cells of the carrier.
 * The answer is how many of the first `until` replies stay.
 */
function refute(search: SolverSearch, frame: SearchFrame, change: Bitboard, until: number): number {
  const { carrier } = search;
  frame.carrier |= carrier;
  frame.isTight ||= search.isTight;
  const same = change & carrier;
  const isTaking = (change & frame.neutral) !== 0;
  let kept = 0;
  let keptBefore = 0;
  for (let i = 0; i < frame.open; i++) {
    if (i === until) keptBefore = kept;
    const other = at(frame.change, i);
    if (other === change || ((other & carrier) === same && ((other & frame.neutral) !== 0) === isTaking)) continue;
    frame.change[kept] = other;
    frame.proof[kept] = at(frame.proof, i);
    frame.disproof[kept++] = at(frame.disproof, i);
  }
  frame.open = kept;
  return keptBefore;
}

const addEach = (frame: SearchFrame, cells: Bitboard): void => {
  for (let rest = cells; rest !== 0; rest &= rest - 1) frame.change[frame.open++] = firstOf(rest);
};

/** Every reply, not yet looked at. */
function list(search: SolverSearch, frame: SearchFrame): void {
  frame.open = 0;
  const empties = emptiesOf(search, frame);
  if (frame.stage === 1) {
    addEach(frame, empties);
    return;
  }
  if (frame.stage === 2) {
    addEach(frame, frame.mover & ~frame.neutral);
    return;
  }
  if (canPlace(search, count(empties))) addEach(frame, empties);
  if (frame.mover === 0) return;
  for (let first = frame.neutral; first !== 0; first &= first - 1) {
    for (let second = first & (first - 1); second !== 0; second &= second - 1) {
      frame.change[frame.open++] = firstOf(first) | firstOf(second);
    }
  }
}

/** Looks at every reply once. True: the node is decided. */
function expand(search: SolverSearch, frame: SearchFrame): boolean {
  frame.carrier = 0;
  frame.isTight = false;
  list(search, frame);
  // What is refuted takes others with it; they are taken out behind `i` and before it alike.
  for (let i = 0; i < frame.open;) {
    const change = at(frame.change, i);
    step(search, frame, change, search.near);
    evaluate(search, search.near);
    relay(search, frame, search.near);
    if (search.verdict === 1) {
      frame.answer = change;
      return true;
    }
    if (search.verdict === 2) {
      i = refute(search, frame, change, i);
    } else {
      frame.proof[i] = search.proof;
      frame.disproof[i] = search.disproof;
      i += 1;
    }
  }
  if (frame.open > 0) return false;
  search.verdict = 2;
  search.carrier = frame.carrier;
  search.isTight = frame.isTight;
  return true;
}

/** The most promising reply; what the next best one costs; what refuting all the others costs. */
const choice = { best: 0, second: 0, others: 0 };

/** Makes the choice, and sets the proof and disproof numbers of the node by its replies. */
function choose(search: SolverSearch, frame: SearchFrame): void {
  let least = INFINITY + 1;
  let second = INFINITY;
  let sum = 0;
  let own = 0;
  for (let i = 0; i < frame.open; i++) {
    const proof = at(frame.proof, i);
    const disproof = at(frame.disproof, i);
    sum += disproof;
    if (proof < least) {
      second = least;
      least = proof;
      choice.best = i;
      own = disproof;
    } else if (proof < second) second = proof;
  }
  choice.second = Math.min(second, INFINITY);
  choice.others = Math.min(sum - own, INFINITY);
  search.proof = Math.min(least, INFINITY);
  search.disproof = Math.min(sum, INFINITY);
}

/** Stores what was decided of a node. */
function settle(search: SolverSearch, frame: SearchFrame, before: number): void {
  const isWin = search.verdict === 1;
  const disproof = search.carrier | (search.isTight ? TIGHT : 0);
  store(search.table, frame, isWin ? WON : LOST, { disproof, work: search.nodes - before });
  if (frame.stage !== 0) return;
  const { certificates } = search;
  const bucket = bucketOf(certificates, frame.side, count(emptiesOf(search, frame)), count(frame.neutral));
  storeCertificate(certificates, bucket, frame, disproof | (isWin ? WINS : 0));
}

/** Counts a visit, and asks now and then whether to give up. */
function isStopped(search: SolverSearch): boolean {
  search.nodes += 1;
  if ((search.nodes & 1023) === 0 && search.stop()) search.isStopped = true;
  return search.isStopped;
}

/** Takes in what was found of the chosen reply. True: the node is decided. */
function takeIn(search: SolverSearch, frame: SearchFrame, child: SearchFrame, change: Bitboard): boolean {
  relay(search, frame, child);
  if (search.verdict === 1) {
    frame.answer = change;
    return true;
  }
  if (search.verdict === 2) {
    refute(search, frame, change, 0);
    search.carrier = frame.carrier;
    search.isTight = frame.isTight;
    return frame.open === 0;
  }
  frame.proof[choice.best] = search.proof;
  frame.disproof[choice.best] = search.disproof;
  return false;
}

/** Searches frame number `depth` to its limits; what was found is in the search. */
export function visit(search: SolverSearch, depth: number): void {
  const frame = search.frames[depth];
  const child = search.frames[depth + 1];
  if (frame === undefined || child === undefined || isStopped(search)) return;
  const before = search.nodes - 1;
  frame.answer = 0;
  let isDecided = expand(search, frame);
  while (!isDecided) {
    choose(search, frame);
    if (search.proof >= frame.proofLimit || search.disproof >= frame.disproofLimit) {
      search.verdict = 0;
      store(search.table, frame, search.proof, { disproof: search.disproof, work: search.nodes - before });
      return;
    }
    const { best } = choice;
    const change = at(frame.change, best);
    step(search, frame, change, child);
    // Goes on with the chosen reply until it costs a quarter more than the next best, or the node has come to its limits.
    const proofLimit = Math.min(frame.proofLimit, choice.second + (choice.second >> 2) + 1);
    const disproofLimit = frame.disproofLimit >= INFINITY ? INFINITY : frame.disproofLimit - choice.others;
    const isSame = frame.side === child.side;
    child.proofLimit = isSame ? proofLimit : disproofLimit;
    child.disproofLimit = isSame ? disproofLimit : proofLimit;
    visit(search, depth + 1);
    if (search.isStopped) return;
    choice.best = best;
    isDecided = takeIn(search, frame, child, change);
  }
  settle(search, frame, before);
}
