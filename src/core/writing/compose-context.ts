// What composing a mail needs: its reader's lists and language, and the envelope of all our mails.
import { type AnyGame, findNamedGame } from '#games/game.ts';
import type { Phrase } from '#games/kit/refusal.ts';
import { optOutHash } from '../players/blocked.ts';
import type { Match } from '../board/match-document.ts';
import type { Addressed, Message, MessageFields, MessageName, Recipient, RefusedLine } from '../players/message.ts';
import type { MatchRef } from '../kernel/documents.ts';
import { FIRST_LANGUAGE, LANGUAGES, type Language, say, sayAfterColon } from '../kernel/sentence.ts';
import type { State } from '../kernel/state.ts';
import type { Command } from '../language/command.ts';
import type { Instant } from '../kernel/time.ts';
import type { NamedAddress } from '../mail/incoming.ts';
import type { MailSender } from '../mail/mail-sender.ts';
import {
  type OwnAddress,
  type Sign,
  type TokenClaims,
  formatDetailAddress,
  formatReturnPath,
  messageIdOf,
  parseToken,
  writeToken,
} from '../mail/token.ts';
import type { Subscription } from '../players/account.ts';
import type { PlayerSettings } from '../players/settings.ts';
import type { MailPlan, Templates, TemplatesByLanguage, ToldCheckpoint } from './mail-plan.ts';

/** Mails of a setting, mails about followed boards, or invitations to an address without an account. */
export type ReaderList =
  | { readonly kind: 'digest' | 'reminders' | 'tables' | 'problem' | 'broadcast' | 'clubs' | 'invitations' }
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

/** What help says of a command. */
export type CommandHelp = Pick<Command, 'name' | 'aliases' | 'usage' | 'example'>;

export interface ComposeContext {
  readonly state: State;
  readonly commands: readonly CommandHelp[];
  readonly own: OwnAddress;
  /** The name beside our address. */
  readonly ownName: string;
  /** Do HTML mails hold a picture of the board? Else a table. */
  readonly pictures: boolean;
  /** Where the pages are reached from outside, without a slash at its end; empty: mails name no page. */
  readonly webUrl: string;
  /** Does the sender of the envelope name the reader of a mail? The mail server must deliver plus addresses. */
  readonly hasReturnPaths: boolean;
  readonly sign: Sign;
  readonly now: Instant;
  readonly cause: string;
  readonly checkpoint: ToldCheckpoint;
  /** Whose mail this answers; null: it answers none. */
  readonly sender: MailSender | null;
  /** The genuine token of the mail that is answered. */
  readonly detail: string | null;
  /** The board of the seat the sender was offered, when the mail answers an invitation: an answer must carry the offer on. */
  readonly offeredBoard: MatchRef | null;
  /** Those of the reader's language. */
  readonly templates: Templates;
  readonly languages: TemplatesByLanguage;
  /** The paragraphs that features add to this mail. */
  readonly added?: readonly string[];
}

/** The context before the reader is known. */
export type LanguageNeutralContext = Omit<ComposeContext, 'templates'>;

export const setLanguage = (context: LanguageNeutralContext, language: Language): ComposeContext => ({
  ...context,
  templates: context.languages[language],
});

/** How the mails of each other language can be had, a line each, said in that language. `code`: the sentence that tells it. */
export const listOtherLanguages = ({ templates, languages }: ComposeContext, code: string): readonly string[] =>
  LANGUAGES.filter(language => language !== templates.language).map(language =>
    say(languages[language].sentences, { code, parts: { language } }),
  );

/** In whose words something is told. */
export type SpeakContext = Pick<ComposeContext, 'templates'>;

/** What mails and pages know in common. */
export type TellContext = Pick<ComposeContext, 'templates' | 'state'>;

export const sayPhrase = (context: SpeakContext, phrase: Phrase): string => say(context.templates.sentences, phrase);

/** A line that was not done, beginning with what was read of it. */
export function sayRefused({ templates: { sentences } }: ComposeContext, { line, refused }: RefusedLine): string {
  if (line === '') return say(sentences, refused);
  return say(sentences, { code: 'read-as', parts: { line, why: sayAfterColon(sentences, refused) } });
}

/** What differs from mail to mail. */
export interface MailDraft extends Pick<
  MailPlan,
  'subject' | 'text' | 'html' | 'isChat' | 'pictures' | 'files' | 'board'
> {
  readonly to: Recipient;
  /** What a reply to this mail will prove; null: nothing. */
  readonly token: string | null;
  /** What stands in the Message-ID in place of the token: the token with what this mail asks. */
  readonly idToken?: string;
  /** What stands in the Message-ID of a mail without a token; `m` unless said. */
  readonly kindLetter?: 'o';
  /** Mails to this reader it belongs under, oldest first. */
  readonly thread: readonly string[];
  readonly unsubscribe: ListExit | null;
  readonly receipt?: MailPlan['receipt'];
  /** The boards of which it tells everything that others wrote. */
  readonly shownBoards?: readonly MatchRef[];
}

/** Which mailboxes a mail goes to, what it is counted as, and how soon it is sent: known before it is written. */
export type Envelope = Pick<MailPlan, 'to' | 'charge' | 'priority'>;

export function createMailPlan(
  context: ComposeContext,
  { to, charge, priority }: Envelope,
  draft: MailDraft,
  index: string,
): MailPlan {
  const id = context.sign(`mail|${context.cause}|${index}`);
  const isAnswer = isAnswerTo(context.sender, to, draft.to);
  const answeredId = isAnswer ? (context.sender?.messageId ?? null) : null;
  const references = [...new Set([...draft.thread, ...(answeredId === null ? [] : [answeredId])])];
  const address =
    draft.token === null ? `${context.own.local}@${context.own.domain}` : formatDetailAddress(context.own, draft.token);
  return {
    id,
    from: { address: `${context.own.local}@${context.own.domain}`, name: context.ownName },
    returnPath: findReturnPath(context, draft),
    to,
    replyTo: { address, name: context.ownName },
    subject: draft.subject,
    messageId: messageIdOf(context.own, draft.idToken ?? draft.token ?? draft.kindLetter ?? 'm', id),
    inReplyTo: references.at(-1) ?? null,
    references,
    autoSubmitted: isAnswer ? 'auto-replied' : 'auto-generated',
    date: context.now,
    ...{ charge, priority },
    unsubscribe: createExit(context, draft),
    language: context.templates.language,
    text: draft.text,
    html: draft.html,
    isChat: draft.isChat,
    pictures: draft.pictures,
    files: draft.files,
    board: draft.board,
    receipt: draft.receipt ?? null,
  };
}

/** Our address, unless the mail goes to a player and has a return path of its own. */
function findReturnPath({ hasReturnPaths, own, now, sign }: ComposeContext, { to, idToken = '' }: MailDraft): string {
  const probe = parseToken(idToken);
  const path =
    to.kind === 'account'
      ? { userid: to.userid, at: now, probed: null }
      : probe?.kind === 'probe' && { userid: probe.userid, at: probe.at, probed: to.address };
  const address = hasReturnPaths && path !== false ? formatReturnPath(own, path, sign) : null;
  return address ?? `${own.local}@${own.domain}`;
}

/** The address for one click is offered only by https, as RFC 8058 demands. */
function createExit({ webUrl, sign }: ComposeContext, { to, unsubscribe }: MailDraft): MailPlan['unsubscribe'] {
  if (unsubscribe === null) return null;
  const { list, line } = unsubscribe;
  const hasPages = webUrl.startsWith('https://');
  return { subject: line, url: hasPages ? `${webUrl}/unsubscribe/${writeListToken(list, to, sign)}` : null };
}

export const isReply = (context: ComposeContext, to: Recipient): boolean =>
  to.kind === 'address' && to.address === context.sender?.address;

const isAnswerTo = (sender: MailSender | null, to: readonly NamedAddress[], recipient: Recipient): boolean =>
  sender !== null &&
  (to.some(({ address }) => address === sender.address) ||
    (recipient.kind === 'account' && recipient.userid === sender.userid));

/** None: the reader has no address, and gets nothing. */
export function listMailboxes(context: ComposeContext, to: Recipient): readonly NamedAddress[] {
  if (to.kind === 'address') return [{ address: to.address, name: '' }];
  const addresses = context.state.account(to.userid)?.addresses ?? [];
  return addresses.map(address => ({ address, name: '' }));
}

/** The mails of this board its player's next one belongs under. */
export function threadOf(match: Match, player: number): readonly string[] {
  const thread = match.threads[player] ?? null;
  return thread === null ? [] : [...new Set([thread.root, thread.last])];
}

export const gameOf = (context: Pick<ComposeContext, 'state'>, name: string): AnyGame | null =>
  findNamedGame(context.state.games, name)?.game ?? null;

/** A reply to a mail about an account can come from any reader of mail at its address. */
export function accountToken(context: ComposeContext, userid: string | null, to: Recipient): string | null {
  if (userid === null || to.kind !== 'address') return null;
  const isOwnAddress = context.state.account(userid)?.addresses.includes(to.address) ?? false;
  return isOwnAddress ? writeToken({ kind: 'account', userid, address: to.address }, context.sign) : null;
}

/**
 * A player's mails have their own language, also if sent to an address and about the account. An invitation has the inviter's language.
 * Readers without an account get the language of the mail we answer.
 */
export function chooseLanguage(context: Pick<ComposeContext, 'state' | 'sender'>, message: Message): Language {
  const { state, sender } = context;
  const { to } = message;
  const languageOfAccount = (userid: string | null): Language | null =>
    userid === null ? null : (state.account(userid)?.settings.language ?? null);
  if (to.kind === 'account') return languageOfAccount(to.userid) ?? FIRST_LANGUAGE;
  const isAnswer = to.address === sender?.address;
  const answerLanguage = isAnswer ? (languageOfAccount(sender.userid) ?? sender.language) : null;
  return languageOfAccount(findConcernedAccount(context, message)) ?? answerLanguage ?? FIRST_LANGUAGE;
}

/** The account a mail to an address is about. null: none we know. */
function findConcernedAccount({ state }: Pick<ComposeContext, 'state'>, message: Message): string | null {
  if (message.kind === 'invitation') return state.match(message.match)?.challenger ?? null;
  return 'userid' in message ? message.userid : null;
}

/** Chooses the form of a mail: with a picture, plain text, or a chat message. */
type Form = PlayerSettings['mail'];

/** An answer to a chat program is a chat message. A player's other mails have the form of the last mail from them, or the one they have set. */
export function chooseForm({ state, sender }: Pick<ComposeContext, 'state' | 'sender'>, to: Recipient): Form {
  const isAnswer = to.kind === 'address' && to.address === sender?.address;
  if (isAnswer && sender.isChat) return 'chat';
  // Of an unproved address we know no more than that we answer it.
  const userid = to.kind === 'account' ? to.userid : isAnswer ? sender.userid : null;
  const account = userid === null ? null : state.account(userid);
  if (account === null) return 'html';
  return account.inChat === true ? 'chat' : account.settings.mail;
}

/** The content of a mail of words alone: without a token, a thread, files, and a way to end such mails unless it says so. */
export type MailContent = Pick<MailDraft, 'text'> &
  Partial<Pick<MailDraft, 'html' | 'pictures' | 'shownBoards' | 'thread' | 'files' | 'unsubscribe' | 'kindLetter'>> & {
    readonly subject: Phrase | string;
    /** A token, or what it states. */
    readonly token?: TokenClaims | string | null;
    readonly idToken?: TokenClaims | null;
  };

/** A kind of mail. `Fields`: what its messages have in addition to the recipient. */
export interface MessageKind<Fields> {
  /** An `answer` by default. `unasked`: its reader has perhaps not written to us. `free`: must be sent, whatever caused it. */
  readonly charge?: MailPlan['charge'];
  /** `board` by default. */
  readonly priority?: MailPlan['priority'];
  readonly write: (context: ComposeContext, message: Addressed & Fields) => MailContent;
}

/** What a feature adds to mails of others: paragraphs, by the name of their kind. */
export type MailAdditions = {
  readonly [Name in MessageName]?: (context: ComposeContext, message: MessageFields[Name]) => readonly string[];
};

/** By name of kind, the data of its mails. A list of kinds adds them to all messages by this, with `declare module`. */
export type MailsOf<Kinds> = {
  readonly [Name in keyof Kinds]: Kinds[Name] extends MessageKind<infer Fields> ? Addressed & Fields : never;
};

/** The kinds of mail, without the mail with a board, which is composed apart (board.ts). */
export type MessageKinds = { readonly [Name in Exclude<MessageName, 'board'>]: MessageKind<MessageFields[Name]> };

/** The kinds of mail, with the paragraphs that a feature adds to some. */
export function addParagraphs(kinds: MessageKinds, additions: MailAdditions): MessageKinds {
  const added = Object.entries(additions).map(([name, add]) => {
    const kind = kinds[name as keyof MessageKinds] as MessageKind<object>;
    const write: typeof kind.write = (context, message) =>
      kind.write({ ...context, added: [...(context.added ?? []), ...add(context, message as never)] }, message);
    return [name, { ...kind, write }] as const;
  });
  return { ...kinds, ...Object.fromEntries(added) };
}
