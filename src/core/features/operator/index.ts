// The feature `operator`: acts of the operator, their log, and reports to the operator.
import type { DueAlarm, Feature } from '#core/writing/feature.ts';
import type { Consequence } from '#core/players/message.ts';
import { AUDIT_ENTRY } from './audit.ts';
import { messages } from './mails.ts';

/** An old entry is deleted. */
const deleteEntry = ({ state, key }: DueAlarm<'audit'>): Consequence => ({
  messages: [],
  state: state.with(new Map([[key, null]])),
});

/** By code, the parts that the sentences of its refusals may use. */
const refusals = {
  'address-not-theirs': ['userid', 'address'],
  'address-last': ['userid'],
  'merge-same': ['userid'],
  'merge-boards': ['userid', 'most'],
  'merge-board': ['userid', 'game', 'number'],
} as const;

export const operator = {
  documents: { audit: AUDIT_ENTRY },
  alarms: { audit: deleteEntry },
  refusals,
  messages,
} satisfies Feature;
