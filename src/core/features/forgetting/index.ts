// The feature `forgetting`: erasing everything about a player, and telling a player what is stored.
import type { Feature } from '#core/contract/feature.ts';
import { privacy } from './commands.ts';
import { messages } from './mails.ts';
import { decideForgetting } from './decide-forgetting.ts';
import { FORGETTING, FORGOTTEN } from './forgetting.ts';
import { refusals } from './refusals.ts';

export const forgetting = {
  refusals,
  documents: { forgetting: FORGETTING, forgotten: FORGOTTEN },
  messages,
  commands: [privacy],
  alarms: {
    forgetting: ({ state, document, request, context }) => decideForgetting(state, document, request, context),
  },
} satisfies Feature;
