// Measures the games, the players and the solver on this machine, and prints JSON lines or a table.
// Everything that is measured is seeded, so that only the clock differs from run to run.
import { setImmediate as breathe } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Engine } from '#engines/engine.ts';
import { mctsEngine, plainEngine } from '#engines/mcts.ts';
import type { AnyGame, GivenOptions, Opaque, PositionValue, Setup } from '#games/game.ts';
import { must } from '#games/kit/assert.ts';
import { createRandom } from '#games/kit/random.ts';
import { games } from '#games/registry/index.ts';
import { SEED, createVerb, parseGame, requireSetup } from '#cli/shell/command-line.ts';
import { type ExitStatus, type Io, Misuse } from '#cli/shell/verb.ts';

/** A game to measure. Every measurement takes about `seconds` seconds, see `limitsOf`. */
export interface BenchTask {
  readonly game: AnyGame;
  readonly setup: Setup;
  readonly seconds: number;
  readonly seed: number;
}

/** How long a program took to choose its first move. */
export interface FirstMoveTiming {
  readonly player: string;
  /** Its limit: a number of nodes, or of milliseconds. */
  readonly limit: { readonly nodes: number } | { readonly ms: number };
  /** What the search took: fewer nodes than allowed if its time was up. */
  readonly nodes: number;
  readonly ms: number;
}

export interface SolverTiming {
  readonly size: string;
  readonly value: PositionValue;
  readonly nodes: number;
  readonly ms: number;
}

/** One game measured. Rates are numbers a second, to three digits. */
export interface GameMeasurement {
  readonly game: string;
  readonly options: Setup;
  /** Moves played along random games. */
  readonly positionsPerSecond: number;
  /** Questions how many legal moves there are, along the same games. */
  readonly countsPerSecond: number;
  /** Legal moves listed, along the same games. */
  readonly movesPerSecond: number;
  /** Whole random games. */
  readonly playoutsPerSecond: number;
  readonly choosing: readonly FirstMoveTiming[];
  /** null: this game has no solver. */
  readonly solver: SolverTiming | null;
  /** A checksum of the random games and their legal counts: the same for the same seed on every machine. */
  readonly checksum: number;
}

/** Random games whose moves are played again and counted. */
const RANDOM_GAMES = 4;
/** Random games the checksum takes in. */
const CHECKSUM_GAMES = 20;
const BUDGETS = [100, 1000];
/** The board the solver is asked about. */
const SOLVED_SIZE = '4';

/** Milliseconds by the seconds of a measurement: half a second makes 0.1 and 1 second for a choice. */
const limitsOf = (seconds: number): { choices: readonly number[]; budget: number; solver: number } => ({
  choices: [seconds * 200, seconds * 2000],
  budget: seconds * 4000,
  solver: seconds * 40_000,
});

/** A position and the move that was played there. */
interface RandomPly {
  readonly position: Opaque;
  readonly move: Opaque;
}

function randomSteps({ game, setup, seed }: BenchTask): readonly RandomPly[] {
  const rng = createRandom(seed);
  const steps: RandomPly[] = [];
  for (let i = 0; i < RANDOM_GAMES; i++) {
    let position = game.start(setup);
    while (game.toMove(position) !== null) {
      const move = game.randomMove(position, rng);
      steps.push({ position, move });
      position = game.play(position, move);
    }
  }
  return steps;
}

function timeFirstMove(
  task: BenchTask,
  { engine, limit }: { engine: Engine; limit: FirstMoveTiming['limit'] },
): FirstMoveTiming {
  const { game, setup, seed, seconds } = task;
  const session = engine.begin({ game, setup, position: game.start(setup), seed, network: null });
  const began = performance.now();
  const most = 'ms' in limit ? limit.ms : limitsOf(seconds).budget;
  const { nodes } = session.search({
    spentShare: () => (performance.now() - began) / most,
    nodes: 'nodes' in limit ? limit.nodes : Infinity,
  });
  return { player: engine.name, limit, nodes, ms: Math.round(performance.now() - began) };
}

function timeSolver({ game, seconds }: BenchTask): SolverTiming | null {
  const setup = game.setup([['size', SOLVED_SIZE]]);
  if (game.solver === null || !setup.ok) return null;
  const began = performance.now();
  const { solver } = limitsOf(seconds);
  const solving = game.solver.open(256_000_000);
  const { value, nodes } = solving.solve(game.start(setup.value), () => performance.now() - began >= solver);
  return { size: setup.value['size'] ?? '', value, nodes, ms: Math.round(performance.now() - began) };
}

/** Lengths of random games and legal counts, as one number of 32 bits. */
function checksumOf({ game, setup, seed }: BenchTask, steps: readonly RandomPly[]): number {
  const rng = createRandom(seed);
  const start = game.start(setup);
  let sum = 2166136261;
  const add = (number: number): void => void (sum = Math.imul(sum ^ number, 16777619));
  for (let i = 0; i < CHECKSUM_GAMES; i++) add(game.playout(start, rng).plies);
  for (const { position } of steps) add(game.countMoves(position));
  return sum >>> 0;
}

/** Measures one game. `pause` lets signals in between two measurements. */
export async function measureGame(task: BenchTask, pause: () => Promise<void>): Promise<GameMeasurement> {
  const { game, setup, seconds, seed } = task;
  const steps = randomSteps(task);
  const start = game.start(setup);
  const rng = createRandom(seed);
  const stepAt = (turn: number): RandomPly => must(steps[turn % steps.length], 'a random game has moves');
  /** What the timed calls add up to, so that none of them can be left out. */
  let kept = 0;
  const measureRate = async (work: (turn: number) => number): Promise<number> => {
    await pause();
    // Repeats the work until the time is up. Returns how much it did in a second.
    const began = performance.now();
    let [done, turn, passed] = [0, 0, 0];
    for (let batch = 1; passed < seconds * 1000; batch = Math.min(2 * batch, 1024)) {
      const before = passed;
      for (let i = 0; i < batch; i++) done += work(turn++);
      passed = performance.now() - began;
      // A batch that took long is not doubled: the end shall not be missed by far.
      if (passed - before > seconds * 50) batch = Math.max(1, batch >> 2);
    }
    // Three digits say all that such a measurement knows.
    return Number(((done * 1000) / passed).toPrecision(3));
  };
  const positionsPerSecond = await measureRate(turn => {
    const { position, move } = stepAt(turn);
    kept += game.toMove(game.play(position, move)) === null ? 1 : 0;
    return 1;
  });
  const countsPerSecond = await measureRate(turn => {
    kept += game.countMoves(stepAt(turn).position);
    return 1;
  });
  const movesPerSecond = await measureRate(turn => {
    let moves = 0;
    for (const _ of game.moves(stepAt(turn).position)) moves += 1;
    return moves;
  });
  const playoutsPerSecond = await measureRate(() => {
    kept += game.playout(start, rng).plies;
    return 1;
  });
  must(kept > 0 ? kept : null, 'something was computed');
  const choosing: FirstMoveTiming[] = [];
  const limits = [...BUDGETS.map(nodes => ({ nodes })), ...limitsOf(seconds).choices.map(ms => ({ ms }))];
  for (const engine of [mctsEngine, plainEngine]) {
    for (const limit of limits) {
      await pause();
      choosing.push(timeFirstMove(task, { engine, limit }));
    }
  }
  const rates = { positionsPerSecond, countsPerSecond, movesPerSecond, playoutsPerSecond };
  return { game: game.name, options: setup, ...rates, choosing, solver: timeSolver(task), checksum: checksumOf(task, steps) }; // prettier-ignore
}

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

async function run(options: BenchOptions, io: Io): Promise<ExitStatus> {
  const { boards, seconds, seed, text } = options;
  const all: GameMeasurement[] = [];
  for (const board of boards) {
    if (text) io.stderr.write(`${board.game.name} …\n`);
    const found = await measureGame({ ...board, seconds, seed }, () => breathe());
    all.push(found);
    if (!text) io.stdout.write(`${JSON.stringify(found)}\n`);
  }
  const summary: Summary = {
    summary: 'bench',
    games: all.length,
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    ...{ seconds, seed },
    checksum: all.reduce((sum, { checksum }) => (Math.imul(sum, 31) + checksum) >>> 0, 0),
  };
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

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.exitCode = await bench.run(process.argv.slice(2), process);
