// A request in, everything that follows from it out: documents to be written, mails to be sent; or what must be loaded first.
import { type AlarmOutcome, decideAlarm, withWakes } from './decide-alarm.ts';
import type { ActorContext } from './decision.ts';
import { aboutBoard, type Proof } from './identity/mail-sender.ts';
import type { Message } from './messages/kinds/index.ts';
import { type Attempt, attempt, stopForDamage } from './state/loading.ts';
import { compose } from './messages/compose.ts';
import type { MailPlan } from './messages/plan.ts';
import { playMove } from './matches/play.ts';
import { reminderAccepted } from './matches/time-out.ts';
import { mailboxRead, paused, resumed, STOPS } from './clocks/stops.ts';
import { apply, type Event } from './state/events.ts';
import { admitted } from './quota/admission.ts';
import type {
  ClocksSwitch,
  MailboxRead,
  MailRequest,
  OperatorReport,
  Request,
  RequestContext,
  RobotMove,
} from './request.ts';
import type { Identity } from './identity/sender.ts';
import { boardMessagesOf } from './decide-mail/messages.ts';
import { decideMail } from './decide-mail/decide-mail.ts';
import { type State, stateOver } from './state/state.ts';
import { DAMAGED, type LoadedData, type DataRequest } from './state/data-request.ts';
import type { Changes, DocumentKey, Stops } from './state/documents.ts';

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
}

/** What is to be told, in the state the request has made. */
interface Decided {
  readonly messages: readonly Message[];
  readonly state: State;
  /** Who wrote the mail that is answered; null: it was none. */
  readonly identity: Identity | null;
  readonly proof: Proof;
}

/** Pure; stops at what is not loaded yet. null: nothing is to be done, and nothing need be remembered. */
export function decide(request: Request, context: RequestContext, known: LoadedData): Attempt<Plan | null> {
  const looked = new Set<DocumentKey>();
  const before = stateOver(context, known, key => looked.add(key));
  return attempt(() => {
    const decided = decidedIn(before, request, context);
    if (decided === null) return null;
    const plan = planOf({ ...decided, state: withWakes(decided.state, context) }, context, looked);
    // Nothing is written that was not looked at: so nothing is overwritten unawares, and nothing that is damaged.
    const written = [...plan.documents.keys()];
    before.want(written.map((key): DataRequest => ({ kind: 'document', key })));
    for (const key of written) {
      if (known.get(key) === DAMAGED) stopForDamage(key);
      looked.add(key);
    }
    return plan;
  });
}

function decidedIn(state: State, request: Request, context: RequestContext): Decided | null {
  switch (request.kind) {
    case 'mail':
      return byMail(state, request, context);
    case 'robot-move':
      return byRobot(state, request, context);
    case 'alarm':
      return unproved(decideAlarm(state, request, context));
    case 'operator-report':
      return toOperator(state, request);
    case 'mail-accepted':
      return byEvents(state, reminderAccepted(state, request.receipt.match, request.receipt.sent, context.now));
    case 'mailbox-read':
      return byEvents(state, [{ kind: 'stops-changed', stops: read(state, request, context) }]);
    case 'clocks-switch':
      return byEvents(state, [{ kind: 'stops-changed', stops: switched(state, request, context) }]);
  }
}

const byMail = (state: State, request: MailRequest, context: RequestContext): Decided =>
  decideMail({ ...context, ...request }, state);

const NOBODY = { identity: null, proof: 'none' } as const;

/** null: the board has gone on meanwhile, and nobody needs to know. */
function byRobot(state: State, request: RobotMove, { now }: RequestContext): Decided | null {
  const { robot, match, move, number, takeBacks } = request;
  const board = aboutBoard(match, { ply: number - 1, takeBacks });
  const acting: ActorContext = { now, state, actor: robot.userid, comment: '', board, proposedAt: [] };
  const decision = playMove(acting, { match, text: move, number: null });
  if (!decision.ok) return null;
  const after = decision.value.events.reduce(apply, state);
  return {
    ...NOBODY,
    messages: boardMessagesOf({ ...acting, state: after }, decision.value.notifications),
    state: after,
  };
}

const unproved = (outcome: AlarmOutcome | null): Decided | null =>
  outcome === null ? null : { ...NOBODY, ...outcome };

/** What nobody is told of; null: nothing has happened. */
const byEvents = (state: State, events: readonly Event[]): Decided | null =>
  events.length === 0 ? null : { ...NOBODY, messages: [], state: events.reduce(apply, state) };

const read = (state: State, { outagesCount }: MailboxRead, { now }: RequestContext): Stops =>
  mailboxRead(state.document('stops', STOPS), now, outagesCount);

const switched = (state: State, { paused: isPaused }: ClocksSwitch, { now }: RequestContext): Stops =>
  (isPaused ? paused : resumed)(state.document('stops', STOPS), now);

const toOperator = (state: State, { address, lines, unlisted }: OperatorReport): Decided => ({
  ...NOBODY,
  messages: [{ kind: 'operator', to: { kind: 'address', address }, lines, unlisted }],
  state,
});

function planOf(
  { messages, state, identity, proof }: Decided,
  { mailSettings, commands, trust, now, cause }: RequestContext,
  looked: ReadonlySet<DocumentKey>,
): Plan {
  const sender = identity?.sender ?? null;
  const token = identity?.token ?? null;
  const composed = compose(messages, {
    ...{ ...mailSettings, state, commands, own: trust.own, sign: trust.sign, now, cause, sender },
    detail: identity?.detail ?? null,
    offered: token?.kind === 'seat' ? token.match : null,
  });
  const asker = sender === null ? null : { address: sender.address, proof };
  const { mails, state: after } = admitted(composed.mails, asker, composed.state, now);
  const unsent = composed.mails.length - mails.length;
  return { mails, unsent, documents: after.changes, looked, proof, damaged: damagedIn(messages) };
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
