// The part of docs/strength.md about measures without an opponent.
import { existsSync, readFileSync } from 'node:fs';
import { findInterval, formatPercent } from './interval.ts';
import { setUpRow } from './rows.ts';
import {
  FAIR_BOARDS,
  OPENING_MAPS,
  PROVED_BOARDS,
  nameRow,
  type FairResult,
  type JudgedBoard,
  type OpeningsResult,
  type PositionsResult,
} from './truth.ts';

interface Measured {
  /** CPU seconds of the row. */
  readonly seconds: number;
  readonly date: string;
  /** The first characters of the SHA-256 of the weights. null: there are none. */
  readonly weights: string | null;
}

type TruthRow = Measured & Partial<OpeningsResult & FairResult & PositionsResult>;

/** By name of a row, what was measured. A row that is missing was not measured yet. */
export type Truth = Readonly<Partial<Record<string, TruthRow>>>;

const NOT_MEASURED = 'not measured';

const formatTable = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n');

const nameBoard = (board: JudgedBoard): string =>
  [setUpRow(board).game.title, ...board.options.map(([, value]) => value)].join(' ');

const formatWhen = ({ date, weights }: Measured): string => `${date}, ${weights ?? 'none'}`;

function formatOpenings(truth: Truth): string {
  const rows = OPENING_MAPS.map(({ game, size, source }) => {
    const board = nameBoard({ game, options: [['size', size]] });
    const row = truth[`openings ${game} ${size}`];
    if (row?.openings === undefined || row.agreed === undefined) return [board, NOT_MEASURED, '', '', source, '', ''];
    const { openings, agreed, wrong = [] } = row;
    const share = `${agreed} of ${openings}, ${formatPercent(agreed / openings)}`;
    return [
      board,
      share,
      agreed / openings >= 0.97 ? 'met' : 'missed',
      wrong.join(' '),
      source,
      `${row.seconds}`,
      formatWhen(row),
    ];
  });
  return formatTable(
    ['board', 'agreed', '≥ 97 %', 'judged wrongly', 'published by', 'CPU seconds', 'date, weights'],
    rows,
  );
}

function formatPositions(truth: Truth): string {
  const rows = PROVED_BOARDS.map(board => {
    const row = truth[`positions ${nameRow(board)}`];
    if (row?.errors === undefined || row.positions === undefined)
      return [nameBoard(board), NOT_MEASURED, '', '', '', '', '', '', ''];
    const { errors, positions, settled, unknown } = row;
    const { search = 0, robot5 = 0 } = errors;
    return [
      ...[nameBoard(board), `${positions}`, `${search}`, `${robot5}`, robot5 * 1_000 <= positions ? 'met' : 'missed'],
      ...[`${settled}`, `${unknown}`, `${row.seconds}`, formatWhen(row)],
    ];
  });
  const head = [
    'board',
    'positions',
    'errors of the search',
    'errors of robot5',
    '≤ 1 in 1,000',
    'settled',
    'not judged',
  ];
  return formatTable([...head, 'CPU seconds', 'date, weights'], rows);
}

function formatFair(truth: Truth): string {
  const rows = FAIR_BOARDS.map(board => {
    const row = truth[`fair ${nameRow(board)}`];
    if (row?.games === undefined || row.points === undefined)
      return [nameBoard(board), NOT_MEASURED, '', '', '', '', ''];
    const share = row.points / row.games;
    const [low, high] = findInterval(share, row.games).map(formatPercent);
    const isMet = share >= 0.47 && share <= 0.53;
    return [
      ...[nameBoard(board), `${row.games}`, `${(100 * share).toFixed(1)} %`, `${low} to ${high}`],
      ...[isMet ? 'met' : 'missed', `${row.seconds}`, formatWhen(row)],
    ];
  });
  return formatTable(
    ['board', 'games', 'share of the first player', '95 % interval', '47 to 53 %', 'CPU seconds', 'date, weights'],
    rows,
  );
}

/** Reads what was measured so far. */
export const readTruth = (path: string): Truth =>
  existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Truth) : {};

/** The sections, from what was measured. */
export const formatTruth = (truth: Truth): string => `## Measured by truth

Matches say which player is stronger. These tables say how far from perfect our player is, and need no opponent. \`npm run docs:truth\` measures the rows that are missing.

### Solved openings

Each opening of a board whose openings are all solved, judged by the tree search of robot5 alone, 4,000 nodes. It agrees if it gives the side that wins more than a half.

${formatOpenings(truth)}

The openings of Hex 8x8 and 9x9 are solved too, but we have no table of them that we may use.

### Positions that a prover judges

Positions after moves at random in which one move keeps the value and another does not. An error is a move that does not keep it. *The search* is the tree search alone,
200 nodes. *robot5* asks the solver first, as long as robots do: some seconds. *Settled*: positions where every move is as good, which are not counted.

${formatPositions(truth)}

### Fair openings

Games of one robot against itself from the openings of \`-opening=fair\`, each opening as often. 12 nodes a move, and moves that it likes nearly as well as the best one.

${formatFair(truth)}
`;
