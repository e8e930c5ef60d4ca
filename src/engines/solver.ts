// An engine that plays perfectly where the game's solver finds the result in time.
// It asks the solver first, and uses tree search where that has no answer.
import type { Opaque, Solving } from '#games/game.ts';
import type { EngineChoice, Engine, SearchLimit, EngineOptions, EngineSession } from './engine.ts';
import { mcts } from './mcts.ts';

/** The solver's share of the time. The rest is left for the tree search. */
const SHARE = 0.5;
/** Memory of the solver at a board. */
const BYTES = 64 * 2 ** 20;

const SCORES = { win: 1, draw: 0.5, loss: 0 } as const;

function newSession(options: EngineOptions): EngineSession {
  const { game } = options;
  const treeSearch = mcts.begin(options);
  let { position } = options;
  let session: Solving<Opaque, Opaque> | null = null;

  const exactly = (limit: SearchLimit): EngineChoice | null => {
    // A move that wins at once is left to the tree search: the solver's move may win only later.
    if (game.solver === null || game.winningMove(position) !== null) return null;
    session ??= game.solver.open(BYTES);
    let asked = 0;
    // Stops at its share of the time, or after `nodes` calls. With a limit of nodes alone the result is the same on every machine.
    const stop = (): boolean => limit.spent() >= SHARE || (asked += 1) > limit.nodes;
    const { value, move, nodes } = session.solve(position, stop);
    if (value === 'unknown') return null;
    // In a lost position the tree search finds the move after which the opponent may most easily go wrong.
    const played = value === 'loss' || move === null ? treeSearch.search(limit).move : move;
    return { move: played, nodes, value: SCORES[value], isProven: true };
  };

  return {
    played: move => {
      treeSearch.played(move);
      position = game.play(position, move);
    },
    search: limit => exactly(limit) ?? treeSearch.search(limit),
  };
}

export const solver: Engine = {
  name: 'solver',
  summary: 'perfect where the game has a solver that sees to its end in time, else as mcts',
  begin: newSession,
};
