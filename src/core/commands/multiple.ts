// `multiple`: as a Subject, says that every line of the body is a command. The reader of mails acts on it; here it is explained.
import { ok } from '#games/kit/result.ts';
import type { Command } from '../language/command.ts';
import { decided } from '../decision.ts';

export const multiple: Command = {
  name: 'multiple',
  scope: 'server',
  usage: 'multiple',
  example: 'multiple',
  by: 'anyone',
  parse: () => ok({ run: () => decided([], []) }),
};
