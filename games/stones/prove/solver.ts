// Solves stone games exactly: on hexagons up to 30 cells, else up to 25.
// On larger boards it sees only what the game sees at once.
import type { Solver, SolverRun } from '#games/game.ts';
import {
  type Cell,
  findMaterial,
  type StonePosition,
  type StoneSide,
  boardOf,
  listCells,
  otherSide,
} from '../stone-game.ts';
import { type Bitboard, firstOf, geometryOf } from './bitboard.ts';
import { evaluate } from './evaluate.ts';
import { visit } from './search.ts';
import { INFINITY, type SolvedGame, type SolverSearch, findAnyMove, makeSearch, step, judgeEnd } from './state.ts';
import { type Node, forget, makeTable } from './tables.ts';
import { type SolvedValue, openWhole } from './whole-solver.ts';

/** What is kept between the positions of one game. */
interface Memory {
  readonly key: string;
  readonly isNeto: boolean;
  /** By attacker; made when first asked for. */
  readonly searches: Map<StoneSide, SolverSearch>;
  /** The side that won the last solved position. It is tried first at the next one: the same side mostly wins the openings of a board. */
  winner: StoneSide | null;
  /** Positions with the same difference of stones can occur in one game, whichever side is to move. */
  difference: number;
}

interface RunState<Move> {
  readonly game: SolvedGame<Move>;
  readonly bytes: number;
  memory: Memory | null;
  stop: () => boolean;
}

const bitboardOf = (cells: string, letter: string): Bitboard =>
  listCells(cells, letter).reduce((mask, cell) => mask | (1 << cell), 0);

function nodeOf({ cells, turn }: StonePosition): Node {
  const [own, enemy] = turn === 0 ? ['B', 'W'] : ['W', 'B'];
  return {
    mover: bitboardOf(cells, own),
    other: bitboardOf(cells, enemy),
    neutral: bitboardOf(cells, '?'),
    side: turn,
    stage: 0,
  };
}

/** The search for a position's board. null: it is none that can be searched. */
function searchFor<Move>(run: RunState<Move>, memory: Memory, position: StonePosition, attacker: StoneSide) {
  const made = memory.searches.get(attacker);
  if (made !== undefined) return made;
  const geometry = geometryOf(boardOf(run.game.stones, position));
  if (geometry === null) return null;
  const search = makeSearch(makeTable(geometry, run.bytes / 2), {
    ...{ isNeutral: run.game.isNeutral, isNeto: memory.isNeto, attacker },
    stop: () => run.stop(),
  });
  memory.searches.set(attacker, search);
  return search;
}

const cellOf = (mask: Bitboard): Cell => 31 - Math.clz32(mask);

/** False: it was stopped. */
function visitFrame(search: SolverSearch, depth: number): boolean {
  visit(search, depth);
  return !search.isStopped;
}

/** Does the side to move get what it wants, where `attacker` wants to join and the other wants to prevent it? null: stopped. */
function ask<Move>(
  run: RunState<Move>,
  search: SolverSearch,
  position: StonePosition,
): { readonly holds: boolean; readonly move: Move | null } | null {
  const [first, second] = search.frames;
  if (first === undefined || second === undefined) return null;
  search.isStopped = false;
  Object.assign(first, nodeOf(position), { proofLimit: INFINITY, disproofLimit: INFINITY });
  if (!run.game.hasRegularMove(position)) {
    evaluate(search, first);
    return { holds: search.verdict === 1, move: findAnyMove(run.game, position) };
  }
  if (!visitFrame(search, 0)) return null;
  if (search.verdict !== 1) return { holds: false, move: null };
  const taken = first.answer;
  if (!search.isNeutral) return { holds: true, move: run.game.buildMove(position, [cellOf(taken)]) };
  step(search, first, taken, second);
  Object.assign(second, { proofLimit: INFINITY, disproofLimit: INFINITY });
  if (!visitFrame(search, 1)) return null;
  const cells = [firstOf(taken), taken & (taken - 1), second.answer].filter(mask => mask !== 0).map(cellOf);
  return { holds: true, move: run.game.buildMove(position, cells) };
}

/** Can a game from here end without a winner? By Neto's conventions only where a side has no stone yet and no room for one. */
function canDraw<Move>({ game }: RunState<Move>, position: StonePosition, { isNeto }: Memory): boolean {
  if (!game.isNeutral) return false;
  if (!isNeto) return true;
  const { empties } = findMaterial(game.stones, position);
  return empties.length < 4 && !(position.cells.includes('B') && position.cells.includes('W'));
}

/** The searches one after the other: does the one side win; if not, does the other? null: stopped, or nothing can be searched. */
function searchBoth<Move>(run: RunState<Move>, memory: Memory, position: StonePosition): SolvedValue<Move> | null {
  const mover = position.turn;
  const lost: SolvedValue<Move> = { value: 'loss', move: findAnyMove(run.game, position) };
  const isDrawable = canDraw(run, position, memory);
  const likely = memory.winner ?? mover;
  let held: Move | null = null;
  // Without draws one table serves both sides: whichever side is asked about, the question is whether Black joins.
  for (const attacker of isDrawable ? [likely, otherSide(likely)] : [0 as const]) {
    const search = searchFor(run, memory, position, attacker);
    const told = search && ask(run, search, position);
    if (told === null) return null;
    if (!isDrawable) return told.holds ? { value: 'win', move: told.move } : lost;
    // Asked about the other side, the mover's wish is to prevent it.
    if (told.holds === (attacker === mover)) {
      memory.winner = attacker;
      return attacker === mover ? { value: 'win', move: told.move } : lost;
    }
    if (attacker !== mover) held = told.move;
  }
  return { value: 'draw', move: held };
}

/** What is known of the board, without what does not hold for this course of the game. */
function recall<Move>(run: RunState<Move>, { setup, cells, turn }: StonePosition): Memory {
  const { size = '', endgame = '' } = setup;
  const key = `${size} ${endgame}`;
  if (run.memory?.key !== key)
    run.memory = { key, isNeto: endgame === 'neto', searches: new Map(), winner: null, difference: 0 };
  // Black's stones less White's when Black is to move: the same throughout a game.
  const difference = listCells(cells, 'B').length - listCells(cells, 'W').length - turn;
  if (difference !== run.memory.difference) {
    for (const { certificates } of run.memory.searches.values()) forget(certificates);
    run.memory.difference = difference;
  }
  return run.memory;
}

function solvePosition<Move>(run: RunState<Move>, position: StonePosition): SolvedValue<Move> {
  const { game } = run;
  if (position.end !== null) return { value: judgeEnd(position.end, position.turn), move: null };
  const winning = game.hasRegularMove(position) ? game.winningMove(position) : null;
  if (winning !== null) return { value: 'win', move: winning };
  const memory = recall(run, position);
  const searched = searchBoth(run, memory, position);
  if (searched !== null) return searched;
  return memory.searches.size === 0 && game.isLost(position)
    ? { value: 'loss', move: findAnyMove(run.game, position) }
    : { value: 'unknown', move: null };
}

const countNodes = ({ memory }: RunState<unknown>): number =>
  [...(memory?.searches.values() ?? [])].reduce((sum, { nodes }) => sum + nodes, 0);

function open<Move>(game: SolvedGame<Move>, bytes: number): SolverRun<StonePosition, Move> {
  const run: RunState<Move> = { game, bytes, memory: null, stop: () => false };
  return {
    solve: (position, stop) => {
      run.stop = stop;
      const key = run.memory?.key;
      const before = countNodes(run);
      const solution = solvePosition(run, position);
      return { ...solution, nodes: countNodes(run) - (run.memory?.key === key ? before : 0) };
    },
  };
}

/** Creates the solver: a search of chains in bits where on a full board one side or the other has joined its edges, else one of whole positions. */
export const createSolver = <Move>(game: SolvedGame<Move>): Solver<StonePosition, Move> => ({
  open: bytes => {
    const { edgeNet, findCaptures } = game.stones.boardOfSize(game.stones.size);
    const isWhole = edgeNet?.degree !== 6 || findCaptures !== null;
    return isWhole ? openWhole(game, bytes) : open(game, bytes);
  },
});
