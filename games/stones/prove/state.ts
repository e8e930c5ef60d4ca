// The state of a search: nodes, frames, the last result, the step to the next node.
// What a solver asks of its game.
import type { Game, PositionValue, Setup } from '#games/game.ts';
import type { Cell, End, Material, StoneGame, StonePosition, StoneSide } from '../stone-game.ts';
import { type Bitboard, type BoardGeometry, type Lane, count, joined } from './bitboard.ts';
import { type Certificates, type Node, type TranspositionTable, makeCertificates } from './tables.ts';

/** What the solver asks of its game. */
export interface SolvedGame<Move> extends Pick<Game<StonePosition, Move>, 'moves' | 'winningMove'> {
  readonly stones: StoneGame;
  /** Does a turn place a neutral stone as well, or convert? Else it is one stone. */
  readonly isNeutral: boolean;
  /** The move with these cells: a stone and its neutral, two neutrals and the stone given for them, or one stone. */
  readonly buildMove: (position: StonePosition, cells: readonly Cell[]) => Move;
  /** Does the side to move have a move that needs no convention for the last cells? */
  readonly hasRegularMove: (position: StonePosition) => boolean;
  /** The cell of the only move by such a convention. null: there is none. */
  readonly findLastCell: (setup: Setup, material: Material) => Cell | null;
  /** Does the game see that every move loses at once? */
  readonly isLost: (position: StonePosition) => boolean;
}

export function findAnyMove<Move>({ moves }: Pick<SolvedGame<Move>, 'moves'>, position: StonePosition): Move | null {
  const [move = null] = moves(position);
  return move;
}

/** The value of a finished game for the side to move. */
export const judgeEnd = ({ winner }: End, turn: StoneSide): PositionValue =>
  winner === null ? 'draw' : winner === turn ? 'win' : 'loss';

/** What one leaf of a proof costs. */
export const LEAF_COST = 16;
/** More than any number of a proof. */
export const INFINITY = 1 << 28;
/** Own cells and pairs of neutrals of 30 cells: more children no node has. */
const MOST_CHILDREN = 480;

/** A node under search, and its replies. */
export interface SearchFrame extends Node {
  /** Where it is given back unproved. */
  proofLimit: number;
  disproofLimit: number;
  /** Replies still open: the cells each changes, and the proof and disproof numbers of each. */
  open: number;
  readonly change: Int32Array;
  readonly proof: Int32Array;
  readonly disproof: Int32Array;
  /** The cells the refutations so far need. */
  carrier: Bitboard;
  isTight: boolean;
  /** The reply that wins, once there is one. */
  answer: Bitboard;
}

/** What is known of a node, in the eyes of its side to move: 0 open, 1 it wins, 2 it loses. */
type NodeVerdict = 0 | 1 | 2;

export interface SolverSearch {
  readonly geometry: BoardGeometry;
  readonly table: TranspositionTable;
  readonly certificates: Certificates;
  /** Does a turn place a neutral stone as well, or convert? Else it is one stone. */
  readonly isNeutral: boolean;
  /** Are the last cells filled by Neto's conventions? */
  readonly isNeto: boolean;
  /** The side that wants to join. The other side only has to prevent it. */
  readonly attacker: 0 | 1;
  readonly frames: readonly SearchFrame[];
  /** Two nodes to look at besides the frames. */
  readonly near: Node;
  readonly far: Node;
  /** What the last evaluation or visit has found. */
  verdict: NodeVerdict;
  proof: number;
  disproof: number;
  carrier: Bitboard;
  isTight: boolean;
  /** Nodes visited. */
  nodes: number;
  readonly stop: () => boolean;
  isStopped: boolean;
}

export const laneOf = ({ geometry }: SolverSearch, side: 0 | 1): Lane => geometry.lanes[side];

const makeNode = (): Node => ({ mover: 0, other: 0, neutral: 0, side: 0, stage: 0 });

const makeFrame = (): SearchFrame => ({
  ...makeNode(),
  proofLimit: INFINITY,
  disproofLimit: INFINITY,
  open: 0,
  change: new Int32Array(MOST_CHILDREN),
  proof: new Int32Array(MOST_CHILDREN),
  disproof: new Int32Array(MOST_CHILDREN),
  carrier: 0,
  isTight: false,
  answer: 0,
});

/** Is there room for a turn's stones? */
export const canPlace = ({ isNeutral }: SolverSearch, room: number): boolean => room > Number(isNeutral);

type SolverTask = Pick<SolverSearch, 'isNeutral' | 'isNeto' | 'attacker' | 'stop'>;

export const makeSearch = (table: TranspositionTable, task: SolverTask): SolverSearch => ({
  geometry: table.geometry,
  table,
  certificates: makeCertificates(table.geometry.cells),
  ...task,
  // Every turn adds a stone to the board and has two stages.
  frames: Array.from({ length: 2 * table.geometry.cells + 4 }, makeFrame),
  near: makeNode(),
  far: makeNode(),
  verdict: 0,
  proof: 0,
  disproof: 0,
  carrier: 0,
  isTight: false,
  nodes: 0,
  isStopped: false,
});

/** Sets `to` to the node after a reply that changes these cells: of stage 0 a cell or a pair of neutrals, else one cell. */
export function step({ isNeutral }: SolverSearch, from: Node, change: Bitboard, to: Node): void {
  if (from.stage === 0 && isNeutral) {
    to.mover = from.mover | change;
    to.other = from.other;
    to.neutral = from.neutral;
    to.side = from.side;
    to.stage = (from.neutral & change) === 0 ? 1 : 2;
    return;
  }
  const pair = from.mover & from.neutral;
  to.mover = from.other;
  to.other = isNeutral ? from.mover & ~change : from.mover | change;
  to.neutral = isNeutral ? (from.neutral & ~pair) | change : 0;
  to.side = from.side === 0 ? 1 : 0;
  to.stage = 0;
}

export const emptiesOf = ({ geometry }: SolverSearch, node: Node): Bitboard =>
  geometry.full & ~(node.mover | node.other | node.neutral);

/**
 * Turns what was found of `to`, the node after a reply at `from`, into what is known of the reply.
 * A refutation that needs its cuts gets them: cells the loser lacks, from edge to edge of the winner, so that the loser has no chain meanwhile.
 */
export function relay(search: SolverSearch, from: Node, to: Node): void {
  if (from.side === to.side) return;
  const { proof } = search;
  search.proof = search.disproof;
  search.disproof = proof;
  if (search.verdict === 0) return;
  search.verdict = search.verdict === 1 ? 2 : 1;
  if (search.verdict === 1) return;
  // A conversion is forced where nothing can be placed: from there on the loser may have to give up a stone.
  if (from.stage === 2 && count(emptiesOf(search, from)) < 2) search.isTight = true;
  if (search.isTight) {
    search.carrier = joined(laneOf(search, to.side), search.carrier, search.geometry.full & ~to.other);
  }
}
