// What computes research/nex/README.md: its counts on small boards, its arithmetic, and that the page is what its results make it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { changedTexts } from '#research/nex/code/changes.ts';
import { chen, knuth, logMean, logSum } from '#research/nex/code/estimates.ts';
import { EXAMPLE, joiningNeutrals } from '#research/nex/code/example.ts';
import { filledIn, grouped, power } from '#research/nex/code/facts.ts';
import { FEATURES, evaluation, threat } from '#research/nex/code/features.ts';
import { heatmap, letterLook } from '#research/nex/code/heatmap.ts';
import { areaUnderCurve, chanceOf, fitted, logLoss, resampled } from '#research/nex/code/logistic.ts';
import { countedTree } from '#research/nex/code/counted-tree.ts';
import { oneStoneText } from '#research/nex/code/one-stone.ts';
import { openingMap, tally } from '#research/nex/code/openings.ts';
import { foundIn, page, type Results } from '#research/nex/code/page.ts';
import { pictures } from '#research/nex/code/pictures.ts';
import { positionAt, startOf } from '#research/nex/code/positions.ts';
import { ownCells, shares } from '#research/nex/code/relations.ts';
import { treeOf } from '#research/nex/code/tree.ts';
import { boardSizes, boardValue } from '#research/nex/code/values.ts';
import { exhaustive } from '../games/nex-exhaustive.ts';
import { hexStones } from '#games/hex/stones.ts';
import { evaluateResistance, RESISTANCE } from '#games/stones/heuristic/resistance.ts';
import { createRandom } from '#games/kit/random.ts';
import { nex } from '#games/nex/index.ts';

const SEED = 20040229;
const still = { clock: () => 0, tell: () => undefined };

describe('the tree', () => {
  it.each([
    ['2x2', 'nexc', 61, 37],
    ['2x2', 'neto', 73, 40],
    ['2x3', 'nexc', 7231, 571],
    ['2x3', 'neto', 7807, 575],
    ['3x2', 'nexc', 8191, 581],
    ['3x2', 'neto', 10_879, 597],
  ] as const)('%s %s has %i nodes of %i positions', (size, endgame, nodes, positions) => {
    expect(treeOf(size, endgame)).toMatchObject({ nodes, positions });
  });

  it('of 2x2 is 1 + 12 + 24 + 24, half of its games drawn', () => {
    const { plies } = treeOf('2x2', 'nexc');
    expect(plies.map(({ sequences }) => sequences)).toEqual([1, 12, 24, 24]);
    expect(plies.at(-1)).toMatchObject({ won: 12, drawn: 12 });
  });

  it.each(['2x2', '2x3', '3x2', '3x3'])('of %s is the same when counted by bits', size => {
    expect(countedTree(size, still.tell)).toEqual(treeOf(size, 'nexc'));
  });

  it('is estimated within the error of the estimate, three times over', () => {
    const exact = Math.log10(treeOf('3x3', 'nexc').nodes);
    for (const { log10, error } of [knuth('3x3', 300, SEED), chen('3x3', { samples: 8, width: 30, seed: SEED })]) {
      expect(error).toBeLessThan(0.1);
      expect(Math.abs(log10 - exact), `seed ${SEED}`).toBeLessThan(3 * error);
    }
  });

  it('adds numbers told by their logarithms', () => {
    expect(logSum([1, 1, -Infinity])).toBeCloseTo(Math.log10(20));
    expect(logSum([400, 399])).toBeCloseTo(Math.log10(11) + 399);
    expect(logMean([500, 500])).toEqual({ log10: 500, error: 0 });
  });
});

describe('openings', () => {
  const nexc = openingMap('3x3', 'nexc', still);
  const neto = openingMap('3x3', 'neto', still);

  it('of 3x3: 42 win and 30 draw by nexC, 44 win and 28 lose by Neto', () => {
    expect(tally(nexc.rows)).toEqual({ W: 42, D: 30, L: 0, U: 0 });
    expect(tally(neto.rows)).toEqual({ W: 44, D: 0, L: 28, U: 0 });
  });

  it('that were not solved but turned are those the solver finds', () => {
    const solving = nex.solver!.open(4_000_000);
    const start = startOf('3x3', 'neto');
    for (const own of [5, 6, 8]) {
      for (let neutral = 0; neutral < 9; neutral++) {
        if (neutral === own) continue;
        const { value } = solving.solve(nex.play(start, { kind: 'place', own, neutral }), () => false);
        expect(neto.rows[own]!.charAt(neutral)).toBe(value === 'loss' ? 'W' : 'L');
      }
    }
  });

  it('are told by own cell and by where the neutral lies', () => {
    expect(ownCells(neto)).toEqual({ always: ['a3', 'b2', 'c1'], never: ['a1', 'c3'], depends: ['a2', 'b1', 'b3', 'c2'] }); // prettier-ignore
    const all = shares(neto);
    const near = all.slice(0, 3);
    expect(near.reduce((sum, { openings }) => sum + openings, 0)).toBe(72);
    expect(near.reduce((sum, { wins }) => sum + wins, 0)).toBe(44);
    expect(all.find(({ relation }) => relation === 'in an obtuse corner')).toMatchObject({ openings: 16 });
  });

  it('are drawn with a letter for each colour', () => {
    const drawing = heatmap(
      neto.rows.map(row => ({ title: 'a1', size: '3x3', looks: row.split('').map(letterLook) })),
      3,
    );
    expect(drawing.match(/<circle/g)).toHaveLength(9);
    expect(drawing.match(/fill="#1b7a3d"/g)).toHaveLength(44);
    expect(drawing).not.toMatch(/NaN|undefined|<text|href/);
    expect(letterLook('W').text).toBe('W');
  });
});

describe('who wins', () => {
  it.each([
    ['2x3', 'win'],
    ['3x2', 'loss'],
    ['3x3', 'win'],
    ['4x2', 'loss'],
  ])('%s: %s for the first player', (size, value) => {
    expect(boardSizes()).toContain(size);
    for (const endgame of ['nexc', 'neto'] as const)
      expect(boardValue(size, endgame, still.clock)).toMatchObject({ value });
  });

  it.each([
    ['nexc', 'draw', 'loss'],
    ['neto', 'win', 'loss'],
  ] as const)('is not always who has a stone more: %s, by plain search', (endgame, before, after) => {
    const [plain, more] = ['BWB/?W./..B W', 'BWB/?W./.WB W'].map(text => {
      const [cells = ''] = text.split(' ');
      return exhaustive(endgame)({ columns: 3, cells: cells.replaceAll('/', ''), turn: 'W' });
    });
    expect([plain, more]).toEqual([before, after]);
  });

  it('is asked of positions with one cell changed in favour of the side to move', () => {
    const position = positionAt('B?/.W W', 'neto');
    expect(changedTexts(position, 'own for empty')).toEqual(['B?/WW W']);
    expect(changedTexts(position, 'own for enemy')).toEqual(['W?/.W W']);
    expect(changedTexts(position, 'empty for neutral')).toEqual(['B./.W W']);
    expect(changedTexts(position, 'pass')).toEqual(['B?/.W B']);
  });
});

describe('the positions that are asked about', () => {
  it('the inventor’s example: 6,234 moves, three neutrals that join White', () => {
    const position = positionAt(EXAMPLE, 'neto');
    expect(nex.countMoves(position)).toBe(6234);
    expect(joiningNeutrals(position)).toEqual(['i2', 'j1', 'k1']);
    expect(['B', 'W', '?', '.'].map(letter => position.cells.split(letter).length - 1)).toEqual([18, 20, 13, 70]);
  });

  it('one stone, two neutrals: on c2, d1 and d2', () => {
    const { spots } = nex.picture(positionAt(oneStoneText('B', 'W'), 'neto'), { seat: null });
    const held = spots.flatMap(({ name, piece }) => (piece === null ? [] : [`${name} ${piece.letter}`]));
    expect(held).toEqual(['c2 B', 'd1 ?', 'd2 ?']);
  });
});

describe('the forecast', () => {
  it('finds the weights by which cases were drawn', () => {
    const rng = createRandom(SEED);
    const unit = (): number => rng.below(2 ** 30) / 2 ** 30;
    const truth = [0.5, 2, -1];
    const cases = Array.from({ length: 4000 }, () => {
      const features = [4 * unit() - 2, 100 * unit()];
      const scaled = [features[0]!, features[1]! / 50 - 1];
      return { features, won: unit() < chanceOf(truth, scaled) ? (1 as const) : (0 as const) };
    });
    const [constant, first, second] = fitted(cases);
    expect(first!, `seed ${SEED}`).toBeCloseTo(2, 0);
    expect(50 * second!, `seed ${SEED}`).toBeCloseTo(-1, 0);
    expect(constant! + 50 * second!, `seed ${SEED}`).toBeCloseTo(0.5, 0);
  });

  it('is judged by pairs and by surprise', () => {
    const cases = [1, 1, 0, 0].map(won => ({ features: [], won: won as 0 | 1 }));
    expect(areaUnderCurve([0.9, 0.8, 0.2, 0.1], cases)).toBe(1);
    expect(areaUnderCurve([0.5, 0.5, 0.5, 0.5], cases)).toBe(0.5);
    expect(areaUnderCurve([0.9, 0.3, 0.5, 0.1], cases)).toBe(0.75);
    expect(logLoss([0.5, 0.5, 0.5, 0.5], cases)).toBeCloseTo(Math.LN2);
    const { value, low, high } = resampled([1, 2, 3], each => each.reduce((a, b) => a + b, 0), {
      rng: createRandom(1),
    });
    expect([low < value, value < high, value]).toEqual([true, true, 6]);
  });

  it('looks at the currents as the insight does, which adds something for the middle of a board that is not full', () => {
    const rng = createRandom(SEED);
    for (let i = 0; i < 50; i++) {
      const cells = Array.from({ length: 20 }, () => 'BW?'.charAt(rng.below(3))).join('');
      const full = { ...startOf('5x4', 'neto'), cells };
      expect(evaluation(full, RESISTANCE), `seed ${SEED}`).toBeCloseTo(evaluateResistance(hexStones, full)!.evaluation);
    }
    const middle = positionAt('...../...../..B../...../..... B', 'neto');
    expect(FEATURES['insight']!(middle)).toBeGreaterThan(FEATURES['currents']!(middle));
  });

  it('thinks nothing of a symmetric board, and better of whoever is nearer', () => {
    const even = positionAt('.../.../... B', 'neto');
    for (const name of ['distance', 'half distance', 'two-distance', 'currents', 'threats'])
      expect(FEATURES[name]!(even), name).toBeCloseTo(0);
    const black = positionAt('.B./.B./..W B', 'neto');
    for (const name of ['distance', 'half distance', 'currents'])
      expect(FEATURES[name]!(black), name).toBeGreaterThan(0);
    expect(threat(black)).toBe(1);
    expect(threat(positionAt('.B./.B./..W W', 'neto'))).toBe(-1);
  });
});

describe('the page', () => {
  const folder = join(import.meta.dirname, '..', '..', 'research', 'nex');
  const results = JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8')) as Results;

  it('is what the results make of its template', () => {
    const template = readFileSync(join(folder, 'page.md'), 'utf8');
    expect(page(template, results)).toBe(readFileSync(join(folder, 'README.md'), 'utf8'));
  });

  it('has its pictures', () => {
    const drawn = pictures(foundIn(results));
    for (const [name, drawing] of Object.entries(drawn))
      expect(readFileSync(join(folder, 'pictures', name), 'utf8') === drawing, name).toBe(true);
    const shown = readFileSync(join(folder, 'README.md'), 'utf8').matchAll(/\(pictures\/([^)]+)\)/g);
    expect([...shown].map(([, name]) => name!).sort()).toEqual(Object.keys(drawn).sort());
  });

  it('wants every fact it names, and uses all there are', () => {
    expect(filledIn('{{a-1}} and {{a-1}}', { 'a-1': 'x' })).toBe('x and x');
    expect(() => filledIn('{{b}}', {})).toThrow(/'b'/);
    expect(() => filledIn('', { c: '' })).toThrow(/c/);
    expect([grouped(1_234_567), power(-0.5), power(24.7)]).toEqual(['1,234,567', '3.2 x 10^-1', '5.0 x 10^24']);
  });
});
