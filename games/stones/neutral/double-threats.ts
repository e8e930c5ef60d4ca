// Finds moves that make two threats at once, in a neutral-stone game that is won by filling a line.
import { type Game, matchEveryMove } from '#games/game.ts';
import { boardOf, type Cell, EMPTY, findMaterial, type Filling, type Material, NEUTRAL, otherSide, STONE, type StoneGame, type StonePosition } from '../stone-game.ts'; // prettier-ignore
import { lineNetOf } from '../heuristic/evaluation.ts';
import { createThreatTest, isLostByThreats } from './foresight.ts';
import { type NeutralMove, play } from './moves.ts';

/** A threat to win: by a stone on this cell, or by a conversion. */
type Threat = Cell | 'conversion';

/** The threats that changes of cells make. A change is a cell, or a pair of them. */
interface ThreatMakers {
  /** A stone on an empty cell. */
  readonly own: Map<number, Threat[]>;
  /** A neutral stone on an empty cell. */
  readonly neutral: Map<number, Threat[]>;
  /** A stone on the first cell and a neutral stone on the second one. */
  readonly both: Map<number, Threat[]>;
  /** One neutral stone that is converted, or two. */
  readonly converted: Map<number, Threat[]>;
}

/** More than the cells of a board. */
const MAX_CELLS = 1_024;
const pairKey = (first: Cell, second: Cell): number => (first + 1) * MAX_CELLS + second;
const unorderedKey = (a: Cell, b: Cell): number => pairKey(Math.min(a, b), Math.max(a, b));

function addThreat(makers: Map<number, Threat[]>, change: number, threat: Threat): void {
  const known = makers.get(change);
  if (known === undefined) makers.set(change, [threat]);
  else known.push(threat);
}

/** Adds the threats that one move can make on a line, which has no stone of the enemy and these other cells that are not own stones. */
function addThreatsOnLine(makers: ThreatMakers, empties: readonly Cell[], neutrals: readonly Cell[]): void {
  const [a = 0, b = 0] = empties;
  const [c = 0, d = 0] = neutrals;
  switch (`${empties.length} empty, ${neutrals.length} neutral`) {
    case '2 empty, 0 neutral':
      addThreat(makers.own, a, b);
      addThreat(makers.own, b, a);
      addThreat(makers.both, pairKey(a, b), 'conversion');
      addThreat(makers.both, pairKey(b, a), 'conversion');
      break;
    case '2 empty, 1 neutral':
      addThreat(makers.both, pairKey(a, b), 'conversion');
      addThreat(makers.both, pairKey(b, a), 'conversion');
      break;
    case '1 empty, 1 neutral':
      addThreat(makers.own, a, 'conversion');
      addThreat(makers.neutral, a, 'conversion');
      addThreat(makers.converted, c, a);
      break;
    case '1 empty, 2 neutral':
      addThreat(makers.own, a, 'conversion');
      addThreat(makers.converted, unorderedKey(c, d), a);
      break;
    case '0 empty, 3 neutral':
      for (const cell of neutrals) addThreat(makers.converted, cell, 'conversion');
  }
}

/** The number of cells of a line that are no own stones. Infinity: the enemy has a stone on it. */
function countMissing(line: Int16Array, filling: Filling, enemy: number): number {
  let missing = 0;
  for (const cell of line) {
    const content = filling[cell];
    if (content === enemy) return Infinity;
    if (content === EMPTY || content === NEUTRAL) missing += 1;
  }
  return missing;
}

/** A line that misses more cells needs two moves before it threatens. */
const MAX_MISSING = 3;

function findThreatMakers(game: StoneGame, position: StonePosition): ThreatMakers {
  const board = boardOf(game, position);
  const [filling, enemy] = [board.fill(position.cells), STONE[otherSide(position.turn)]];
  const { cells, length } = lineNetOf(board);
  const makers: ThreatMakers = { own: new Map(), neutral: new Map(), both: new Map(), converted: new Map() };
  for (let start = 0; start < cells.length; start += length) {
    const line = cells.subarray(start, start + length);
    if (countMissing(line, filling, enemy) > MAX_MISSING) continue;
    const listCells = (content: number): Cell[] => [...line].filter(cell => filling[cell] === content);
    addThreatsOnLine(makers, listCells(EMPTY), listCells(NEUTRAL));
  }
  return makers;
}

/** Whether one of these threats is won by a stone, and another one is won elsewhere. No cell stops both. */
const areTwo = (threats: readonly Threat[]): boolean =>
  threats.some(threat => threat !== 'conversion' && threats.some(other => other !== threat));

/** The number of moves tried that differ only in a cell which makes no threat. */
const MAX_SIMILAR = 4;

function* iterateDoublePlacements(makers: ThreatMakers, empties: readonly Cell[]): Generator<NeutralMove> {
  for (const [own, threats] of makers.own) {
    let similar = 0;
    for (const neutral of empties) {
      if (neutral === own || similar === MAX_SIMILAR) continue;
      const open = threats.filter(threat => threat !== neutral);
      const added = [...(makers.neutral.get(neutral) ?? []), ...(makers.both.get(pairKey(own, neutral)) ?? [])];
      if (!areTwo([...open, ...added])) continue;
      if (added.length === 0) similar += 1;
      yield { kind: 'place', own, neutral };
    }
  }
}

function* iterateDoubleConversions(makers: ThreatMakers, { neutrals, own }: Material): Generator<NeutralMove> {
  if (makers.converted.size === 0) return;
  for (const [i, first] of neutrals.entries()) {
    for (const second of neutrals.slice(i + 1)) {
      const changes = [first, second, unorderedKey(first, second)];
      if (!areTwo(changes.flatMap(change => makers.converted.get(change) ?? []))) continue;
      for (const given of own.slice(0, MAX_SIMILAR)) yield { kind: 'convert', first, second, given };
    }
  }
}

function* iterateDoubleThreats(game: StoneGame, position: StonePosition): Generator<NeutralMove> {
  const makers = findThreatMakers(game, position);
  const material = findMaterial(game, position);
  yield* iterateDoublePlacements(makers, material.empties);
  yield* iterateDoubleConversions(makers, material);
}

function findUnanswered(game: StoneGame, position: StonePosition, nodes: number): NeutralMove | null {
  let isLosing: ((move: NeutralMove) => boolean) | null = null;
  let left = nodes;
  for (const move of iterateDoubleThreats(game, position)) {
    if (left === 0) return null;
    left -= 1;
    isLosing ??= createThreatTest(game, position);
    if (!isLosing(move) && isLostByThreats(game, play(game, position, move))) return move;
  }
  return null;
}

/** Creates the members of a neutral-stone game that is won by filling a line. */
export const createDoubleThreatProofs = (
  game: StoneGame,
): Pick<Game<StonePosition, NeutralMove>, 'forcedWin' | 'forcedLosses'> => ({
  forcedWin: (position, nodes) => (position.end === null ? findUnanswered(game, position, nodes) : null),
  forcedLosses: position => {
    if (position.end !== null) return null;
    return isLostByThreats(game, position) ? matchEveryMove : createThreatTest(game, position);
  },
});
