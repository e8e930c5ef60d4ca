// The feature `operator`: acts of the operator, their log, and reports to the operator.
import * as z from 'zod';
import { applyDecision } from '#core/board/acts/announce.ts';
import { type DocumentDefinition, type Stored, instant } from '#core/kernel/document-definition.ts';
import type { State } from '#core/kernel/state.ts';
import { DAY_MS } from '#core/kernel/time.ts';
import { createActorContext } from '#core/players/decision.ts';
import type { Consequence } from '#core/players/message.ts';
import { type MessageKind, accountToken, sayPhrase } from '#core/writing/compose-context.ts';
import type { Feature, RequestContext, RequestOutcome } from '#core/writing/feature.ts';
import { wrapParagraph } from '#core/writing/text.ts';
import type { Phrase } from '#games/kit/refusal.ts';
import { type OperatorAct, carryOutOperatorAct } from './acts.ts';

declare module '#core/kernel/documents.ts' {
  interface Documents {
    readonly audit: AuditEntry;
  }
}

const auditEntrySchema = z.object({
  at: instant,
  /** The name of the user of the machine who gave the command, as their program says it. */
  by: z.string(),
  /** The fields of the command, with their values as texts: `{ act: 'ban', userid: 'mallory', days: '30' }`. */
  facts: z.record(z.string(), z.string()),
});

export type AuditEntry = Stored<typeof auditEntrySchema>;

/** An entry is kept this long. */
const KEPT_DAYS = 730;

export const AUDIT_ENTRY: DocumentDefinition<'audit'> = {
  schema: auditEntrySchema,
  folder: 'audit',
  ifDamaged:
    'Put a copy from a backup in its place, or move the file away: what it told of the operator is then not known',
  isListedWhole: true,
  alarm: ({ at }) => at + KEPT_DAYS * DAY_MS,
  erase: (entry, { userid, pseudonym, addresses }) => {
    const erase = (value: string): string =>
      value === userid ? pseudonym : addresses.includes(value.toLowerCase()) ? '' : value;
    const facts = Object.fromEntries(Object.entries(entry.facts).map(([name, value]) => [name, erase(value)]));
    return JSON.stringify(facts) === JSON.stringify(entry.facts) ? entry : { ...entry, facts };
  },
};

/** The mails of the operator, and to the operator. */
interface Notice {
  readonly userid: string;
  /** The paragraphs of the mail. */
  readonly news: readonly Phrase[];
}

const notice: MessageKind<Notice> = {
  write: (context, { to, userid, news }) => ({
    subject: { code: 'subject-account', parts: { userid } },
    token: to.kind === 'address' ? accountToken(context, userid, to) : { kind: 'digest', userid },
    text: context.templates.render('notice.txt', {
      news: news.map(phrase => wrapParagraph(sayPhrase(context, phrase))),
    }),
  }),
};

const report: MessageKind<Pick<OperatorReport, 'about' | 'lines' | 'unlisted'>> = {
  charge: 'free',
  write: (context, { about, lines, unlisted }) => ({
    subject: `nexpost: ${about} on your server`,
    kindLetter: 'o',
    text: context.templates.render('operator.txt', { lines, unlisted }),
  }),
};

export const messages = { notice, operator: report };

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
  /** The kind of the lines, as the Subject names it: `service-ill store`, `mail-failed`. */
  readonly about: string;
  readonly lines: readonly string[];
  /** The number of further lines. */
  readonly unlisted: number;
}

const buildReport = (state: State, { address, about, lines, unlisted }: OperatorReport): Consequence => ({
  messages: [{ kind: 'operator', to: { kind: 'address', address }, about, lines, unlisted }],
  state,
});

export const operator = {
  documents: { audit: AUDIT_ENTRY },
  requests: { 'operator-act': decideOperatorAct, 'operator-report': buildReport },
  refusals: {
    'address-not-theirs': ['userid', 'address'],
    'address-last': ['userid'],
    'merge-same': ['userid'],
    'merge-boards': ['userid', 'most'],
    'merge-board': ['userid', 'game', 'number'],
  } as const,
} satisfies Feature;
