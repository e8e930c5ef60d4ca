// The feature `records`: the record of a game as a file.
import type { Feature } from '#core/contract/feature.ts';
import { exportOwn } from './export-command.ts';
import { exportKind } from './export-mail.ts';
import { record } from './record-command.ts';
import { record as recordMail } from './record-mail.ts';
import { refusals } from './refusals.ts';

export const records = {
  refusals,
  messages: { export: exportKind, record: recordMail },
  commands: [record, exportOwn],
} satisfies Feature;
