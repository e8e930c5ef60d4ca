// The types of a decision: its context, its events and notifications, or its refusal.
import type { MatchRef } from '../kernel/documents.ts';
import type { Instant } from '../kernel/time.ts';
import type { State } from '../kernel/state.ts';
import type { UnverifiedToken, Sign } from '../mail/token.ts';
import type { ChargedPlayer } from '../players/quota-rules.ts';
import type { Phrase } from '#games/kit/refusal.ts';
import type { Message } from './message.ts';
import type { BoardContext, MailSender } from '../mail/mail-sender.ts';
import type { Event } from '../kernel/event.ts';
import type { Refused } from '../kernel/refusal.ts';
import type { Result } from '#games/kit/result.ts';

/** A move that a line of a mail asked for, and whether it was played. */
export interface MoveAbove {
  readonly match: MatchRef;
  readonly isPlayed: boolean;
}

/** The actor and the time: all that an act at a board needs, by mail or not. */
export interface ActorContext {
  /** The board the actor looks at, as it was when they saw it; null: none is known. */
  readonly board: BoardContext | null;
  /** The boards at which earlier lines of the same mail have proposed something that waits for an answer. */
  readonly proposedAt: readonly MatchRef[];
  /** The moves that earlier lines of the same mail asked for; absent: none. */
  readonly movesAbove?: readonly MoveAbove[];
  /** Was this act prepared by the actor before? Absent: the actor acts now. */
  readonly isPrepared?: true;
  readonly now: Instant;
  readonly state: State;
  /** The account that gives this command. null: anyone may give it, and no account is proved. */
  readonly actor: string | null;
  /** What was written besides commands. */
  readonly comment: string;
}

/** What a line of a mail is decided from, besides its words. */
export interface CommandContext extends ActorContext {
  readonly sender: MailSender;
  /** The genuine token the mail came with, whatever it is for. */
  readonly token: UnverifiedToken | null;
  /** Differs for every mail, the same for the same mail: ids are derived from it. */
  readonly cause: string;
  readonly sign: Sign;
}

/** The actor as limits count one. */
export const chargedPlayerOf = ({ state, actor }: CommandContext): ChargedPlayer => ({
  userid: actor ?? '',
  addresses: state.account(actor ?? '')?.addresses ?? [],
});

/** What a command wants to be told to whom. */
export type Notification =
  /** Something happened on this board: every player gets it. */
  | {
      readonly kind: 'board-changed';
      readonly match: MatchRef;
      readonly occasion: 'new' | 'position';
      readonly news: Phrase | null;
      /** The account that alone is told; absent: all who play. */
      readonly only?: string;
      /** The player who moved, if nothing else has happened. Absent: something else has. */
      readonly movedBy?: string;
    }
  /** The sender asked to see it, at `ply` moves or as it stands. */
  | {
      readonly kind: 'board-shown';
      readonly match: MatchRef;
      readonly ply: number | null;
      /** The account that gets it, as one of its own mails; null: it goes to where the mail came from. */
      readonly as: string | null;
    }
  /** A line for the sender's answer. */
  | { readonly kind: 'done'; readonly done: Phrase }
  | { readonly kind: 'message'; readonly message: Message }
  /** An account's owner must know; `change` can be undone, after a `lock` passwords are refused until the owner has answered. */
  | {
      readonly kind: 'alert';
      readonly alert: 'change' | 'lock';
      readonly userid: string;
      readonly news: Phrase;
      /** Is it a line for the sender's answer as well, should the alert not reach the sender? */
      readonly isSaid: boolean;
    };

export interface Decided {
  readonly events: readonly Event[];
  readonly notifications: readonly Notification[];
}

/** Why not, and which board the answer should show. */
export interface Denied {
  readonly refused: Refused;
  readonly match: MatchRef | null;
}

export type Decision = Result<Decided, Denied>;

export const allow = (events: readonly Event[], notifications: readonly Notification[]): Decision => ({
  ok: true,
  value: { events, notifications },
});

export const deny = (why: Refused, match: MatchRef | null = null): Decision => ({
  ok: false,
  reason: { refused: why, match },
});
