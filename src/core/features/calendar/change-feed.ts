// `set calendar=on|off|new`: opens, ends or renews the private address of a player's calendar feed.
import { must } from '#games/kit/assert.ts';
import type { CommandContext, Notification } from '#core/decision/decision.ts';
import type { DocumentChange, Event } from '#core/kernel/event.ts';
import { feedKey, presentFeedKey, writeFeedToken } from './feed.ts';

interface FeedChange {
  readonly events: readonly Event[];
  readonly notifications: readonly Notification[];
}

/** `wish`: the value that was given. undefined: none was. An address that has ended never works again. */
export function changeFeed(context: CommandContext, wish: string | undefined): FeedChange {
  if (wish === undefined) return { events: [], notifications: [] };
  const { state, sign } = context;
  const account = must(state.account(context.actor ?? ''), 'a setting is that of an account');
  const { userid, feed = { number: 0, isOn: false } } = account;
  const isKept = wish === 'off' ? !feed.isOn : wish === 'on' && feed.isOn;
  const next = { number: isKept || wish === 'off' ? feed.number : feed.number + 1, isOn: wish !== 'off' };
  const ended = presentFeedKey(account, sign);
  const token = writeFeedToken(userid, next.number, sign);
  const documents: readonly DocumentChange[] = [
    ...(ended === null ? [] : [[ended, null] as const]),
    ...(next.isOn ? [[feedKey(token, sign), { userid }] as const] : []),
  ];
  const events: readonly Event[] = isKept
    ? []
    : [
        { kind: 'feed-changed', userid, feed: next },
        { kind: 'documents-changed', documents },
      ];
  return { events, notifications: next.isOn ? [...tellAddress(context, userid, token)] : [] };
}

/** The address goes to the player's own mailboxes alone, wherever the wish came from. */
function tellAddress({ state, sender }: CommandContext, userid: string, token: string): readonly Notification[] {
  const isTold = state.account(userid)?.addresses.includes(sender.address) === true;
  const line: Notification = { kind: 'done', done: { code: 'calendar-mailed', parts: { userid } } };
  return [
    ...(isTold ? [] : [line]),
    { kind: 'message', message: { kind: 'calendar', to: { kind: 'account', userid }, token } },
  ];
}
