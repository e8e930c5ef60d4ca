// All engines, by name.
import { type Engine, randomEngine } from './engine.ts';
import { mctsEngine, plainEngine } from './mcts.ts';
import { networkEngine } from './network-engine.ts';
import { solverEngine } from './solver.ts';

export const engines: readonly Engine[] = [randomEngine, plainEngine, mctsEngine, networkEngine, solverEngine];

export const findEngine = (name: string): Engine | null => engines.find(engine => engine.name === name) ?? null;
