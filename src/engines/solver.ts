// The player that makes no mistake where it sees to the end of the game: it asks the game's solver first, and plays by tree search where that has no answer.
import type { Opaque, Solving } from '#games/game.ts';
import type { EngineChoice, Engine, SearchLimit, EngineOptions, EngineSession } from './engine.ts';
import { mcts } from './mcts.ts';

/** The solver's part of the time; the rest is left for a move that is merely good. */
const SHARE = 0.5;
/** What the solver remembers at a board. */
const BYTES = 64 * 2 ** 20;

const SCORES = { win: 1, draw: 0.5, loss: 0 } as const;

function newSession(options: EngineOptions): EngineSession {
  const { game } = options;
  const treeSearch = mcts.begin(options);
  let { position } = options;
  let session: Solving<Opaque, Opaque> | null = null;

  const exactly = (limit: SearchLimit): EngineChoice | null => {
    // What is known to win in the end need not win now.
    if (game.solver === null || game.winningMove(position) !== null) return null;
    session ??= game.solver.open(BYTES);
    let asked = 0;
    // At its share of the time, or after so many questions: with nodes alone the same on every machine.
    const stop = (): boolean => limit.spent() >= SHARE || (asked += 1) > limit.nodes;
    const { value, move, nodes } = session.solve(position, stop);
    if (value === 'unknown') return null;
    // What is lost is played where the opponent may go wrong most easily, which the search knows better.
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
