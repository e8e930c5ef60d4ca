// Problem 1 as text: the tree of small boards counted, of larger ones estimated; random games; how wide the tree is.
import { type Facts, grouped, percent, power, table } from './facts.ts';
import type { Trees } from './stages.ts';
import type { Tree } from './tree.ts';
import { must } from '#games/kit/assert.ts';

const sum = ({ plies }: Tree, of: 'won' | 'drawn'): number => plies.reduce((total, ply) => total + ply[of], 0);

function treeRow(tree: Tree): string[] {
  const games = sum(tree, 'won') + sum(tree, 'drawn');
  const longest = String(tree.plies.at(-1)?.ply ?? 0);
  const nodes = grouped(tree.nodes);
  return [tree.size, tree.endgame, grouped(tree.positions), nodes, grouped(games), percent(sum(tree, 'drawn') / games), longest]; // prettier-ignore
}

const treeNamed = ({ trees }: Trees, size: string, endgame: string): Tree | undefined =>
  trees.find(tree => tree.size === size && tree.endgame === endgame);

const byPly = (tree: Tree): string => tree.plies.map(({ sequences }) => grouped(sequences)).join(' + ');

function estimateRows(trees: Trees): string[][] {
  return trees.estimates
    .filter(({ method }) => method === 'knuth')
    .map(single => {
      const layered = must(
        trees.estimates.find(({ size, method }) => size === single.size && method === 'chen'),
        'every board is estimated both ways',
      );
      const exact = treeNamed(trees, single.size, 'nexc');
      return [
        single.size,
        exact === undefined ? '' : power(Math.log10(exact.nodes)),
        power(layered.log10),
        `${layered.log10.toFixed(2)} ± ${layered.error.toFixed(2)}`,
        `${single.log10.toFixed(2)} ± ${single.error.toFixed(2)}`,
      ];
    });
}

const gameRows = ({ games }: Trees): string[][] =>
  games
    .filter(({ endgame }) => endgame === 'nexc')
    .map(each => {
      const cells = Number(each.size.split('x')[0]) ** 2;
      const neto = games.find(({ size, endgame }) => size === each.size && endgame === 'neto');
      return [
        each.size,
        `${each.meanPlies.toFixed(1)} ± ${each.spread.toFixed(1)}`,
        String(each.longest),
        String(cells),
        percent(each.blackWins),
        percent(each.draws),
        percent(neto?.blackWins ?? 0),
      ];
    });

function largest(trees: Trees): Facts {
  const of = (method: string): number =>
    must(trees.estimates.findLast(each => each.method === method) ?? null, 'the largest board').log10;
  return { 'nodes-13x13': power(of('chen')), 'knuth-short': (of('chen') - of('knuth')).toFixed(0) };
}

export const treeFacts = (trees: Trees): Facts => ({
  ...largest(trees),
  trees: table(['board', 'convention', 'positions', 'nodes', 'games', 'drawn', 'longest'], trees.trees.map(treeRow)),
  'tree-2x2': byPly(must(treeNamed(trees, '2x2', 'nexc'), '2x2 is counted')),
  'tree-3x3': byPly(must(treeNamed(trees, '3x3', 'nexc'), '3x3 is counted')),
  estimates: table(
    ['board', 'counted', 'estimated', 'log10, by layers', 'log10, by single games'],
    estimateRows(trees),
  ),
  games: table(
    ['board', 'mean length', 'longest seen', 'cells', 'Black wins (nexc)', 'drawn (nexc)', 'Black wins (neto)'],
    gameRows(trees),
  ),
  branching: table(
    ['moves after', ...trees.plies.map(String)],
    trees.branching.map(({ size, moves }) => [size, ...moves.map(each => (each === null ? '' : grouped(each)))]),
  ),
});
