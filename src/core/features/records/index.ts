// The feature `records`: the record of a game as a file.
import type { Feature } from '#core/contract/feature.ts';
import { exportOwn, record } from './commands.ts';
import { exportKind, record as recordMail } from './mails.ts';
import { refusals } from './refusals.ts';

export const records = {
  refusals,
  messages: { export: exportKind, record: recordMail },
  commands: [record, exportOwn],
} satisfies Feature;
