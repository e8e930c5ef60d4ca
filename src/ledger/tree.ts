// The hash tree of the ledger (RFC 6962, 2.1). A node of a complete subtree never changes.
import { hash } from 'node:crypto';
import { assert, must } from '#games/kit/assert.ts';

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

/** The tree with more entries, and the cells that are new. */
export function appendEntries(
  { size, peaks }: Tree,
  entries: readonly Buffer[],
): { readonly tree: Tree; readonly cells: readonly Buffer[] } {
  const grown = [...peaks];
  const cells: Buffer[] = [];
  for (const [i, entry] of entries.entries()) {
    let node = hashLeaf(entry);
    cells.push(entry);
    for (let rest = size + i; rest % 2 === 1; rest = (rest - 1) / 2) {
      node = hashPair(must(grown.pop(), 'a peak for each one of the size'), node);
      cells.push(node);
    }
    grown.push(node);
  }
  return { tree: { size: size + entries.length, peaks: grown }, cells };
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
 * No node is among them that follows from others. Places and sizes are within the tree.
 */
export function listProofNodes(leaves: readonly number[], sizes: readonly number[], size: number): readonly HashNode[] {
  assert(leaves.every(leaf => leaf < size) && sizes.every(each => each <= size), 'places within the tree');
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

/** The root of a tree with this many leaves. null: the nodes do not tell it. Nodes that it computes are added. */
export function findRoot(nodes: Map<string, Hash>, size: number): Hash | null {
  const peaks = listPeaks(size).flatMap(peak => findHash(nodes, peak) ?? []);
  return peaks.length === listPeaks(size).length ? computeRoot(peaks) : null;
}

/** The hash of a node. null: the nodes do not tell it. Nodes that it computes are added. */
export function findHash(nodes: Map<string, Hash>, node: HashNode): Hash | null {
  const known = nodes.get(nameNode(node));
  if (known !== undefined || node.level === 0) return known ?? null;
  const [level, index] = [node.level - 1, 2 * node.index];
  const left = findHash(nodes, { level, index });
  const right = left && findHash(nodes, { level, index: index + 1 });
  if (left === null || right === null) return null;
  const hashed = hashPair(left, right);
  nodes.set(nameNode(node), hashed);
  return hashed;
}

// The tree as files (C2SP tlog-tiles): 256 nodes make a tile. The tiles of a level are above 256 times as many of the level below.

const TILE_LEVELS = 8;
const TILE_WIDTH = 2 ** TILE_LEVELS;

/** `level` null: the entries themselves. `width`: the number of nodes, which is TILE_WIDTH but at the end of the log. */
export interface Tile {
  readonly level: number | null;
  readonly index: number;
  readonly width: number;
}

/** null: no tile has this path. */
export function parseTilePath(path: string): Tile | null {
  const [, level = '', index = '', width = `${TILE_WIDTH}`] =
    /^tile\/(entries|[0-5])\/((?:x\d{3}\/){0,4}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/.exec(path) ?? [];
  const tile = {
    level: level === 'entries' ? null : Number(level),
    index: Number(index.replace(/\D/g, '')),
    width: Number(width),
  };
  return formatTilePath(tile) === path && tile.width <= TILE_WIDTH ? tile : null;
}

/** The digits of an index stand in groups of three: `tile/0/x001/x234/067`. */
export function formatTilePath({ level, index, width }: Tile): string {
  const digits = String(index).padStart(3 * Math.ceil(String(index).length / 3), '0');
  const groups = digits.replace(/\d{3}(?=\d)/g, 'x$&/');
  return `tile/${level ?? 'entries'}/${groups}${width === TILE_WIDTH ? '' : `.p/${width}`}`;
}

export const listTileNodes = ({ level, index, width }: Tile): readonly HashNode[] =>
  Array.from({ length: width }, (_, i) => ({ level: (level ?? 0) * TILE_LEVELS, index: index * TILE_WIDTH + i }));

/** The tile with the nodes that a node of a tree of this size follows from. */
export function findTile({ level, index }: HashNode, size: number): Tile {
  const tileLevel = Math.floor(level / TILE_LEVELS);
  const tileIndex = Math.floor((index * 2 ** (level % TILE_LEVELS)) / TILE_WIDTH);
  const count = Math.floor(size / TILE_WIDTH ** tileLevel);
  return { level: tileLevel, index: tileIndex, width: Math.min(TILE_WIDTH, count - tileIndex * TILE_WIDTH) };
}
