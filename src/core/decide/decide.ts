// Decides a request: documents to write and mails to send, or what must be loaded first.
import type { Consequence } from '../decision/consequence.ts';
import { beginAnnouncement } from '../features/mailings/decide-mailing.ts';
import { noteReturnedProbes, probeAddresses } from '../matches/probes.ts';
import { findPolicyRefusals, returnedAtOnce, readReport } from '../features/bounces/decide-bounce.ts';
import { decideAlarm } from './decide-alarm.ts';
import type { ActorContext } from '../decision/decision.ts';
import { makeBoardContext, type Proof } from '../mail/mail-sender.ts';
import type { Message } from '../decision/message.ts';
import { type Attempt, attempt, stopForDamage } from '../kernel/loading.ts';
import { compose } from '../writing/compose.ts';
import type { MailPlan } from '../wording/mail-plan.ts';
import { carryOutOperatorAct } from '../features/operator/acts.ts';
import { playMove } from '../matches/play.ts';
import { playPrepared } from '../matches/play-prepared.ts';
import { forgettingOf } from '../features/forgetting/forgetting.ts';
import { isPseudonym, useridHash } from '../players/pseudonym.ts';
import { findRobot } from '../players/robots.ts';
import { noteAcceptedReminder } from '../matches/time-out.ts';
import { noteMailboxRead, pauseClocks, resumeClocks, STOPS, type Stops } from '../board/clocks/stops.ts';
import { apply, type State, createState } from '../kernel/state.ts';
import type { Event } from '../kernel/event.ts';
import { updateRecurring } from '../features/tournaments/recurring.ts';
import type { Refused } from '../kernel/refusal.ts';
import { openAdmission } from '../wording/admission.ts';
import type {
  ClocksSwitch,
  MailboxRead,
  MailRequest,
  MailReturned,
  OperatorReport,
  OperatorRequest,
  Request,
  RobotMove,
} from './request.ts';
import type { RequestContext } from '../contract/feature.ts';
import type { Identity } from '../board/sender.ts';
import { announceToAll } from '../matches/announce.ts';
import { decideMail } from './decide-mail.ts';
import { DAMAGED, type LoadedData, type DataRequest } from '../kernel/data-request.ts';
import type { Changes, DocumentKey } from '../kernel/documents.ts';

/** What follows from a request. */
export interface Plan {
  readonly mails: readonly MailPlan[];
  /** How many more there would have been, had they not been too many. */
  readonly unsent: number;
  /** What is to be stored. */
  readonly documents: Changes;
  /** What the decision was made from: it stands as long as these are as they were. */
  readonly looked: ReadonlySet<DocumentKey>;
  /** How a mail was proved; of other requests nothing need be. */
  readonly proof: Proof;
  /** The damaged boards that lines were about, as players call them: nothing was done, and the operator must know. */
  readonly damaged: readonly string[];
  /** Why the operator's act could not be done; absent: it was, or there was none. */
  readonly refused?: Refused;
  /** Answers of servers that refused our mails because of us. The operator must know. */
  readonly policyRefusals?: readonly string[];
}

/** What is to be told, in the state the request has made. */
interface Decided {
  readonly messages: readonly Message[];
  readonly state: State;
  /** The sender of the mail that is answered. null: the request was not a mail. */
  readonly identity: Identity | null;
  readonly proof: Proof;
  readonly refused?: Refused;
  readonly policyRefusals?: readonly string[];
}

/** Pure; stops at what is not loaded yet. null: nothing is to be done, and nothing need be remembered. */
export function decide(request: Request, context: RequestContext, known: LoadedData): Attempt<Plan | null> {
  const looked = new Set<DocumentKey>();
  const before = createState(context, known, key => looked.add(key));
  return attempt(() => {
    const decided = decidedIn(before, request, context);
    if (decided === null) return null;
    const { messages, state } = context.reactions.reduce<Consequence>((sofar, react) => {
      const { messages: more, state: next } = react(before, sofar.state, context);
      return { messages: [...sofar.messages, ...more], state: next };
    }, decided);
    const plan = planOf({ ...decided, messages, state }, context, looked);
    // Nothing is written that was not looked at: so nothing is overwritten unawares, and nothing that is damaged.
    const written = [...plan.documents.keys()];
    before.requireLoaded(written.map((key): DataRequest => ({ kind: 'document', key })));
    for (const key of written) {
      if (known.get(key) === DAMAGED) stopForDamage(key);
      looked.add(key);
    }
    return plan;
  });
}

function decidedIn(state: State, request: Request, context: RequestContext): Decided | null {
  if (request.kind === 'mail') return byMail(state, request, context);
  if (request.kind === 'robot-move') return byRobot(state, request, context);
  if (request.kind === 'alarm') return unproved(decideAlarm(state, request, context));
  if (request.kind === 'operator-report') return toOperator(state, request);
  if (request.kind === 'operator-act') return byOperator(state, request, context);
  if (request.kind === 'mail-returned') return byReturn(state, request, context);
  return byEvents(state, eventsOf(state, request, context));
}

type Quiet = Exclude<
  Request,
  { readonly kind: 'mail' | 'robot-move' | 'alarm' | 'operator-report' | 'operator-act' | 'mail-returned' }
>;

/** The events of requests that send no mails at once. */
function eventsOf(state: State, request: Quiet, context: RequestContext): readonly Event[] {
  switch (request.kind) {
    case 'mail-accepted':
      return noteAcceptedReminder(state, request.receipt.match, request.receipt.sent, context.now);
    case 'announcement':
      return beginAnnouncement(state, request, context);
    case 'recurring-configured':
      return updateRecurring(state, request.recurring, context.now);
    case 'forget-player':
      return forgotten(state, request.userid, context);
    case 'mailbox-read':
      return [{ kind: 'stops-changed', stops: read(state, request, context) }];
    case 'clocks-switch':
      return [{ kind: 'stops-changed', stops: switched(state, request, context) }];
  }
}

const byMail = (state: State, request: MailRequest, context: RequestContext): Decided =>
  decideMail({ ...context, ...request }, state);

const NOBODY = { identity: null, proof: 'none' } as const;

/** null: the board has changed meanwhile, and no mail is needed. */
function byRobot(state: State, request: RobotMove, { now }: RequestContext): Decided | null {
  const { robot, match, move, number, takeBacks } = request;
  const board = makeBoardContext(match, { ply: number - 1, takeBacks });
  const acting: ActorContext = { now, state, actor: robot.userid, comment: '', board, proposedAt: [] };
  const decision = playMove(acting, { match, text: move, number: null });
  if (!decision.ok) return null;
  const { events, notifications } = playPrepared(acting, decision.value);
  const after = events.reduce(apply, state);
  return {
    ...NOBODY,
    messages: announceToAll({ ...acting, state: after }, notifications),
    state: after,
  };
}

/** A refused act changes nothing, and only the operator is told. */
function byOperator(state: State, { act }: OperatorRequest, { now }: RequestContext): Decided {
  const acting: ActorContext = { now, state, actor: null, comment: '', board: null, proposedAt: [] };
  const decision = carryOutOperatorAct(acting, act);
  if (!decision.ok) return { ...NOBODY, messages: [], state, refused: decision.reason.refused };
  const { events, notifications } = decision.value;
  const after = events.reduce(apply, state);
  return { ...NOBODY, messages: announceToAll({ ...acting, state: after }, notifications), state: after };
}

const unproved = (outcome: Consequence | null): Decided | null => (outcome === null ? null : { ...NOBODY, ...outcome });

/** The outcome of events without mails. null: there are no events. */
const byEvents = (state: State, events: readonly Event[]): Decided | null =>
  events.length === 0 ? null : { ...NOBODY, messages: [], state: events.reduce(apply, state) };

/** A report on a mail to a player tells of the player's address, or that the other side objects to us. */
function byReturn(state: State, { by }: MailReturned, { trust, now }: RequestContext): Decided | null {
  const isReport = 'report' in by;
  const { addresses, probes } = isReport ? readReport(state, by.report, trust) : returnedAtOnce(state, by, trust);
  const known = noteReturnedProbes(state, probes, now);
  const { events, messages } = probeAddresses(known.reduce(apply, state), addresses, now);
  const decided = byEvents(state, [...known, ...events]);
  const refusals = isReport ? findPolicyRefusals(state, by.report, trust) : [];
  if (refusals.length > 0) return { ...NOBODY, messages, state: decided?.state ?? state, policyRefusals: refusals };
  return decided === null ? null : { ...decided, messages };
}

const read = (state: State, { outagesCount }: MailboxRead, { now }: RequestContext): Stops =>
  noteMailboxRead(state.get(`stops/${STOPS}`), now, outagesCount);

const switched = (state: State, { paused: isPaused }: ClocksSwitch, { now }: RequestContext): Stops =>
  (isPaused ? pauseClocks : resumeClocks)(state.get(`stops/${STOPS}`), now);

/** Empty: there is no such player, or they are being forgotten already. */
function forgotten(state: State, userid: string, { cause, now, trust: { sign } }: RequestContext): readonly Event[] {
  const account = state.account(userid);
  const id = useridHash(userid, sign);
  const isGoing = state.get(`forgetting/${id}`) !== null;
  if (account === null || findRobot(state.robots, userid) !== null || isPseudonym(userid) || isGoing) return [];
  return [{ kind: 'documents-changed', documents: [[`forgetting/${id}`, forgettingOf(userid, cause, now, sign)]] }];
}

const toOperator = (state: State, { address, lines, unlisted }: OperatorReport): Decided => ({
  ...NOBODY,
  messages: [{ kind: 'operator', to: { kind: 'address', address }, lines, unlisted }],
  state,
});

function planOf(
  { messages, state, identity, proof, refused, policyRefusals: refusals }: Decided,
  {
    mailSettings: { templates: languages, ownName, pictures, webUrl },
    commands,
    messageKinds,
    trust,
    now,
    cause,
  }: RequestContext,
  looked: ReadonlySet<DocumentKey>,
): Plan {
  const sender = identity?.sender ?? null;
  const token = identity?.token ?? null;
  const composing = {
    ...{
      languages,
      ownName,
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
    offered: token?.kind === 'seat' ? token.match : null,
  };
  const asker = identity === null ? null : { address: identity.sender.address, proof, isPlayers: identity.isPlayers };
  const composed = compose(messages, composing, openAdmission(asker, now));
  return {
    mails: composed.mails,
    unsent: composed.unsentCount,
    documents: composed.state.changes,
    looked,
    proof,
    damaged: damagedIn(messages),
    ...(refused === undefined ? {} : { refused }),
    ...(refusals === undefined ? {} : { policyRefusals: refusals }),
  };
}

const damagedIn = (messages: readonly Message[]): readonly string[] => {
  const lines = messages.flatMap(message => ('refusedLines' in message ? message.refusedLines : []));
  const boards = lines.flatMap(({ refused: { code, parts } }) => {
    const { game, number } = parts;
    return code === 'board-damaged' && typeof game === 'string' && typeof number === 'number'
      ? [`${game} board ${number}`]
      : [];
  });
  return [...new Set(boards)];
};
