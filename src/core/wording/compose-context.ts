// What composing a mail needs, and the envelope that all our mails share.
import { type AnyGame, findNamedGame } from '#games/game.ts';
import type { Phrase } from '#games/kit/refusal.ts';
import type { MailSender } from '../mail/mail-sender.ts';
import type { Recipient, RefusedLine } from '../decision/message.ts';
import { say, sayAfterColon } from '../kernel/sentence.ts';
import type { State } from '../kernel/state.ts';
import type { Instant } from '../kernel/time.ts';
import type { Match } from '../board/match-document.ts';
import type { MatchRef } from '../kernel/documents.ts';
import type { NamedAddress } from '../mail/incoming.ts';
import type { MailFile, MailPicture, MailPlan, Templates, TemplatesByLanguage } from './mail-plan.ts';
import { type ListExit, unsubscribePath, writeListToken } from './reader-list.ts';
import { type Language, LANGUAGES } from '../kernel/languages.ts';
import { formatReturnPath } from '../mail/return-path.ts';
import { messageIdOf, type OwnAddress, parseToken, type Sign, formatDetailAddress } from '../mail/token.ts';

/** What help says of a command. */
export interface CommandHelp {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly usage: string;
  readonly example: string;
  readonly scope: 'server' | 'game';
}

export interface ComposeContext {
  readonly state: State;
  readonly commands: readonly CommandHelp[];
  readonly own: OwnAddress;
  /** The name beside our address. */
  readonly ownName: string;
  /** Do HTML mails hold a picture of the board? Else a table. */
  readonly pictures: boolean;
  /** Where the pages are reached from outside; empty: mails name none. */
  readonly webUrl: string;
  /** Does the sender of the envelope name the reader of a mail? */
  readonly hasReturnPaths: boolean;
  readonly sign: Sign;
  readonly now: Instant;
  readonly cause: string;
  /** Whose mail this answers; null: it answers none. */
  readonly sender: MailSender | null;
  /** The genuine token of the mail that is answered. */
  readonly detail: string | null;
  /** The board of the seat the sender was offered, when the mail answers an invitation: an answer must carry the offer on. */
  readonly offeredBoard: MatchRef | null;
  /** Those of the reader's language. */
  readonly templates: Templates;
  readonly languages: TemplatesByLanguage;
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
export interface MailDraft {
  readonly to: Recipient;
  readonly subject: string;
  /** What a reply to this mail will prove; null: nothing. */
  readonly token: string | null;
  /** What stands in the Message-ID in place of the token: the token with what this mail asks. */
  readonly idToken?: string;
  /** What stands in the Message-ID of a mail without a token; `m` unless said. */
  readonly kindLetter?: 'o';
  readonly text: string;
  readonly html: string | null;
  /** A message of a chat: the picture goes with it as a file. */
  readonly isChat: boolean;
  readonly pictures: readonly MailPicture[];
  readonly files: readonly MailFile[];
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
  return { subject: line, url: hasPages ? `${webUrl}${unsubscribePath(writeListToken(list, to, sign))}` : null };
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
