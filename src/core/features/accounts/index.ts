// The feature `accounts`: players, their addresses, their limits, and questions to them.
import type { DueAlarm, Feature } from '#core/writing/feature.ts';
import type { Consequence } from '#core/players/message.ts';
import { ACCOUNT, ADDRESS, findNameExpiry, OPT_OUT } from '#core/players/account-definition.ts';
import { ALERT, PARKED_MAIL } from '#core/players/confirmations.ts';
import { QUOTA } from '#core/players/quota.ts';
import { decideDigest } from '../digest/index.ts';
import { leaveBoards } from '../leaving/close.ts';

/** Handles an account's alarm: frees an unconfirmed userid, resigns the boards of a closed account, or sends a digest. */
function decideAccount({ state, key, document, context }: DueAlarm<'account'>): Consequence {
  if (findNameExpiry(document) !== null) return { messages: [], state: state.with(new Map([[key, null]])) };
  return (document.leaves === undefined ? decideDigest : leaveBoards)(state, document, context);
}

export const accounts = {
  documents: {
    ...{ account: ACCOUNT, address: ADDRESS, optout: OPT_OUT },
    ...{ parked: PARKED_MAIL, alert: ALERT, quota: QUOTA },
  },
  alarms: { account: decideAccount },
} satisfies Feature;
