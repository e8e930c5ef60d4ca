// Sends a mailing in batches. Each commit writes to the next accounts and stores how far it came.
// So every account is written to exactly once, whatever happens between two batches.
import { hasBlocked } from '#core/accounts/blocked.ts';
import { openAbsenceOf } from '#core/players/deliverability.ts';
import type { Consequence } from '#core/decision/consequence.ts';
import { limits } from '#core/kernel/limits.ts';
import { announcementAfter, announcementId } from './announcement.ts';
import type { Mailing } from './mailing.ts';
import type { Message } from '#core/decision/message.ts';
import type { RequestContext } from '#core/contract/feature.ts';
import type { Account } from '#core/players/account.ts';
import type { DocumentKey } from '#core/kernel/documents.ts';
import type { Event } from '#core/kernel/event.ts';
import type { State } from '#core/kernel/state.ts';
import { HOUR_MS, type Instant } from '#core/kernel/time.ts';

/** The pause between two batches, in which mails of games are sent. */
const PAUSE_MS = 10_000;
/** How long the same text is not sent again. */
const SAME_MS = HOUR_MS;

/** The events that begin an announcement. Empty: the same text was sent just now. */
export function beginAnnouncement(
  state: State,
  { text, isAgain }: { readonly text: string; readonly isAgain: boolean },
  context: RequestContext,
): readonly Event[] {
  const { now, trust } = context;
  const before = state.get(`mailing/${announcementId(text, trust.sign)}`);
  const next = announcementAfter(before, { text, isAgain, now }, trust.sign);
  return next === null ? [] : [{ kind: 'documents-changed', documents: [[`mailing/${next.id}`, next.mailing]] }];
}

/** Sends the next batch, or deletes the mailing after the last one. */
export function decideMailing(state: State, id: string, now: Instant): Consequence {
  const document = state.get(`mailing/${id}`);
  const key: DocumentKey = `mailing/${id}`;
  if (document === null || document.isDone) return { messages: [], state: state.with(new Map([[key, null]])) };
  const userids = state.accountsAfter(document.after, limits.mailingBatch);
  state.requireLoaded(userids.map(userid => ({ kind: 'document', key: `account/${userid}` })));
  const isLast = userids.length < limits.mailingBatch;
  const next: Mailing = isLast
    ? { ...document, text: '', isDone: true, wake: now + SAME_MS }
    : { ...document, after: userids.at(-1) ?? '', wake: now + PAUSE_MS };
  return {
    messages: userids.filter(userid => isReader(state, document, userid)).map(userid => message(document, userid)),
    state: state.with(new Map([[key, next]])),
  };
}

/** The accounts of robots are not stored. A damaged account is left out, and the others still get the mail. */
function isReader(state: State, { from, at }: Mailing, userid: string): boolean {
  if (state.isAccountDamaged(userid)) return false;
  const account = state.account(userid);
  if (account === null || !isReached(account) || account.opened > at) return false;
  if (from === null) return true;
  const isOpen = state.account(from)?.closed === false;
  return isOpen && userid !== from && account.settings.broadcast === 'on' && !hasBlocked(state, userid, from);
}

const isReached = (account: Account): boolean =>
  !account.closed && account.addresses.length > 0 && openAbsenceOf(account) === null;

const message = ({ from, text }: Mailing, userid: string): Message => ({
  ...(from === null ? { kind: 'announcement' as const } : { kind: 'broadcast' as const, from }),
  ...{ to: { kind: 'account', userid }, userid, text },
});
