// Raises alerts to the owner of an account, mailed to every address the account had.
// Alerts tell of a changed password or address, and of a password used or guessed from elsewhere.
import type { Event } from '../kernel/event.ts';
import type { Notification } from '../decision/decision.ts';
import type { State } from '../kernel/state.ts';
import type { MailState } from './mail-state.ts';

type AlertNotice = Extract<Notification, { readonly kind: 'alert' }>;

interface Raised {
  readonly events: readonly Event[];
  readonly notifications: readonly Notification[];
}

/** One alert for each account, however much of it changed; `before` is the state the mail came into. */
export function raiseAlerts(mailState: MailState, before: State, notifications: readonly Notification[]): Raised {
  const alerts = notifications.filter(notice => notice.kind === 'alert');
  const accounts = [...new Set(alerts.map(({ userid }) => userid))];
  const each = accounts.map(userid =>
    alertOf(
      mailState,
      userid,
      before.account(userid)?.addresses ?? [],
      alerts.filter(alert => alert.userid === userid),
    ),
  );
  return { events: each.flatMap(({ events }) => events), notifications: each.flatMap(one => one.notifications) };
}

/** A sender who gets the alert needs no second mail about the change. Any other sender gets a line. */
function alertOf(
  { request, identity }: MailState,
  userid: string,
  told: readonly string[],
  alerts: readonly AlertNotice[],
): Raised {
  const news = alerts.map(alert => alert.news);
  const isTold = told.includes(identity.sender.address);
  const changes = alerts.filter(alert => alert.alert === 'change');
  const lines = isTold ? [] : alerts.filter(({ isSaid }) => isSaid);
  const done = lines.map((line): Notification => ({ kind: 'done', done: line.news }));
  if (told.length === 0) return { events: [], notifications: done };
  const kind = changes.length > 0 ? 'change' : 'lock';
  const id = request.trust.sign(`alert|${request.cause}|${userid}`);
  const messages = told.map((address): Notification => ({
    kind: 'message',
    message: { kind: 'alert', to: { kind: 'address', address }, userid, id, alert: kind, news },
  }));
  return {
    events: [{ kind: 'alert-raised', id, alert: { kind, account: userid, told, at: request.now, spent: false } }],
    notifications: [...done, ...messages],
  };
}
