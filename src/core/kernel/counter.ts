// The definition of counters: the next number of a board, a seek or a tournament.
import { z } from 'zod';
import type { DocumentDefinition } from './document-definition.ts';
import { boardNumber } from './schema-parts.ts';

export const COUNTER: DocumentDefinition<'counter'> = {
  schema: z.object({ next: boardNumber }),
  folder: 'counters',
  ifDamaged: 'The next number is made from the boards there are; nothing need be done',
  isRenewed: true,
};
