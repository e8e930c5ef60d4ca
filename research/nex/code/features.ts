// Problem 5 of nexC: what one could look at to judge a position, each as a number, in favour of the side to move.
import {
  RESISTANCE,
  type ResistorNetwork,
  createResistorNetwork,
  evaluateResistance,
} from '#games/stones/heuristic/resistance.ts';
import {
  type Cell,
  type Ends,
  type StoneBoard,
  type StonePosition,
  type StoneSide,
  boardOf,
  otherSide,
} from '#games/stones/stone-game.ts';
import { hexStones } from '#games/hex/stones.ts';
import { assert } from '#games/kit/assert.ts';
import { nex } from '#games/nex/index.ts';

/** What own, empty and neutral cells cost or resist; the enemy's block. */
export interface Toll {
  readonly own: number;
  readonly empty: number;
  readonly neutral: number;
}

const LEAST = 1e-3;

const LETTER = ['B', 'W'] as const;

const tollOf = (letter: string, side: StoneSide, toll: Toll): number =>
  letter === LETTER[side] ? toll.own : letter === '.' ? toll.empty : letter === '?' ? toll.neutral : Infinity;

const tolls = (position: StonePosition, side: StoneSide, toll: Toll): Float64Array =>
  Float64Array.from(position.cells, letter => tollOf(letter, side, toll));

function endsOf({ goal }: StoneBoard, side: StoneSide): Ends {
  assert(goal?.kind === 'edges', 'Nex joins edges');
  return goal.ends[side];
}

/** What is cut off counts as so far: more than any way on an open board. */
const farthest = ({ rows }: StoneBoard): number => rows.length + (rows[0] ?? 0);

/** The cheapest way from edge to edge. */
function distance(position: StonePosition, side: StoneSide, toll: Toll): number {
  const board = boardOf(hexStones, position);
  const { from, to } = endsOf(board, side);
  const costs = tolls(position, side, toll);
  const least = new Float64Array(costs.length).fill(Infinity);
  for (const cell of from) least[cell] = costs[cell]!;
  // Boards are small: relaxing until nothing changes takes less than keeping a queue in order.
  for (let changed = true; changed;) {
    changed = false;
    for (const [cell, around] of board.neighbours.entries()) {
      const sum = Math.min(...around.map(next => least[next]!)) + costs[cell]!;
      if (sum >= least[cell]!) continue;
      least[cell] = sum;
      changed = true;
    }
  }
  return Math.min(farthest(board), ...to.map(cell => least[cell]!));
}

/** For each cell a side may still take: those it touches, own chains counting as one step; and whether it touches one of these edge cells so. */
function reachOf(
  position: StonePosition,
  side: StoneSide,
  edge: readonly Cell[],
): { near: Set<Cell>; atEdge: boolean }[] {
  const { neighbours } = boardOf(hexStones, position);
  const letterAt = (cell: Cell): string => position.cells.charAt(cell);
  return neighbours.map((_, start) => {
    const [near, seen] = [new Set<Cell>(), new Set([start])];
    let atEdge = edge.includes(start);
    for (const cell of seen) {
      for (const next of neighbours[cell] ?? []) {
        if (seen.has(next) || letterAt(next) === LETTER[otherSide(side)]) continue;
        if (letterAt(next) !== LETTER[side]) near.add(next);
        else {
          seen.add(next);
          atEdge ||= edge.includes(next);
        }
      }
    }
    return { near, atEdge };
  });
}

/** Steps to an edge when the opponent may always deny the best of them: one more than the second least of the cells around. */
function secondSteps(position: StonePosition, side: StoneSide, edge: readonly Cell[]): Float64Array {
  const reach = reachOf(position, side, edge);
  const steps = Float64Array.from(reach, ({ atEdge }) => (atEdge ? 1 : Infinity));
  for (let changed = true; changed;) {
    changed = false;
    for (const [cell, { near }] of reach.entries()) {
      const [, second = Infinity] = [...near].map(next => steps[next]!).sort((a, b) => a - b);
      if (second + 1 >= steps[cell]!) continue;
      steps[cell] = second + 1;
      changed = true;
    }
  }
  return steps;
}

/** Two-distance (van Rijswijck's, for Hex): the least sum over the cells a side may still take. */
function twoDistance(position: StonePosition, side: StoneSide): number {
  const { from, to } = endsOf(boardOf(hexStones, position), side);
  const [a, b] = [secondSteps(position, side, from), secondSteps(position, side, to)];
  const sums = position.cells
    .split('')
    .flatMap((letter, cell) => (letter === '.' || letter === '?' ? [a[cell]! + b[cell]!] : []));
  return Math.min(farthest(boardOf(hexStones, position)), ...sums);
}

const networks = new Map<StoneBoard, readonly [ResistorNetwork, ResistorNetwork]>();

function networksOf(board: StoneBoard): readonly [ResistorNetwork, ResistorNetwork] {
  const { neighbours } = board;
  const made = networks.get(board) ?? [
    createResistorNetwork({ neighbours, ...endsOf(board, 0) }),
    createResistorNetwork({ neighbours, ...endsOf(board, 1) }),
  ];
  networks.set(board, made);
  return made;
}

/** ln of how much better the mover's edges are joined than the opponent's, for any resistances. */
export function evaluation(position: StonePosition, toll: Toll): number {
  const both = networksOf(boardOf(hexStones, position));
  const joined = (side: StoneSide): number => both[side](tolls(position, side, toll)).conductance + LEAST;
  return Math.log(joined(position.turn) / joined(otherSide(position.turn)));
}

/** Would the side to move win by its next move? */
const winsNow = (position: StonePosition): boolean => nex.winningMove(position) !== null;

/** 1 the mover wins at once; -1 it does not, and the opponent would if it were its turn; 0 neither. */
export function threat(position: StonePosition): -1 | 0 | 1 {
  if (winsNow(position)) return 1;
  return winsNow({ ...position, turn: otherSide(position.turn) }) ? -1 : 0;
}

const count = (position: StonePosition, letter: string): number => position.cells.split(letter).length - 1;

const difference = (position: StonePosition, of: (position: StonePosition, side: StoneSide) => number): number =>
  of(position, otherSide(position.turn)) - of(position, position.turn);

/** The features by name; each a number that should be the larger the better for the side to move. */
export const FEATURES: Readonly<Record<string, (position: StonePosition) => number>> = {
  stones: position => count(position, LETTER[position.turn]) - count(position, LETTER[otherSide(position.turn)]),
  neutrals: position => count(position, '?'),
  moves: position => Math.log(1 + nex.countMoves(position)),
  distance: position => difference(position, (at, side) => distance(at, side, { own: 0, empty: 1, neutral: 1 })),
  'half distance': position => difference(position, (at, side) => distance(at, side, { own: 0, empty: 2, neutral: 1 })),
  'two-distance': position => difference(position, twoDistance),
  currents: position => evaluation(position, RESISTANCE),
  insight: position => evaluateResistance(hexStones, position)?.evaluation ?? 0,
  threats: threat,
};
