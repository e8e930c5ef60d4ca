// Finds virtual connections: chains joined by pairs of empty cells, one of which always remains.
import { type Game, matchEveryMove } from '#games/game.ts';
import { must } from '#games/kit/assert.ts';
import { memoize } from '#games/kit/remember.ts';
import {
  type Cell,
  EMPTY,
  type EdgeNet,
  type Filling,
  type PlaceMove,
  STONE,
  type StoneGame,
  type StonePosition,
  boardOf,
  otherSide,
} from '../stone-game.ts';

/** The cells that all of these moves need, their own included. null: there is no move. */
function findMustPlay(moves: Iterable<ConnectingMove>): ReadonlySet<Cell> | null {
  let common: readonly Cell[] | null = null;
  for (const { cell, pairs } of moves) {
    const needed: readonly Cell[] = [cell, ...pairs];
    common = common === null ? needed : common.filter(each => needed.includes(each));
  }
  return common && new Set(common);
}

/** Creates the members of a plain game without captures that is won by joining edges on hexagons. */
export function createConnectionProofs(
  game: StoneGame,
): Pick<Game<StonePosition, PlaceMove>, 'forcedWin' | 'forcedLosses'> {
  const read = (position: StonePosition) => {
    const board = boardOf(game, position);
    return { net: must(board.edgeNet, 'a board with edges to join'), filling: board.fill(position.cells) };
  };
  return {
    forcedWin: (position, nodes) => {
      if (position.end !== null) return null;
      const { net, filling } = read(position);
      const [win] = iterateConnectingMoves(net, filling, STONE[position.turn], nodes);
      return win === undefined ? null : { cell: win.cell };
    },
    forcedLosses: (position, nodes) => {
      if (position.end !== null) return null;
      const { net, filling } = read(position);
      const enemy = STONE[otherSide(position.turn)];
      if (isConnected(net, filling, enemy)) return matchEveryMove;
      const mustPlay = findMustPlay(iterateConnectingMoves(net, filling, enemy, nodes));
      return mustPlay && (({ cell }) => !mustPlay.has(cell));
    },
  };
}

// After Anshelevich, A hierarchical approach to computer Hex (2002), with pairs alone.

/** The links that are tried for one connection. Nearly all connections are found in a few. */
const MAX_STEPS = 200;
const NONE = -1;

/** A board of hexagons, where each side has one goal, and its bridges. */
interface BridgeNet extends EdgeNet {
  /** By cell and direction: the cell or edge that touches both this neighbour and the next one. NONE: there is none. */
  readonly bridges: Int16Array;
}

/** The empty cells that touch both a chain and another member: two or more. */
interface Link {
  readonly to: number;
  readonly cells: readonly Cell[];
}

/** The chains of one colour. A member is a chain, or an edge: edges are numbered after the chains. */
interface Chains {
  readonly net: BridgeNet;
  readonly filling: Filling;
  readonly stone: number;
  /** The edges to touch, as bits. */
  readonly goal: number;
  /** By cell: its chain. NONE: another content. */
  readonly chainOf: Int16Array;
  readonly count: number;
  /** By member: the edges of the goal that a chain touches, as bits, or the bit of the edge. */
  readonly edgesOf: readonly number[];
}

function findBridge({ ring, degree, cells }: EdgeNet, cell: Cell, direction: number): number {
  const neighbour = (turn: number): number => ring[cell * degree + ((direction + turn) % degree)] ?? cells;
  const [left, right] = [neighbour(0), neighbour(1)];
  if (left >= cells || right >= cells) return NONE;
  const aroundRight = ring.subarray(right * degree, (right + 1) * degree);
  return ring.subarray(left * degree, (left + 1) * degree).find(next => next !== cell && aroundRight.includes(next)) ?? NONE; // prettier-ignore
}

const bridgeNetOf = memoize((net: EdgeNet): BridgeNet => ({
  ...net,
  bridges: Int16Array.from({ length: net.cells * net.degree }, (_, i) =>
    findBridge(net, Math.floor(i / net.degree), i % net.degree),
  ),
}));

/** A walk over the chains of a stone. */
type Walk = Pick<Chains, 'net' | 'filling' | 'stone' | 'chainOf'>;

/** Numbers the cells of the chain of a stone. Returns the edges that it touches, as bits. */
function walkChain({ net, filling, stone, chainOf }: Walk, start: Cell, chain: number): number {
  const { cells, ring, degree } = net;
  let edges = 0;
  chainOf[start] = chain;
  const pending = [start];
  for (let cell = pending.pop(); cell !== undefined; cell = pending.pop()) {
    for (let i = cell * degree; i < (cell + 1) * degree; i++) {
      const next = ring[i] ?? 0;
      if (next >= cells) edges |= 1 << (next - cells);
      else if (filling[next] === stone && chainOf[next] === NONE) {
        chainOf[next] = chain;
        pending.push(next);
      }
    }
  }
  return edges;
}

const MAX_EDGES = 4;
const EDGE_BITS = Array.from({ length: MAX_EDGES }, (_, edge) => 1 << edge);

function findChains(net: BridgeNet, filling: Filling, stone: number): Chains {
  const goal = net.goals[stone]?.[0] ?? 0;
  const chainOf = new Int16Array(net.cells).fill(NONE);
  const touched: number[] = [];
  for (let cell = 0; cell < net.cells; cell++)
    if (filling[cell] === stone && chainOf[cell] === NONE)
      touched.push(walkChain({ net, filling, stone, chainOf }, cell, touched.length) & goal);
  return { net, filling, stone, goal, chainOf, count: touched.length, edgesOf: [...touched, ...EDGE_BITS] };
}

/** The chain, or the edge of the goal, at a place next to a cell. NONE: neither. */
function memberAt({ net, goal, chainOf, count }: Chains, place: number): number {
  if (place < net.cells) return chainOf[place] ?? NONE;
  const edge = place - net.cells;
  return ((goal >> edge) & 1) === 1 ? count + edge : NONE;
}

/** The members around a cell, each once. */
function listMembers(chains: Chains, cell: Cell): number[] {
  const { ring, degree } = chains.net;
  const members: number[] = [];
  for (let i = cell * degree; i < (cell + 1) * degree; i++) {
    const member = memberAt(chains, ring[i] ?? NONE);
    if (member !== NONE && !members.includes(member)) members.push(member);
  }
  return members;
}

/** By chain: its links. */
type Links = readonly (readonly Link[])[];

function listLinks(chains: Chains): Links {
  const { net, filling, count, edgesOf } = chains;
  const cellsByMember = Array.from({ length: count }, () => new Map<number, Cell[]>());
  const add = (cell: Cell, from: number, to: number): void => {
    const isTouched = to >= count && ((edgesOf[from] ?? 0) & (edgesOf[to] ?? 0)) !== 0;
    if (from === to || isTouched) return;
    const cells = cellsByMember[from]?.get(to);
    if (cells === undefined) cellsByMember[from]?.set(to, [cell]);
    else cells.push(cell);
  };
  for (let cell = 0; cell < net.cells; cell++) {
    const members = filling[cell] === EMPTY ? listMembers(chains, cell) : [];
    for (const from of members) for (const to of members) add(cell, from, to);
  }
  return cellsByMember.map(byMember =>
    [...byMember].filter(([, { length }]) => length > 1).map(([to, cells]) => ({ to, cells })),
  );
}

/** The members that a chain reaches by links from chain to chain, even if these share cells, itself included. */
function listReached(links: Links, chain: number): readonly number[] {
  const members = [chain];
  for (const member of members) for (const { to } of links[member] ?? []) if (!members.includes(to)) members.push(to);
  return members;
}

/** By member: the edges that it reaches, as bits. */
function findReach({ count, edgesOf }: Chains, links: Links): readonly number[] {
  const reach = edgesOf.map((edges, member) => (member < count ? NONE : edges));
  for (let start = 0; start < count; start++) {
    if (reach[start] !== NONE) continue;
    const members = listReached(links, start);
    const edges = members.reduce((sum, member) => sum | (edgesOf[member] ?? 0), 0);
    for (const member of members) if (member < count) reach[member] = edges;
  }
  return reach;
}

/** A connection that grows from chain to chain. */
interface Growth extends Chains {
  readonly links: Links;
  readonly connected: number[];
  /** The cells of its pairs. */
  readonly used: Cell[];
  stepsLeft: number;
}

/** Two cells of a link that no other pair uses. null: there are none. */
function findPair({ used }: Growth, { cells }: Link): readonly [Cell, Cell] | null {
  const [first, second] = cells.filter(cell => !used.includes(cell));
  return first === undefined || second === undefined ? null : [first, second];
}

/** Grows the connection until it touches all edges of the goal. false: it cannot, or not within the steps. */
function grow(growth: Growth, edges: number): boolean {
  const { goal, edgesOf, links, connected, used } = growth;
  if (edges === goal) return true;
  // The newest chain comes first, so that the connection grows as a path before it branches.
  for (const member of connected.toReversed()) {
    for (const link of links[member] ?? []) {
      const pair = connected.includes(link.to) ? null : findPair(growth, link);
      if (pair === null) continue;
      if (growth.stepsLeft === 0) return false;
      growth.stepsLeft -= 1;
      used.push(...pair);
      connected.push(link.to);
      if (grow(growth, edges | (edgesOf[link.to] ?? 0))) return true;
      connected.pop();
      used.length -= 2;
    }
  }
  return false;
}

/** The cells of the pairs of a connection between these chains. null: none is found. */
function findPairs(chains: Chains): readonly Cell[] | null {
  const { goal, count, edgesOf } = chains;
  const links = listLinks(chains);
  const reach = findReach(chains, links);
  const firstEdge = EDGE_BITS.findIndex(bit => (goal & bit) !== 0);
  const isAtFirstEdge = (chain: number): boolean =>
    (((edgesOf[chain] ?? 0) >> firstEdge) & 1) === 1 || (links[chain] ?? []).some(({ to }) => to === count + firstEdge);
  const growth: Growth = { ...chains, links, connected: [], used: [], stepsLeft: MAX_STEPS };
  for (let chain = 0; chain < count; chain++) {
    if (reach[chain] !== goal || !isAtFirstEdge(chain)) continue;
    growth.connected.push(chain);
    if (grow(growth, edgesOf[chain] ?? 0)) return growth.used;
    growth.connected.pop();
  }
  return null;
}

/** Whether a side is known to be connected, even with the other side to move. */
export const isConnected = (net: EdgeNet, filling: Filling, stone: number): boolean =>
  findPairs(findChains(bridgeNetOf(net), filling, stone)) !== null;

/** The edges that a stone on this empty cell would reach, even if its links share cells, as bits. */
function reachFrom(chains: Chains, reach: readonly number[], cell: Cell): number {
  const { ring, degree, bridges } = chains.net;
  const isEmpty = (i: number): boolean => chains.filling[ring[cell * degree + (i % degree)] ?? NONE] === EMPTY;
  let edges = 0;
  for (let i = 0; i < degree; i++) {
    edges |= reach[memberAt(chains, ring[cell * degree + i] ?? NONE)] ?? 0;
    const bridge = bridges[cell * degree + i] ?? NONE;
    if (bridge !== NONE && isEmpty(i) && isEmpty(i + 1)) edges |= reach[memberAt(chains, bridge)] ?? 0;
  }
  return edges;
}

/** A stone that connects its side, and the cells of the pairs that it needs. */
export interface ConnectingMove {
  readonly cell: Cell;
  readonly pairs: readonly Cell[];
}

/** The moves that connect a side, among the first `most` whose links reach all edges. */
export function* iterateConnectingMoves(
  edgeNet: EdgeNet,
  filling: Filling,
  stone: number,
  most: number,
): Generator<ConnectingMove> {
  const net = bridgeNetOf(edgeNet);
  const chains = findChains(net, filling, stone);
  const reach = findReach(chains, listLinks(chains));
  let left = most;
  for (let cell = 0; cell < net.cells && left > 0; cell++) {
    if (filling[cell] !== EMPTY || reachFrom(chains, reach, cell) !== chains.goal) continue;
    left -= 1;
    filling[cell] = stone;
    const pairs = findPairs(findChains(net, filling, stone));
    filling[cell] = EMPTY;
    if (pairs !== null) yield { cell, pairs };
  }
}
