// What to tell whom, as data: no text, no addresses of a template.
import type { Phrase } from '#games/kit/refusal.ts';
import type { Refused } from '../refusal.ts';
import type { Instant, MatchRef } from '../state/documents.ts';

/** An account gets its mail at its registered addresses; an address is written to directly, as an answer. */
export type Recipient =
  { readonly kind: 'account'; readonly userid: string } | { readonly kind: 'address'; readonly address: string };

/** Why a mail is answered without having been done. */
export type UnreadReason = 'too-large' | 'unreadable' | 'fault' | 'damaged';

/** A line of a mail that was not done. */
export interface RefusedLine {
  readonly line: string;
  readonly refused: Refused;
}

export interface BoardMessage {
  readonly kind: 'board';
  readonly to: Recipient;
  readonly match: MatchRef;
  readonly occasion: 'new' | 'position' | 'show' | 'error';
  /** What just happened, oldest first. */
  readonly news: readonly Phrase[];
  readonly refusedLines: readonly RefusedLine[];
  /** Shown after this many moves; null: as it stands. */
  readonly ply: number | null;
  /** What the sender wrote and was not delivered, since nothing was done. */
  readonly undelivered: string;
  /** The reader's own account, where we know it: decides which token the mail carries. */
  readonly reader: string | null;
}

export interface GameRow {
  readonly match: MatchRef;
  readonly moves: number;
  readonly players: readonly string[];
  readonly status: Phrase;
}

export type Message =
  | BoardMessage
  | {
      readonly kind: 'chat';
      readonly to: Recipient;
      readonly match: MatchRef;
      readonly from: string;
      readonly text: string;
    }
  | {
      readonly kind: 'removed';
      readonly to: Recipient;
      readonly match: MatchRef;
      readonly news: Phrase;
      readonly comment: string;
      readonly by: string;
    }
  | {
      readonly kind: 'invitation';
      readonly to: Recipient;
      readonly match: MatchRef;
      readonly player: number;
      readonly address: string;
    }
  | { readonly kind: 'invited'; readonly to: Recipient; readonly match: MatchRef; readonly hasWords: boolean }
  | { readonly kind: 'record'; readonly to: Recipient; readonly match: MatchRef }
  | {
      readonly kind: 'welcome';
      readonly to: Recipient;
      readonly userid: string;
      /** `dropped`: the sign-up was not proved, and so nothing secret in it counts. */
      readonly password: 'set' | 'none' | 'dropped';
    }
  | {
      readonly kind: 'confirm-address';
      readonly to: Recipient;
      readonly userid: string;
      readonly address: string;
      readonly fresh: boolean;
    }
  | {
      readonly kind: 'confirm-mail';
      readonly to: Recipient;
      readonly userid: string;
      readonly id: string;
      readonly lines: readonly string[];
      /** How many lines are not shown. */
      readonly more: number;
      /** How the words below them begin. */
      readonly words: string;
      readonly at: Instant;
    }
  | {
      readonly kind: 'alert';
      readonly to: Recipient & { readonly kind: 'address' };
      readonly userid: string;
      readonly id: string;
      readonly alert: 'change' | 'lock';
      readonly news: readonly Phrase[];
    }
  /** Says that such mails are not answered for a while. */
  | { readonly kind: 'quiet'; readonly to: Recipient; readonly mails: number }
  /** What went wrong on the server, as its log says it. */
  | { readonly kind: 'operator'; readonly to: Recipient; readonly lines: readonly string[]; readonly unlisted: number }
  | { readonly kind: 'message'; readonly to: Recipient; readonly from: string; readonly text: string }
  | { readonly kind: 'help'; readonly to: Recipient; readonly topic: string }
  | {
      readonly kind: 'games';
      readonly to: Recipient;
      readonly game: string | null;
      readonly rows: readonly GameRow[];
      readonly more: number;
    }
  | {
      readonly kind: 'report';
      readonly to: Recipient;
      /** `challenge`: «Invalid challenge»; a game's name: «Nex error». */
      readonly about: 'challenge' | 'mail' | { readonly game: string };
      readonly done: readonly Phrase[];
      readonly refusedLines: readonly RefusedLine[];
      readonly unread: number;
      /** No line of the mail was a command: tell them how to begin. */
      readonly isLost: boolean;
      readonly waiting: readonly GameRow[];
      readonly undelivered: string;
      /** The mail answered neither yes nor no: a reply to this one may still. */
      readonly asksAgain: boolean;
    }
  | {
      readonly kind: 'unreadable';
      readonly to: Recipient;
      readonly reason: UnreadReason;
      readonly limit: number;
    };
