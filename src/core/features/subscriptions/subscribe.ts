// Subscriptions to boards of others, and the ways to stop mails.
import { followEvents } from '#core/board/acts/announce.ts';
import type { RequestContext } from '#core/writing/feature.ts';
import type { Consequence } from '#core/players/message.ts';
import { type Match, type Subscriber, userids } from '#core/board/match-document.ts';
import { requireGame } from '#core/board/match.ts';
import { EVERYBODY, isSameSubscription, listSubscribers, subscriptionPhrase } from '#core/board/match-definition.ts';
import { type CommandContext, type Decision, type Notification, allow, deny, tell } from '#core/players/decision.ts';
import { type DocumentKey, type Event, isSameBoard, matchKey } from '#core/kernel/documents.ts';
import { limits } from '#core/kernel/limits.ts';
import { type Refused, refused } from '#core/kernel/refusal.ts';
import { type State, apply } from '#core/kernel/state.ts';
import type { Instant } from '#core/kernel/time.ts';
import { stopInvitations } from '#core/board/acts/seats.ts';
import { loadMatch } from '#core/board/acts/require-match.ts';
import { type Subscription, findPerWithoutDigest, findPresentUserid } from '#core/players/account.ts';
import type { PlayerSettings } from '#core/players/settings.ts';
import type { ListReader } from '#core/writing/compose-context.ts';
import type { Phrase } from '#games/kit/refusal.ts';
import { type Result, no, ok } from '#games/kit/result.ts';
import { updateSettings } from '../settings/index.ts';

// An account stores what its player follows. The followers are stored where a decision on a board looks for them.

type Wants = Subscriber['wants'];

/** Subscribes to all of these, or to none. */
export function subscribe(context: CommandContext, wanted: readonly Subscription[], wants: Wants): Decision {
  return applyEach(context, wanted, (state, to) => addSubscription(state, context.actor ?? '', to, wants));
}

export function unsubscribe(context: CommandContext, wanted: readonly Subscription[]): Decision {
  return applyEach(context, wanted, (state, to) => {
    // `unsubscribe bob` of a game also ends what is of all games, since it sends the mails of this one.
    const found = listFollowed(state, context.actor ?? '').find(
      each =>
        isSameSubscription(each, to) ||
        (each.kind === 'standing' && to.kind === 'standing' && each.of === to.of && each.game === null),
    );
    return found === undefined
      ? no(refused('subscribe-none'))
      : ok(removeSubscription(state, context.actor ?? '', found));
  });
}

/** What the sender follows that sends the mails of this board; null: all of it. */
function listSending(context: CommandContext, match: Match | null): readonly Subscription[] {
  const own = listFollowed(context.state, context.actor ?? '');
  context.state.requireDocuments(own.map(keyOf));
  return own.filter(to => match === null || isOf(to, match));
}

const isOf = (to: Subscription, match: Match): boolean =>
  to.kind === 'board'
    ? isSameBoard(to.match, match)
    : (to.of === EVERYBODY || userids(match).includes(to.of)) && (to.game === null || to.game === match.game);

/** pbmserv's `notify` without a board: on, or off where it is on. */
export function toggleNotify(context: CommandContext, to: Subscription): Decision {
  const own = listSubscribers(context.state, to).find(({ userid }) => userid === context.actor);
  return own?.wants === 'result' ? unsubscribe(context, [to]) : subscribe(context, [to], 'result');
}

export function listSubscriptions(context: CommandContext): Decision {
  const userid = context.actor ?? '';
  context.state.requireDocuments(listFollowed(context.state, userid).map(keyOf));
  const running = listFollowed(context.state, userid).filter(to => isRunning(context.state, to));
  const lines = running.flatMap((to): Notification[] => {
    const wants = listSubscribers(context.state, to).find(each => each.userid === userid)?.wants;
    return wants === undefined ? [] : [buildConfirmation(context.state, to, wants)];
  });
  return allow([], lines.length > 0 ? lines : [tell('subscriptions-none')]);
}

const listFollowed = (state: State, userid: string): readonly Subscription[] =>
  state.account(userid)?.subscriptions ?? [];

/** The result of one subscription. */
interface Done {
  readonly events: readonly Event[];
  readonly said: Notification;
}

function applyEach(
  context: CommandContext,
  wanted: readonly Subscription[],
  step: (state: State, to: Subscription) => Result<Done, Refused>,
): Decision {
  const events: Event[] = [];
  const notifications: Notification[] = [];
  let { state } = context;
  state.requireDocuments([...wanted, ...listFollowed(state, context.actor ?? '')].map(keyOf));
  for (const to of wanted) {
    const table = to.kind === 'board' ? loadMatch(context.state, to.match) : null;
    if (table?.ok === false) return table;
    const done = step(state, to);
    if (!done.ok) return deny(done.reason, to.kind === 'board' ? to.match : null);
    events.push(...done.value.events);
    notifications.push(done.value.said);
    state = done.value.events.reduce(apply, state);
  }
  return allow(events, notifications);
}

const keyOf = (to: Subscription): DocumentKey => (to.kind === 'board' ? matchKey(to.match) : `subscribers/${to.of}`);

/** Ends this subscription. Empty: the player does not have it. */
function leaveSubscription(state: State, userid: string, to: Subscription): readonly Event[] {
  const found = listFollowed(state, userid).find(each => isSameSubscription(each, to));
  if (found === undefined) return [];
  state.requireDocuments([keyOf(found)]);
  return removeSubscription(state, userid, found).events;
}

function addSubscription(state: State, userid: string, to: Subscription, wants: Wants): Result<Done, Refused> {
  const why = findRefusal(state, userid, to);
  if (why !== null) return no(why);
  state.requireAccounts(listSubscribers(state, to).map(({ userid }) => userid));
  const others = listSubscribers(state, to).filter(each => each.userid !== userid && isOpen(state, each.userid));
  const most = to.kind === 'board' ? limits.subscribersPerBoard : limits.standingSubscribers;
  if (others.length >= most) return no(refused('subscribers-full', { most }));
  const own = listFollowed(state, userid).filter(each => !isSameSubscription(each, to) && isRunning(state, each));
  if (own.length >= limits.subscriptionsPerAccount)
    return no(refused('subscriptions-full', { most: limits.subscriptionsPerAccount }));
  return ok({
    events: [
      { kind: 'subscribers-changed', to, list: [...others, { userid, wants }] },
      { kind: 'account-changed', userid, change: { subscriptions: [...own, to] } },
    ],
    said: buildConfirmation(state, to, wants),
  });
}

function removeSubscription(state: State, userid: string, to: Subscription): Done {
  const followers = listSubscribers(state, to);
  const wants = followers.find(each => each.userid === userid)?.wants ?? 'positions';
  const list = followers.filter(each => each.userid !== userid);
  const subscriptions = listFollowed(state, userid).filter(each => !isSameSubscription(each, to));
  return {
    events: [
      { kind: 'subscribers-changed', to, list },
      { kind: 'account-changed', userid, change: { subscriptions } },
    ],
    said: tell('unsubscribed', { what: subscriptionPhrase(state, to), line: subscribeLine(to, wants) }),
  };
}

/** The line that follows it again. */
function subscribeLine(to: Subscription, wants: Wants): string {
  const verb = wants === 'result' ? 'notify' : 'subscribe';
  if (to.kind === 'board') return `${to.match.game} ${verb} ${to.match.number}`;
  if (to.game === null) return `subscribe ${to.of}`;
  return wants === 'result' ? `${to.game} notify` : `${to.game} subscribe ${to.of}`;
}

/** Why this player cannot follow that; null: they can. */
function findRefusal(state: State, userid: string, to: Subscription): Refused | null {
  if (to.kind === 'standing') {
    if (to.of === EVERYBODY || isOpen(state, to.of)) return null;
    return refused('user-unknown', { userid: to.of });
  }
  const match = state.match(to.match);
  if (match === null) return null;
  const parts = { game: requireGame(state, match).title, number: match.number };
  if (userids(match).includes(userid)) return refused('subscribe-own', parts);
  return match.state === 'over' ? refused('board-over', parts) : null;
}

const isOpen = (state: State, userid: string): boolean => state.account(userid)?.closed === false;

/** A subscription of a board ends with the board. */
const isRunning = (state: State, to: Subscription): boolean =>
  to.kind === 'standing' || ['invited', 'active'].includes(state.match(to.match)?.state ?? '');

const buildConfirmation = (state: State, to: Subscription, wants: Wants): Notification =>
  tell(wants === 'positions' ? 'subscribed' : 'subscribed-result', { what: subscriptionPhrase(state, to) });

/** Ends what a sender follows at a board of others, and invitations elsewhere. At a board of their own it may mean many things. */
export function stopMails(context: CommandContext): Decision {
  const match = context.board === null ? null : context.state.match(context.board.match);
  if (context.token?.kind === 'seat') return stopInvitations(context);
  if (match !== null && userids(match).includes(context.actor ?? '')) return askWhich(match, context.actor ?? '');
  const sending = match === null ? [] : listSending(context, match);
  if (sending.length > 0) return unsubscribe(context, sending);
  return isOfManyThings(context) ? deny(refused('stop-mails')) : stopInvitations(context);
}

/** Does it answer a mail to a player about several things? Any of them may be meant. */
const isOfManyThings = ({ board, token, actor }: CommandContext): boolean =>
  board === null && token?.kind === 'digest' && actor !== null;

/** As `stop`, but without a board it ends whatever is followed. */
export function unsubscribeAny(context: CommandContext): Decision {
  const following = context.board === null ? listSending(context, null) : [];
  return following.length > 0 ? unsubscribe(context, following) : stopMails(context);
}

const BOARD_ENDINGS: Readonly<Record<Match['state'], string>> = {
  active: 'stop-board-active',
  invited: 'stop-board-invited',
  over: 'stop-board-over',
  removed: 'stop-board-over',
};

function askWhich({ game, number, state }: Match, userid: string): Decision {
  const board: Phrase = { code: BOARD_ENDINGS[state], parts: {} };
  return deny(refused('stop-which', { board, userid, days: limits.undoDays }), { game, number });
}

/** A reader left a list of mails by one click. The token is genuine. */
export interface ListLeft {
  readonly kind: 'list-left';
  readonly left: ListReader;
}

/** Empty: the reader is not on the list. */
function findLeavingEvents(state: State, { list, reader }: ListReader, now: Instant): readonly Event[] {
  if (list.kind === 'invitations')
    return state.get(`optout/${reader}`) === null ? [{ kind: 'opted-out', address: reader, at: now }] : [];
  const userid = findPresentUserid(state, reader);
  const account = state.account(userid);
  if (account === null || account.closed) return [];
  if (list.kind === 'boards') return leaveSubscription(state, userid, list.followed);
  return updateSettings({ state, now, actor: userid }, leaveBySetting(account.settings, list.kind));
}

export const leaveList = (state: State, { left }: ListLeft, { now }: RequestContext): Consequence | null =>
  followEvents(state, findLeavingEvents(state, left, now));

const leaveBySetting = (
  settings: PlayerSettings,
  list: 'digest' | 'reminders' | 'tables' | 'problem' | 'broadcast' | 'clubs',
): Partial<PlayerSettings> =>
  list === 'digest' ? { per: findPerWithoutDigest(settings) } : { [list]: list === 'tables' ? 'none' : 'off' };
