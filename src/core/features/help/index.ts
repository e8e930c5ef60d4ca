// The feature `help`: help, the tutorial, and the answer to a mail without a command.
import type { Feature } from '#core/contract/feature.ts';
import { gameHelp, help as helpCommand, tutorial } from './commands.ts';
import { help as helpMail } from './help-mail.ts';
import { quiet } from './quiet-mail.ts';

export const help = {
  messages: { help: helpMail, quiet },
  commands: [helpCommand, gameHelp, tutorial],
} satisfies Feature;
