// How fast games are: random games a second of several games; for Nex also legal counts, each beside a variant that lists every move. Run: npm run bench:playouts
import { Bench } from 'tinybench';
import type { AnyGame, GivenOptions, Opaque } from '#games/game.ts';
import { assert, must } from '#games/kit/assert.ts';
import { random } from '#games/kit/random.ts';
import { gameNamed } from '#games/index.ts';

interface Entry {
  readonly game: string;
  readonly given: GivenOptions;
  /** Whether counting is held against listing as well: worth it where moves are many. */
  readonly isCompared: boolean;
}

const TABLE: readonly Entry[] = [
  { game: 'nex', given: [['size', '11']], isCompared: true },
  { game: 'hex', given: [['size', '11']], isCompared: false },
  { game: 'hexafive', given: [], isCompared: false },
  { game: 'hexafive', given: [['special', '1']], isCompared: false },
  { game: 'hexafive', given: [['capture', 'may']], isCompared: false },
  ...['nexos', 'y', 'gomoku', 'gonnect', 'neuy', 'neugomoku', 'neugonnect'].map(game => ({
    game,
    given: [],
    isCompared: false,
  })),
];

/** Playouts (or counts) in one timed call, so that the clock's own cost does not show. */
const BATCH = 50;

const rng = random(2004);
/** What the timed calls add up to, so that none of them can be left out. */
let checksum = 0;

/** A random game as one would first write it: list, draw, play; no more than so many plies of it. */
function listedPlies(game: AnyGame, start: Opaque, plies: number): Opaque {
  let position = start;
  for (let ply = 0; ply < plies && game.toMove(position) !== null; ply++) {
    const moves = [...game.moves(position)];
    position = game.play(position, must(moves[rng.below(moves.length)], 'drawn from the list'));
  }
  return position;
}

/** Something to time: `times` of it in one call. */
interface Task {
  readonly name: string;
  readonly times: number;
  readonly run: () => void;
}

const PLAYOUTS = { counting: 'playouts by counting', listing: 'playouts by listing' };
const COUNTS = { counting: 'legal counts by formula', listing: 'legal counts by listing' };

const playouts = (game: AnyGame, start: Opaque): Task => ({
  name: PLAYOUTS.counting,
  times: BATCH,
  run: () => {
    for (let i = 0; i < BATCH; i++) checksum += game.playout(start, rng).plies;
  },
});

function comparisons(game: AnyGame, start: Opaque): Task[] {
  const middle = listedPlies(game, start, 40);
  const list = (): void => {
    checksum += game.encode(listedPlies(game, start, Number.MAX_SAFE_INTEGER)).length;
  };
  const count = (): void => {
    for (let i = 0; i < BATCH; i++) checksum += game.countMoves(middle);
  };
  const countList = (): void => {
    for (const _ of game.moves(middle)) checksum += 1;
  };
  return [
    { name: PLAYOUTS.listing, times: 1, run: list },
    { name: COUNTS.counting, times: BATCH, run: count },
    { name: COUNTS.listing, times: 1, run: countList },
  ];
}

interface Row {
  readonly name: string;
  readonly perSecond: number;
  readonly samples: number;
}

async function timed(tasks: readonly Task[]): Promise<Row[]> {
  const bench = new Bench({ time: 3000, warmupTime: 500 });
  for (const { name, run } of tasks) bench.add(name, run);
  await bench.run();
  return bench.tasks.map(({ name, result }, i) => {
    const done = must(result.state === 'completed' ? result : null, `${name} ran to its end`);
    const { times } = must(tasks[i], 'tasks keep their order');
    return { name, perSecond: (times * 1000) / done.latency.p50, samples: done.latency.samplesCount };
  });
}

const rate = (rows: readonly Row[], name: string): number =>
  must(
    rows.find(row => row.name === name),
    name,
  ).perSecond;

const ratio = (rows: readonly Row[], { counting, listing }: typeof PLAYOUTS): number =>
  rate(rows, counting) / rate(rows, listing);

for (const { game: name, given, isCompared } of TABLE) {
  const game = must(gameNamed(name), 'the game is on the shelf');
  const setup = game.setup(given);
  assert(setup.ok, 'the options are some of the game');
  const start = game.start(setup.value);
  const rows = await timed([playouts(game, start), ...(isCompared ? comparisons(game, start) : [])]);
  const options = given.map(([option, value]) => `-${option}=${value}`).join(' ');
  console.log(`${name} ${options}`.trimEnd());
  console.table(rows.map(row => ({ ...row, perSecond: Math.round(row.perSecond) })));
  const ratios = isCompared ? { playouts: ratio(rows, PLAYOUTS), counts: ratio(rows, COUNTS) } : null;
  console.log(
    JSON.stringify({ bench: 'playouts', game: name, options, node: process.version, rows, ratios, checksum }),
  );
}
