// Plays games against perfect robots: does any game end worse for the robot than it proved?
// Usage: npm run prove:games -- [--games 10000] [--seed 58]   A line for each board; exit status 1 if a proved value was contradicted.
import { parseArgs } from 'node:util';
import { readNetwork } from '#adapters/workers/search-sessions.ts';
import { type Engine, randomEngine } from '#engines/engine.ts';
import { networkEngine } from '#engines/network-engine.ts';
import { solverEngine } from '#engines/solver.ts';
import { scoresOf } from '#engines/tree.ts';
import type { AnyGame, GivenOptions, Setup } from '#games/game.ts';
import { assert, must } from '#games/kit/assert.ts';
import { createRandom, type Random } from '#games/kit/random.ts';
import { findGame } from '#games/registry/index.ts';

/** `share`: of the games of a board. The solver needs seconds for the larger ones. */
const BOARDS: readonly (readonly [game: string, given: GivenOptions, share?: number])[] = [
  ['hex', [['size', '4']]],
  ['hex', [['size', '5']], 0.01],
  ['y', [['size', '5']]],
  ['nex', [['size', '3'], ['endgame', 'neto']]],
  ['nex', [['size', '3'], ['endgame', 'nexc']]],
  ['neuy', [['size', '3'], ['endgame', 'nexc']]],
  ['neuy', [['size', '4'], ['endgame', 'neto']]],
  ['gonnect', [['size', '3']]],
  ['gonnect', [['size', '4']], 0.1],
  ['neugonnect', [['size', '3']]],
]; // prettier-ignore

/** Nodes of the strong opponent, and of the robot. */
const STRONG_NODES = 40;
const ROBOT_NODES = 4_000;
/** Half of the games begin after this many moves at random at most. */
const MOST_RANDOM_PLIES = 4;

interface GameResult {
  /** Did the robot prove that it gets more than nothing? */
  readonly isProved: boolean;
  readonly isContradicted: boolean;
}

function playGame(game: AnyGame, setup: Setup, opponent: Engine, rng: Random): GameResult {
  const seats = game.seats(setup).map(({ colours }) => colours);
  const seatOf = (colour: string | null): number => seats.findIndex(colours => colours.includes(colour ?? ''));
  let position = game.start(setup);
  for (let plies = rng.below(2 * MOST_RANDOM_PLIES) - MOST_RANDOM_PLIES; plies > 0; plies--)
    if (game.toMove(position) !== null) position = game.play(position, game.randomMove(position, rng));
  const robotSeat = rng.below(2);
  const options = { game, setup, position, seed: rng.below(1 << 30), network: readNetwork(game.name) };
  const players = [0, 1].map(seat => (seat === robotSeat ? solverEngine : opponent).begin(options));
  let proved = 0;
  for (let toMove = game.toMove(position); toMove !== null; toMove = game.toMove(position)) {
    const seat = seatOf(toMove);
    const nodes = seat === robotSeat ? ROBOT_NODES : STRONG_NODES;
    const choice = must(players[seat], 'a player for each seat').search({ nodes, spentShare: () => 0 });
    if (seat === robotSeat && choice.isProven) proved = Math.max(proved, choice.value ?? 0);
    for (const player of players) player.advance(choice.move);
    position = game.play(position, choice.move);
  }
  const outcome = must(game.outcome(position) ?? undefined, 'the game is over');
  return { isProved: proved > 0, isContradicted: (scoresOf(outcome)[robotSeat] ?? 0) < proved };
}

const { values } = parseArgs({
  options: { games: { type: 'string', default: '10000' }, seed: { type: 'string', default: '58' } },
});
const shares = BOARDS.reduce((sum, [, , share = 1]) => sum + share, 0);
const each = Math.ceil(Number(values.games) / shares / 2);
for (const [name, given, share = 1] of BOARDS) {
  const game = must(findGame(name) ?? undefined, 'a game of the shelf');
  const setup = game.setup(given);
  assert(setup.ok, 'a setup of the game');
  const rng = createRandom(Number(values.seed));
  const results = [randomEngine, networkEngine].flatMap(opponent =>
    Array.from({ length: Math.ceil(each * share) }, () => playGame(game, setup.value, opponent, rng)),
  );
  const count = (wanted: keyof GameResult): number => results.filter(result => result[wanted]).length;
  const [proved, contradicted] = [count('isProved'), count('isContradicted')];
  if (contradicted > 0) process.exitCode = 1;
  console.log(JSON.stringify({ game: name, ...setup.value, games: results.length, proved, contradicted }));
}
