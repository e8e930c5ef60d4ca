// The feature `settings`: the settings of a player.
import type { Feature } from '#core/contract/feature.ts';
import { set } from './commands.ts';
import { messages } from './settings-mail.ts';

export const settings = {
  messages,
  commands: [set],
} satisfies Feature;
