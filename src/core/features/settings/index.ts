// The feature `settings`: the settings of a player.
import type { Feature } from '#core/contract/feature.ts';
import { set } from './commands.ts';
import { settings as settingsMail } from './settings-mail.ts';

export const settings = {
  messages: { settings: settingsMail },
  commands: [set],
} satisfies Feature;
