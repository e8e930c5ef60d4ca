// Takes a reader off a list of mails, as the one-click address in the header of a mail asks.
import type { ListReader } from '#core/wording/reader-list.ts';
import { findPresentUserid } from '#core/players/former-userid.ts';
import { findPerWithoutDigest } from '#core/players/digest-time.ts';
import type { PlayerSettings } from '#core/players/settings.ts';
import type { State } from '#core/kernel/state.ts';
import type { Event } from '#core/kernel/event.ts';
import type { Instant } from '#core/kernel/time.ts';
import { updateSettings } from '../settings/change-settings.ts';
import { leaveSubscription } from './subscribe.ts';

/** Empty: the reader is not on the list. */
export function leaveList(state: State, { list, reader }: ListReader, now: Instant): readonly Event[] {
  if (list.kind === 'invitations')
    return state.get(`optout/${reader}`) === null ? [{ kind: 'opted-out', address: reader, at: now }] : [];
  const userid = findPresentUserid(state, reader);
  const account = state.account(userid);
  if (account === null || account.closed) return [];
  if (list.kind === 'boards') return leaveSubscription(state, userid, list.followed);
  return updateSettings({ state, now, actor: userid }, leaveBySetting(account.settings, list.kind));
}

function leaveBySetting(
  settings: PlayerSettings,
  list: 'digest' | 'reminders' | 'tables' | 'broadcast',
): Partial<PlayerSettings> {
  switch (list) {
    case 'digest':
      return { per: findPerWithoutDigest(settings) };
    case 'reminders':
      return { reminders: 'off' };
    case 'tables':
      return { tables: 'none' };
    case 'broadcast':
      return { broadcast: 'off' };
  }
}
