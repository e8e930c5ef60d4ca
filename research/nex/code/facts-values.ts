// Problems 5 and 6 and the example as text: what features are worth, who wins which board, what an extra stone is good for.
import type { Evaluation, SetWorth } from './evaluation.ts';
import { type Example, EXAMPLE } from './example.ts';
import { type Facts, grouped, percent, plusMinus, table } from './facts.ts';
import type { Found } from './stages.ts';
import { type Change, CHANGES, type Harm } from './changes.ts';
import type { BoardValue } from './values.ts';
import { assert, must } from '#games/kit/assert.ts';

/** Which of the sets are shown: the solved ones as a whole and quiet, the played ones quiet. */
const shown = ({ worths }: Evaluation): readonly SetWorth[] =>
  worths.filter(({ judged, quiet }) => judged === 'solved' || quiet);

const nameOf = ({ set, judged, quiet }: { set: string; judged: string; quiet: boolean }): string =>
  `${set} ${judged}${quiet ? ', quiet' : ''}`;

const worthTable = (evaluation: Evaluation, of: 'area' | 'loss'): string =>
  table(
    ['what is looked at', ...shown(evaluation).map(nameOf)],
    (evaluation.worths[0]?.worths ?? []).map(({ feature }, i) => [
      feature,
      ...shown(evaluation).map(({ worths }) => plusMinus(must(worths[i], 'every set has every feature')[of])),
    ]),
  );

/** The fit of all positions of the games on this board. */
function played({ fits }: Evaluation, size: string): Facts {
  const fit = must(fits.find(({ set, quiet }) => set === size && !quiet) ?? null, `${size} is played`);
  const rows = Number(size.split('x')[0]);
  assert(Math.abs(fit.tempo.value - 2.6 / (rows + 1)) < 0.06, 'the rule for the tempo holds');
  assert(fit.slope.low < 2 && fit.slope.high > 2, 'a slope of 2 lies within the errors');
  return { [`slope-${size}`]: fit.slope.value.toFixed(2), [`tempo-${size}`]: fit.tempo.value.toFixed(2) };
}

function evaluationFacts(evaluation: Evaluation): Facts {
  const neutrals = evaluation.scans[0]?.losses.map(({ neutral }) => neutral) ?? [];
  return {
    ...played(evaluation, '5x5'),
    ...played(evaluation, '7x7'),
    ...played(evaluation, '11x11'),
    sets: table(
      ['positions', 'judged', 'number', 'games', 'given up', 'quiet', 'won by the side to move'],
      evaluation.sets.map(({ name, judged, positions, groups, unsolved }) => {
        const about = (quiet: boolean): SetWorth =>
          must(
            evaluation.worths.find(each => each.set === name && each.quiet === quiet),
            'all sets are evaluated',
          );
        const won = percent(about(false).wonShare);
        return [
          name,
          judged,
          grouped(positions),
          grouped(groups),
          String(unsolved),
          grouped(about(true).positions),
          won,
        ];
      }),
    ),
    areas: worthTable(evaluation, 'area'),
    losses: worthTable(evaluation, 'loss'),
    fits: table(
      ['positions', 'SLOPE', 'TEMPO', 'log loss, fitted', 'log loss, in use'],
      evaluation.fits.map(fit => [
        nameOf(fit),
        plusMinus(fit.slope),
        plusMinus(fit.tempo),
        fit.loss.toFixed(3),
        fit.lossInUse.toFixed(3),
      ]),
    ),
    'slope-in-use': String(evaluation.inUse.slope),
    'tempo-in-use': String(evaluation.inUse.tempo),
    'resistance-in-use': String(evaluation.inUse.resistance),
    scans: table(
      ['resistance of a neutral', ...neutrals.map(String)],
      evaluation.scans.map(scan => [nameOf(scan), ...scan.losses.map(({ loss }) => loss.toFixed(3))]),
    ),
  };
}

const SAID = { win: 'first player', loss: 'second player', draw: 'nobody', unknown: 'not found out' } as const;

/** Where the value is known, the first player wins exactly when it has no longer way than the second. */
function assertPattern(values: readonly BoardValue[]): void {
  for (const { size, value } of values) {
    const [rows = 0, columns = 0] = size.split('x').map(Number);
    assert(value === 'unknown' || value === (rows <= columns ? 'win' : 'loss'), `the pattern holds on ${size}`);
  }
}

function valueFacts(values: readonly BoardValue[]): Facts {
  assertPattern(values);
  const sizes = [...new Set(values.map(({ size }) => size))];
  const solved = values.filter(({ value }) => value !== 'unknown');
  const open = [...new Set(values.filter(({ value }) => value === 'unknown').map(({ size }) => size))];
  const row = (size: string): string[] => {
    const [nexc, neto] = ['nexc', 'neto'].map(endgame =>
      must(
        values.find(each => each.size === size && each.endgame === endgame),
        'both conventions',
      ),
    );
    return [nexc, neto].flatMap(each => (each === undefined ? [] : [SAID[each.value], grouped(each.nodes), each.seconds.toFixed(2)])); // prettier-ignore
  };
  return {
    values: table(
      ['rows x columns', 'nexc', 'nodes', 'seconds', 'neto', 'nodes', 'seconds'],
      sizes.map(size => [size, ...row(size)]),
    ),
    'values-solved': String(new Set(solved.map(({ size }) => size)).size),
    'values-open': open.length === 0 ? 'none' : open.join(', '),
  };
}

/** What looks like a favour, and is told with its example where it harms. */
const FAVOURS: readonly Change[] = ['own for empty', 'own for neutral', 'own for enemy', 'neutral for enemy'];

/** What the page says in words of changes has to be so. */
function assertChanges(harms: readonly Harm[]): void {
  for (const { change, better, worse } of harms) {
    assert(change !== 'own for empty' || (worse > 0 && better > worse), 'an own stone more harms now and then');
    assert(change !== 'own for enemy' || worse === 0, 'an own stone for an enemy stone never harmed');
  }
}

function changeFacts(harms: readonly Harm[]): Facts {
  const boards = [...new Set(harms.map(({ size, endgame }) => `${size} ${endgame}`))];
  const of = (board: string, change: string): Harm =>
    must(
      harms.find(each => `${each.size} ${each.endgame}` === board && each.change === change),
      'every change on every board',
    );
  const cell = ({ pairs, better, worse }: Harm): string => `${better} / ${worse} of ${grouped(pairs)}`;
  const examples = boards.flatMap(board =>
    FAVOURS.flatMap(change => {
      const { example } = of(board, change);
      return example === null ? [] : [`* ${board}, ${change}: \`${example[0]}\` → \`${example[1]}\``];
    }),
  );
  assertChanges(harms);
  const sum = (change: Change, of: (harm: Harm) => number): number =>
    harms.filter(each => each.change === change).reduce((total, each) => total + of(each), 0);
  return {
    'harm-own': grouped(sum('own for empty', ({ worse }) => worse)),
    'harm-pairs': grouped(sum('own for empty', ({ pairs }) => pairs)),
    zugzwang: grouped(sum('pass', ({ better }) => better)),
    'zugzwang-of': grouped(sum('pass', ({ pairs }) => pairs)),
    changes: table(
      ['change', ...boards.map(board => `${board}: better / worse`)],
      CHANGES.map(change => [change, ...boards.map(board => cell(of(board, change)))]),
    ),
    harms: examples.length === 0 ? 'None was found.' : examples.join('\n'),
  };
}

function exampleFacts(example: Example): Facts {
  assert(example.moves === 6234 && example.winning === 0, 'Black has 6,234 moves, none of which wins');
  assert(example.answered === example.moves && example.solver === 'loss', 'White answers each of them by winning');
  const [best, next] = example.answers;
  return {
    'example-text': EXAMPLE,
    'example-joining': example.joining.join(', '),
    'example-best': best?.[0].replaceAll(',', ', ') ?? '',
    'example-best-times': grouped(best?.[1] ?? 0),
    'example-next': next?.[0].replaceAll(',', ', ') ?? '',
    'example-next-times': grouped(next?.[1] ?? 0),
    'example-listed': String(example.listed),
    'example-fewest': grouped(example.fewestAnswers.answers),
    'example-fewest-move': example.fewestAnswers.move.replaceAll(',', ', '),
  };
}

export const valueAndExampleFacts = (found: Found): Facts => ({
  ...evaluationFacts(found.evaluation),
  ...valueFacts(found.values),
  ...changeFacts(found.changes),
  ...exampleFacts(found.example),
});
