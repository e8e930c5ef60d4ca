// Finds virtual connections: chains joined by pairs of empty cells, one of which always remains.
// After Anshelevich, A hierarchical approach to computer Hex (2002), with pairs alone.
import { memoize } from '#games/kit/remember.ts';
import type { EdgeNet } from '../boards/connection.ts';
import { type Cell, EMPTY, type Filling } from '../stone-game.ts';

/** The links that are tried for one connection. Nearly all connections are found in a few. */
const MAX_STEPS = 200;
const NONE = -1;

/** A board of hexagons, where each side has one goal, and its bridges. */
interface BridgeNet extends EdgeNet {
  /** By cell and direction: the cell or edge that touches both this neighbour and the next one. NONE: there is none. */
  readonly bridges: Int16Array;
}

/** The empty cells that touch both a chain and another chain or edge: two or more. Edges are numbered after the chains. */
interface Link {
  readonly to: number;
  readonly cells: readonly Cell[];
}

/** The chains of one colour. */
interface Chains {
  readonly net: BridgeNet;
  readonly filling: Filling;
  readonly stone: number;
  /** The edges to touch, as bits. */
  readonly goal: number;
  /** By cell: its chain. NONE: another content. */
  readonly chainOf: Int16Array;
  /** By chain: the edges of the goal that it touches, as bits. */
  readonly touched: readonly number[];
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

/** Walks the chain of a stone, and numbers its cells. Returns the edges that it touches. */
function walkChain({ net, filling, stone, chainOf }: Omit<Chains, 'touched'>, start: Cell, chain: number): number {
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

function findChains(net: BridgeNet, filling: Filling, stone: number): Chains {
  const goal = net.goals[stone]?.[0] ?? 0;
  const walk = { net, filling, stone, goal, chainOf: new Int16Array(net.cells).fill(NONE) };
  const touched: number[] = [];
  for (let cell = 0; cell < net.cells; cell++)
    if (filling[cell] === stone && walk.chainOf[cell] === NONE)
      touched.push(walkChain(walk, cell, touched.length) & goal);
  return { ...walk, touched };
}

/** The number of the chain or edge at a place next to a cell. NONE: neither. */
function memberAt({ net, goal, chainOf, touched }: Chains, place: number): number {
  if (place < net.cells) return chainOf[place] ?? NONE;
  const edge = place - net.cells;
  return ((goal >> edge) & 1) === 1 ? touched.length + edge : NONE;
}

/** The chains and edges around a cell, each once. */
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
  const { net, filling, touched } = chains;
  const cellsByMember = touched.map(() => new Map<number, Cell[]>());
  const add = (cell: Cell, from: number, to: number): void => {
    const cells = cellsByMember[from]?.get(to);
    if (cells === undefined) cellsByMember[from]?.set(to, [cell]);
    else cells.push(cell);
  };
  for (let cell = 0; cell < net.cells; cell++) {
    const members = filling[cell] === EMPTY ? listMembers(chains, cell) : [];
    for (const from of members) for (const to of members) if (from !== to) add(cell, from, to);
  }
  return cellsByMember.map(byMember =>
    [...byMember].filter(([, { length }]) => length > 1).map(([to, cells]) => ({ to, cells })),
  );
}

/** The chains that a chain reaches by links, even if these share cells, itself included, and the edges that they reach, as bits. */
function reachFrom({ touched }: Chains, links: Links, start: number): { members: readonly number[]; edges: number } {
  const members = [start];
  let edges = 0;
  for (const chain of members) {
    edges |= touched[chain] ?? 0;
    for (const { to } of links[chain] ?? [])
      if (to >= touched.length) edges |= 1 << (to - touched.length);
      else if (!members.includes(to)) members.push(to);
  }
  return { members, edges };
}

/** By chain: the edges that it reaches. */
function findReach(chains: Chains, links: Links): readonly number[] {
  const reach = new Array<number>(chains.touched.length).fill(NONE);
  for (let chain = 0; chain < reach.length; chain++) {
    if (reach[chain] !== NONE) continue;
    const { members, edges } = reachFrom(chains, links, chain);
    for (const member of members) reach[member] = edges;
  }
  return reach;
}

/** A connection that grows from chain to chain. */
interface Growth extends Chains {
  readonly links: readonly (readonly Link[])[];
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
  const { goal, touched, links, connected, used } = growth;
  if (edges === goal) return true;
  // The newest chain comes first, so that the connection grows as a path before it branches.
  for (let i = connected.length - 1; i >= 0; i--) {
    for (const link of links[connected[i] ?? NONE] ?? []) {
      const isEdge = link.to >= touched.length;
      const more = edges | (isEdge ? 1 << (link.to - touched.length) : (touched[link.to] ?? 0));
      const pair = (isEdge ? more === edges : connected.includes(link.to)) ? null : findPair(growth, link);
      if (pair === null) continue;
      if (growth.stepsLeft === 0) return false;
      growth.stepsLeft -= 1;
      used.push(...pair);
      if (!isEdge) connected.push(link.to);
      if (grow(growth, more)) return true;
      if (!isEdge) connected.pop();
      used.length -= 2;
    }
  }
  return false;
}

/** The cells of the pairs of a connection between these chains. null: none is found. */
function findPairs(chains: Chains): readonly Cell[] | null {
  const { goal, touched } = chains;
  const links = listLinks(chains);
  const reach = findReach(chains, links);
  const [firstEdge, firstMember] = [goal & -goal, touched.length + 31 - Math.clz32(goal & -goal)];
  const growth: Growth = { ...chains, links, connected: [], used: [], stepsLeft: MAX_STEPS };
  for (let chain = 0; chain < touched.length; chain++) {
    const edges = touched[chain] ?? 0;
    const isFirst = (edges & firstEdge) !== 0 || links[chain]?.some(({ to }) => to === firstMember);
    if (reach[chain] !== goal || isFirst !== true) continue;
    growth.connected.push(chain);
    if (grow(growth, edges)) return growth.used;
    growth.connected.pop();
  }
  return null;
}

/** The cells of the pairs by which a side is connected with the other side to move. null: no connection is found. */
export const findConnection = (net: EdgeNet, filling: Filling, stone: number): readonly Cell[] | null =>
  findPairs(findChains(bridgeNetOf(net), filling, stone));

/** The edges that a stone on this empty cell would reach, even if its links share cells, as bits. */
function reachOfCell(chains: Chains, reach: readonly number[], cell: Cell): number {
  const { net, filling, touched } = chains;
  const { ring, degree, bridges } = net;
  const reachOfMember = (member: number): number =>
    member === NONE ? 0 : member < touched.length ? (reach[member] ?? 0) : 1 << (member - touched.length);
  let edges = 0;
  for (let i = 0; i < degree; i++) {
    const [next, afterNext] = [ring[cell * degree + i] ?? NONE, ring[cell * degree + ((i + 1) % degree)] ?? NONE];
    edges |= reachOfMember(memberAt(chains, next));
    const bridge = bridges[cell * degree + i] ?? NONE;
    if (bridge !== NONE && filling[next] === EMPTY && filling[afterNext] === EMPTY)
      edges |= reachOfMember(memberAt(chains, bridge));
  }
  return edges;
}

/** A stone that connects its side, and the cells of the pairs that it needs. */
export interface ConnectingMove {
  readonly cell: Cell;
  readonly pairs: readonly Cell[];
}

/** The moves after which a side is connected. null: a move that does not connect, though its links reach all edges. */
export function* iterateConnectingMoves(
  edgeNet: EdgeNet,
  filling: Filling,
  stone: number,
): Generator<ConnectingMove | null> {
  const net = bridgeNetOf(edgeNet);
  const chains = findChains(net, filling, stone);
  const reach = findReach(chains, listLinks(chains));
  for (let cell = 0; cell < net.cells; cell++) {
    if (filling[cell] !== EMPTY || reachOfCell(chains, reach, cell) !== chains.goal) continue;
    filling[cell] = stone;
    const pairs = findPairs(findChains(net, filling, stone));
    filling[cell] = EMPTY;
    yield pairs && { cell, pairs };
  }
}
