// The list of verbs; adding one is one file and one line.
import { demo } from './demo.ts';
import { read } from './read.ts';
import { replay } from './replay.ts';
import { serve } from './serve.ts';
import { solve } from './solve.ts';
import type { Verb } from './verb.ts';

export const verbs: readonly Verb[] = [demo, serve, replay, read, solve];
