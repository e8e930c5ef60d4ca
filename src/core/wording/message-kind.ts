// The interface of a kind of mail: its data, and how Subject and text are made of that.
import type { ComposeContext, MailDraft } from './compose-context.ts';
import type { MailPlan } from './mail-plan.ts';
import type { Addressed, MessageFields, MessageName } from '../decision/message.ts';

/** The content of a mail of words alone: without a token, a thread, files, and a way to end such mails unless it says so. */
export type MailContent = Pick<MailDraft, 'subject' | 'text'> &
  Partial<
    Pick<
      MailDraft,
      'html' | 'pictures' | 'shownBoards' | 'token' | 'thread' | 'files' | 'idToken' | 'unsubscribe' | 'kindLetter'
    >
  >;

export interface MessageKind<Fields extends Addressed> {
  /** An `answer` by default. `unasked`: its reader has perhaps not written to us. `free`: must be sent, whatever caused it. */
  readonly charge?: MailPlan['charge'];
  /** `board` by default. */
  readonly priority?: MailPlan['priority'];
  readonly write: (context: ComposeContext, message: Fields) => MailContent;
}

/** By name of kind, the data of its mails. A list of kinds adds them to all messages by this, with `declare module`. */
export type MailsOf<Kinds> = {
  readonly [Name in keyof Kinds]: Kinds[Name] extends MessageKind<infer Fields> ? Fields : never;
};

/** The kinds of mail, without the mail with a board, which is composed apart (board.ts). */
export type MessageKinds = { readonly [Name in Exclude<MessageName, 'board'>]: MessageKind<MessageFields[Name]> };
