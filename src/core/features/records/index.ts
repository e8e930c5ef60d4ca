// The feature `records`: the record of a game as a file.
import type { Feature } from '#core/contract/feature.ts';
import { exportOwn } from './export-command.ts';
import { exportKind } from './export-mail.ts';
import { record } from './record-command.ts';
import { record as recordMail } from './record-mail.ts';

export const records = {
  messages: { export: exportKind, record: recordMail },
  commands: [record, exportOwn],
} satisfies Feature;
