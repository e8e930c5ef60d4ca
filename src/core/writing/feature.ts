// The interface of a feature, and the context of requests: everything that a feature is given.
import type { CommandContext, Decision } from '../players/decision.ts';
import type { Consequence, Message } from '../players/message.ts';
import type { DocumentDefinitions } from '../kernel/document-definition.ts';
import type { DocumentKey, DocumentKind, Documents } from '../kernel/documents.ts';
import type { Catalogue, Effects, State } from '../kernel/state.ts';
import type { Command } from '../language/command.ts';
import type { Ear } from '../language/ear.ts';
import type { ComposeContext, MailAdditions, MessageKinds } from './compose-context.ts';
import type { Refused } from '../kernel/refusal.ts';
import type { Trust } from '../board/sender.ts';
import type { Instant } from '../kernel/time.ts';
import type { PageDefinition } from './on-web.ts';
import type { TemplatesByLanguage, ToldCheckpoint } from './mail-plan.ts';

/** A document that must be checked at this instant. */
export interface AlarmRequest {
  readonly kind: 'alarm';
  readonly key: DocumentKey;
  readonly at: Instant;
  /** No mail of the forgotten player is left in the mailbox, among the mails to be sent, or among those that were given up. */
  readonly mailIsErased?: true;
}

/** How the service writes. */
export interface MailSettings extends Pick<ComposeContext, 'ownName' | 'pictures' | 'webUrl' | 'hasReturnPaths'> {
  readonly templates: TemplatesByLanguage;
  /** The language of a text without doubt, by its BCP 47 tag; null: there is doubt. */
  readonly guessLanguage: (text: string) => string | null;
}

/** What every request is decided with, besides the documents. */
export interface RequestContext extends Catalogue {
  readonly now: Instant;
  /** Every mail that came before is decided. */
  readonly inboxEmptyAt: Instant;
  readonly cause: string;
  readonly checkpoint: ToldCheckpoint;
  readonly commands: readonly Command[];
  readonly messageKinds: MessageKinds;
  readonly alarms: AlarmHandlers;
  readonly requests: RequestHandlers;
  /** In their order: each sees the changes of those before it. */
  readonly reactions: readonly Reaction[];
  readonly postponements: readonly Postponement[];
  readonly acceptors: Acceptors;
  readonly trust: Trust;
  readonly ear: Ear;
  readonly mailSettings: MailSettings;
}

/** An alarm that is due, and its document. */
export interface DueAlarm<Kind extends DocumentKind = DocumentKind> {
  readonly state: State;
  readonly key: DocumentKey<Kind>;
  readonly document: Documents[Kind];
  readonly request: AlarmRequest;
  readonly context: RequestContext;
}

/** What is done at an alarm, by kind of document. null: nothing now, and the alarm stays. */
export type AlarmHandlers = { readonly [Kind in DocumentKind]?: (alarm: DueAlarm<Kind>) => Consequence | null };

/** What a request has changed, or why it was refused. */
export interface RequestOutcome extends Consequence {
  /** The reason why the act of an operator or a visitor failed. */
  readonly refused?: Refused;
  /** Answers of servers that refused our mails because of us. The operator must know. */
  readonly policyRefusals?: readonly string[];
}

/** Decides each kind of request. null: the request changes nothing. A decision by alarm or mail needs no handler. */
export type RequestHandlers = Readonly<
  Record<string, (state: State, request: never, context: RequestContext) => RequestOutcome | null>
>;

/** What follows from the changes that an act has made since `before`. */
export type Reaction = (before: State, after: State, context: RequestContext) => Consequence;

/** Keeps some of the messages of a request back, to send them later. Returns those that are sent now. */
export type Postponement = (
  messages: readonly Message[],
  before: State,
  after: State,
  context: RequestContext,
) => Consequence;

/** The answer to a problem. */
export interface ProblemAnswer {
  readonly number: number;
  /** The first line of the mail. */
  readonly line: string;
  readonly hasCommand: boolean;
  /** Does the line ask for no more mails? */
  readonly isStop: boolean;
}

/** What a proved answer to the mails of a feature does, by the kind of their token. */
export interface Acceptors {
  /** A `yes`. */
  readonly offer?: (context: CommandContext, number: number) => Decision;
  /** null: it is no answer, but another mail. */
  readonly problem?: (context: CommandContext, answer: ProblemAnswer) => Decision | null;
}

/** A feature. features.ts lists all of them. */
export interface Feature {
  /** The kinds of documents that it stores. */
  readonly documents?: Partial<DocumentDefinitions>;
  /** How its events change documents. */
  readonly effects?: Partial<Effects>;
  readonly additions?: MailAdditions;
  readonly commands?: readonly Command[];
  /** By code, the parts that the sentence of a refusal may use. */
  readonly refusals?: Readonly<Record<string, readonly string[]>>;
  /** Changes commands of others: an option more, for instance. */
  readonly adapt?: (command: Command) => Command;
  readonly alarms?: AlarmHandlers;
  readonly requests?: RequestHandlers;
  /** What it does about changes that any act has made. */
  readonly reaction?: Reaction;
  /** The mails that it sends later than they were caused. */
  readonly postponement?: Postponement;
  readonly acceptors?: Acceptors;
  /** Its pages on the web. */
  readonly pages?: readonly PageDefinition[];
}
