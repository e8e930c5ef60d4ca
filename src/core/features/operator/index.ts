// The feature `operator`: acts of the operator, and reports to the operator.
import type { Feature } from '#core/contract/feature.ts';
import { notice } from './notice-mail.ts';
import { operator as operatorMail } from './operator-mail.ts';

export const operator = {
  messages: { notice, operator: operatorMail },
} satisfies Feature;
