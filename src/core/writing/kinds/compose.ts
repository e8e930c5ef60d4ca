// Turns messages into mails, and stores their threads in the match documents.
// A mail about moves is left out if its reader wants only the digest.
import { must } from '#games/kit/assert.ts';
import { wantsMoves } from '#core/players/account.ts';
import { openMatch, playerName, turnOf } from '#core/board/match.ts';
import { isRobot } from '#core/players/robots.ts';
import { dropHeldComments, holdComment, mayWait } from '#core/board/acts/chat.ts';
import type { State } from '#core/kernel/state.ts';
import { type Document, type DocumentKey, type MatchRef, matchKey } from '#core/kernel/documents.ts';
import { type Match, userids } from '#core/board/match-document.ts';
import { writeToken } from '#core/mail/token.ts';
import type { BoardMessage, Message, Recipient } from '#core/players/message.ts';
import type { Admission, MailPlan } from '../mail-plan.ts';
import { composeBoardMail } from '../board/board-mail.ts';
import { splitIntoPieces } from '../board/board-view.ts';
import {
  type ComposeContext,
  type Envelope,
  type LanguageNeutralContext,
  type MailDraft,
  type MessageKind,
  type MessageKinds,
  chooseForm,
  chooseLanguage,
  createMailPlan,
  isReply,
  listMailboxes,
  sayPhrase,
  setLanguage,
} from '../compose-context.ts';

/** A mail without a board. */
type PlainMessage = Exclude<Message, BoardMessage>;

/** The context for composing, with all kinds of mail. */
type ComposingKinds<Context = LanguageNeutralContext> = Context & { readonly messageKinds: MessageKinds };

const kindOf = ({ messageKinds }: ComposingKinds<unknown>, { kind }: PlainMessage): MessageKind<PlainMessage> =>
  messageKinds[kind] as MessageKind<PlainMessage>;

export interface Composed {
  readonly mails: readonly MailPlan[];
  /** The number of mails that limits did not allow. */
  readonly unsentCount: number;
  /** The state with all mails counted, and the threads of boards updated. */
  readonly state: State;
}

/** Composes all messages, each in the language of its reader. Mails beyond a limit are not written. */
export function compose(messages: readonly Message[], composing: ComposingKinds, admission: Admission): Composed {
  const mails: MailPlan[] = [];
  let unsent = 0;
  let { state } = composing;
  messages.forEach((message, index) => {
    const context = {
      ...setLanguage(composing, chooseLanguage(composing, message)),
      messageKinds: composing.messageKinds,
    };
    if (isUnwantedEcho(state, message)) return;
    const match = findUnwantedBoard(state, message);
    if (match !== null && message.to.kind === 'account') {
      state = setMatch(state, holdComment(match, message.to.userid));
      return;
    }
    const envelope: Envelope = {
      ...{ to: listMailboxes(context, message.to), charge: findCharge(context, message) },
      priority: (message.kind === 'board' ? {} : kindOf(context, message)).priority ?? 'board',
    };
    if (envelope.to.length === 0) return;
    const isWritten = admission.canSend(state, envelope);
    const drafts = isWritten ? writeDrafts(context, message) : [];
    if (!isWritten) unsent += 1;
    drafts.forEach((draft, piece) => {
      if (!admission.canSend(state, envelope)) {
        unsent += 1;
        return;
      }
      const plan = createMailPlan(context, envelope, draft, piece === 0 ? `${index}` : `${index}.${piece}`);
      mails.push(plan);
      state = admission.count(state, envelope);
      state = dropToldComments(recordThread(state, message, plan.messageId), message.to, draft.shownBoards ?? []);
    });
  });
  return { mails, unsentCount: unsent, state };
}

/** The charge of a message. An `answer` to others than the sender is free. */
function findCharge(context: ComposingKinds<ComposeContext>, message: Message): MailPlan['charge'] {
  const { charge = 'answer' } = message.kind === 'board' ? {} : kindOf(context, message);
  return charge === 'answer' && !isReply(context, message.to) ? 'free' : charge;
}

const writeDrafts = (context: ComposingKinds<ComposeContext>, message: Message): readonly MailDraft[] =>
  message.kind === 'board' ? [composeBoardMail(context, message)] : writePlainDrafts(context, message);

/** The board of a mail about others' moves, if its reader wants no such mails. null: another mail. The end of a game is always mailed. */
function findUnwantedBoard(state: State, message: Message): Match | null {
  if (message.kind !== 'board' || message.isOfMoves !== true || message.to.kind !== 'account') return null;
  const { userid } = message.to;
  const settings = state.account(userid)?.settings;
  if (settings === undefined || wantsMoves(settings)) return null;
  const match = must(state.match(message.match), 'what is told of exists');
  return match.state === 'active' && mayWait(match, userid) ? match : null;
}

/** A copy of the reader's own move, where they want none: by default on boards against robots. The tutorial explains each move. */
function isUnwantedEcho(state: State, message: Message): boolean {
  if (message.kind !== 'board' || message.isEcho !== true || message.to.kind !== 'account') return false;
  const { userid } = message.to;
  const match = must(state.match(message.match), 'what is told of exists');
  const echo = state.account(userid)?.settings.echo;
  if (match.state !== 'active' || match.isTutorial === true || isToMove(state, match, userid)) return false;
  return echo === 'off' || (echo === 'people' && userids(match).every(each => each === userid || isRobot(state, each)));
}

/** A player with the next turn as well needs the board. */
function isToMove(state: State, match: Match, userid: string): boolean {
  const { game, matchState } = openMatch(state, match);
  const turn = turnOf(game, match, matchState);
  return turn !== null && playerName(match.players[turn.player]) === userid;
}

/** Marks the words of these boards as told. An answer to an address can still exceed a limit and not be sent, so it marks none. */
const dropToldComments = (state: State, to: Recipient, told: readonly MatchRef[]): State =>
  to.kind !== 'account'
    ? state
    : told.reduce((sofar, ref) => {
        const match = sofar.match(ref);
        return match === null ? sofar : setMatch(sofar, dropHeldComments(match, to.userid));
      }, state);

const setMatch = (state: State, match: Match): State =>
  state.match(match) === match ? state : state.with(new Map<DocumentKey, Document>([[matchKey(match), match]]));

/** Writes a mail without a board. In a chat a long text is split into pieces. */
function writePlainDrafts(context: ComposingKinds<ComposeContext>, message: PlainMessage): readonly MailDraft[] {
  const envelope = { to: message.to, thread: [], files: [], board: null, unsubscribe: null, isChat: false };
  const content = kindOf(context, message).write(context, message);
  const { subject, token, idToken, ...written } = { ...NO_CONTENT, ...content };
  const form = chooseForm(context, message.to);
  const draft = {
    ...{ ...envelope, ...written, ...(form === 'html' ? {} : { html: null, pictures: [] }) },
    subject: typeof subject === 'string' ? subject : sayPhrase(context, subject),
    token: token === null || typeof token === 'string' ? token : writeToken(token, context.sign),
    ...(idToken === null ? {} : { idToken: writeToken(idToken, context.sign) }),
  };
  if (form !== 'chat') return [draft];
  const [first = '', ...others] = splitIntoPieces(context, draft.text);
  const isChat = true;
  return [{ ...draft, isChat, text: first }, ...others.map(text => ({ ...draft, isChat, text, files: [] }))];
}

const NO_CONTENT = { html: null, pictures: [], token: null, idToken: null };

/** Notes the Message-ID of a mail to a player as the last of the thread of their board. */
function recordThread(state: State, message: Message, messageId: string): State {
  if (!('match' in message) || message.to.kind !== 'account') return state;
  const match = state.match(message.match);
  const { userid } = message.to;
  if (!match?.players.some(player => playerName(player) === userid)) return state;
  const threads = match.players.map((player, index) => {
    const known = match.threads[index] ?? null;
    return playerName(player) === userid ? { root: known?.root ?? messageId, last: messageId } : known;
  });
  return setMatch(state, { ...match, threads });
}
