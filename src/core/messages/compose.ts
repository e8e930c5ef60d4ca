// Messages → mails ready to be rendered, and the threads they leave behind in the match documents.
import { playerName } from '../matches/match.ts';
import type { State } from '../state/state.ts';
import { type DocumentKey, type DocumentKind, type Documents, type Match, matchKey } from '../state/documents.ts';
import type { MailPlan } from './plan.ts';
import { boardDraft } from './board.ts';
import { piecesOf } from './chat-form.ts';
import { formFor } from './form.ts';
import { type ComposeContext, type Draft, planOf } from './compose-context.ts';
import { KINDS, type Message, type Note } from './kinds/index.ts';
import type { MessageKind } from './message-kind.ts';

export interface Composed {
  readonly mails: readonly MailPlan[];
  /** The state with every thread carried on. */
  readonly state: State;
}

export function compose(messages: readonly Message[], context: ComposeContext): Composed {
  const mails: MailPlan[] = [];
  let { state } = context;
  messages.forEach((message, index) => {
    const drafts = message.kind === 'board' ? [boardDraft(context, message)] : noteDrafts(context, message);
    drafts.forEach((draft, piece) => {
      const plan = planOf(context, draft, piece === 0 ? `${index}` : `${index}.${piece}`);
      if (plan === null) return;
      mails.push(plan);
      state = threaded(state, message, plan.messageId);
    });
  });
  return { mails, state };
}

/** In a chat a long text comes in pieces. */
function noteDrafts(context: ComposeContext, message: Note): readonly Draft[] {
  const draft = noteDraft(context, message);
  if (formFor(context, message.to) !== 'chat') return [draft];
  const [first = '', ...others] = piecesOf(draft.text);
  const isChat = true;
  return [{ ...draft, isChat, text: first }, ...others.map(text => ({ ...draft, isChat, text, files: [] }))];
}

function noteDraft(context: ComposeContext, message: Note): Draft {
  const { charge = 'answer', write } = KINDS[message.kind] as MessageKind<Note>;
  const envelope = { to: message.to, token: null, thread: [], files: [], unsubscribe: null };
  return { ...envelope, ...write(context, message), html: null, isChat: false, picture: null, charge };
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
  const next: Match = { ...match, threads };
  return state.with(new Map<DocumentKey, Documents[DocumentKind]>([[matchKey(match), next]]));
}
