// `multiple`: a Subject that says that every line of the body is a command.
// The mail parser acts on it, and this file holds its help.
import { ok } from '#games/kit/result.ts';
import type { Command } from '../reading/command.ts';
import { allow } from '../decision/decision.ts';

export const multiple: Command = {
  name: 'multiple',
  scope: 'server',
  usage: 'multiple',
  example: 'multiple',
  permission: 'anyone',
  parse: () => ok({ run: () => allow([], []) }),
};
