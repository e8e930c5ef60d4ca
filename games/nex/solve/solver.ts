// The solver of Nex: exact up to 30 cells, on larger boards only wins and losses within one move.
import type { PositionValue, Solution, Solver, SolverRun } from '#games/game.ts';
import { type NeutralMove, listMoves } from '#games/stones/neutral/moves.ts';
import { type StonePosition, type StoneSide, findMaterial, listCells, otherSide } from '#games/stones/stone-game.ts';
import { type Bitboard, type BoardGeometry, firstOf, geometryOf } from './bitboard.ts';
import { INFINITY, type SolverSearch, makeSearch, step } from './state.ts';
import { type Node, forget, makeTable } from './tables.ts';
import { must } from '#games/kit/assert.ts';
import { parseSize } from '#games/options.ts';
import { hexStones } from '#games/hex/stones.ts';
import { evaluate } from './evaluate.ts';
import { hasRegularMove, losesAtSight, winningMove } from './immediate.ts';
import { visit } from './search.ts';

/** What is kept between the positions of one game. */
interface Memory {
  readonly geometry: BoardGeometry;
  readonly isNeto: boolean;
  /** By attacker; made when first asked for. */
  readonly searches: [SolverSearch | null, SolverSearch | null];
  /** The side that won the last solved position. It is tried first at the next one: the same side mostly wins the openings of a board. */
  winner: StoneSide | null;
  /** Positions with the same difference of stones can occur in one game, whichever side is to move. */
  difference: number;
}

interface RunState {
  readonly bytes: number;
  memory: { readonly key: string; readonly of: Memory } | null;
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

function memoryOf(session: RunState, position: StonePosition): Memory | null {
  const { size = '', endgame = '' } = position.setup;
  const key = `${size} ${endgame}`;
  if (session.memory?.key === key) return session.memory.of;
  const geometry = geometryOf(must(parseSize(size), 'a setup has a size'));
  if (geometry === null) return null;
  const memory: Memory = { geometry, isNeto: endgame === 'neto', searches: [null, null], winner: null, difference: 0 };
  session.memory = { key, of: memory };
  return memory;
}

function searchFor(session: RunState, memory: Memory, attacker: StoneSide): SolverSearch {
  const made = memory.searches[attacker];
  if (made !== null) return made;
  const search = makeSearch(makeTable(memory.geometry, session.bytes / 2), {
    isNeto: memory.isNeto,
    attacker,
    stop: () => session.stop(),
  });
  memory.searches[attacker] = search;
  return search;
}

/** Does the side to move get what it wants, where `attacker` wants to join and the other wants to prevent it? null: stopped. */
function ask(search: SolverSearch, position: StonePosition): { holds: boolean; move: NeutralMove | null } | null {
  const [first, second] = search.frames;
  if (first === undefined || second === undefined) return null;
  search.isStopped = false;
  Object.assign(first, nodeOf(position), { proofLimit: INFINITY, disproofLimit: INFINITY });
  if (!hasRegularMove(position)) {
    evaluate(search, first);
    return { holds: search.verdict === 1, move: anyMove(position) };
  }
  if (!visitFrame(search, 0)) return null;
  if (search.verdict === 2) return { holds: false, move: null };
  const taken = first.answer;
  step(first, taken, second);
  Object.assign(second, { proofLimit: INFINITY, disproofLimit: INFINITY });
  return !visitFrame(search, 1) ? null : { holds: true, move: moveOf(taken, second.answer, second.stage === 2) };
}

/** False: it was stopped. */
function visitFrame(search: SolverSearch, depth: number): boolean {
  visit(search, depth);
  return !search.isStopped;
}

const cellOf = (mask: Bitboard): number => 31 - Math.clz32(mask);

function moveOf(taken: Bitboard, given: Bitboard, isConversion: boolean): NeutralMove {
  if (!isConversion) return { kind: 'place', own: cellOf(taken), neutral: cellOf(given) };
  const first = firstOf(taken);
  return { kind: 'convert', first: cellOf(first), second: cellOf(taken & ~first), given: cellOf(given) };
}

/** Can a game from here end without a winner? By Neto's conventions only where a side has no stone yet and no room for one. */
function canDraw(position: StonePosition, memory: Memory): boolean {
  if (!memory.isNeto) return true;
  const { empties } = findMaterial(hexStones, position);
  return empties.length < 4 && !(position.cells.includes('B') && position.cells.includes('W'));
}

type SolvedValue = Omit<Solution<NeutralMove>, 'nodes'>;

const UNKNOWN: SolvedValue = { value: 'unknown', move: null };

const anyMove = (position: StonePosition): NeutralMove | null => {
  const [move = null] = listMoves(hexStones, position);
  return move;
};

const lost = (position: StonePosition): SolvedValue => ({ value: 'loss', move: anyMove(position) });

/** The searches one after the other: does the one side win; if not, does the other? */
function searchBoth(session: RunState, memory: Memory, position: StonePosition): SolvedValue {
  const mover = position.turn;
  if (!canDraw(position, memory)) {
    // One table serves both sides: whichever side is asked about, the question is whether Black joins.
    const told = ask(searchFor(session, memory, 0), position);
    if (told === null) return UNKNOWN;
    return told.holds ? { value: 'win', move: told.move } : lost(position);
  }
  let held: NeutralMove | null = null;
  const likely = memory.winner ?? mover;
  for (const attacker of [likely, otherSide(likely)]) {
    const told = ask(searchFor(session, memory, attacker), position);
    if (told === null) return UNKNOWN;
    // Asked about the other side, the mover's wish is to prevent it.
    if (told.holds === (attacker === mover)) {
      memory.winner = attacker;
      return attacker === mover ? { value: 'win', move: told.move } : lost(position);
    }
    if (attacker !== mover) held = told.move;
  }
  return { value: 'draw', move: held };
}

const ended = (winner: StoneSide | null, turn: StoneSide): PositionValue =>
  winner === null ? 'draw' : winner === turn ? 'win' : 'loss';

function solvePosition(session: RunState, position: StonePosition): SolvedValue {
  if (position.end !== null) return { value: ended(position.end.winner, position.turn), move: null };
  const winning = hasRegularMove(position) ? winningMove(position) : null;
  if (winning !== null) return { value: 'win', move: winning };
  const memory = memoryOf(session, position);
  if (memory === null) return losesAtSight(position) ? lost(position) : UNKNOWN;
  // Black's stones less White's when Black is to move: the same throughout a game.
  const difference = listCells(position.cells, 'B').length - listCells(position.cells, 'W').length - position.turn;
  if (difference !== memory.difference) {
    for (const search of memory.searches) if (search !== null) forget(search.certificates);
    memory.difference = difference;
  }
  return searchBoth(session, memory, position);
}

const nodesOf = ({ memory }: RunState): number =>
  memory === null ? 0 : memory.of.searches.reduce((sum, search) => sum + (search?.nodes ?? 0), 0);

function open(bytes: number): SolverRun<StonePosition, NeutralMove> {
  const session: RunState = { bytes, memory: null, stop: () => false };
  return {
    solve: (position, stop) => {
      session.stop = stop;
      const key = session.memory?.key;
      const before = nodesOf(session);
      const solution = solvePosition(session, position);
      return { ...solution, nodes: nodesOf(session) - (session.memory?.key === key ? before : 0) };
    },
  };
}

export const nexSolver: Solver<StonePosition, NeutralMove> = { open };
