// The feature `help`: help, the tutorial, and the answer to a mail without a command.
import type { Feature } from '#core/writing/feature.ts';
import { gameHelp, help as helpCommand, tutorial } from './commands.ts';
import { messages } from './help-mail.ts';

export const help = {
  messages,
  commands: [helpCommand, gameHelp, tutorial],
} satisfies Feature;
