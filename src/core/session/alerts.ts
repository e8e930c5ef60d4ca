// What an account's owner must know: a changed password or address, a password used or guessed from elsewhere; told to every address the account had.
import type { Event } from '../state/events.ts';
import type { Notification } from '../decision.ts';
import type { State } from '../state/state.ts';
import type { MailState } from './hearing.ts';

type AlertNotice = Extract<Notification, { readonly kind: 'alert' }>;

interface Raised {
  readonly events: readonly Event[];
  readonly notices: readonly Notification[];
}

/** One alert for each account, however much of it changed; `before` is the world the mail came into. */
export function raised(hearing: MailState, before: State, notices: readonly Notification[]): Raised {
  const alerts = notices.filter(notice => notice.kind === 'alert');
  const accounts = [...new Set(alerts.map(({ userid }) => userid))];
  const each = accounts.map(userid =>
    alertOf(
      hearing,
      userid,
      before.document('account', userid)?.addresses ?? [],
      alerts.filter(alert => alert.userid === userid),
    ),
  );
  return { events: each.flatMap(({ events }) => events), notices: each.flatMap(one => one.notices) };
}

/** Whoever asked for it and is told anyway needs no second mail; anybody else gets the line. */
function alertOf(
  { occasion, identity }: MailState,
  userid: string,
  told: readonly string[],
  alerts: readonly AlertNotice[],
): Raised {
  const news = alerts.map(alert => alert.news);
  const isTold = told.includes(identity.sender.address);
  const changes = alerts.filter(alert => alert.alert === 'change');
  const lines = isTold ? [] : alerts.filter(({ isSaid }) => isSaid);
  const done = lines.map((line): Notification => ({ kind: 'done', done: line.news }));
  if (told.length === 0) return { events: [], notices: done };
  const kind = changes.length > 0 ? 'change' : 'lock';
  const id = occasion.trust.sign(`alert|${occasion.cause}|${userid}`);
  const letters = told.map((address): Notification => ({
    kind: 'letter',
    letter: { kind: 'alert', to: { kind: 'address', address }, userid, id, alert: kind, news },
  }));
  return {
    events: [{ kind: 'alert-raised', id, alert: { kind, account: userid, told, at: occasion.now, spent: false } }],
    notices: [...done, ...letters],
  };
}
