// Measures of strength that need no opponent: solved openings, positions that a prover judges, and openings that are dealt as even.
import { readNetwork } from '#adapters/workers/search-sessions.ts';
import type { Engine, EngineOptions } from '#engines/engine.ts';
import { networkEngine } from '#engines/network-engine.ts';
import { NEGATED } from '#engines/solver.ts';
import { scoresOf } from '#engines/tree.ts';
import { createWeakSession, type Weakness } from '#engines/weaken.ts';
import type { AnyGame, GivenOptions, Opaque, Setup, SolverRun } from '#games/game.ts';
import { assert, must } from '#games/kit/assert.ts';
import { listEvenOpenings } from '#games/kit/openings.ts';
import { createRandom, type Random } from '#games/kit/random.ts';
import { setUpRow } from './rows.ts';

/** A board that is measured. */
export interface JudgedBoard {
  readonly game: string;
  readonly options: GivenOptions;
}

interface Board {
  readonly game: AnyGame;
  readonly setup: Setup;
}

const optionsOf = ({ game, setup }: Board, position: Opaque, seed: number): EngineOptions => ({
  ...{ game, setup, position, seed, network: readNetwork(game.name) },
});

/** `nex 4 neto`. */
export const nameRow = ({ game, options }: JudgedBoard): string =>
  [game, ...options.map(([, value]) => value)].join(' ');

// Solved openings.

/** The winning openings of a board as a picture: `x` wins, `.` loses. */
export interface OpeningMap {
  readonly game: string;
  readonly size: string;
  readonly rows: readonly string[];
  /** Where the values were published. */
  readonly source: string;
}

const Y_SOURCE = 'HexWiki, Where to swap (y), revision 6115 and later';

/** Each line of a map of Hex is a column, from the left, of the board with Black from top to bottom. Y has its point at the top. */
export const OPENING_MAPS: readonly OpeningMap[] = [
  {
    ...{ game: 'hex', size: '7', source: 'Hayward and others 2005, as drawn by HexWiki, Swap, April 2008' },
    rows: ['......x', '..x.xxx', '.xxxxx.', 'xxxxxxx', '.xxxxx.', 'xxx.x..', 'x......'],
  },
  { game: 'y', size: '5', source: Y_SOURCE, rows: ['.', '..', '.x.', '.xx.', '.....'] },
  { game: 'y', size: '6', source: Y_SOURCE, rows: ['.', '..', '...', '.xx.', '..x..', '......'] },
  { game: 'y', size: '7', source: Y_SOURCE, rows: ['.', '..', '.x.', '.xx.', '.xxx.', '.xxxx.', '.......'] },
  {
    game: 'y',
    size: '8',
    source: Y_SOURCE,
    rows: ['.', '..', '...', '.xx.', '..x..', '.xxxx.', '..x.x..', '........'],
  },
  {
    ...{ game: 'y', size: '9', source: Y_SOURCE },
    rows: ['.', '..', '...', '....', '..x..', '..xx..', '..xxx..', '........', '.........'],
  },
];

export interface OpeningsResult {
  readonly openings: number;
  readonly agreed: number;
  /** The openings whose value is judged wrongly, as canonical texts. */
  readonly wrong: readonly string[];
}

/** Judges each opening of a map by the tree search alone. Robots play perfectly where the solver answers, which would hide the search. */
export function judgeOpenings({ game: name, size, rows }: OpeningMap, nodes: number): OpeningsResult {
  const board = setUpRow({ game: name, options: [['size', size]] });
  const { game, setup } = board;
  const start = game.start(setup);
  const moves = [...game.moves(start)];
  // Hex lists its moves by columns, Y by rows.
  const wins = rows.join('').split('').map(cell => cell === 'x'); // prettier-ignore
  assert(moves.length === wins.length, 'the map has the cells of the board');
  const wrong = moves.filter((move, at) => {
    const engine = networkEngine.begin(optionsOf(board, game.play(start, move), 1));
    const { value } = engine.search({ nodes, spentShare: () => 0 });
    return (value ?? 0.5) < 0.5 !== wins[at];
  });
  return {
    openings: moves.length,
    agreed: moves.length - wrong.length,
    wrong: wrong.map(move => game.format(start, move)),
  };
}

// Positions that a prover judges.

/** `plies`: the fewest and the most moves at random before a position. Boards that stay open for long begin later. */
export interface ProvedBoard extends JudgedBoard {
  readonly plies: readonly [number, number];
}

export const PROVED_BOARDS: readonly ProvedBoard[] = [
  { game: 'hex', options: [['size', '5']], plies: [2, 10] },
  { game: 'y', options: [['size', '6']], plies: [2, 9] },
  { game: 'nex', options: [['size', '4'], ['endgame', 'neto']], plies: [1, 5] },
  { game: 'neuy', options: [['size', '4'], ['endgame', 'neto']], plies: [0, 3] },
  { game: 'gonnect', options: [['size', '4']], plies: [3, 10] },
  { game: 'neugonnect', options: [['size', '3']], plies: [1, 4] },
  { game: 'gomoku', options: [['size', '5']], plies: [8, 19] },
]; // prettier-ignore

/** How often the prover may ask whether to stop, once in some hundred nodes. A position beyond that is left out. */
const PROVER_CALLS = 100;
const PROVER_BYTES = 512 * 2 ** 20;

export interface PositionsResult {
  /** Positions where one move keeps the value and another does not. */
  readonly positions: number;
  /** By player. */
  readonly errors: Readonly<Record<string, number>>;
  /** Positions that the prover could not judge. */
  readonly unknown: number;
  /** Positions where every move is as good. */
  readonly settled: number;
}

/** The players that are judged, by name. */
type Players = Readonly<Record<string, { readonly engine: Engine; readonly nodes: number }>>;

/** The values of all moves, for the player who moves. null: one is unknown. */
function valueMoves(
  { game }: Board,
  run: SolverRun<Opaque, Opaque>,
  position: Opaque,
): ReadonlyMap<string, string> | null {
  const values = new Map<string, string>();
  for (const move of game.moves(position)) {
    let calls = 0;
    const { value } = run.solve(game.play(position, move), () => (calls += 1) > PROVER_CALLS);
    if (value === 'unknown') return null;
    values.set(game.format(position, move), NEGATED[value]);
  }
  return values;
}

/** A position after moves at random. null: the game is over there. */
function drawPosition({ game, setup }: Board, [least, most]: ProvedBoard['plies'], rng: Random): Opaque | null {
  let position = game.start(setup);
  for (let plies = least + rng.below(most - least + 1); plies > 0; plies--) {
    if (game.outcome(position) !== null) return null;
    position = game.play(position, game.randomMove(position, rng));
  }
  return game.outcome(position) === null ? position : null;
}

/** Asks the players for a move in positions where a wrong one exists. `most`: positions drawn at most. */
export function judgePositions(
  judged: ProvedBoard,
  players: Players,
  { wanted, most, seed }: { readonly wanted: number; readonly most: number; readonly seed: number },
): PositionsResult {
  const board = setUpRow(judged);
  const { game } = board;
  const [rng, run] = [createRandom(seed), must(game.solver ?? undefined, 'a game with a prover').open(PROVER_BYTES)];
  const errors = Object.fromEntries(Object.keys(players).map(player => [player, 0]));
  const counts = { positions: 0, unknown: 0, settled: 0 };
  for (let tries = 0; tries < most && counts.positions < wanted; tries++) {
    const position = drawPosition(board, judged.plies, rng);
    if (position === null) continue;
    const values = valueMoves(board, run, position);
    const best = ['win', 'draw', 'loss'].find(each => [...(values?.values() ?? [])].includes(each));
    counts[values === null ? 'unknown' : new Set(values.values()).size < 2 ? 'settled' : 'positions'] += 1;
    if (values === null || new Set(values.values()).size < 2) continue;
    for (const [player, { engine, nodes }] of Object.entries(players)) {
      const { move } = engine.begin(optionsOf(board, position, tries)).search({ nodes, spentShare: () => 0 });
      if (values.get(game.format(position, move)) !== best) errors[player] = (errors[player] ?? 0) + 1;
    }
  }
  return { ...counts, errors };
}

// Openings that are dealt as even.

export const FAIR_BOARDS: readonly JudgedBoard[] = [
  { game: 'hex', options: [['size', '9']] },
  { game: 'nex', options: [['size', '7']] },
  { game: 'y', options: [['size', '11']] },
  { game: 'gomoku', options: [['size', '13']] },
  { game: 'gonnect', options: [['size', '7']] },
  { game: 'hexafive', options: [['radius', '6']] },
  { game: 'neuy', options: [['size', '7']] },
  { game: 'neugomoku', options: [['size', '9']] },
  { game: 'neugonnect', options: [['size', '7']] },
];

/** Both sides are one robot that varies its moves a little, so that no two games are the same. */
const VARYING: Weakness = { meanLoss: 0.02, mostLoss: 0.1, temperature: 0.5, slips: 0 };

export interface FairResult {
  readonly games: number;
  /** Points of the first player: a win is 1, a draw a half. */
  readonly points: number;
}

/** Plays games from the dealt openings, each as often. */
export function playFairGames(fair: JudgedBoard, games: number, nodes: number): FairResult {
  const board = setUpRow(fair);
  return playVaried(board, { openings: listEvenOpenings(board.game, board.setup), games, nodes });
}

/** Plays games of one robot against itself. `openings`: moves as canonical texts, `c3 d5`, in turn. The first game has the seed `seed`. */
export function playVaried(
  board: Board,
  { openings, games, nodes, seed = 1 }: { readonly openings: readonly string[]; readonly games: number; readonly nodes: number; readonly seed?: number }, // prettier-ignore
): FairResult {
  let points = 0;
  for (let index = 0; index < games; index++)
    points += playFairGame(board, must(openings[index % openings.length], 'an opening'), { seed: seed + index, nodes });
  return { games, points };
}

function playFairGame(
  board: Board,
  opening: string,
  { seed, nodes }: { readonly seed: number; readonly nodes: number },
): number {
  const { game, setup } = board;
  const options = optionsOf(board, game.start(setup), seed);
  const engine = createWeakSession(networkEngine.begin(options), options, VARYING);
  const dealt = opening.split(' ');
  let { position } = options;
  while (game.outcome(position) === null) {
    const text = dealt.shift();
    const read = text === undefined ? null : game.parse(position, text);
    const move = read?.ok === true ? read.value : engine.search({ nodes, spentShare: () => 0 }).move;
    engine.advance(move);
    position = game.play(position, move);
  }
  return must(scoresOf(must(game.outcome(position) ?? undefined, 'the game is over'))[0], 'a score for each seat');
}
