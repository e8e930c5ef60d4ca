// Types shared by the steps that decide a mail: the mail with its state, and the outcome.
import type { Event, MatchRef } from '../kernel/documents.ts';
import type { CommandContext, Denied, Notification } from '../decision/decision.ts';
import type { Proof } from '../mail/mail-sender.ts';
import type { Statement } from '../reading/statement.ts';
import type { Message } from '../decision/message.ts';
import type { MailRequest } from './request.ts';
import type { RequestContext } from '../contract/feature.ts';
import type { State } from '../kernel/state.ts';
import type { Identity } from '../board/sender.ts';

/** A mail with the context in which it is decided. */
export type MailDecisionInput = MailRequest & RequestContext;

export interface MailOutcome {
  readonly events: readonly Event[];
  readonly messages: readonly Message[];
  /** The state after the events. Its changes are stored. */
  readonly state: State;
  readonly identity: Identity;
  /** How the mail as a whole was proved. `password`: one of its lines had the right password. */
  readonly proof: Proof;
  /** Does the mail have a known command? */
  readonly hasCommand: boolean;
}

/** The result of one line of a mail. */
export interface CommandResult {
  readonly statement: Statement;
  readonly denied: Denied | null;
  readonly notifications: readonly Notification[];
}

/** A mail, its sender, and the state it is decided in. */
export interface MailState {
  readonly request: MailDecisionInput;
  readonly state: State;
  readonly identity: Identity;
}

/** The context in which a line starts, after the lines above it. */
export interface LineStart extends Pick<CommandContext, 'board' | 'proposedAt' | 'movesAbove'> {
  /** Boards that a refused line would have changed. Absent: none. */
  readonly refusedAt?: readonly MatchRef[];
  /** The number of boards that the lines above show. Absent: none. */
  readonly shown?: number;
}

export const commandContextOf = (
  { request, state, identity }: MailState,
  comment: string,
  { board, proposedAt, movesAbove = [] }: LineStart = { board: identity.board, proposedAt: [] },
): CommandContext => ({
  now: request.now,
  state,
  sender: identity.sender,
  actor: identity.sender.userid,
  comment,
  board,
  proposedAt,
  movesAbove,
  token: identity.token,
  isReply: identity.isReply,
  cause: request.cause,
  sign: request.trust.sign,
  hasPages: request.mailSettings.webUrl !== '',
});
