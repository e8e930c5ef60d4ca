// How fast Nex is: random games a second and legal counts a second, each beside a variant that lists every move. Run: npm run bench:playouts
import { Bench } from 'tinybench';
import type { AnyGame, Opaque } from '../games/game.ts';
import { assert, must } from '../games/kit/assert.ts';
import { random } from '../games/kit/random.ts';
import { gameNamed } from '../games/index.ts';

/** Playouts (or counts) in one timed call, so that the clock's own cost does not show. */
const BATCH = 50;
const SIZE = '11';

const nex = must(gameNamed('nex'), 'nex is on the shelf');

function startOf(game: AnyGame): Opaque {
  const setup = game.setup([['size', SIZE]]);
  assert(setup.ok, 'the size is one of the game');
  return game.start(setup.value);
}

const start = startOf(nex);
const chance = random(2004);

/** A random game as one would first write it: list, draw, play. Only its first plies: a whole one takes too long to time. */
function naivePlies(plies: number): Opaque {
  let position = start;
  for (let ply = 0; ply < plies && nex.toMove(position) !== null; ply++) {
    const moves = [...nex.moves(position)];
    position = nex.play(position, must(moves[chance.below(moves.length)], 'drawn from the list'));
  }
  return position;
}

const middle = naivePlies(40);
let sink = 0;

const bench = new Bench({ time: 3000, warmupTime: 500 });
bench
  .add('playouts by counting', () => {
    for (let i = 0; i < BATCH; i++) sink += nex.playout(start, chance).plies;
  })
  .add('playouts by listing', () => {
    sink += nex.encode(naivePlies(Number.MAX_SAFE_INTEGER)).length;
  })
  .add('legal counts by formula', () => {
    for (let i = 0; i < BATCH; i++) sink += nex.countMoves(middle);
  })
  .add('legal counts by listing', () => {
    for (const _ of nex.moves(middle)) sink += 1;
  });

await bench.run();

const BATCHES = [BATCH, 1, BATCH, 1];
const rows = bench.tasks.map(({ name, result }, i) => {
  const done = must(result.state === 'completed' ? result : null, `${name} ran to its end`);
  const perSecond = ((BATCHES[i] ?? 1) * 1000) / done.latency.p50;
  return { name, perSecond, samples: done.latency.samplesCount };
});
const rate = (name: string): number =>
  must(
    rows.find(row => row.name === name),
    name,
  ).perSecond;
const ratios = {
  playouts: rate('playouts by counting') / rate('playouts by listing'),
  counts: rate('legal counts by formula') / rate('legal counts by listing'),
};

console.table(rows.map(row => ({ ...row, perSecond: Math.round(row.perSecond) })));
console.log(
  JSON.stringify({ bench: 'playouts', game: 'nex', size: SIZE, node: process.version, rows, ratios, checksum: sink }),
);
