// The feature `operator`: acts of the operator, and reports to the operator.
import type { Feature } from '#core/contract/feature.ts';
import { notice, operator as operatorMail } from './mails.ts';

export const operator = {
  messages: { notice, operator: operatorMail },
} satisfies Feature;
