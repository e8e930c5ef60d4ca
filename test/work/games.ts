// The functions of every game at each tenth of a long game on the largest board.
import { workerData } from 'node:worker_threads';
import type { AnyGame, Opaque } from '#games/game.ts';
import { must } from '#games/kit/assert.ts';
import { createRandom, type Random } from '#games/kit/random.ts';
import { games } from '#games/registry/index.ts';

const { isLong } = workerData as { readonly isLong: boolean };

/** The game ends here at the latest: Gonnect goes on for as long as stones are captured. */
const MAX_PLIES = isLong ? 600 : 300;
/** How often another move is drawn where one would end the game. */
const DRAWS = 12;

/** Half of the moves are examples. The others are among the first: of the games with neutral stones, placements. */
function chooseMove(game: AnyGame, position: Opaque, random: Random): Opaque {
  const [example] = game.examples(position);
  if (example !== undefined && random.below(2) === 0) return example;
  const first: Opaque[] = [];
  for (const move of game.moves(position)) if (first.push(move) === 500) break;
  return must(first[random.below(first.length)], 'a game goes on while there is a move');
}

function playOn(game: AnyGame, position: Opaque, random: Random): Opaque {
  let next = position;
  for (let draw = 0; draw < DRAWS && (draw === 0 || game.outcome(next) !== null); draw++)
    next = game.play(position, chooseMove(game, position, random));
  return next;
}

/** The positions of a game in which each is still to move. */
function playGame(game: AnyGame): readonly Opaque[] {
  const given = game.options.flatMap(option => (option.kind === 'size' ? [[option.name, String(option.most)] as const] : [])); // prettier-ignore
  const setup = game.setup(given);
  const positions = [game.start(must(setup.ok ? setup.value : undefined, 'the largest board is allowed'))];
  const random = createRandom(1);
  for (let last = positions[0]; last !== undefined && positions.length < MAX_PLIES;) {
    const next = playOn(game, last, random);
    last = game.outcome(next) === null ? next : undefined;
    if (last !== undefined) positions.push(last);
  }
  return positions;
}

type Act = (game: AnyGame, position: Opaque) => unknown;

const first = <Item>(items: Iterable<Item>): Item | undefined => {
  for (const item of items) return item;
  return undefined;
};

/** `hasMove` is no function of the interface: `play` asks it for the next player. */
const ACTS: Readonly<Record<string, Act>> = {
  examples: (game, position) => game.examples(position),
  winningMove: (game, position) => game.winningMove(position),
  countMoves: (game, position) => game.countMoves(position),
  'first of moves': (game, position) => first(game.moves(position)),
  'play and hasMove': (game, position) => game.play(position, must(first(game.moves(position)), 'it goes on')),
  'parse of a move': (game, position) =>
    game.parse(position, game.format(position, must(first(game.moves(position)), 'it goes on'))),
  'parse of one spot': (game, position) =>
    game.parse(position, game.picture(position, { seat: null }).spots.at(-1)?.name ?? ''),
  'parse of a word': (game, position) => game.parse(position, 'zz99'),
  continuations: (game, position) => game.continuations(position, []),
};

/** In the gate the last one and the middle, in the long run all. */
const TENTHS = isLong ? Array.from({ length: 10 }, (_, i) => (i + 1) / 10) : [0.5, 1];

/** A position without anything that is remembered for it. */
const copyOf = (position: Opaque): Opaque => structuredClone(position);

export const cases: Readonly<Record<string, readonly (() => unknown)[]>> = Object.fromEntries(
  games.flatMap(game => {
    const positions = playGame(game);
    const reached = TENTHS.map(part => must(positions[Math.ceil(part * positions.length) - 1], 'a tenth of the game'));
    return Object.entries(ACTS).map(([name, act]) => [
      `${game.name}: ${name}`,
      reached.map(position => () => act(game, copyOf(position))),
    ]);
  }),
);
