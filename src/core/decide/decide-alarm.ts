// Handles an alarm, and sets the next alarm of every changed board.
import type { Consequence } from '../decision/consequence.ts';
import { announceToAll } from '../matches/announce.ts';
import { leaveBoards } from '../features/leaving/close.ts';
import type { ActorContext, Decided } from '../decision/decision.ts';
import { playPrepared } from '../matches/play-prepared.ts';
import { findNextTimedEvent } from '../matches/time-out.ts';
import type { AlarmRequest, RequestContext } from '../contract/request-context.ts';
import { findFreeingOfName } from '../players/account-definition.ts';
import { decideForgetting } from '../features/forgetting/decide-forgetting.ts';
import { decideMailing } from '../features/mailings/decide-mailing.ts';
import { decideDigest } from '../features/digest/decide-digest.ts';
import { decideTournament } from '../features/tournaments/decide-tournament.ts';
import { decideSeries } from '../features/tournaments/recurring.ts';
import { decideSeek } from '../features/seeks/decide-seek.ts';
import type { Account } from '../players/account.ts';
import { asItsKind, type DocumentKey, type DocumentKind, type Documents, kindOf } from '../kernel/documents.ts';
import { findAlarm } from '../kernel/document-definition.ts';
import type { Match } from '../board/match-document.ts';
import { apply, type State } from '../kernel/state.ts';

/** null: the document has changed since, and has set another alarm, or none. */
export function decideAlarm(state: State, request: AlarmRequest, context: RequestContext): Consequence | null {
  const { key, at } = request;
  const document = state.get(key);
  if (document === null || findAlarm(state.documents, key, document) !== at) return null;
  /** The document has served its time. */
  const drop = (): Consequence => ({ messages: [], state: state.with(new Map([[key, null]])) });
  const handler = HANDLERS[kindOf(key)] as AlarmHandler<DocumentKind> | undefined;
  return handler === undefined ? drop() : handler({ state, key, request, context, drop }, asItsKind(key, document));
}

interface Alarm {
  readonly state: State;
  readonly key: DocumentKey;
  readonly request: AlarmRequest;
  readonly context: RequestContext;
  readonly drop: () => Consequence;
}

type AlarmHandler<Kind extends DocumentKind> = (alarm: Alarm, document: Documents[Kind]) => Consequence | null;

/** What is done at an alarm, by kind of document. Other kinds are dropped: their time is over. */
const HANDLERS: { readonly [Kind in DocumentKind]?: AlarmHandler<Kind> } = {
  match: ({ state, context }, match) => atBoard(state, match, context),
  account: ({ state, context, drop }, account) =>
    findFreeingOfName(account) === null ? atAccount(state, account, context) : drop(),
  tournament: ({ state, context }, tournament) => decideTournament(state, tournament, context),
  series: ({ state, context }, series) => decideSeries(state, series, context.now),
  seek: ({ state, context }, seek) => decideSeek(state, seek, context),
  forgetting: ({ state, request, context }, forgetting) => decideForgetting(state, forgetting, request, context),
  mailing: ({ state, key, context }) => decideMailing(state, key.slice('mailing/'.length), context.now),
};

const atAccount = (state: State, account: Account, context: RequestContext): Consequence =>
  (account.leaves === undefined ? decideDigest : leaveBoards)(state, account, context);

const NOTHING: Decided = { events: [], notifications: [] };

/** It may have rung too early: then it is only set anew. */
function atBoard(state: State, { game, number }: Match, { now, inboxEmptyAt }: RequestContext): Consequence {
  const at: ActorContext = { now, state, actor: null, comment: '', board: null, proposedAt: [] };
  const event = findNextTimedEvent(state, { game, number }, { now, inboxEmptyAt });
  const decision = event !== null && event.at <= now ? event.decide?.(at) : undefined;
  const { events, notifications } = playPrepared(at, decision?.ok === true ? decision.value : NOTHING);
  // The alarm has rung: without another one this board sleeps.
  const asleep = { kind: 'match-woken', match: { game, number }, wake: null } as const;
  const after = [...events, asleep].reduce(apply, state);
  return { messages: announceToAll({ ...at, state: after }, notifications), state: after };
}

/** Every board that was changed says when to look at it again. */
export const scheduleChecks = (state: State, context: RequestContext): State =>
  state.changed('match').reduce((sofar, match) => {
    const event = findNextTimedEvent(sofar, match, context);
    const wake = event === null ? null : Math.max(event.at, context.now);
    if (wake === (match.wake ?? null)) return sofar;
    return apply(sofar, { kind: 'match-woken', match: { game: match.game, number: match.number }, wake });
  }, state);
