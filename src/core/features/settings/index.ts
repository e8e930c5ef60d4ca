// The feature `settings`: the settings of a player.
import type { Feature } from '#core/writing/feature.ts';
import { messages, set } from './settings.ts';

export const settings = {
  messages,
  commands: [set],
} satisfies Feature;
