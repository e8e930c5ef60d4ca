// The lists of mails that a reader can leave with one click (RFC 8058), and the tokens for that.
import { optOutHash } from '../accounts/opted-out.ts';
import type { Recipient } from '../decision/message.ts';
import type { Sign } from '../mail/token.ts';
import type { Subscription } from '../players/account.ts';

/** Mails of a setting, mails about followed boards, or invitations to an address without an account. */
export type ReaderList =
  | { readonly kind: 'digest' | 'reminders' | 'tables' | 'broadcast' | 'invitations' }
  | { readonly kind: 'boards'; readonly followed: Subscription };

/** The list that a mail is of, and the command that leaves it by mail. */
export interface ListExit {
  readonly list: ReaderList;
  readonly line: string;
}

/** A reader on a list: the userid of a player, or for invitations the hash of the address (`optOutHash`). */
export interface ListReader {
  readonly list: ReaderList;
  readonly reader: string;
}

/** The page that takes a reader off a list. */
export const unsubscribePath = (token: string): string => `/unsubscribe/${token}`;

const signList = (text: string, sign: Sign): string => sign(`unsubscribe|${text}`);

/** The token of a reader on a list: `digest.alice.k3x9…`, `boards.alice.nex.101.k3x9…`. It does not expire. */
export function writeListToken(list: ReaderList, to: Recipient, sign: Sign): string {
  const reader = to.kind === 'account' ? to.userid : optOutHash(to.address, sign);
  const text = [list.kind, reader, ...(list.kind === 'boards' ? writeFollowed(list.followed) : [])].join('.');
  return `${text}.${signList(text, sign)}`;
}

const writeFollowed = (followed: Subscription): readonly string[] =>
  followed.kind === 'board'
    ? [followed.match.game, `${followed.match.number}`]
    : [...(followed.game === null ? [] : [followed.game]), followed.of];

const TOKEN =
  /^(?<list>[a-z]{4,11})\.(?<reader>[a-z0-9_-]{1,40})(?:\.(?<followed>[a-z0-9._-]{1,60}))?\.(?<mac>[a-z2-7]{16})$/;

/** null: the token is not one that this service has written. */
export function readListToken(token: string, sign: Sign): ListReader | null {
  const { list = '', reader = '', followed, mac } = TOKEN.exec(token)?.groups ?? {};
  if (mac === undefined || signList(token.slice(0, -mac.length - 1), sign) !== mac) return null;
  // The service has written the text, so it has the shape of a token.
  if (followed === undefined) return { list: { kind: list } as ReaderList, reader };
  return { list: { kind: 'boards', followed: readFollowed(followed.split('.')) }, reader };
}

function readFollowed([first = '', second]: readonly string[]): Subscription {
  if (second === undefined) return { kind: 'standing', of: first, game: null };
  return /^\d+$/.test(second)
    ? { kind: 'board', match: { game: first, number: Number(second) } }
    : { kind: 'standing', of: second, game: first };
}
