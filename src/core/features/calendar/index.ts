// The feature `calendar`: a private feed of a player's deadlines for calendar programs.
import * as z from 'zod';
import { type DocumentDefinition, type Stored, userid } from '#core/kernel/document-definition.ts';
import type { DocumentChange, DocumentKey, Event } from '#core/kernel/documents.ts';
import type { State } from '#core/kernel/state.ts';
import type { Sign } from '#core/mail/token.ts';
import type { Account } from '#core/players/account.ts';
import { type CommandContext, type Notification, sendMail, tell, type Decided } from '#core/players/decision.ts';
import type { MessageKind } from '#core/writing/compose-context.ts';
import type { Feature } from '#core/writing/feature.ts';
import { calendarPath } from '#core/writing/on-web.ts';
import { must } from '#games/kit/assert.ts';

declare module '#core/kernel/documents.ts' {
  interface Documents {
    /** The player of a feed, by the MAC of its token. The documents alone reveal no address. */
    readonly calendar: FeedOwner;
  }
}

const feedOwnerSchema = z.object({ userid });

type FeedOwner = Stored<typeof feedOwnerSchema>;

export const FEED_OWNER: DocumentDefinition<'calendar'> = {
  schema: feedOwnerSchema,
  folder: 'calendar',
  ifDamaged: 'Delete it: the player sends `set calendar=new` for another address',
};

/** The token of a player's feed. Each number gives another token, and none tells the player. */
const writeFeedToken = (player: string, number: number, sign: Sign): string =>
  sign(`calendar feed|${player}|${number}`);

const feedKey = (token: string, sign: Sign): DocumentKey<'calendar'> => `calendar/${sign(`calendar owner|${token}`)}`;

/** The key of the account's present feed. null: the player has none. */
export const presentFeedKey = (
  { userid: player, feed }: Pick<Account, 'userid' | 'feed'>,
  sign: Sign,
): DocumentKey<'calendar'> | null =>
  feed?.isOn === true ? feedKey(writeFeedToken(player, feed.number, sign), sign) : null;

const TOKEN = /^[a-z2-7]{16}$/;

/**
 * The player whose feed has this token. null: there is none, whatever the reason. The token is looked up by its MAC, so the time that the
 * look-up takes tells nothing of other tokens.
 */
export function findFeedOwner(state: State, token: string, sign: Sign): string | null {
  if (!TOKEN.test(token)) return null;
  const key = feedKey(token, sign);
  const owner = state.get(key)?.userid ?? null;
  const account = owner === null ? null : state.account(owner);
  return account !== null && !account.closed && presentFeedKey(account, sign) === key ? owner : null;
}

/**
 * `set calendar=on|off|new`: opens, ends or renews the private address of a player's calendar feed. `wish`: the value that was given. undefined: none
 * was. An address that has ended never works again.
 */
export function changeFeed(context: CommandContext, wish: string | undefined): Decided {
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
        { kind: 'account-changed', userid, change: { feed: next } },
        { kind: 'documents-changed', documents },
      ];
  return { events, notifications: next.isOn ? [...tellAddress(context, userid, token)] : [] };
}

/** The address goes to the player's own mailboxes alone, wherever the wish came from. */
function tellAddress({ state, sender }: CommandContext, userid: string, token: string): readonly Notification[] {
  const isTold = state.account(userid)?.addresses.includes(sender.address) === true;
  const line = tell('calendar-mailed', { userid });
  return [...(isTold ? [] : [line]), sendMail({ kind: 'calendar', to: { kind: 'account', userid }, token })];
}

/** The mail with the private address of a player's calendar feed. */
const calendarMail: MessageKind<{ readonly token: string }> = {
  write: (context, { token }) => ({
    subject: { code: 'subject-calendar', parts: {} },
    text: context.templates.render('calendar.txt', { address: context.webUrl + calendarPath(token) }),
  }),
};

export const messages = { calendar: calendarMail };

/** The feature `calendar`: a private feed of a player's deadlines for calendar programs. */
export const calendar = {
  documents: { calendar: FEED_OWNER },
} satisfies Feature;
