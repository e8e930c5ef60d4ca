// The list of verbs; adding one is one file and one line.
import type { Verb } from './verb.ts';

export const verbs: readonly Verb[] = [];
