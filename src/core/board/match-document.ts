// The stored form of a board: its players, record and followers, and what players keep on it.
import type { Outcome, Setup } from '#games/game.ts';
import type { TimeControl } from '../kernel/time-control.ts';
import type { Instant } from '../kernel/time.ts';

declare module '../kernel/documents.ts' {
  interface ListsByKind {
    readonly match:
      /** The running boards, invitations included, or the finished ones, of a player or of a game. */
      | `${'running' | 'over'}/${'player' | 'game'}/${string}`
      /** Finished boards of a player with more than one player, all of them people. */
      | `over/people/${string}`
      /** Boards where a robot is to move. */
      | 'robots/turn';
    readonly subscribers: 'kind/subscribers';
  }
  interface Documents {
    readonly match: Match;
    readonly subscribers: Subscribers;
  }
}

/** A follower of a board. */
export interface Subscriber {
  readonly userid: string;
  readonly wants: 'positions' | 'result';
}

/** A player of a board: an account, or an invited address. */
export type Player =
  /** `isAsked`: the seat is reserved for the account, which has not accepted yet. */
  | { readonly kind: 'account'; readonly userid: string; readonly isAsked?: true }
  | { readonly kind: 'invited'; readonly address: string };

/** An entry that changes the board or the seats. A swap exchanges the players, not the colours, and is no ply. */
export type LineEntry =
  /** `isPrepared`: the player had prepared it before the turn. */
  | { readonly kind: 'move'; readonly text: string; readonly isPrepared?: true; readonly at: Instant }
  | { readonly kind: 'swap'; readonly after: number; readonly isPrepared?: true; readonly at: Instant }
  | { readonly kind: 'retire'; readonly seat: number; readonly why: RetireReason; readonly at: Instant };

/**
 * `absent`: no mail reached the player of the seat. If no one is left to play on, the board is void. `voided`: the operator ended the game,
 * which has no result.
 */
export type RetireReason = 'resigned' | 'out-of-time' | 'absent' | 'voided';

/** An entry beside the game, which changes neither board nor seats. */
export type AnnotationEntry =
  /** `by` (an index of the players) gave all others this number of days. null: the operator gave them to all players. */
  | { readonly kind: 'addtime'; readonly by: number | null; readonly days: number; readonly at: Instant }
  /** A mail reminded the player to move. `reminder-accepted`: the SMTP server took the mail that was sent then. */
  | {
      readonly kind: 'reminder';
      readonly what: ReminderKind;
      readonly deadline: Instant;
      /** No mail was sent: the account was closed. */
      readonly isSilent?: true;
      readonly at: Instant;
    }
  | { readonly kind: 'reminder-accepted'; readonly sent: Instant; readonly at: Instant }
  /** The other players were told that no mail has reached player `by` since then. */
  | { readonly kind: 'absence'; readonly by: number; readonly since: Instant; readonly at: Instant };

/** `nag`: at the board's nagtime. `last`: before the end. A number: milliseconds before the end, as the player chose. */
export type ReminderKind = 'nag' | 'last' | number;

/** What players may agree on at a board. */
export type ProposalKind = 'undo' | 'draw';

/** One line of a match record. `by`: an index of match.players, the first of an account's. */
export type Entry =
  | LineEntry
  | { readonly kind: 'proposal'; readonly what: ProposalKind; readonly by: number; readonly at: Instant }
  /** The answer to the open proposal. The effect of an agreement is derived, and entries are never removed. */
  | { readonly kind: 'vote'; readonly by: number; readonly accepts: boolean; readonly at: Instant }
  | AnnotationEntry;

/** The Message-IDs by which a player's mail program groups the mails of a board. */
export interface Thread {
  readonly root: string;
  readonly last: string;
}

/** Moves that a player has prepared for their turn (board/answer-tree.ts). Other players see them only when they are played. */
export interface Prepared {
  /** An index of match.players, the first of an account's. */
  readonly by: number;
  readonly lines: readonly string[];
  /** The length of the match's line, and the number of take-backs, when the moves were prepared. */
  readonly entries: number;
  readonly takeBacks: number;
}

export interface Match {
  readonly game: string;
  readonly number: number;
  readonly setup: Setup;
  readonly swap: boolean;
  /** In the order of the challenge; a swap does not change it. */
  readonly players: readonly Player[];
  /** Empty if the board was opened from seeks or for a tournament. */
  readonly challenger: string;
  readonly record: readonly Entry[];
  /** `invited`: waits for the answer of an invited or asked player. `removed`: declined before it began. */
  readonly state: 'invited' | 'active' | 'over' | 'removed';
  /** The comment with the last move. */
  readonly comment: Comment | null;
  /** Comments that wait for their reader's next mail, oldest first. Absent: none. */
  readonly unheard?: readonly HeldComment[];
  /** The mail thread of each player. null: no mail was sent yet. */
  readonly threads: readonly (Thread | null)[];
  readonly opened: Instant;
  /** When all players had agreed to play. Absent: when it was opened. */
  readonly begun?: Instant;
  /** Absent: the usual time control. */
  readonly time?: TimeControl;
  /** When the board must be checked again. Absent or null: no check is due. */
  readonly wake?: Instant | null;
  /** Is a robot to move? Absent: no. */
  readonly isRobotsTurn?: true;
  /** The number of the rematch of this board. Absent: there is none. */
  readonly rematch?: number;
  /** At most one for each player. Absent: no moves are prepared. */
  readonly prepared?: readonly Prepared[];
  /** A move that its player wants to see before it is played. It is void if the position has changed. Absent: none was submitted. */
  readonly submitted?: Submitted;
  /** Players' own notes, by userid. Absent: there are none. */
  readonly notes?: Readonly<Record<string, string>>;
  /** The followers of this board. Absent: there are none. */
  readonly subscribers?: readonly Subscriber[];
  /** The numbers of the seeks it was matched from: all its players wanted to play. Absent: it was a challenge. */
  readonly seeks?: readonly number[];
  /** The tournament it is played in. Absent: in none. */
  readonly tournament?: { readonly number: number; readonly round: number };
  /** Do its mails teach how to play? */
  readonly isTutorial?: true;
  /** Does its result not count for ratings? */
  readonly isUnrated?: true;
  /** Is it hidden from the web pages? */
  readonly isOffWeb?: true;
  /** The changes of ratings by its result, later than all earlier ones of its players. Absent: none. */
  readonly rated?: Rated;
  /** The board it was opened from, whose first moves are the first of its own. Absent: from the beginning. */
  readonly from?: { readonly number: number; readonly ply: number };
  /** Added when the board is stored. Absent or of another record: it is computed. */
  readonly summary?: BoardSummary;
}

/** What a list shows of a board. Players are indices of match.players. */
export interface BoardSummary {
  /** A hash of the setup and the record (board/summary.ts). */
  readonly digest: number;
  /** As in MatchState. `moves`: the number of plies. `toMove`: null when the game is over. `last`: when the line was extended. */
  readonly moves: number;
  readonly holders: readonly number[];
  readonly toMove: number | null;
  readonly last: Instant | null;
  readonly outcome: Pick<Outcome, 'ranks' | 'reason'> | null;
}

/** The changes of ratings. `player`: an index of match.players. */
export interface Rated {
  readonly at: Instant;
  readonly changes: readonly {
    readonly player: number;
    readonly before: number;
    readonly after: number;
    readonly isProvisional: boolean;
  }[];
}

/** A submitted move, for the position after `ply` moves and `takeBacks` take-backs. */
export interface Submitted {
  readonly by: string;
  readonly text: string;
  readonly comment: string;
  readonly ply: number;
  readonly takeBacks: number;
}

export interface Comment {
  readonly by: string;
  readonly text: string;
}

/** Words sent with a move whose mail the reader does not want. The reader's next mail with the board shows them. */
export interface HeldComment extends Comment {
  readonly reader: string;
}

/** The accounts at a board, each once. */
export const userids = (match: Pick<Match, 'players'>): readonly string[] => [
  ...new Set(match.players.flatMap(player => (player.kind === 'account' ? [player.userid] : []))),
];

/** The followers of all boards of a player, or of all players. */
export interface Subscribers {
  readonly list: readonly (Subscriber & { readonly game: string | null })[];
}

/** The fields of a match that a list shows, without the record. */
export type MatchOutline = Pick<
  Match,
  'isTutorial' | 'game' | 'number' | 'state' | 'players' | 'challenger' | 'seeks' | 'opened'
>;

/** Sets a player's note. null: deletes it. */
export function setNote({ notes, ...match }: Match, userid: string, note: string | null): Match {
  const others = Object.entries(notes ?? {}).filter(([name]) => name !== userid);
  const remaining = note === null ? others : [...others, [userid, note] as const];
  return remaining.length === 0 ? match : { ...match, notes: Object.fromEntries(remaining) };
}

/** Has the text a line such as `secret: my last move was a blunder`? Then the whole text is secret. */
export const isSecret = (text: string): boolean => /^[ \t]*secret ?:/im.test(text);
