// Measures a robot against simple players, who stand for people who are new to a game.
import { parseArgs } from 'node:util';
import type { AnyGame, Opaque } from '#games/game.ts';
import { must } from '#games/kit/assert.ts';
import { cellMapOf, FEATURES } from '#games/kit/cell-view.ts';
import { createRandom, type Random } from '#games/kit/random.ts';
import { readNetwork } from '#adapters/workers/search-sessions.ts';
import type { Robot } from '#core/kernel/document-definition.ts';
import { findRobot, robots } from '#core/players/robots.ts';
import type { Engine } from '#engines/engine.ts';
import { findEngine } from '#engines/index.ts';
import { createWeakSession } from '#engines/weaken.ts';
import { findInterval, formatPercent } from './strength/interval.ts';
import { NO_GAMES, playPair } from './strength/match.ts';
import { createEnginePlayer } from './strength/players.ts';
import { type Row, setUpRow } from './strength/rows.ts';

/** How a beginner finds a move. */
type Habit = (game: AnyGame, position: Opaque, rng: Random) => Opaque;

const pick = <Item>(items: readonly Item[], rng: Random): Item =>
  must(items[rng.below(items.length)], 'there is an item');

/** Cells as the player to move sees them: 1 own, -1 of the enemy, 0 empty. Moves by the cell of their stone. */
function readCells(
  game: AnyGame,
  position: Opaque,
): { readonly owners: readonly number[]; moves: Map<number, Opaque> } {
  const view = must(game.cellView, 'a game of cells');
  const owners = Array.from(view.featurePlanes(position), bits =>
    (bits & FEATURES.own) !== 0 ? 1 : (bits & FEATURES.enemy) !== 0 ? -1 : 0,
  );
  const placed = [...game.moves(position)].map(
    move => [must(view.cellChanges(position, move)[0], 'a stone')[0], move] as const,
  );
  return { owners, moves: new Map(placed) };
}

/** The numbers from 0 in random order. */
const shuffle = (count: number, rng: Random): readonly number[] =>
  Array.from({ length: count }, (_, i) => [rng.below(1_000_000), i] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, i]) => i);

/**
 * For each cell, in this order: the fewest stones that reach it from the first edge, and the cell before it on such a way.
 * The order decides between equal ways (Bellman and Ford).
 */
function measureWays(
  order: readonly number[],
  owners: readonly number[],
  listSources: (cell: number) => readonly number[],
): { readonly costs: readonly number[]; readonly before: readonly number[] } {
  const costs = owners.map(() => Infinity);
  const before = owners.map(() => -1);
  const free = order.filter(cell => owners[cell] !== -1);
  const improve = (cell: number): boolean =>
    listSources(cell).reduce((isChanged, source) => {
      const cost = (source === -1 ? 0 : (costs[source] ?? Infinity)) + (owners[cell] === 1 ? 0 : 1);
      if (cost >= (costs[cell] ?? 0)) return isChanged;
      [costs[cell], before[cell]] = [cost, source];
      return true;
    }, false);
  while (free.filter(improve).length > 0);
  return { costs, before };
}

/** Looks for a shortest way between the own edges of Hex, and plays any cell of it. */
const walkShortestWay: Habit = (game, position, rng) => {
  const { owners, moves } = readCells(game, position);
  const { around, directions } = cellMapOf(game.picture(position, { seat: null }));
  const size = Math.sqrt(owners.length);
  const isVertical = game.toMove(position) === 'black';
  const depthOf = (cell: number): number => (isVertical ? Math.floor(cell / size) : cell % size);
  const listNear = (cell: number): readonly number[] =>
    [...around.subarray(cell * directions, (cell + 1) * directions)].filter(each => each >= 0);
  const order = shuffle(owners.length, rng);
  const { costs, before } = measureWays(order, owners, cell => (depthOf(cell) === 0 ? [-1] : listNear(cell)));
  const ends = order.filter(cell => depthOf(cell) === size - 1);
  const way: number[] = [];
  let at = ends.reduce((a, b) => ((costs[b] ?? 0) < (costs[a] ?? 0) ? b : a));
  for (; at !== -1; at = before[at] ?? -1) if (owners[at] === 0) way.push(at);
  return must(moves.get(pick(way, rng)), 'an empty cell');
};

const DIRECTIONS = [
  [0, 1],
  [1, 0],
  [1, 1],
  [1, -1],
] as const;

/** The lines of five cells of a square board. */
const listLines = (size: number): readonly (readonly number[])[] =>
  Array.from({ length: size * size }, (_, cell) => [Math.floor(cell / size), cell % size] as const).flatMap(
    ([row, column]) =>
      DIRECTIONS.filter(([down, right]) => {
        const last = column + 4 * right;
        return row + 4 * down < size && last >= 0 && last < size;
      }).map(([down, right]) => [0, 1, 2, 3, 4].map(step => (row + step * down) * size + column + step * right)),
  );

/** The more stones of one colour alone, the more a cell of the line is worth. Own ones count a little more. */
function rateLine(line: readonly number[], owners: readonly number[]): number {
  const count = (side: number): number => line.filter(each => owners[each] === side).length;
  const [own, enemy] = [count(1), count(-1)];
  if (own !== 0 && enemy !== 0) return 0;
  return own === 0 ? 2 * enemy : 2 * own + 1;
}

/** Plays where most stones of one colour are in a line of five that the other colour has no stone in: first the own ones. */
const extendOrBlock: Habit = (game, position, rng) => {
  const { owners, moves } = readCells(game, position);
  const worths = new Map<number, number>();
  for (const line of listLines(Math.sqrt(owners.length))) {
    const worth = rateLine(line, owners);
    for (const each of line) worths.set(each, Math.max(worth, worths.get(each) ?? 0));
  }
  const cells = [...moves.keys()];
  const most = Math.max(...cells.map(cell => worths.get(cell) ?? 0));
  const best = cells.filter(cell => (worths.get(cell) ?? 0) === most);
  return must(moves.get(pick(best, rng)), 'an empty cell');
};

/** Plays the first example of a mail. */
const playExample: Habit = (game, position) => must(game.examples(position)[0], 'an example while the game goes on');

/** Plays any move, and takes a win in one. */
const playAnything: Habit = (game, position, rng) => game.winningMove(position) ?? game.randomMove(position, rng);

interface Rival extends Pick<Row, 'game' | 'options'> {
  readonly name: string;
  readonly habit: Habit;
  /** The bounds of the robot's share of points. */
  readonly goal: readonly [least: number, most: number];
}

const EVEN = [0.25, 0.55] as const;
const EASY = [0, 0.95] as const;
const HEX = { game: 'hex', options: [['size', '7']] } as const;
const NEX = { game: 'nex', options: [['size', '5']] } as const;
const GOMOKU = { game: 'gomoku', options: [['size', '9']] } as const;
const NEXOS = { game: 'nexos', options: [] } as const;

const RIVALS: readonly Rival[] = [
  { ...HEX, name: 'shortest way', habit: walkShortestWay, goal: EVEN },
  { ...GOMOKU, name: 'extend or block', habit: extendOrBlock, goal: EVEN },
  { ...NEX, name: 'examples', habit: playExample, goal: EVEN },
  { ...NEXOS, name: 'examples', habit: playExample, goal: EVEN },
  ...[HEX, GOMOKU, NEX, NEXOS].map(board => ({ ...board, name: 'random', habit: playAnything, goal: EASY })),
];

const SEED = 1;

const createBeginner = (habit: Habit): Engine => ({
  ...{ name: 'beginner', summary: 'a simple player', usesNetwork: false },
  begin: ({ game, position: start, seed }) => {
    const rng = createRandom(seed);
    let position = start;
    return {
      advance: move => {
        position = game.play(position, move);
      },
      search: () => ({ move: habit(game, position, rng), nodes: 1, value: null, isProven: false, candidates: [] }),
    };
  },
});

/** Plays from the empty board, as people do, with alternating sides. */
async function measureRival(robot: Robot, rival: Rival, count: number): Promise<string> {
  const board = setUpRow(rival);
  const engine = must(findEngine(robot.engine), 'an engine of src/engines');
  const weak: Engine = {
    ...engine,
    begin: options => createWeakSession(engine.begin(options), options, robot.weakness),
  };
  const network = engine.usesNetwork ? readNetwork(rival.game) : null;
  const players = [
    createEnginePlayer(weak, { ...board, network, nodes: robot.nodes }),
    createEnginePlayer(createBeginner(rival.habit), { ...board, network: null, nodes: 1 }),
  ] as const;
  let tally = NO_GAMES;
  while (tally.games < count) tally = await playPair({ ...board, plies: 0, seed: SEED }, players, tally);
  const share = (tally.won + tally.drawn / 2) / tally.games;
  const [low, high] = findInterval(share, tally.games).map(formatPercent);
  const [least, most] = rival.goal;
  const plies = (tally.moves[0] + tally.moves[1]) / tally.games;
  const cells = [
    ...[[rival.game, ...rival.options.map(([name, value]) => `-${name}=${String(value)}`)].join(' '), rival.name],
    ...[`${tally.won} : ${tally.lost}${tally.drawn === 0 ? '' : `, ${tally.drawn} drawn`}`, formatPercent(share)],
    ...[`${low} to ${high}`, `${formatPercent(least)} to ${formatPercent(most)}`, plies.toFixed(1)],
    share < least || share > most ? 'missed' : 'met',
  ];
  return `| ${cells.join(' | ')} |`;
}

const { values } = parseArgs({
  options: {
    robot: { type: 'string', default: 'robot0' },
    games: { type: 'string', default: '60' },
    game: { type: 'string' },
    weakness: { type: 'string' },
  },
});
const found = must(findRobot(robots, values.robot), 'a robot of the service');
const robot: Robot = {
  ...found,
  ...(values.weakness === undefined ? {} : (JSON.parse(values.weakness) as Partial<Robot>)),
};
console.log(`| game | player | ${robot.userid} won : lost | share | 95 % interval | goal | plies a game | reached |`);
console.log('|---|---|---|---|---|---|---|---|');
for (const rival of RIVALS.filter(({ game }) => values.game === undefined || game === values.game))
  console.log(await measureRival(robot, rival, Number(values.games)));
