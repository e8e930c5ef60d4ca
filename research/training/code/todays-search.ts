// The search that the robots played by before there were networks: the measure of their strength.
import { mctsEngine } from '#engines/mcts.ts';
import type { Engine } from '#engines/engine.ts';

/** Tree search that looks for no forced wins. */
export const todaysEngine: Engine = {
  ...mctsEngine,
  name: 'today',
  begin: options => mctsEngine.begin({ ...options, game: { ...options.game, forcedWin: null } }),
};
