// The feature `operator`: acts of the operator, their log, and reports to the operator.
import { applyDecision } from '#core/board/acts/announce.ts';
import type { State } from '#core/kernel/state.ts';
import { createActorContext } from '#core/players/decision.ts';
import type { Feature, RequestContext, RequestOutcome } from '#core/writing/feature.ts';
import { type OperatorAct, carryOutOperatorAct } from './acts.ts';
import type { Consequence } from '#core/players/message.ts';
import { AUDIT_ENTRY } from './audit.ts';
import { messages } from './mails.ts';

/** An act of the operator on an account or a tournament. */
export interface OperatorRequest {
  readonly kind: 'operator-act';
  readonly act: OperatorAct;
}

/** Carries out an act of the operator. A refused act changes nothing. */
function decideOperatorAct(state: State, { act }: OperatorRequest, { now }: RequestContext): RequestOutcome {
  const context = createActorContext(state, now);
  const decision = carryOutOperatorAct(context, act);
  return decision.ok
    ? applyDecision(context, decision.value)
    : { messages: [], state, refused: decision.reason.refused };
}

/** A report to the operator. */
export interface OperatorReport {
  readonly kind: 'operator-report';
  /** The operator's address. */
  readonly address: string;
  /** The kind of the lines, as the Subject names it. */
  readonly about: string;
  readonly lines: readonly string[];
  /** The number of further lines. */
  readonly unlisted: number;
}

const buildReport = (state: State, { address, about, lines, unlisted }: OperatorReport): Consequence => ({
  messages: [{ kind: 'operator', to: { kind: 'address', address }, about, lines, unlisted }],
  state,
});

/** By code, the parts that the sentences of its refusals may use. */
const refusals = {
  'address-not-theirs': ['userid', 'address'],
  'address-last': ['userid'],
  'merge-same': ['userid'],
  'merge-boards': ['userid', 'most'],
  'merge-board': ['userid', 'game', 'number'],
} as const;

export const operator = {
  documents: { audit: AUDIT_ENTRY },
  requests: { 'operator-act': decideOperatorAct, 'operator-report': buildReport },
  refusals,
  messages,
} satisfies Feature;
