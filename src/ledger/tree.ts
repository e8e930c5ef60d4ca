// The hash tree of the ledger (RFC 6962, 2.1). A node of a complete subtree never changes.
import { hash } from 'node:crypto';
import { must } from '#games/kit/assert.ts';

/** 32 bytes: SHA-256. */
export type Hash = Buffer;

const sha256 = (bytes: Buffer): Hash => hash('sha256', bytes, 'buffer');

export const HASH_BYTES = 32;
const [LEAF, INNER] = [Buffer.of(0), Buffer.of(1)];

/** `entry`: what the ledger holds at a place. */
export const hashLeaf = (entry: Buffer): Hash => sha256(Buffer.concat([LEAF, entry]));
export const hashPair = (left: Hash, right: Hash): Hash => sha256(Buffer.concat([INNER, left, right]));

/** The node above 2^level leaves, the first of which is at index · 2^level. */
export interface HashNode {
  readonly level: number;
  readonly index: number;
}

/** `level.index`, as files name it. */
export const nameNode = ({ level, index }: HashNode): string => `${level}.${index}`;

export function parseNode(name: string): HashNode {
  const [level = NaN, index = NaN] = name.split('.').map(Number);
  return { level, index };
}

/** The nodes of a tree that are known, by their names. */
export type Nodes = ReadonlyMap<string, Hash>;

const parentOf = ({ level, index }: HashNode): HashNode => ({ level: level + 1, index: Math.floor(index / 2) });
const siblingOf = ({ level, index }: HashNode): HashNode => ({ level, index: index % 2 === 0 ? index + 1 : index - 1 });

/** The largest complete subtrees of a tree with this many leaves, from the left. */
export function listPeaks(size: number): readonly HashNode[] {
  const peaks: HashNode[] = [];
  let covered = 0;
  for (let level = 52; level >= 0; level--) {
    const width = 2 ** level;
    if (size - covered < width) continue;
    peaks.push({ level, index: covered / width });
    covered += width;
  }
  return peaks;
}

/** A tree: the number of its leaves, and its peaks as `listPeaks` has them. */
export interface Tree {
  readonly size: number;
  readonly peaks: readonly Hash[];
}

export const EMPTY_TREE: Tree = { size: 0, peaks: [] };

// Stores keep a tree as a row of cells of 32 bytes that only grows: each entry, and after it the nodes that it completes.

/** The tree with one more entry, and the cells that are new. */
function appendEntry({ size, peaks }: Tree, entry: Buffer): { readonly tree: Tree; readonly cells: readonly Buffer[] } {
  const left = [...peaks];
  const cells = [entry];
  let node = hashLeaf(entry);
  for (let rest = size; rest % 2 === 1; rest = (rest - 1) / 2) {
    node = hashPair(must(left.pop(), 'a peak for each one of the size'), node);
    cells.push(node);
  }
  return { tree: { size: size + 1, peaks: [...left, node] }, cells };
}

/** The tree with more entries, and all cells that are new. */
export function appendEntries(
  tree: Tree,
  entries: readonly Buffer[],
): { readonly tree: Tree; readonly cells: readonly Buffer[] } {
  const cells: Buffer[] = [];
  let grown = tree;
  for (const entry of entries) {
    const appended = appendEntry(grown, entry);
    grown = appended.tree;
    cells.push(...appended.cells);
  }
  return { tree: grown, cells };
}

/** The number of cells of a tree with this many leaves: each but the peaks is one of two that were joined. */
export const countCells = (size: number): number => 2 * size - listPeaks(size).length;

/** The cell of a node. At level 0 it holds the entry, whose hash is the node. */
export const cellOf = ({ level, index }: HashNode): number => countCells((index + 1) * 2 ** level - 1) + level;

/** The row of cells of a store, at these places. */
export type ReadCells = (places: readonly number[]) => Promise<readonly Buffer[]>;

/** The nodes of a tree whose cells a store keeps. */
export async function readNodes(nodes: readonly HashNode[], read: ReadCells): Promise<readonly Hash[]> {
  const cells = await read(nodes.map(cellOf));
  return cells.map((cell, i) => (nodes[i]?.level === 0 ? hashLeaf(cell) : cell));
}

export const computeRoot = (peaks: readonly Hash[]): Hash =>
  peaks.length === 0 ? sha256(Buffer.of()) : peaks.reduceRight((right, left) => hashPair(left, right));

/**
 * The nodes that prove that a tree with this many leaves holds these leaves, and that the trees of these earlier sizes were its beginnings.
 * No node is among them that follows from others.
 */
export function listProofNodes(leaves: readonly number[], sizes: readonly number[], size: number): readonly HashNode[] {
  const found = new Map<string, HashNode>();
  const computed = new Set(leaves.map(index => nameNode({ level: 0, index })));
  const peaks = listPeaks(size);
  const ends = new Set(peaks.map(nameNode));
  const earlierPeaks = sizes.flatMap(listPeaks).sort((a, b) => a.level - b.level);
  for (const start of [...leaves.map(index => ({ level: 0, index })), ...earlierPeaks, ...peaks]) {
    found.set(nameNode(start), start);
    for (let node = start; !ends.has(nameNode(node));) {
      found.set(nameNode(siblingOf(node)), siblingOf(node));
      node = parentOf(node);
      if (computed.has(nameNode(node))) break;
      computed.add(nameNode(node));
    }
  }
  return [...found].flatMap(([name, node]) => (computed.has(name) ? [] : [node]));
}

/** All nodes that follow from these. null: two of them contradict each other. */
export function completeNodes(given: Nodes): Nodes | null {
  const nodes = new Map(given);
  const waiting = [...nodes.keys()].map(parseNode).sort((a, b) => a.level - b.level);
  for (const node of waiting) {
    const [left, right] = node.index % 2 === 0 ? [node, siblingOf(node)] : [siblingOf(node), node];
    const [leftHash, rightHash] = [nodes.get(nameNode(left)), nodes.get(nameNode(right))];
    if (leftHash === undefined || rightHash === undefined) continue;
    const parent = nameNode(parentOf(node));
    const hashed = hashPair(leftHash, rightHash);
    const known = nodes.get(parent);
    if (known?.equals(hashed) === false) return null;
    if (known !== undefined) continue;
    nodes.set(parent, hashed);
    waiting.push(parentOf(node));
  }
  return nodes;
}

/** The root of a tree with this many leaves. null: the nodes do not tell it. */
export function findRoot(nodes: Nodes, size: number): Hash | null {
  const peaks = listPeaks(size).map(peak => nodes.get(nameNode(peak)));
  return peaks.every(peak => peak !== undefined) ? computeRoot(peaks) : null;
}
