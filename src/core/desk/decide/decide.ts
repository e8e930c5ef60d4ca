// Decides a request: documents to write and mails to send, or what must be loaded first.
import { must } from '#games/kit/assert.ts';
import type { Identity } from '#core/board/sender.ts';
import { addSummaries } from '#core/board/summary.ts';
import type { AlarmRequest, DueAlarm, RequestContext, RequestOutcome } from '#core/writing/feature.ts';
import type { Consequence, Message } from '#core/players/message.ts';
import { findAlarm } from '#core/kernel/document-definition.ts';
import { type Changes, DAMAGED, type DocumentKey, type LoadedData, kindOf } from '#core/kernel/documents.ts';
import { type Attempt, attempt, stopForDamage } from '#core/kernel/loading.ts';
import type { Refused } from '#core/kernel/refusal.ts';
import { type State, createState } from '#core/kernel/state.ts';
import type { Proof } from '#core/mail/mail-sender.ts';
import { type MailPlan, openAdmission } from '#core/writing/mail-plan.ts';
import { compose } from '#core/writing/kinds/compose.ts';
import { decideMail } from './decide-mail.ts';
import { decidePagePost } from './page-post.ts';
import type { AuditedRequest, Request } from './request.ts';

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
  /** The reason why the act of an operator or a visitor failed. Absent: it was done, or there was none. */
  readonly refused?: Refused;
  /** Answers of servers that refused our mails because of us. The operator must know. */
  readonly policyRefusals?: readonly string[];
}

/** The outcome of a request, and who asked. */
interface DecidedRequest extends RequestOutcome {
  /** The sender of the mail that is answered. null: the request was not a mail. */
  readonly identity: Identity | null;
  readonly proof: Proof;
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
    stateBefore.requireDocuments(writtenKeys);
    for (const key of writtenKeys) {
      if (loaded.get(key) === DAMAGED) stopForDamage(key);
      readKeys.add(key);
    }
    return plan;
  });
}

function decideRequest(state: State, request: Request, context: RequestContext): DecidedRequest | null {
  if (request.kind === 'mail') return decideMail({ ...context, ...request }, state);
  if (request.kind === 'audited') return decideAudited(state, request, context);
  if (request.kind === 'page-post') {
    const decided = decidePagePost(request, context, state);
    return 'refused' in decided ? { ...NO_SENDER, messages: [], state, ...decided } : decided;
  }
  const handle = context.requests[request.kind] as Handler | undefined;
  const outcome =
    request.kind === 'alarm'
      ? decideAlarm(state, request, context)
      : must(handle, 'every kind of request has a handler')(state, request, context);
  return outcome === null ? null : { ...NO_SENDER, ...outcome };
}

type Handler = (state: State, request: Request, context: RequestContext) => RequestOutcome | null;

const NO_SENDER = { identity: null, proof: 'none' } as const;

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

function createPlan(
  { messages, state, identity, proof, refused, policyRefusals: refusals }: DecidedRequest,
  { mailSettings, commands, messageKinds, trust, now, cause, checkpoint }: RequestContext,
  readKeys: ReadonlySet<DocumentKey>,
): Plan {
  const token = identity?.token ?? null;
  const composeContext = {
    ...{ ...mailSettings, languages: mailSettings.templates, own: trust.own, sign: trust.sign },
    ...{ state, commands, messageKinds, now, cause, checkpoint, sender: identity?.sender ?? null },
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
