// Turns messages into mails, and stores their threads in the match documents.
// A mail about moves is left out if its reader wants only the digest.
import { must } from '#games/kit/assert.ts';
import { wantsMoves } from '../players/digest-time.ts';
import { playerName } from '../board/match.ts';
import { mayWait, dropHeldComments, holdComment } from '../matches/held-comments.ts';
import type { State } from '../kernel/state.ts';
import { type Document, type DocumentKey, matchKey, type MatchRef } from '../kernel/documents.ts';
import type { Match } from '../board/match-document.ts';
import type { BoardMessage, Message, Recipient } from '../decision/message.ts';
import type { MailPlan } from '../wording/mail-plan.ts';
import { composeBoardMail } from './board/board-mail.ts';
import { piecesOf } from './board/chat-form.ts';
import { chooseForm } from '../wording/mail-form.ts';
import type { Admission } from '../wording/admission.ts';
import { languageOf } from '../wording/reader-language.ts';
import {
  type ComposeContext,
  type Composing,
  type Draft,
  type Envelope,
  inLanguage,
  isReply,
  mailboxesOf,
  planOf,
} from '../wording/compose-context.ts';
import type { MessageKind, MessageKinds } from '../wording/message-kind.ts';

/** A mail without a board. */
type Note = Exclude<Message, BoardMessage>;

/** The kinds of mail, and everything that a mail is composed with. */
type ComposingKinds<Context = Composing> = Context & { readonly messageKinds: MessageKinds };

const kindOf = ({ messageKinds }: ComposingKinds<unknown>, { kind }: Note): MessageKind<Note> =>
  messageKinds[kind] as MessageKind<Note>;

export interface Composed {
  readonly mails: readonly MailPlan[];
  /** How many more there would have been, had they not been too many. */
  readonly unsent: number;
  /** The state with every mail counted, and every thread carried on. */
  readonly state: State;
}

/** Each mail is written in the language of its reader, unless it may not be sent. */
export function compose(messages: readonly Message[], composing: ComposingKinds, admission: Admission): Composed {
  const mails: MailPlan[] = [];
  let unsent = 0;
  let { state } = composing;
  messages.forEach((message, index) => {
    const context = { ...inLanguage(composing, languageOf(composing, message)), messageKinds: composing.messageKinds };
    const match = unwanted(state, message);
    if (match !== null && message.to.kind === 'account') {
      state = withMatch(state, holdComment(match, message.to.userid));
      return;
    }
    const envelope: Envelope = { to: mailboxesOf(context, message.to), charge: chargeOf(context, message) };
    if (envelope.to.length === 0) return;
    const isWritten = admission.mayGo(state, envelope);
    const drafts = isWritten ? draftsOf(context, message) : [];
    if (!isWritten) unsent += 1;
    drafts.forEach((draft, piece) => {
      if (!admission.mayGo(state, envelope)) {
        unsent += 1;
        return;
      }
      const plan = planOf(context, envelope, draft, piece === 0 ? `${index}` : `${index}.${piece}`);
      mails.push(plan);
      state = admission.count(state, envelope);
      state = heard(threaded(state, message, plan.messageId), message.to, draft.told ?? []);
    });
  });
  return { mails, unsent, state };
}

/** An `answer` to anybody but the sender is free. */
function chargeOf(context: ComposingKinds<ComposeContext>, message: Message): MailPlan['charge'] {
  const { charge = 'answer' } = message.kind === 'board' ? {} : kindOf(context, message);
  return charge === 'answer' && !isReply(context, message.to) ? 'free' : charge;
}

const draftsOf = (context: ComposingKinds<ComposeContext>, message: Message): readonly Draft[] =>
  message.kind === 'board' ? [composeBoardMail(context, message)] : noteDrafts(context, message);

/** The board of a mail about others' moves, if its reader wants no such mails. null: another mail. The end of a game is always mailed. */
function unwanted(state: State, message: Message): Match | null {
  if (message.kind !== 'board' || message.isOfMoves !== true || message.to.kind !== 'account') return null;
  const { userid } = message.to;
  const settings = state.account(userid)?.settings;
  if (settings === undefined || wantsMoves(settings)) return null;
  const match = must(state.match(message.match), 'what is told of exists');
  return match.state === 'active' && mayWait(match, userid) ? match : null;
}

/** Marks the words of these boards as told. An answer to an address can still exceed a limit and not be sent, so it marks none. */
const heard = (state: State, to: Recipient, told: readonly MatchRef[]): State =>
  to.kind !== 'account'
    ? state
    : told.reduce((sofar, ref) => {
        const match = sofar.match(ref);
        return match === null ? sofar : withMatch(sofar, dropHeldComments(match, to.userid));
      }, state);

const withMatch = (state: State, match: Match): State =>
  state.match(match) === match ? state : state.with(new Map<DocumentKey, Document>([[matchKey(match), match]]));

/** In a chat a long text comes in pieces. */
function noteDrafts(context: ComposingKinds<ComposeContext>, message: Note): readonly Draft[] {
  const draft = noteDraft(context, message);
  if (chooseForm(context, message.to) !== 'chat') return [draft];
  const [first = '', ...others] = piecesOf(context, draft.text);
  const isChat = true;
  return [{ ...draft, isChat, text: first }, ...others.map(text => ({ ...draft, isChat, text, files: [] }))];
}

function noteDraft(context: ComposingKinds<ComposeContext>, message: Note): Draft {
  const envelope = { to: message.to, token: null, thread: [], files: [], unsubscribe: null };
  const { html = null, ...written } = kindOf(context, message).write(context, message);
  const isHtml = chooseForm(context, message.to) === 'html';
  return { ...envelope, ...written, html: isHtml ? html : null, isChat: false, picture: null };
}

/** A mail to a player in their board's thread becomes its last. */
function threaded(state: State, message: Message, messageId: string): State {
  if (!('match' in message) || message.to.kind !== 'account') return state;
  const match = state.match(message.match);
  const { userid } = message.to;
  if (!match?.players.some(player => playerName(player) === userid)) return state;
  const threads = match.players.map((player, index) => {
    const known = match.threads[index] ?? null;
    return playerName(player) === userid ? { root: known?.root ?? messageId, last: messageId } : known;
  });
  return withMatch(state, { ...match, threads });
}
