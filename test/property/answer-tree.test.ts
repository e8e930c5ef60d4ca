// Prepared answers as text and as a tree, compared with a plain table of all sequences.
import type { Arbitrary } from 'fast-check';
import fc from '#test/fast-check.ts';
import { describe, expect, it } from 'vitest';
import {
  type AnswerTree,
  formatTree,
  NOTHING_PREPARED,
  type Path,
  parsePath,
  countAnswers,
  parseTree,
  addPath,
} from '#core/board/answer-tree.ts';
import { learn } from './prepared-model.ts';

const runs = { numRuns: 500, verbose: fc.VerbosityLevel.Verbose };

/** Few, so that paths meet. */
const move = fc.constantFrom('a1', 'b2,c3', 'swap');
const answer = fc.constantFrom('c1', 'd2,e3', 'resign');
const step = fc.record({ to: move, play: answer });
const path: Arbitrary<Path> = fc
  .record({ steps: fc.array(step, { maxLength: 4 }), otherwise: fc.option(answer) })
  .filter(({ steps, otherwise }) => steps.length > 0 || otherwise !== null);
const paths = fc.array(path, { maxLength: 12 });

const treeFrom = (all: readonly Path[]): AnswerTree => all.reduce(addPath, NOTHING_PREPARED);

const textOf = ({ steps, otherwise }: Path): string =>
  [
    ...steps.flatMap(({ to, play }) => ['if', to, 'then', play]),
    ...(otherwise === null ? [] : ['else', otherwise]),
  ].join(' ');

/** By the moves of both sides so far, `else` for any other: what is answered. */
function tableFrom(all: readonly Path[]): ReadonlyMap<string, string> {
  const table = new Map<string, string>();
  for (const { steps, otherwise } of all)
    learn(table, '', { path: steps.flatMap(({ to, play }) => [to, play]), otherwise });
  return table;
}

/** What a tree answers to these moves of the other side, one after the other, as long as it answers. */
function answersOf(tree: AnswerTree, moves: readonly string[]): readonly string[] {
  const [first, ...rest] = moves;
  if (first === undefined) return [];
  const found = tree.answers.find(({ to }) => to === first);
  if (found !== undefined) return [found.play, ...answersOf(found.next, rest)];
  return tree.otherwise === null ? [] : [tree.otherwise];
}

function answersIn(table: ReadonlyMap<string, string>, moves: readonly string[]): readonly string[] {
  const given: string[] = [];
  let above = '';
  for (const each of moves) {
    const known = table.get(`${above}${each}/`);
    const play = known ?? table.get(`${above}else`);
    if (play !== undefined) given.push(play);
    if (known === undefined) break;
    above += `${each}/${known}/`;
  }
  return given;
}

describe('prepared answers', () => {
  it('are read as they are written', () => {
    fc.assert(
      fc.property(path, each => {
        expect(parsePath(textOf(each).split(' '))).toEqual(each);
      }),
      runs,
    );
  });

  it('are the tree that its own lines make, in lines that stay the same', () => {
    fc.assert(
      fc.property(paths, all => {
        const tree = treeFrom(all);
        const lines = formatTree(tree);
        expect(parseTree(lines)).toEqual(tree);
        expect(formatTree(parseTree(lines))).toEqual(lines);
        expect(parseTree(all.map(textOf))).toEqual(tree);
        expect(lines.length).toBeLessThanOrEqual(countAnswers(tree));
      }),
      runs,
    );
  });

  it('answer as a table of all sequences does, and hold as much', () => {
    fc.assert(
      fc.property(paths, fc.array(fc.oneof(move, fc.constant('e5')), { maxLength: 6 }), (all, moves) => {
        const table = tableFrom(all);
        expect(answersOf(treeFrom(all), moves)).toEqual(answersIn(table, moves));
        expect(countAnswers(treeFrom(all))).toBe(table.size);
      }),
      runs,
    );
  });

  it('are no line without all its words, and cost linear time', () => {
    for (const text of [
      '',
      'if',
      'if a1',
      'if a1 then',
      'then a1',
      'a1',
      'if then a1',
      'else',
      'else a1 else b1',
      'if a1 else b1',
      'if a1 then b1 then c1',
      'b1 if a1 then c1',
      'else a1 if b1 then c1',
    ])
      // prettier-ignore
      expect(parsePath(text.split(' ')), text).toBe(null);
    const long = `if a1 then ${'b2 '.repeat(100_000)}`.trim().split(' ');
    expect(parsePath(long)?.steps.length).toBe(1);
    expect(parsePath(long.map(() => 'if'))).toBe(null);
  });
});
