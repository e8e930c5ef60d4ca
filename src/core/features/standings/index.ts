// The feature `standings`: tables of players, and their records.
import type { Feature } from '#core/writing/feature.ts';
import { standings as standingsCommand, stats, who } from './standings.ts';
import { messages } from './mails.ts';

export const standings = {
  messages,
  commands: [standingsCommand, stats, who],
} satisfies Feature;
