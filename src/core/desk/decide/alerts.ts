// Raises alerts to the owner of an account, mailed to every address the account had.
// Alerts tell of a changed password or address, and of a password used or guessed from elsewhere.
import type { Event } from '#core/kernel/documents.ts';
import type { Notification } from '#core/players/decision.ts';
import type { State } from '#core/kernel/state.ts';
import type { MailState } from './mail-state.ts';

type AlertNotice = Extract<Notification, { readonly kind: 'alert' }>;

interface RaisedAlerts {
  readonly events: readonly Event[];
  readonly notifications: readonly Notification[];
}

/** Raises one alert for each account that changed. `before`: the state before the mail. */
export function raiseAlerts(mailState: MailState, before: State, notifications: readonly Notification[]): RaisedAlerts {
  const alerts = notifications.filter(notice => notice.kind === 'alert');
  const accounts = [...new Set(alerts.map(({ userid }) => userid))];
  const raised = accounts.map(userid =>
    raiseAlert(
      mailState,
      userid,
      before.account(userid)?.addresses ?? [],
      alerts.filter(alert => alert.userid === userid),
    ),
  );
  return { events: raised.flatMap(({ events }) => events), notifications: raised.flatMap(one => one.notifications) };
}

/** Raises the alert of one account. A sender without the alert gets a line in the answer instead. */
function raiseAlert(
  { request, identity }: MailState,
  userid: string,
  addresses: readonly string[],
  alerts: readonly AlertNotice[],
): RaisedAlerts {
  const news = alerts.map(alert => alert.news);
  const isAlerted = addresses.includes(identity.sender.address);
  const changes = alerts.filter(alert => alert.alert === 'change');
  const doneAlerts = isAlerted ? [] : alerts.filter(({ isSaid }) => isSaid);
  const doneNotices = doneAlerts.map((line): Notification => ({ kind: 'done', done: line.news }));
  if (addresses.length === 0) return { events: [], notifications: doneNotices };
  const kind = changes.length > 0 ? 'change' : 'lock';
  const id = request.trust.sign(`alert|${request.cause}|${userid}`);
  const messages = addresses.map((address): Notification => ({
    kind: 'message',
    message: { kind: 'alert', to: { kind: 'address', address }, userid, id, alert: kind, news },
  }));
  return {
    events: [
      { kind: 'alert-raised', id, alert: { kind, account: userid, told: addresses, at: request.now, spent: false } },
    ],
    notifications: [...doneNotices, ...messages],
  };
}
