// Proof-number search on a small board: is a position won for the side to move? Proofs carry the cells they need, which refutes most replies unseen.
// Why that is sound is written down in docs/decisions/008-solving-nex.md. Nothing is allocated while it runs.
import type { Mask } from './masks.ts';
import type { Frame, Search } from './state.ts';
import { certify, shelfOf, WINS } from './certificates.ts';
import { evaluate } from './evaluate.ts';
import { count, firstOf } from './masks.ts';
import { emptiesOf, NEVER, relay, step } from './state.ts';
import { keep, LOST, TIGHT, WON } from './table.ts';

const at = (numbers: Int32Array, index: number): number => numbers[index] ?? 0;

/**
 * Takes out a refuted reply, and with it those of its sort that change the same cells of the carrier.
 * The answer is how many of the first `until` replies stay.
 */
function refute(search: Search, frame: Frame, change: Mask, until: number): number {
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
    frame.win[kept] = at(frame.win, i);
    frame.lose[kept++] = at(frame.lose, i);
  }
  frame.open = kept;
  return keptBefore;
}

const addEach = (frame: Frame, cells: Mask): void => {
  for (let rest = cells; rest !== 0; rest &= rest - 1) frame.change[frame.open++] = firstOf(rest);
};

/** Every reply, not yet looked at. */
function list(search: Search, frame: Frame): void {
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
  if (count(empties) >= 2) addEach(frame, empties);
  if (frame.mover === 0) return;
  for (let first = frame.neutral; first !== 0; first &= first - 1) {
    for (let second = first & (first - 1); second !== 0; second &= second - 1) {
      frame.change[frame.open++] = firstOf(first) | firstOf(second);
    }
  }
}

/** Looks at every reply once. True: the point is decided. */
function expand(search: Search, frame: Frame): boolean {
  frame.carrier = 0;
  frame.isTight = false;
  list(search, frame);
  // What is refuted takes others with it; they are taken out behind `i` and before it alike.
  for (let i = 0; i < frame.open;) {
    const change = at(frame.change, i);
    step(frame, change, search.near);
    evaluate(search, search.near);
    relay(search, frame, search.near);
    if (search.verdict === 1) {
      frame.answer = change;
      return true;
    }
    if (search.verdict === 2) {
      i = refute(search, frame, change, i);
    } else {
      frame.win[i] = search.win;
      frame.lose[i] = search.lose;
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

/** Makes the choice, and sets what the point costs by its replies. */
function choose(search: Search, frame: Frame): void {
  let least = NEVER + 1;
  let second = NEVER;
  let sum = 0;
  let own = 0;
  for (let i = 0; i < frame.open; i++) {
    const win = at(frame.win, i);
    const lose = at(frame.lose, i);
    sum += lose;
    if (win < least) {
      second = least;
      least = win;
      choice.best = i;
      own = lose;
    } else if (win < second) second = win;
  }
  choice.second = Math.min(second, NEVER);
  choice.others = Math.min(sum - own, NEVER);
  search.win = Math.min(least, NEVER);
  search.lose = Math.min(sum, NEVER);
}

/** Goes on with the chosen reply until it costs a quarter more than the next best, or the point has come to its limits. */
function deepen(search: Search, frame: Frame, child: Frame, depth: number): void {
  const winLimit = Math.min(frame.winLimit, choice.second + (choice.second >> 2) + 1);
  const loseLimit = frame.loseLimit >= NEVER ? NEVER : frame.loseLimit - choice.others;
  const isSame = frame.stage === 0;
  child.winLimit = isSame ? winLimit : loseLimit;
  child.loseLimit = isSame ? loseLimit : winLimit;
  visit(search, depth + 1);
}

/** Keeps what was decided of a point. */
function settle(search: Search, frame: Frame, before: number): void {
  const isWin = search.verdict === 1;
  const lose = search.carrier | (search.isTight ? TIGHT : 0);
  keep(search.table, frame, isWin ? WON : LOST, { lose, work: search.nodes - before });
  if (frame.stage !== 0) return;
  const { certificates } = search;
  const shelf = shelfOf(certificates, frame.side, count(emptiesOf(search, frame)), count(frame.neutral));
  certify(certificates, shelf, frame, lose | (isWin ? WINS : 0));
}

/** Counts a visit, and asks now and then whether to give up. */
function isStopped(search: Search): boolean {
  search.nodes += 1;
  if ((search.nodes & 1023) === 0 && search.stop()) search.isStopped = true;
  return search.isStopped;
}

/** Takes in what was found of the chosen reply. True: the point is decided. */
function takeIn(search: Search, frame: Frame, child: Frame, change: Mask): boolean {
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
  frame.win[choice.best] = search.win;
  frame.lose[choice.best] = search.lose;
  return false;
}

/** Searches frame number `depth` to its limits; what was found is in the search. */
export function visit(search: Search, depth: number): void {
  const frame = search.frames[depth];
  const child = search.frames[depth + 1];
  if (frame === undefined || child === undefined || isStopped(search)) return;
  const before = search.nodes - 1;
  frame.answer = 0;
  let isDecided = expand(search, frame);
  while (!isDecided) {
    choose(search, frame);
    if (search.win >= frame.winLimit || search.lose >= frame.loseLimit) {
      search.verdict = 0;
      keep(search.table, frame, search.win, { lose: search.lose, work: search.nodes - before });
      return;
    }
    const { best } = choice;
    const change = at(frame.change, best);
    step(frame, change, child);
    deepen(search, frame, child, depth);
    if (search.isStopped) return;
    choice.best = best;
    isDecided = takeIn(search, frame, child, change);
  }
  settle(search, frame, before);
}
