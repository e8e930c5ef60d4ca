// The feature `forgetting`: erasing everything about a player, and telling a player what is stored.
import type { Feature } from '#core/writing/feature.ts';
import { beginForgetting, privacy } from './ask.ts';
import { FORGETTING, FORGOTTEN, messages } from './forgetting.ts';
import { decideForgetting } from './decide-forgetting.ts';

/** By code, the parts that the sentences of its refusals may use. */
const refusals = {
  'forget-asked': ['most'],
  'forget-late': ['days'],
} as const;

export const forgetting = {
  refusals,
  documents: { forgetting: FORGETTING, forgotten: FORGOTTEN },
  messages,
  commands: [privacy],
  requests: { 'forget-player': beginForgetting },
  alarms: {
    forgetting: ({ state, document, request, context }) => decideForgetting(state, document, request, context),
  },
} satisfies Feature;
