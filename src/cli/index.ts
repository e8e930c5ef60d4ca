// The list of verbs; adding one is one file and one line.
import { bench } from './bench.ts';
import { demo } from './demo.ts';
import { play } from './play.ts';
import { player } from './player.ts';
import { read } from './read.ts';
import { refereeVerb } from './referee.ts';
import { replay } from './replay.ts';
import { serve } from './serve.ts';
import { solve } from './solve.ts';
import type { Verb } from './verb.ts';

export const verbs: readonly Verb[] = [demo, serve, play, replay, read, refereeVerb, player, solve, bench];
