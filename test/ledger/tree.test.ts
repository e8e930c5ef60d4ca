// The hash tree: roots as RFC 6962 defines them, and proofs from the cells of a store.
import { expect, it } from 'vitest';
import { createRandom } from '#games/kit/random.ts';
import {
  type Hash,
  appendEntries,
  computeRoot,
  countCells,
  EMPTY_TREE,
  findRoot,
  hashLeaf,
  hashPair,
  listPeaks,
  listProofNodes,
  nameNode,
  readNodes,
} from '#ledger/tree.ts';

const entryOf = (number: number): Buffer => Buffer.from(`entry ${number}`);

/** MTH of RFC 6962, 2.1. */
function rootOf(leaves: readonly Hash[]): Hash {
  if (leaves.length === 0) return computeRoot([]);
  if (leaves.length === 1) return leaves[0]!;
  const split = 2 ** Math.floor(Math.log2(leaves.length - 1));
  return hashPair(rootOf(leaves.slice(0, split)), rootOf(leaves.slice(split)));
}

it('has the roots of the published test vectors', () => {
  const entries = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
  const roots = [
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
    'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
    '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
    'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
    '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
  ];
  const bytes = entries.map(text => Buffer.from(text, 'hex'));
  const found = roots.map((_, size) => computeRoot(appendEntries(EMPTY_TREE, bytes.slice(0, size)).tree.peaks));
  expect(found.map(root => root.toString('hex'))).toEqual(roots);
});

const SIZE = 300;
const entries = Array.from({ length: SIZE }, (_, i) => entryOf(i));
const leaves = entries.map(hashLeaf);
const { cells } = appendEntries(EMPTY_TREE, entries);
const roots = Array.from({ length: SIZE + 1 }, (_, size) => rootOf(leaves.slice(0, size)));

it('grows by any steps to the same cells and roots', () => {
  const rng = createRandom(1);
  let tree = EMPTY_TREE;
  const grown: Buffer[] = [];
  while (tree.size < SIZE) {
    const step = appendEntries(tree, entries.slice(tree.size, tree.size + 1 + rng.below(9)));
    tree = step.tree;
    grown.push(...step.cells);
    expect(grown.length).toBe(countCells(tree.size));
    expect(computeRoot(tree.peaks)).toEqual(roots[tree.size]);
  }
  expect(grown).toEqual(cells);
});

const read = (places: readonly number[]): Promise<readonly Buffer[]> =>
  Promise.resolve(places.map(place => cells[place]!));

it('finds the peaks of every size among the cells of a larger tree', async () => {
  for (let size = 1; size <= SIZE; size++)
    expect(computeRoot(await readNodes(listPeaks(size), read))).toEqual(roots[size]);
});

it('proves entries and earlier sizes with no node too many', async () => {
  const rng = createRandom(2);
  const draw = (count: number, most: number, least: number): readonly number[] =>
    [...new Set(Array.from({ length: rng.below(count) }, () => least + rng.below(most)))].sort((a, b) => a - b);
  for (let round = 0; round < 300; round++) {
    const size = 1 + rng.below(SIZE);
    const [proved, sizes] = [draw(6, size, 0), draw(6, size, 1)];
    const nodes = listProofNodes(proved, sizes, size);
    const hashes = await readNodes(nodes, read);
    const known = new Map([
      ...nodes.map((node, i) => [nameNode(node), hashes[i]!] as const),
      ...proved.map(index => [nameNode({ level: 0, index }), leaves[index]!] as const),
    ]);
    const tells = (given: typeof known): boolean => {
      const nodesOf = new Map(given);
      return [size, ...sizes].every(each => findRoot(nodesOf, each)?.equals(roots[each]!));
    };
    expect(tells(known)).toBe(true);
    for (const name of nodes.map(nameNode)) {
      const fewer = new Map(known);
      fewer.delete(name);
      expect(tells(fewer), `${name} of ${size}`).toBe(false);
      expect(tells(new Map([...known, [name, hashLeaf(Buffer.of())]])), `${name} changed`).toBe(false);
    }
  }
});
