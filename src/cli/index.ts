// The list of verbs; adding one is one file and one line.
import type { Verb } from './verb.ts';
import { replay } from './replay.ts';

export const verbs: readonly Verb[] = [replay];
