// The swap rule for engines: whether to swap, and fair moves where the opponent may swap.
import type { Opaque } from '#games/game.ts';
import { createRandom } from '#games/kit/random.ts';
import type { Candidate, Engine, EngineChoice, EngineOptions, SearchLimit } from './engine.ts';
import { drawLegalMoves } from './tree.ts';

/** The number of moves compared. */
const CANDIDATES = 32;
/** The searches of one move: in each round the fairer half of the moves goes on to the next. */
const SEARCHES = 63;

/** A move with the score of the player who makes it, without a swap. */
type ValuedMove = Pick<Candidate, 'move' | 'value'>;

const distanceToFair = ({ value }: ValuedMove): number => Math.abs(value - 0.5);

/** The fairest of some moves, as the engine values them. null: it values no move. */
export function findFairMove(engine: Engine, options: EngineOptions, limit: SearchLimit): EngineChoice | null {
  const { game, position } = options;
  let searched = 0;
  let nodes = 0;
  /** Each search takes an equal share of what is left of the limit. */
  const valueMove = (move: Opaque, roundNodes: number): ValuedMove[] => {
    const begun = limit.spentShare();
    // One value is needed, however long it takes.
    if (begun >= 1 && searched > 0) return [];
    const share = Math.max(0, 1 - begun) / Math.max(1, SEARCHES - searched);
    const spentShare = (): number => (share === 0 ? 1 : (limit.spentShare() - begun) / share);
    searched += 1;
    const found = engine.begin({ ...options, position: game.play(position, move) }).search({ spentShare, nodes: roundNodes }); // prettier-ignore
    nodes += found.nodes;
    return found.value === null ? [] : [{ move, value: 1 - found.value }];
  };
  // Moves at random that do not end the game.
  const next = drawLegalMoves(game, position, createRandom(options.seed));
  const drawn = Array.from({ length: CANDIDATES }, next).filter(move => move !== null);
  let moves = drawn.filter(move => game.outcome(game.play(position, move)) === null);
  let fairest: ValuedMove | null = null;
  for (;;) {
    // All rounds may use equally many nodes.
    const roundNodes = Math.max(1, Math.floor(limit.nodes / (Math.log2(CANDIDATES) * Math.max(1, moves.length))));
    const candidates = moves
      .flatMap(move => valueMove(move, roundNodes))
      .toSorted((a, b) => distanceToFair(a) - distanceToFair(b));
    fairest = candidates[0] ?? fairest;
    if (fairest === null) return null;
    if (candidates.length <= 2) return { ...fairest, nodes, isProven: false, candidates: [] };
    moves = candidates.slice(0, Math.ceil(candidates.length / 2)).map(({ move }) => move);
  }
}

/** Should the player to move swap? Yes if the move that the search prefers scores less than half. A weakened player may have drawn another one. */
export function shouldSwap({ value, candidates }: EngineChoice): boolean {
  if (value === null) return false;
  const preferred = candidates.toSorted((a, b) => b.share - a.share)[0];
  return (preferred?.value ?? value) < 0.5;
}
