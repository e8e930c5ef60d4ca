// Decides a request: documents to write and mails to send, or what must be loaded first.
import { STOPS, type Stops, noteMailboxRead, pauseClocks, resumeClocks } from '#core/board/clocks/stops.ts';
import type { Identity } from '#core/board/sender.ts';
import { addSummaries } from '#core/board/summary.ts';
import type { AlarmRequest, DueAlarm, RequestContext } from '#core/writing/feature.ts';
import type { Consequence, Message } from '#core/players/message.ts';
import { type ActorContext, createActorContext } from '#core/players/decision.ts';
import { findPolicyRefusals, readImmediateReturn, readReport } from '#core/features/bounces/index.ts';
import { forgettingOf } from '#core/features/forgetting/forgetting.ts';
import { beginAnnouncement } from '#core/features/mailings/index.ts';
import { carryOutOperatorAct } from '#core/features/operator/acts.ts';
import { leaveList } from '#core/features/subscriptions/subscribe.ts';
import { completeReview } from '#core/features/teaching/complete.ts';
import { updateRecurring } from '#core/features/tournaments/recurring.ts';
import { findAlarm } from '#core/kernel/document-definition.ts';
import {
  type Changes,
  DAMAGED,
  type DataRequest,
  type DocumentKey,
  type Event,
  type LoadedData,
  kindOf,
} from '#core/kernel/documents.ts';
import { type Attempt, attempt, stopForDamage } from '#core/kernel/loading.ts';
import type { Refused } from '#core/kernel/refusal.ts';
import { type State, apply, createState } from '#core/kernel/state.ts';
import { type Proof, makeBoardContext } from '#core/mail/mail-sender.ts';
import { announceToAll } from '#core/board/acts/announce.ts';
import { playMove, playPrepared } from '#core/board/acts/play.ts';
import { noteReturnedProbes, probeAddresses } from '#core/board/acts/probes.ts';
import { noteAcceptedReminder } from '#core/board/acts/time-out.ts';
import { findPresentUserid } from '#core/players/account.ts';
import { findRobot } from '#core/players/robots.ts';
import { isPseudonym, useridHash } from '#core/players/userid.ts';
import { type MailPlan, openAdmission } from '#core/writing/mail-plan.ts';
import { compose } from '#core/writing/kinds/compose.ts';
import { decideMail } from './decide-mail.ts';
import type {
  AuditedRequest,
  ClocksSwitch,
  MailReturned,
  OperatorReport,
  OperatorRequest,
  Request,
  RobotMove,
} from './request.ts';

/** Decides an alarm. A document without a handler has expired and is deleted. null: the document's alarm has changed meanwhile. */
export function decideAlarm(state: State, request: AlarmRequest, context: RequestContext): Consequence | null {
  const { key, at: alarmAt } = request;
  const document = state.get(key);
  if (document === null || findAlarm(state.documents, key, document) !== alarmAt) return null;
  const handler = context.alarms[kindOf(key)] as ((alarm: DueAlarm) => Consequence | null) | undefined;
  if (handler === undefined) return { messages: [], state: state.with(new Map([[key, null]])) };
  return handler({ state, key, document, request, context });
}

/** What follows from a request. */
export interface Plan {
  readonly mails: readonly MailPlan[];
  /** The number of mails that were left out because of a limit. */
  readonly unsentCount: number;
  /** The documents to store. */
  readonly documents: Changes;
  /** The keys of the documents that were read. The commit fails if one of them has changed. */
  readonly readKeys: ReadonlySet<DocumentKey>;
  /** How a mail was proved. `none` for other requests. */
  readonly proof: Proof;
  /** The damaged boards that lines of a mail named. The operator must know. */
  readonly damaged: readonly string[];
  /** The reason why the operator's act failed. Absent: it was done, or there was none. */
  readonly refused?: Refused;
  /** Answers of servers that refused our mails because of us. The operator must know. */
  readonly policyRefusals?: readonly string[];
}

/** The messages of a request, and the state after it. */
interface DecidedRequest {
  readonly messages: readonly Message[];
  readonly state: State;
  /** The sender of the mail that is answered. null: the request was not a mail. */
  readonly identity: Identity | null;
  readonly proof: Proof;
  readonly refused?: Refused;
  readonly policyRefusals?: readonly string[];
}

/** Decides a request without side effects, or says which data is missing. null: the request changes nothing. */
export function decide(request: Request, context: RequestContext, loaded: LoadedData): Attempt<Plan | null> {
  const readKeys = new Set<DocumentKey>();
  const stateBefore = createState(context, loaded, key => readKeys.add(key));
  return attempt(() => {
    const decidedRequest = decideRequest(stateBefore, request, context);
    if (decidedRequest === null) return null;
    const reacted = context.reactions.reduce<Consequence>((consequence, react) => {
      const { messages: nextMessages, state: nextState } = react(stateBefore, consequence.state, context);
      return { messages: [...consequence.messages, ...nextMessages], state: nextState };
    }, decidedRequest);
    const { messages, state } = context.postponements.reduce<Consequence>(
      (consequence, postpone) => postpone(consequence.messages, stateBefore, consequence.state, context),
      reacted,
    );
    const plan = createPlan({ ...decidedRequest, messages, state }, context, readKeys);
    // Every written document is also read, so that no change of others and no damaged document is overwritten.
    const writtenKeys = [...plan.documents.keys()];
    stateBefore.requireLoaded(writtenKeys.map((key): DataRequest => ({ kind: 'document', key })));
    for (const key of writtenKeys) {
      if (loaded.get(key) === DAMAGED) stopForDamage(key);
      readKeys.add(key);
    }
    return plan;
  });
}

function decideRequest(state: State, request: Request, context: RequestContext): DecidedRequest | null {
  if (request.kind === 'mail') return decideMail({ ...context, ...request }, state);
  if (request.kind === 'robot-move') return decideRobotMove(state, request, context);
  if (request.kind === 'alarm') return withoutSender(decideAlarm(state, request, context));
  if (request.kind === 'operator-report') return decideOperatorReport(state, request);
  if (request.kind === 'operator-act') return decideOperatorAct(state, request, context);
  if (request.kind === 'audited') return decideAudited(state, request, context);
  if (request.kind === 'mail-returned') return decideReturnedMail(state, request, context);
  if (request.kind === 'review-done') return withoutSender(completeReview(state, request));
  return applyEvents(state, findEvents(state, request, context));
}

type QuietRequest = Exclude<
  Request,
  {
    readonly kind:
      | 'mail'
      | 'robot-move'
      | 'alarm'
      | 'operator-report'
      | 'operator-act'
      | 'mail-returned'
      | 'review-done'
      | 'audited';
  }
>;

/** The events of requests that send no mails at once. */
function findEvents(state: State, request: QuietRequest, context: RequestContext): readonly Event[] {
  switch (request.kind) {
    case 'mail-accepted':
      return noteAcceptedReminder(state, request.receipt.match, request.receipt.sent, context.now);
    case 'announcement':
      return beginAnnouncement(state, request, context);
    case 'recurring-configured':
      return updateRecurring(state, request.recurring, context.now);
    case 'forget-player':
      return beginForgetting(state, request.userid, context);
    case 'list-left':
      return leaveList(state, request.left, context.now);
    case 'mailbox-read':
      return [
        {
          kind: 'stops-changed',
          stops: noteMailboxRead(state.get(`stops/${STOPS}`), context.now, request.outagesCount),
        },
      ];
    case 'clocks-switch':
      return [{ kind: 'stops-changed', stops: switchClocks(state, request, context) }];
  }
}

const NO_SENDER = { identity: null, proof: 'none' } as const;

/** Plays a robot's move. null: the board has changed meanwhile. */
function decideRobotMove(state: State, request: RobotMove, { now }: RequestContext): DecidedRequest | null {
  const { robot, match, move, number, takeBacks } = request;
  const board = makeBoardContext(match, { ply: number - 1, takeBacks });
  const actorContext: ActorContext = { ...createActorContext(state, now, robot.userid), board };
  const decision = playMove(actorContext, { match, text: move, number: null });
  if (!decision.ok) return null;
  const { events, notifications } = playPrepared(actorContext, decision.value);
  const nextState = events.reduce(apply, state);
  return {
    ...NO_SENDER,
    messages: announceToAll({ ...actorContext, state: nextState }, notifications),
    state: nextState,
  };
}

/** Carries out an act of the operator. A refused act changes nothing. */
function decideOperatorAct(state: State, { act }: OperatorRequest, { now }: RequestContext): DecidedRequest {
  const actorContext = createActorContext(state, now);
  const decision = carryOutOperatorAct(actorContext, act);
  if (!decision.ok) return { ...NO_SENDER, messages: [], state, refused: decision.reason.refused };
  const { events, notifications } = decision.value;
  const nextState = events.reduce(apply, state);
  return {
    ...NO_SENDER,
    messages: announceToAll({ ...actorContext, state: nextState }, notifications),
    state: nextState,
  };
}

/** A command that changes nothing, or is refused, leaves no entry. */
function decideAudited(
  state: State,
  { by, facts, request }: AuditedRequest,
  context: RequestContext,
): DecidedRequest | null {
  const decided = request === null ? { ...NO_SENDER, messages: [], state } : decideRequest(state, request, context);
  if (decided === null || decided.refused !== undefined) return decided;
  const entry = { at: context.now, by, facts };
  const key = `audit/${context.cause.replaceAll(':', '-')}` as const;
  return { ...decided, state: decided.state.with(new Map([[key, entry]])) };
}

const withoutSender = (outcome: Consequence | null): DecidedRequest | null =>
  outcome === null ? null : { ...NO_SENDER, ...outcome };

/** The outcome of events without mails. null: there are no events. */
const applyEvents = (state: State, events: readonly Event[]): DecidedRequest | null =>
  events.length === 0 ? null : { ...NO_SENDER, messages: [], state: events.reduce(apply, state) };

/** Handles a returned mail: probes the addresses it reports, and notes refusals because of us. */
function decideReturnedMail(
  state: State,
  { by: returnCause }: MailReturned,
  { trust, now }: RequestContext,
): DecidedRequest | null {
  const isReport = 'report' in returnCause;
  const { addresses, probes } = isReport
    ? readReport(state, returnCause.report, trust, now)
    : readImmediateReturn(state, returnCause, trust);
  const probeEvents = noteReturnedProbes(state, probes, now);
  const { events, messages } = probeAddresses(probeEvents.reduce(apply, state), addresses, now);
  const decidedRequest = applyEvents(state, [...probeEvents, ...events]);
  const refusals = isReport ? findPolicyRefusals(state, returnCause.report, trust, now) : [];
  if (refusals.length > 0)
    return { ...NO_SENDER, messages, state: decidedRequest?.state ?? state, policyRefusals: refusals };
  return decidedRequest === null ? null : { ...decidedRequest, messages };
}

const switchClocks = (state: State, { paused: isPaused }: ClocksSwitch, { now }: RequestContext): Stops =>
  (isPaused ? pauseClocks : resumeClocks)(state.get(`stops/${STOPS}`), now);

/** Begins to forget a player. Empty: there is no such player, or the forgetting has begun. */
function beginForgetting(
  state: State,
  named: string,
  { cause, now, trust: { sign } }: RequestContext,
): readonly Event[] {
  const userid = findPresentUserid(state, named);
  const account = state.account(userid);
  const id = useridHash(userid, sign);
  const isBegun = state.get(`forgetting/${id}`) !== null;
  if (account === null || findRobot(state.robots, userid) !== null || isPseudonym(userid) || isBegun) return [];
  return [{ kind: 'documents-changed', documents: [[`forgetting/${id}`, forgettingOf(userid, cause, now, sign)]] }];
}

const decideOperatorReport = (state: State, { address, about, lines, unlisted }: OperatorReport): DecidedRequest => ({
  ...NO_SENDER,
  messages: [{ kind: 'operator', to: { kind: 'address', address }, about, lines, unlisted }],
  state,
});

function createPlan(
  { messages, state, identity, proof, refused, policyRefusals: refusals }: DecidedRequest,
  {
    mailSettings: { templates: languages, ownName, pictures, webUrl, returnPaths: hasReturnPaths },
    commands,
    messageKinds,
    trust,
    now,
    cause,
  }: RequestContext,
  readKeys: ReadonlySet<DocumentKey>,
): Plan {
  const sender = identity?.sender ?? null;
  const token = identity?.token ?? null;
  const composeContext = {
    ...{
      languages,
      ownName,
      hasReturnPaths,
      pictures,
      webUrl,
      state,
      commands,
      messageKinds,
      own: trust.own,
      sign: trust.sign,
      now,
      cause,
      sender,
    },
    detail: identity?.detail ?? null,
    offeredBoard: token?.kind === 'seat' ? token.match : null,
  };
  const asker = identity === null ? null : { address: identity.sender.address, proof, hasAccount: identity.hasAccount };
  const composedMails = compose(messages, composeContext, openAdmission(asker, now));
  return {
    mails: composedMails.mails,
    unsentCount: composedMails.unsentCount,
    documents: addSummaries(composedMails.state),
    readKeys,
    proof,
    damaged: findDamagedBoards(messages),
    ...(refused === undefined ? {} : { refused }),
    ...(refusals === undefined ? {} : { policyRefusals: refusals }),
  };
}

const findDamagedBoards = (messages: readonly Message[]): readonly string[] => {
  const lines = messages.flatMap(message => ('refusedLines' in message ? message.refusedLines : []));
  const boards = lines.flatMap(({ refused: { code, parts } }) => {
    const { game, number } = parts;
    return code === 'board-damaged' && typeof game === 'string' && typeof number === 'number'
      ? [`${game} board ${number}`]
      : [];
  });
  return [...new Set(boards)];
};
