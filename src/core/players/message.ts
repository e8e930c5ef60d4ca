// Messages: mails to be written, as data, with the parts that their kinds share.
import { type Phrase, formatOrList } from '#games/kit/refusal.ts';
import type { Documents, MatchRef } from '../kernel/documents.ts';
import { limits } from '../kernel/limits.ts';
import type { Refused } from '../kernel/refusal.ts';
import type { State } from '../kernel/state.ts';
import type { Subscription } from './account.ts';

/** The recipient of a message: an account, at its registered addresses, or an address that is answered directly. */
export type Recipient =
  | { readonly kind: 'account'; readonly userid: string }
  | { readonly kind: 'address'; readonly address: string };

/** The reason why a mail is answered without being run. */
export type UnreadReason = 'too-large' | 'unreadable' | 'encrypted' | 'rich-text' | 'fault' | 'damaged';

/** A line of a mail that was not done. */
export interface RefusedLine {
  readonly line: string;
  readonly refused: Refused;
}

/** The fields that every message has. */
export interface Addressed {
  readonly to: Recipient;
}

/** By kind of message, its data. Each list of kinds adds its own, by `declare module`. */
export interface MessageFields {
  readonly board: Omit<BoardMessage, 'kind'>;
}

export type MessageName = keyof MessageFields;

/** A mail to be written, as data. */
export type Message = { [Name in MessageName]: { readonly kind: Name } & MessageFields[Name] }[MessageName];

export interface BoardMessage extends Addressed {
  readonly kind: 'board';
  readonly match: MatchRef;
  readonly occasion:
    | 'new'
    | 'position'
    | 'show'
    | 'error'
    | 'answer'
    | 'question'
    | 'reminder'
    | 'preview'
    | 'hint'
    | 'analysis'
    | 'proof'
    | 'problem';
  /** The number of the problem that a reply answers. Absent: none. */
  readonly problem?: number;
  /** The news about the board, oldest first. */
  readonly news: readonly Phrase[];
  readonly refusedLines: readonly RefusedLine[];
  /** The lines that the reader is asked about. */
  readonly questions: readonly Question[];
  /** The number of moves after which the board is shown. null: all moves. */
  readonly ply: number | null;
  /** The sender's comment that was not delivered, because no line was done. */
  readonly undelivered: string;
  /** The reader's account, if it is known. It decides which token the mail has. */
  readonly reader: string | null;
  /** Is the mail only about moves of others? Players can decline such mails. */
  readonly isOfMoves?: boolean;
  /** It says nothing but the reader's own move, as a copy. */
  readonly isEcho?: boolean;
  /** Is it the last reminder? The player's time does not end before the SMTP server has accepted it. */
  readonly isLastReminder?: boolean;
  /** The subscription of a reader without a seat. */
  readonly subscription?: Subscription;
  /** A possible position to show instead of the board. */
  readonly imagined?: ImaginedBoard;
  /** What an engine found. Absent: nothing. */
  readonly review?: GameReview;
}

/** The chances in a game. Words tell them as well. */
export type ChanceGraph = NonNullable<Documents['match']['review']>['graph'];

/** What an engine found about a board, for its reader. */
export interface GameReview {
  readonly told: readonly Phrase[];
  /** null: there is no graph. */
  readonly graph: ChanceGraph | null;
}

/** A board after moves that were not played. Its number is 0 if there is no such board. */
export interface ImaginedBoard {
  readonly match: Documents['match'];
  readonly what: Phrase;
  /** The line that `yes` to the mail means. null: none. */
  readonly askedLine: string | null;
}

/** Creates a message with the current board. `reader`: the userid of the reader, if it is known. */
export const createBoardMessage = (match: MatchRef, to: Recipient, reader: string | null): BoardMessage => ({
  kind: 'board',
  to,
  match,
  reader,
  occasion: 'position',
  news: [],
  refusedLines: [],
  ply: null,
  undelivered: '',
  questions: [],
});

/** A line that could be done now, with an optional description of its effect. */
export interface Question {
  readonly line: string;
  readonly description: Phrase | null;
  /** The whole question, if the line alone would not be clear. */
  readonly sentence?: Phrase;
}

/** Formats questions as one sentence. */
export function formatQuestion(questions: readonly Question[]): Phrase {
  const [first, ...others] = questions;
  if (first === undefined || questions.length > limits.choices)
    return { code: 'ask-which', parts: { lines: formatOrList(questions.map(({ line }) => line)) } };
  if (others.length > 0) {
    const choices = questions.map(({ line }, index) => ({ code: 'ask-choice', parts: { number: index + 1, line } }));
    return { code: 'ask-number', parts: { choices: formatOrList(choices) } };
  }
  if (first.sentence !== undefined) return first.sentence;
  return first.description === null
    ? { code: 'ask-line', parts: { line: first.line } }
    : { code: 'ask-move', parts: { move: first.line, what: first.description } };
}

/** The consequence of a request or a change: messages and the new state. */
export interface Consequence {
  readonly messages: readonly Message[];
  readonly state: State;
}
