// The private address of a calendar feed: its token, and the document that finds its player.
import { z } from 'zod';
import type { DocumentDefinition } from '#core/kernel/document-definition.ts';
import type { DocumentKey } from '#core/kernel/documents.ts';
import { type Fields, userid } from '#core/kernel/schema-parts.ts';
import type { State } from '#core/kernel/state.ts';
import type { Sign } from '#core/mail/token.ts';
import type { Account } from '#core/players/account.ts';

declare module '#core/kernel/documents.ts' {
  interface Documents {
    /** The player of a feed, by the MAC of its token. The documents alone reveal no address. */
    readonly calendar: FeedOwner;
  }
}

interface FeedOwner {
  readonly userid: string;
}

export const FEED_OWNER: DocumentDefinition<'calendar'> = {
  schema: z.object({ userid } satisfies Fields<FeedOwner>),
  folder: 'calendar',
  ifDamaged: 'Delete it: the player sends `set calendar=new` for another address',
};

/** The token of a player's feed. Each number gives another token, and none tells the player. */
export const writeFeedToken = (player: string, number: number, sign: Sign): string =>
  sign(`calendar feed|${player}|${number}`);

export const feedKey = (token: string, sign: Sign): DocumentKey<'calendar'> =>
  `calendar/${sign(`calendar owner|${token}`)}`;

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
