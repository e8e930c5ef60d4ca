// The feature `records`: the record of a game as a file.
import type { Feature } from '#core/writing/feature.ts';
import { exportOwn, record } from './export.ts';
import { messages } from './mails.ts';

/** By code, the parts that the sentences of its refusals may use. */
const refusals = {
  'export-nothing': [],
  'export-today': [],
} as const;

export const records = {
  refusals,
  messages,
  commands: [record, exportOwn],
} satisfies Feature;
