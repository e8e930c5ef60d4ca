// `nexpost bench`: measures the games on this machine, and prints JSON lines or a table.
import { setImmediate as breathe } from 'node:timers/promises';
import type { AnyGame, GivenOptions, Setup } from '#games/game.ts';
import { type FirstMoveTiming, type GameMeasurement, measureGame } from './measure.ts';
import { games } from '#games/registry/index.ts';
import { SEED, createVerb, parseGame, requireSetup } from '../shell/command-line.ts';
import { type ExitStatus, type Io, Misuse } from '../shell/verb.ts';

interface BenchOptions {
  readonly boards: readonly { readonly game: AnyGame; readonly setup: Setup }[];
  readonly seconds: number;
  readonly seed: number;
  readonly text: boolean;
}

/** The game that was named with its options, or all games as they are usually played. */
function parseBoards(names: readonly string[], given: GivenOptions): BenchOptions['boards'] {
  if (names.length === 0 && given.length > 0) throw new Misuse('Options of a game need the name of the game.');
  const wanted = names.length === 0 ? games.map(game => ({ game, given })) : [parseGame('bench', names, given)];
  return wanted.map(each => ({ game: each.game, setup: requireSetup(each.game, each.given) }));
}

/** 1234567 → '1.23M'. */
function formatShort(number: number): string {
  const [unit, letter] = number >= 1e6 ? [1e6, 'M'] : number >= 1e4 ? [1e3, 'k'] : [1, ''];
  return `${Number((number / unit).toPrecision(3))}${letter}`;
}

/** Tells a budget that was reached in milliseconds, and any other in nodes. */
function formatChoice({ limit, nodes, ms }: FirstMoveTiming): string {
  if ('ms' in limit) return formatShort(nodes);
  return nodes < limit.nodes ? `>${ms} (${nodes})` : `${ms}`;
}

/** Rows of words → lines with their columns under each other, numbers to the right. */
function formatTable(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map(row => row[column]?.length ?? 0)));
  return rows.map(row =>
    row
      .map((word, column) => (column === 0 ? word.padEnd(widths[column] ?? 0) : word.padStart(widths[column] ?? 0)))
      .join('  '),
  );
}

function formatLines(all: readonly GameMeasurement[], summary: Summary): readonly string[] {
  const rates = all.map(each => [
    `${each.game} ${each.options['size'] ?? ''}`.trimEnd(),
    formatShort(each.positionsPerSecond),
    formatShort(each.countsPerSecond),
    formatShort(each.movesPerSecond),
    formatShort(each.playoutsPerSecond),
  ]);
  const heads = (all[0]?.choosing ?? []).map(({ player, limit }) =>
    'ms' in limit ? `${player} ${limit.ms / 1000} s` : `${player} ${limit.nodes}`,
  );
  const choices = all.map(each => [each.game, ...each.choosing.map(formatChoice)]);
  const solvers = all.flatMap(({ game, solver }) =>
    solver === null
      ? []
      : [`${game} ${solver.size} solved: ${solver.value}, ${solver.nodes} nodes in ${solver.ms} ms.`],
  );
  return [
    ...formatTable([['a second', 'positions', 'legal counts', 'moves listed', 'playouts'], ...rates]),
    '',
    'The first move: milliseconds for so many nodes, nodes in so many seconds.',
    ...formatTable([['', ...heads], ...choices]),
    '',
    ...solvers,
    `node ${summary.node}, ${summary.seconds} s a measurement, seed ${summary.seed}, checksum ${summary.checksum}`,
  ];
}

interface Summary {
  readonly summary: 'bench';
  readonly games: number;
  readonly node: string;
  readonly platform: string;
  readonly seconds: number;
  readonly seed: number;
  readonly checksum: number;
}

const summaryOf = ({ seconds, seed }: BenchOptions, all: readonly GameMeasurement[]): Summary => ({
  summary: 'bench',
  games: all.length,
  node: process.version,
  platform: `${process.platform} ${process.arch}`,
  seconds,
  seed,
  checksum: all.reduce((sum, { checksum }) => (Math.imul(sum, 31) + checksum) >>> 0, 0),
});

async function run(options: BenchOptions, io: Io): Promise<ExitStatus> {
  const { boards, seconds, seed, text } = options;
  const all: GameMeasurement[] = [];
  for (const board of boards) {
    if (text) io.stderr.write(`${board.game.name} …\n`);
    const found = await measureGame({ ...board, seconds, seed }, () => breathe());
    all.push(found);
    if (!text) io.stdout.write(`${JSON.stringify(found)}\n`);
  }
  const summary = summaryOf(options, all);
  io.stdout.write(text ? `${formatLines(all, summary).join('\n')}\n` : `${JSON.stringify(summary)}\n`);
  return 0;
}

export const bench = createVerb({
  name: 'bench',
  takes: '[<game>] [-option[=value] …]',
  options: {
    seconds: {
      kind: { least: 0.001, most: 60, isWhole: false, what: 'a number' },
      value: 'S',
      default: '0.5',
      sentence: 'how long each measurement takes, 0.001 to 60',
    },
    seed: { kind: SEED, default: '2004', sentence: 'all the chance there is in it, a whole number' },
    text: { kind: 'flag', sentence: 'a table at the end; without it a JSON line a game, and a last one' },
  },
  about: `
Measures one game, or all of them as they are usually played: positions (moves
played along random games), legal counts, moves listed and playouts (whole random
games) a second; how long the players mcts and plain take for their first move with
100 and 1000 nodes, and how many nodes they reach in 1/5 and twice the time of a
measurement; and how long the solver takes for a board of size 4, where the game has
one. docs/bench.md says what the lines hold.`,
  help: 'Exit status: 0 measured, 2 the command line was wrong.',
  run: ({ names, given, values }, io) => run({ boards: parseBoards(names, given), ...values }, io),
});
