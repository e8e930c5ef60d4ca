// The feature `operator`: acts of the operator, their log, and reports to the operator.
import type { DueAlarm, Feature } from '#core/contract/feature.ts';
import type { Consequence } from '#core/decision/consequence.ts';
import { AUDIT_ENTRY } from './audit.ts';
import { messages } from './mails.ts';
import { refusals } from './refusals.ts';

/** An old entry is deleted. */
const deleteEntry = ({ state, key }: DueAlarm<'audit'>): Consequence => ({
  messages: [],
  state: state.with(new Map([[key, null]])),
});

export const operator = {
  documents: { audit: AUDIT_ENTRY },
  alarms: { audit: deleteEntry },
  refusals,
  messages,
} satisfies Feature;
