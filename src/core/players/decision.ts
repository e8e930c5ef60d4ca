// The types of a decision: its context, its events and notifications, or its refusal.
import {
  type DocumentKey,
  type DocumentKind,
  type Documents,
  type Event,
  type MatchRef,
  refOf,
} from '../kernel/documents.ts';
import type { Instant } from '../kernel/time.ts';
import type { State } from '../kernel/state.ts';
import type { Sign, UnverifiedToken } from '../mail/token.ts';
import type { ChargedPlayer } from './quota-rules.ts';
import type { Charge } from './quota.ts';
import type { Phrase } from '#games/kit/refusal.ts';
import type { Message } from './message.ts';
import type { BoardContext, MailSender } from '../mail/mail-sender.ts';
import type { Refused } from '../kernel/refusal.ts';
import type { Result } from '#games/kit/result.ts';

/** A move that a line of a mail asked for, and whether it was played. */
export interface MoveAbove {
  readonly match: MatchRef;
  readonly isPlayed: boolean;
}

/** The context of an act at a board, by mail or not. */
export interface ActorContext {
  /** The board that the actor looks at, as the answered mail showed it. null: none is known. */
  readonly board: BoardContext | null;
  /** The boards at which earlier lines of the mail made a proposal that is still open. */
  readonly proposedAt: readonly MatchRef[];
  /** The moves that earlier lines of the mail asked for. Absent: none. */
  readonly movesAbove?: readonly MoveAbove[];
  /** Was this act prepared by the actor before? Absent: the actor acts now. */
  readonly isPrepared?: true;
  readonly now: Instant;
  readonly state: State;
  /** The userid of the acting account. null: no account is proved. */
  readonly actor: string | null;
  /** The text of the mail without its commands. */
  readonly comment: string;
}

/** The context of an act without a mail. `actor` null: no player acts, as when a time ends. */
export const createActorContext = (
  state: State,
  now: Instant,
  actor: string | null = null,
): Omit<ActorContext, 'movesAbove' | 'isPrepared'> => ({ now, state, actor, comment: '', board: null, proposedAt: [] });

/** The context in which a line of a mail is decided. */
export interface CommandContext extends ActorContext {
  readonly sender: MailSender;
  /** The genuine token of the mail, of any kind. */
  readonly token: UnverifiedToken | null;
  /** Does the mail answer the very mail that holds its token, and no forwarded copy? */
  readonly isReply: boolean;
  /** The idempotency key of the mail. Ids are derived from it. */
  readonly cause: string;
  readonly sign: Sign;
  /** Can the pages of this service be reached from outside? */
  readonly hasPages: boolean;
  /** Does a line say nothing but kind words? */
  readonly isCourtesy: (line: string) => boolean;
}

/** The actor as the subject of quotas. */
export const chargedPlayerOf = ({ state, actor }: CommandContext): ChargedPlayer => ({
  userid: actor ?? '',
  addresses: state.account(actor ?? '')?.addresses ?? [],
});

/** What a command wants told, and to whom. */
export type Notification =
  /** A board has changed. All its players get a mail. */
  | {
      readonly kind: 'board-changed';
      readonly match: MatchRef;
      readonly occasion: 'new' | 'position';
      readonly news: Phrase | null;
      /** The only account that gets the mail. Absent: all players get it. */
      readonly only?: string;
      /** The player who moved, if nothing else has happened. Absent: something else has. */
      readonly movedBy?: string;
    }
  /** The sender asked to see a board, after `ply` moves or now (null). */
  | {
      readonly kind: 'board-shown';
      readonly match: MatchRef;
      readonly ply: number | null;
      /** The account that gets the board, as one of its own mails. null: the sender's address gets it. */
      readonly as: string | null;
    }
  /** A line for the sender's answer. */
  | { readonly kind: 'done'; readonly done: Phrase }
  | { readonly kind: 'message'; readonly message: Message }
  /** An alert to an account's owner. A `change` can be undone. After a `lock` passwords are refused until the owner answers. */
  | {
      readonly kind: 'alert';
      readonly alert: 'change' | 'lock';
      readonly userid: string;
      readonly news: Phrase;
      /** Does the sender's answer say it too, if the alert does not reach the sender? */
      readonly isSaid: boolean;
    };

export interface Decided {
  readonly events: readonly Event[];
  readonly notifications: readonly Notification[];
}

/** A message without its reader. */
type Unaddressed<Each extends Message = Message> = Each extends Message ? Omit<Each, 'to'> : never;

/** The reason of a refusal, and the board that the answer should show. */
export interface Denied {
  readonly refused: Refused;
  readonly match: MatchRef | null;
}

export type Decision = Result<Decided, Denied>;

export const allow = (events: readonly Event[], notifications: readonly Notification[]): Decision => ({
  ok: true,
  value: { events, notifications },
});

/** A line for the sender's answer. */
export const tell = (code: string, parts: Phrase['parts'] = {}): Notification => ({
  kind: 'done',
  done: { code, parts },
});

/** Tells the players of a running board the news. null: their mails show what has changed. */
export const tellBoard = (
  match: MatchRef,
  news: Phrase | null,
  more: { readonly only?: string; readonly movedBy?: string } = {},
): Notification => ({ kind: 'board-changed', match: refOf(match), occasion: 'position', news, ...more });

export const sendMail = (message: Message): Notification => ({ kind: 'message', message });

/** A mail to a player with these paragraphs. */
export const buildNotice = (userid: string, ...news: readonly Phrase[]): Notification =>
  sendMail({ kind: 'notice', to: { kind: 'account', userid }, userid, news });

/** The mail to the sender's address. */
export const sendToSender = ({ sender: { address } }: CommandContext, message: Unaddressed): Notification =>
  sendMail({ ...message, to: { kind: 'address', address } } as Message);

/** Changes nothing, and answers the sender by a mail. */
export const answerSender = (context: CommandContext, message: Unaddressed): Decision =>
  allow([], [sendToSender(context, message)]);

/** The event that charges these limits. */
export const takeCharges = (charges: readonly Charge[], at: Instant): Event => ({ kind: 'charged', charges, at });

/** The event that writes a document of a feature. null: it is deleted. */
export const writeDocument = <Kind extends DocumentKind>(
  key: DocumentKey<Kind>,
  document: Documents[Kind] | null,
): Event => ({ kind: 'documents-changed', documents: [[key, document]] });

export const deny = (why: Refused, match: MatchRef | null = null): Decision => ({
  ok: false,
  reason: { refused: why, match },
});
