// The feature `standings`: tables of players, and their records.
import type { Feature } from '#core/writing/feature.ts';
import { messages, standings as standingsCommand, stats, who } from './standings.ts';

export const standings = {
  messages,
  commands: [standingsCommand, stats, who],
} satisfies Feature;
