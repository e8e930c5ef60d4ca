// Positions whose value is known: drawn from random games and from games of a program against itself, and solved; or taken from such games with what came of them.
import { type Random, createRandom } from '#games/kit/random.ts';
import type { StonePosition } from '#games/stones/stone-game.ts';
import { type AnyGame, type Opaque, hideTypes } from '#games/game.ts';
import { must } from '#games/kit/assert.ts';
import { nex } from '#games/nex/index.ts';
import { mctsEngine } from '#engines/mcts.ts';
import { openSolver, positionAt, playedInto, startOf } from './positions.ts';

export type Source = 'random' | 'self-play';

/** A position, and whether its side to move wins: by the solver, or in the game it was taken from. */
export interface Sample {
  readonly text: string;
  readonly won: 0 | 1;
  /** Positions of one game belong together. */
  readonly group: number;
}

const game: AnyGame = hideTypes(nex);
/** Every position of nex is one that the sealed game knows, and the other way round. */
const opaque = (position: StonePosition): Opaque => position as unknown as Opaque;

/** The positions of one game of a program against itself, after two moves by chance. */
function selfPlay(start: StonePosition, nodes: number, rng: Random): StonePosition[] {
  const first = playedInto(start, 2, rng);
  const seed = rng.below(2 ** 32);
  const thinker = mctsEngine.begin({ game, setup: start.setup, position: opaque(first), seed, network: null });
  const positions = [first];
  for (let at = first; at.end === null;) {
    const { move } = thinker.search({ spentShare: () => 0, nodes });
    const text = game.format(opaque(at), move);
    const read = nex.parse(at, text);
    at = nex.play(at, must(read.ok ? read.value : null, `a legal move: ${text}`));
    thinker.advance(move);
    positions.push(at);
  }
  return positions;
}

function randomGame(start: StonePosition, rng: Random): StonePosition[] {
  const positions = [start];
  for (let at = start; at.end === null;) {
    at = nex.play(at, nex.randomMove(at, rng));
    positions.push(at);
  }
  return positions;
}

/** What is drawn: from games on this board, none before this ply. */
export interface Draw {
  readonly size: string;
  readonly source: Source;
  readonly samples: number;
  readonly firstPly: number;
  /** Of the player that plays itself, a move. */
  readonly nodes: number;
  readonly seed: number;
}

const MOST_VISITS = 400_000;

/** One position a game, solved by Neto's conventions, by which nothing is drawn; what the solver gives up is left out. */
export function solvedSamples(
  { size, source, samples, firstPly, nodes, seed }: Draw,
  tell: (line: string) => void,
): { readonly samples: readonly Sample[]; readonly unsolved: number } {
  const [rng, start, solver] = [createRandom(seed), startOf(size, 'neto'), openSolver(256)];
  const found: Sample[] = [];
  let unsolved = 0;
  for (let group = 0; found.length < samples; group++) {
    const positions = (source === 'random' ? randomGame(start, rng) : selfPlay(start, nodes, rng)).filter(
      (position, ply) => position.end === null && ply >= firstPly - (source === 'random' ? 0 : 2),
    );
    const position = positions[rng.below(Math.max(1, positions.length))];
    if (position === undefined) continue;
    const { value } = solver.solve(position, MOST_VISITS);
    if (value === 'unknown') unsolved += 1;
    else found.push({ text: nex.encode(position), won: value === 'win' ? 1 : 0, group });
    if (found.length % 100 === 0) tell(`${size} ${source}: ${found.length} of ${samples} positions solved`);
  }
  return { samples: found, unsolved };
}

/** Every position of games of a program against itself, with the winner of the game. */
export function playedSamples(
  { size, samples: games, nodes, seed }: Draw,
  tell: (line: string) => void,
): readonly Sample[] {
  const [rng, start] = [createRandom(seed), startOf(size, 'neto')];
  return Array.from({ length: games }, (_, group) => {
    const positions = selfPlay(start, nodes, rng);
    const winner = must(positions.at(-1)?.end, 'a game that was played has an end').winner;
    if (group % 10 === 9) tell(`${size}: ${group + 1} of ${games} games played`);
    return positions
      .filter(({ end }) => end === null)
      .map((position): Sample => ({ text: nex.encode(position), won: position.turn === winner ? 1 : 0, group }));
  }).flat();
}

export const positionOf = ({ text }: Sample): StonePosition => positionAt(text, 'neto');
