// All engines, by name.
import type { Engine } from './engine.ts';
import { mcts, plain } from './mcts.ts';
import { random } from './random.ts';
import { solver } from './solver.ts';

export const engines: readonly Engine[] = [random, plain, mcts, solver];

export const findEngine = (name: string): Engine | null => engines.find(engine => engine.name === name) ?? null;
