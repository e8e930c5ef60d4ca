// The feature `records`: the record of a game as a file.
import type { Feature } from '#core/contract/feature.ts';
import { exportOwn, record } from './commands.ts';
import { messages } from './mails.ts';
import { refusals } from './refusals.ts';

export const records = {
  refusals,
  messages,
  commands: [record, exportOwn],
} satisfies Feature;
