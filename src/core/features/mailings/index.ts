// The feature `mailings`: announcements and broadcasts, to all players who want them.
import type { Feature } from '#core/contract/feature.ts';
import { announcement } from './announcement-mail.ts';
import { broadcast as broadcastMail } from './broadcast-mail.ts';
import { broadcast } from './commands.ts';
import { decideMailing } from './decide-mailing.ts';
import { MAILING, mailingEffects } from './mailing.ts';

export const mailings = {
  documents: { mailing: MAILING },
  effects: mailingEffects,
  messages: { announcement, broadcast: broadcastMail },
  commands: [broadcast],
  alarms: {
    mailing: ({ state, key, context }) => decideMailing(state, key.slice('mailing/'.length), context.now),
  },
} satisfies Feature;
