// An engine that plays perfectly where the game's solver finds the result in time.
// If the solver has no answer, the engine uses tree search.
import type { Opaque, SolverRun } from '#games/game.ts';
import { findFirstMove } from '#games/kit/openings.ts';
import type { EngineChoice, Engine, SearchLimit, EngineOptions, EngineSession } from './engine.ts';
import { networkEngine } from './network-engine.ts';

/** The solver's share of the time. The tree search gets the rest. */
const SOLVER_TIME_SHARE = 0.5;
/** How often it asks whether to stop, times the cells of the board squared: on a larger board a position takes longer. Some seconds. */
const MOST_SOLVER_WORK = 1_600 * 16 ** 2;
/** The solver's memory for a board. */
const SOLVER_BYTES = 64 * 2 ** 20;

const SCORES = { win: 1, draw: 0.5, loss: 0 } as const;
/** By the value for one side: the value for the other. */
export const NEGATED = { win: 'loss', draw: 'draw', loss: 'win', unknown: 'unknown' } as const;

function createSession(options: EngineOptions, treeEngine: Engine): EngineSession {
  const { game } = options;
  const treeSearch = treeEngine.begin(options);
  let { position } = options;
  const first = game.start(options.setup);
  const start = game.encode(first);
  const mostCalls = MOST_SOLVER_WORK / game.picture(first, { seat: null }).spots.length ** 2;
  let session: SolverRun<Opaque, Opaque> | null = null;

  const solveExactly = (limit: SearchLimit): EngineChoice | null => {
    // A move that wins at once is left to the tree search: the solver's move may win only later.
    if (game.solver === null || game.winningMove(position) !== null) return null;
    session ??= game.solver.open(SOLVER_BYTES);
    let callCount = 0;
    // A limit by calls only gives the same result on every machine.
    const stop = (): boolean =>
      limit.spentShare() >= SOLVER_TIME_SHARE || (callCount += 1) > Math.min(limit.nodes, mostCalls);
    const { value, move, nodes } = session.solve(position, stop);
    if (value === 'unknown') return null;
    // The tree search finds the natural one of the moves that keep the value, and in a lost position the one that is hardest to answer.
    const natural = treeSearch.search(limit).move;
    const keepsValue = value === 'loss' || NEGATED[session.solve(game.play(position, natural), stop).value] === value;
    const chosen = keepsValue || move === null ? natural : move;
    return { move: chosen, nodes, value: SCORES[value], isProven: true, candidates: [] };
  };

  /** Networks have learnt to open for a swap. Ahead of a swap no search is asked. */
  const openByList = (): EngineChoice | null => {
    const text = game.encode(position) === start ? findFirstMove(game, options.setup) : null;
    const read = text === null ? null : game.parse(position, text);
    return read?.ok === true ? { move: read.value, nodes: 0, value: null, isProven: false, candidates: [] } : null;
  };

  return {
    advance: move => {
      treeSearch.advance(move);
      position = game.play(position, move);
    },
    search: (limit, temperature) => solveExactly(limit) ?? openByList() ?? treeSearch.search(limit, temperature),
  };
}

/** Asks the solver first, and this engine if the solver has no answer. */
export const createSolverEngine = (treeEngine: Engine): Engine => ({
  name: 'solver',
  summary: `perfect where the game has a solver that sees to its end in time, else as ${treeEngine.name}`,
  usesNetwork: treeEngine.usesNetwork,
  begin: options => createSession(options, treeEngine),
});

export const solverEngine: Engine = createSolverEngine(networkEngine);
