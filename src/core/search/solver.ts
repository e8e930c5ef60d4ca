// The player that makes no mistake where it sees to the end of the game: it asks the game's solver first, and plays by tree search where that has no answer.
import type { Opaque, Solution, Solving } from '../../../games/game.ts';
import type { Choice, Engine, Limit, Table, Thinker } from './engine.ts';
import { mcts } from './mcts.ts';

/** The solver's part of the time; the rest is left for a move that is merely good. */
const SHARE = 0.5;
/** What the solver remembers at a board. */
const BYTES = 64 * 2 ** 20;

/** Stops at its share of the time, or after so many questions: with nodes alone the same on every machine. */
function solved(solving: Solving<Opaque, Opaque>, position: Opaque, { spent, nodes }: Limit): Solution<Opaque> {
  let asked = 0;
  return solving.solve(position, () => spent() >= SHARE || (asked += 1) > nodes);
}

const SCORES = { win: 1, draw: 0.5, loss: 0 } as const;

function thinker(table: Table): Thinker {
  const { game } = table;
  const searching = mcts.begin(table);
  let { position } = table;
  let solving: Solving<Opaque, Opaque> | null = null;

  const exactly = (limit: Limit): Choice | null => {
    if (game.solver === null) return null;
    solving ??= game.solver.open(BYTES);
    const { value, move, nodes } = solved(solving, position, limit);
    if (value === 'unknown') return null;
    // What is lost is played where the opponent may go wrong most easily, which the search knows better.
    const played = value === 'loss' || move === null ? searching.choose(limit).move : move;
    return { move: played, nodes, value: SCORES[value], isProven: true };
  };

  return {
    played: move => {
      searching.played(move);
      position = game.play(position, move);
    },
    choose: limit => exactly(limit) ?? searching.choose(limit),
  };
}

export const solver: Engine = {
  name: 'solver',
  summary: 'perfect where the game has a solver that sees to its end in time, else as mcts',
  begin: thinker,
};
