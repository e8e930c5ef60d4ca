// The list of features. Everything that a service offers is joined here.
import { COMMANDS } from './desk/commands/index.ts';
import type { Request } from './desk/decide/request.ts';
import type { AlarmHandlers, Feature, RequestContext, RequestOutcome } from './writing/feature.ts';
import { OWN_EFFECTS } from './board/acts/events.ts';
import { accounts } from './features/accounts/index.ts';
import { boards } from './features/boards/index.ts';
import { playingAgain } from './features/again/index.ts';
import { bounces, messages as bounceMails } from './features/bounces/index.ts';
import { calendar, messages as calendarMails } from './features/calendar/index.ts';
import { clubs, messages as clubMails } from './features/clubs/index.ts';
import { digest, messages as digestMails } from './features/digest/index.ts';
import { forgetting } from './features/forgetting/index.ts';
import { messages as forgettingMails } from './features/forgetting/forgetting.ts';
import { help, sortCommands, messages as helpMails } from './features/help/index.ts';
import { holidays } from './features/holidays/index.ts';
import { ledger } from './features/ledger/index.ts';
import { mailings, messages as mailingMails } from './features/mailings/index.ts';
import { operator, messages as operatorMails } from './features/operator/index.ts';
import { pair } from './features/pair/index.ts';
import { prepared } from './features/prepared/index.ts';
import { problems } from './features/problems/index.ts';
import { ratings } from './features/ratings/index.ts';
import { records, messages as recordMails } from './features/records/index.ts';
import { renaming } from './features/renaming/index.ts';
import { seeks } from './features/seeks/index.ts';
import { messages as seekMails } from './features/seeks/mails.ts';
import { settings, messages as settingMails } from './features/settings/index.ts';
import { standings, messages as standingMails } from './features/standings/index.ts';
import { subscriptions } from './features/subscriptions/index.ts';
import { suspend } from './features/suspend/index.ts';
import { teaching } from './features/teaching/index.ts';
import { thoughts } from './features/thoughts/index.ts';
import { tournaments } from './features/tournaments/index.ts';
import { messages as tournamentMails } from './features/tournaments/mails.ts';
import { type DocumentDefinitions, findAlarm, findLists, findPublicView } from './kernel/document-definition.ts';
import type { Document, DocumentKey, ListName } from './kernel/documents.ts';
import { type CoreRefusal, REFUSALS as CORE_REFUSALS } from './kernel/refusal.ts';
import type { Effects, State } from './kernel/state.ts';
import type { Instant } from './kernel/time.ts';
import type { Command } from './language/command.ts';
import { type MailsOf, type MessageKinds, addParagraphs } from './writing/compose-context.ts';
import { KINDS } from './writing/kinds/index.ts';

/** Their reactions run in this order: each sees the changes of those before it. */
const FEATURES = [
  ratings,
  seeks,
  tournaments,
  pair,
  suspend,
  thoughts,
  boards,
  digest,
  clubs,
  accounts,
  help,
  settings,
  calendar,
  holidays,
  standings,
  subscriptions,
  prepared,
  playingAgain,
  problems,
  bounces,
  records,
  ledger,
  mailings,
  forgetting,
  renaming,
  operator,
  teaching,
] as const satisfies readonly Feature[];

/** All members of this name in one, with the types of the parts. */
type Joined<Name extends keyof Feature> = JoinedParts<Extract<(typeof FEATURES)[number], Record<Name, object>>[Name]>;
type JoinedParts<Parts> = (Parts extends object ? (part: Parts) => void : never) extends (all: infer All) => void
  ? All
  : never;

type AllRefusals = Joined<'refusals'>;

declare module './kernel/refusal.ts' {
  interface FeatureRefusals extends AllRefusals {}
}

/** The kinds of mail that the features send. */
const MAILS = {
  ...bounceMails,
  ...calendarMails,
  ...clubMails,
  ...digestMails,
  ...forgettingMails,
  ...helpMails,
  ...mailingMails,
  ...operatorMails,
  ...recordMails,
  ...seekMails,
  ...settingMails,
  ...standingMails,
  ...tournamentMails,
};

declare module './players/message.ts' {
  interface MessageFields extends MailsOf<typeof MAILS> {}
}

/** A handler for each kind of request but those that `decide` handles itself. */
type HandlersOfAll = {
  readonly [Kind in Exclude<Request['kind'], 'mail' | 'alarm' | 'audited' | 'page-post'>]: (
    state: State,
    request: Extract<Request, { readonly kind: Kind }>,
    context: RequestContext,
  ) => RequestOutcome | null;
};

const join = <Name extends keyof Feature>(name: Name): Joined<Name> =>
  Object.assign({}, ...FEATURES.map((feature: Feature) => feature[name])) as Joined<Name>;

const EVERY: readonly Feature[] = FEATURES;

/** How each kind of document is stored, read and erased. */
export const DOCUMENTS: DocumentDefinitions = join('documents');

/** What each event does to the documents. */
const EFFECTS: Effects = { ...OWN_EFFECTS, ...join('effects') };

/** How each kind of mail is written. */
export const MESSAGE_KINDS: MessageKinds = EVERY.reduce(
  (kinds: MessageKinds, { additions }) => (additions === undefined ? kinds : addParagraphs(kinds, additions)),
  { ...KINDS, ...MAILS },
);

/** All refusals but those of games. */
export const REFUSALS: Readonly<Record<CoreRefusal, readonly string[]>> = { ...CORE_REFUSALS, ...join('refusals') };

export const commands: readonly Command[] = sortCommands([
  ...COMMANDS,
  ...EVERY.flatMap(feature => feature.commands ?? []),
]).map(command => EVERY.reduce((adapted, { adapt }) => adapt?.(adapted) ?? adapted, command));

/** The pages of the features. Those of the service itself are in core/desk/pages. */
export const FEATURE_PAGES = EVERY.flatMap(({ pages }) => pages ?? []);

/** What every service offers, whatever its settings are. */
export const DEFINITIONS = { documents: DOCUMENTS, effects: EFFECTS, commands };
export const SERVICE_OFFER = {
  ...DEFINITIONS,
  messageKinds: MESSAGE_KINDS,
  alarms: join('alarms') as AlarmHandlers,
  requests: join('requests') satisfies HandlersOfAll,
  acceptors: join('acceptors'),
  reactions: EVERY.flatMap(({ reaction }) => reaction ?? []),
  postponements: EVERY.flatMap(({ postponement }) => postponement ?? []),
};

/** When a document must be checked again. null: never. */
export const alarmOf = (key: DocumentKey, document: Document): Instant | null => findAlarm(DOCUMENTS, key, document);

/** The lists that a document is in. */
export const listNames = (key: DocumentKey, document: Document): readonly ListName[] =>
  findLists(DOCUMENTS, key, document);

/** The public part of a document. null: no page is made from it. */
export const publicView = (key: DocumentKey, document: Document): Document | null =>
  findPublicView(DOCUMENTS, key, document);
