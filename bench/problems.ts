// Finds the problems of the day in games of robots: positions where one move wins and every other loses, proved by a solver.
// Usage: npm run problems   It goes on with the boards that are missing in src/core/features/problems/problems.json.
// `-- --games 200` plays fewer games than 10,000 on all boards together.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findPackageRoot } from '#adapters/package-root.ts';
import { readNetwork } from '#adapters/workers/search-sessions.ts';
import { plainEngine } from '#engines/mcts.ts';
import { networkEngine } from '#engines/network-engine.ts';
import { solverEngine } from '#engines/solver.ts';
import { createWeakSession, type Weakness } from '#engines/weaken.ts';
import type { AnyGame, Opaque, Setup, SolverRun } from '#games/game.ts';
import { must } from '#games/kit/assert.ts';
import { createRandom } from '#games/kit/random.ts';
import { type JudgedBoard, nameRow } from './strength/truth.ts';
import { setUpRow } from './strength/rows.ts';
import { writeFileAtOnce } from './strength/results.ts';

/** `empties`: the most empty cells of a problem, so that a program without a search of its own can check it. */
interface ProblemBoard extends JudgedBoard {
  readonly empties: number;
}

const BOARDS: readonly ProblemBoard[] = [
  { game: 'hex', options: [['size', '5']], empties: 13 },
  { game: 'y', options: [['size', '6']], empties: 13 },
  { game: 'y', options: [['size', '7']], empties: 13 },
  { game: 'nex', options: [['size', '4'], ['endgame', 'neto']], empties: 8 },
  { game: 'neuy', options: [['size', '4'], ['endgame', 'neto']], empties: 8 },
]; // prettier-ignore

/** Players who err now and then. */
const ERRING: Weakness = { meanLoss: 0.1, mostLoss: 0.5, temperature: 1.5, slips: 0 };
const GAME_NODES = 12;
const OPENING_PLIES = 2;
/** A problem is as hard as the search without knowledge is long that solves it for most seeds, and as its line is long. */
const RATINGS: readonly (readonly [nodes: number, rating: number])[] = [[20, 800], [80, 1100], [320, 1400], [1280, 1700], [5120, 2000]]; // prettier-ignore
const HARDEST = 2200;
const SEEDS = [1, 2, 3];
const A_MOVE = 30;
const SOLVER_BYTES = 64 * 2 ** 20;
const MOST_CALLS = 50;

interface Board {
  readonly game: AnyGame;
  readonly setup: Setup;
}

const beginAt = ({ game, setup }: Board, position: Opaque, seed: number) =>
  ({ game, setup, position, seed, network: readNetwork(game.name) }) as const;

interface Reached {
  /** The moves that led here, as canonical texts. */
  readonly moves: readonly string[];
  readonly position: Opaque;
}

/** The positions of a game of two robots that err. */
function playGame(board: Board, seed: number): readonly Reached[] {
  const { game } = board;
  const rng = createRandom(seed);
  let reached: Reached = { moves: [], position: game.start(board.setup) };
  const play = (move: Opaque): void => {
    const { moves, position } = reached;
    reached = { moves: [...moves, game.format(position, move)], position: game.play(position, move) };
  };
  for (let ply = 0; ply < OPENING_PLIES; ply++) play(game.randomMove(reached.position, rng));
  const options = beginAt(board, reached.position, seed);
  const engine = createWeakSession(networkEngine.begin(options), options, ERRING);
  const all = [reached];
  while (game.outcome(reached.position) === null) {
    const { move } = engine.search({ nodes: GAME_NODES, spentShare: () => 0 });
    engine.advance(move);
    play(move);
    all.push(reached);
  }
  return all;
}

const countEmpties = (game: AnyGame, position: Opaque): number => game.encode(position).split('.').length - 1;

/** The only move that wins, if it does not end the game at once. null: there is none, or another, or the solver has no answer in time. */
function findOnlyWin({ game }: Board, run: SolverRun<Opaque, Opaque>, position: Opaque): Opaque | null {
  const solve = (at: Opaque): string => {
    let calls = 0;
    return run.solve(at, () => (calls += 1) > MOST_CALLS).value;
  };
  if (game.winningMove(position) !== null || solve(position) !== 'win') return null;
  let only: Opaque | null = null;
  for (const move of game.moves(position)) {
    const value = solve(game.play(position, move));
    if (value === 'unknown' || value === 'draw') return null;
    if (value === 'win') continue;
    if (only !== null) return null;
    only = move;
  }
  return only;
}

/** The best moves of both sides to the end, the only winning one first. */
function followLine(board: Board, position: Opaque, only: Opaque): readonly string[] {
  const { game } = board;
  const line: string[] = [];
  let at = position;
  for (let move = only; ;) {
    line.push(game.format(at, move));
    at = game.play(at, move);
    if (game.outcome(at) !== null) return line;
    ({ move } = solverEngine.begin(beginAt(board, at, 1)).search({ nodes: 400, spentShare: () => 0 }));
  }
}

function rate({ game, setup }: Board, position: Opaque, line: readonly string[]): number {
  const isSolved = (nodes: number): boolean => {
    const right = SEEDS.filter(seed => {
      const engine = plainEngine.begin({ game, setup, position, seed, network: null });
      return game.format(position, engine.search({ nodes, spentShare: () => 0 }).move) === line[0];
    });
    return 2 * right.length > SEEDS.length;
  };
  return (RATINGS.find(([nodes]) => isSolved(nodes))?.[1] ?? HARDEST) + A_MOVE * line.length;
}

type Problem = readonly [moves: string, line: string, rating: number];

function findProblems(judged: ProblemBoard, games: number): readonly Problem[] {
  const board: Board = setUpRow(judged);
  const { game } = board;
  const run = must(game.solver ?? undefined, 'a game with a solver').open(SOLVER_BYTES);
  const found = new Map<string, Problem>();
  for (let seed = 1; seed <= games; seed++) {
    const small = playGame(board, seed).filter(
      ({ position }) => game.outcome(position) === null && countEmpties(game, position) <= judged.empties,
    );
    // One problem of each game at most: the earliest that is small enough.
    for (const { moves, position } of small) {
      const only = findOnlyWin(board, run, position);
      if (only === null) continue;
      const line = followLine(board, position, only);
      const rating = rate(board, position, line);
      const text = game.encode(position);
      if (!found.has(text)) found.set(text, [moves.join(' '), line.join(' '), rating]);
      break;
    }
  }
  return [...found.values()];
}

/** The problems of one board, as the feature reads them. */
interface Group {
  readonly game: string;
  readonly setup: Setup;
  readonly problems: readonly Problem[];
}

const file = join(findPackageRoot(), 'src', 'core', 'features', 'problems', 'problems.json');
const { values } = parseArgs({ options: { games: { type: 'string', default: '10000' } } });
for (const judged of BOARDS) {
  const known = JSON.parse(readFileSync(file, 'utf8')) as readonly Group[];
  const { setup } = setUpRow(judged);
  if (known.some(({ game, setup: of }) => game === judged.game && JSON.stringify(of) === JSON.stringify(setup)))
    continue;
  const begun = process.cpuUsage();
  const games = Math.ceil(Number(values.games) / BOARDS.length);
  const problems = findProblems(judged, games);
  // A problem keeps its number, so boards are added at the end.
  writeFileAtOnce(file, `${JSON.stringify([...known, { game: judged.game, setup, problems }], null, 1)}\n`);
  const seconds = Math.round(process.cpuUsage(begun).user / 1e6);
  console.log(`${nameRow(judged)}: ${problems.length} problems of ${games} games, ${seconds} s`);
}
