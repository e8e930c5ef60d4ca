// Measures the positions a second that a network evaluates, by the kernel and by its plain twin.
import { openNetwork } from '#engines/network/network.ts';
import { decodeWeights } from '#engines/network/weights.ts';
import { findGame } from '#games/registry/index.ts';
import { must } from '#games/kit/assert.ts';
import { cellMapOf } from '#games/kit/cell-view.ts';
import { createRandom } from '#games/kit/random.ts';
import { compare } from './kit.ts';
import { createReference, randomWeights } from './network-kit.ts';

const SIZES = ['7', '9', '11', '13', '15'];
const ROUNDS = 7;
/** CPU seconds of each measurement. */
const SECONDS = 0.3;

/** Runs it for a while; times a second of CPU. */
function rateOf(run: () => void): number {
  const began = process.cpuUsage();
  let times = 0;
  for (;;) {
    for (let i = 0; i < 4; i++) run();
    times += 4;
    const seconds = process.cpuUsage(began).user / 1e6;
    if (seconds > SECONDS) return times / seconds;
  }
}

function measure(name: string, size: string): Record<string, unknown> {
  const game = must(findGame(name), name);
  const setup = game.setup([['size', size]]);
  if (!setup.ok) throw new Error(`${name} has no size ${size}`);
  const start = game.start(setup.value);
  const map = cellMapOf(game.picture(start, { seat: null }));
  const seen = must(game.cellView, name).featurePlanes(start);
  const shape = { directions: map.directions, channels: 32, blocks: 4, pooled: [1, 3] };
  const weights = decodeWeights(randomWeights(shape, createRandom(2004)));
  const [kernel, twin] = [openNetwork(weights), openNetwork(weights, createReference)];
  const rounds = Array.from({ length: ROUNDS + 1 }, () => [
    rateOf(() => twin.evaluate(map, seen)),
    rateOf(() => kernel.evaluate(map, seen)),
  ]).slice(1); // The first round warms up.
  const [slow, fast] = compare(rounds);
  return {
    ...{ game: name, size, kernel: Math.round(fast!.middle), twin: Number(slow!.middle.toPrecision(3)) },
    ratio: Math.round(fast!.ratio),
  };
}

const table = ['hex', 'gomoku'].flatMap(name => SIZES.map(size => measure(name, size)));
console.table(table);
console.log(JSON.stringify({ bench: 'network', table }));
