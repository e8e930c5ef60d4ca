// The feature `renaming`: a guest chooses a name, once.
import type { Feature } from '#core/contract/feature.ts';
import { rename } from './commands.ts';
import { refusals } from './refusals.ts';

export const renaming = { refusals, commands: [rename] } satisfies Feature;
