// What happened in a simulated year, counted, with a reason for each kind that need not occur.
import type { Account } from '#core/players/account.ts';
import type { DocumentKey, DocumentKind, Documents, Event } from '#core/kernel/documents.ts';
import type { Entry, Match } from '#core/board/match-document.ts';
import type { Stops } from '#core/board/clocks/stops.ts';
import { MESSAGE_KINDS } from '#core/features.ts';
import type { YearOutcome } from './year.ts';

/** One document before and after a commit. */
interface Difference<Kind extends DocumentKind> {
  readonly kind: Kind;
  readonly before: Documents[Kind] | null;
  readonly after: Documents[Kind] | null;
}

type Sign = (key: DocumentKey, before: unknown, after: unknown) => boolean;

/** A document of this kind was changed so. */
const changed =
  <Kind extends DocumentKind>(kind: Kind, isSo: (change: Difference<Kind>) => boolean): Sign =>
  (key, before, after) =>
    key.startsWith(`${kind}/`) &&
    isSo({ kind, before: before as Documents[Kind] | null, after: after as Documents[Kind] | null });

const opened = (kind: DocumentKind): Sign => changed(kind, ({ before }) => before === null);

/** A field of a document that was there is another value. */
const field = <Kind extends DocumentKind>(kind: Kind, name: keyof Documents[Kind]): Sign =>
  changed(kind, ({ before, after }) => before !== null && after !== null && before[name] !== after[name]);

const ofAccount = (name: keyof Account): Sign => field('account', name);
const ofMatch = (name: keyof Match): Sign => field('match', name);

const BESIDE: ReadonlySet<Entry['kind']> = new Set(['addtime', 'reminder', 'reminder-accepted', 'absence']);
const entriesOf = (match: Match | null): readonly Entry[] => match?.record ?? [];

/** What a commit added to a record. */
export const added = (before: Match | null, after: Match | null): readonly Entry[] =>
  entriesOf(after).slice(entriesOf(before).length);

const recorded = (isBeside: boolean): Sign =>
  changed(
    'match',
    ({ before, after }) => before !== null && added(before, after).some(({ kind }) => BESIDE.has(kind) === isBeside),
  );

const PROOFS = 'who somebody is has no time in it: test/core/abuse';

/** By what each event is known; a text says why it need not occur. */
export const EVENTS = {
  'account-opened': opened('account'),
  'address-confirmed': PROOFS,
  'addresses-wanted': PROOFS,
  'password-changed': PROOFS,
  'settings-changed': ofAccount('settings'),
  'chat-noticed': ofAccount('inChat'),
  'answer-changed': ofAccount('answers'),
  'people-listed': ofAccount('blocked'),
  'account-banned': 'the operator’s word has no time in it: test/core/operator.test.ts',
  'account-closed': changed('account', ({ before, after }) => before?.closed === false && after?.closed === true),
  'boards-left': ofAccount('leaves'),
  'match-opened': opened('match'),
  'seat-taken': ofMatch('players'),
  'match-continued': recorded(false),
  'moves-prepared': ofMatch('prepared'),
  'entries-noted': recorded(true),
  'match-woken': ofMatch('wake'),
  'calendar-changed': ofAccount('calendar'),
  'digest-changed': ofAccount('digest'),
  'stops-changed': changed(
    'stops',
    ({ before, after }) => lengths(before) < lengths(after) && (after?.pauses.length ?? 0) > 0,
  ),
  'subscribers-changed': opened('subscribers'),
  'subscriptions-changed': ofAccount('subscriptions'),
  'move-submitted': ofMatch('submitted'),
  'note-written': ofMatch('notes'),
  'thought-sealed': ofMatch('thoughts'),
  'rematch-opened': ofMatch('rematch'),
  'match-removed': changed(
    'match',
    ({ before, after }) => before?.state !== after?.state && after?.state === 'removed',
  ),
  'mail-parked': opened('parked'),
  'mail-released': changed('parked', ({ before, after }) => before?.spent === false && after?.spent === true),
  'mail-disowned': PROOFS,
  'address-refused': PROOFS,
  'account-locked': PROOFS,
  'password-used-from': PROOFS,
  'account-restored': PROOFS,
  'alert-raised': PROOFS,
  'alert-answered': PROOFS,
  charged: opened('quota'),
  refunded: 'what is given back leaves no trace: test/core/quota',
  'opted-out': opened('optout'),
  'feed-changed': 'no player there has a calendar program',
  'opted-in': 'nobody there takes back that they want no invitations',
  'reach-changed': ofAccount('bounced'),
  'seek-opened': opened('seek'),
  'seek-changed': changed('seek', ({ before, after }) => before !== null && after !== null),
  'seek-ended': changed('seek', ({ after }) => after === null),
  'first-move-drawn': ofAccount('begun'),
  'tournament-opened': 'a season has tournaments: npm run simulate:season',
  'tournament-changed': 'a season has tournaments: npm run simulate:season',
  'series-changed': 'a season has tournaments: npm run simulate:season',
  'documents-changed': 'what features write so has no time in it: test/core/forgetting, test/core/mailing.test.ts',
} satisfies Readonly<Record<NamedEvent | NamedChange, Sign | string>>;

type NamedEvent = Exclude<Event['kind'], 'account-changed' | 'match-changed' | 'parked-answered'>;

/** The changes that one kind of event can make. */
type NamedChange =
  | 'settings-changed'
  | 'chat-noticed'
  | 'answer-changed'
  | 'people-listed'
  | 'account-banned'
  | 'digest-changed'
  | 'feed-changed'
  | 'reach-changed'
  | 'subscriptions-changed'
  | 'match-woken'
  | 'move-submitted'
  | 'rematch-opened'
  | 'mail-released'
  | 'mail-disowned';

const lengths = (stops: Stops | null): number => (stops?.outages.length ?? 0) + (stops?.pauses.length ?? 0);

/** Every kind of entry. */
const ENTRIES = {
  move: true,
  swap: true,
  retire: true,
  proposal: true,
  vote: true,
  addtime: true,
  reminder: true,
  'reminder-accepted': true,
  absence: true,
  resume: true,
  thought: true,
} satisfies Readonly<Record<Entry['kind'], true>>;

/** More precisely than by its kind. */
export function entryName(entry: Entry): string {
  const detail = detailOf(entry);
  return detail === null ? entry.kind : `${entry.kind} ${detail}`;
}

function detailOf(entry: Entry): string | null {
  if ('isPrepared' in entry) return 'prepared';
  if (entry.kind === 'retire') return entry.why;
  if (entry.kind === 'proposal') return entry.what;
  if (entry.kind === 'vote') return entry.accepts ? 'accept' : 'reject';
  if (entry.kind === 'reminder') return typeof entry.what === 'number' ? 'chosen' : entry.what;
  return null;
}

/** Mails that need not occur, and why. */
export const RARE_MAILS: Readonly<Record<string, string>> = {
  alert: PROOFS,
  'confirm-address': PROOFS,
  'confirm-account': PROOFS,
  'confirm-password': PROOFS,
  help: 'says what is written down: golden sessions',
  message: 'words alone: golden sessions',
  operator: 'nothing went wrong',
  notice: 'the operator’s word has no time in it: test/core/operator.test.ts',
  quiet: 'nobody wrote without end: test/core/abuse',
  record: 'says what is written down: golden sessions',
  history: 'says what is written down: golden sessions',
  standings: 'says what is written down: golden sessions',
  'player-records': 'says what is written down: golden sessions',
  who: 'says what is written down: golden sessions',
  sentences: 'says what is written down: golden session 72',
  'seek-ended': 'nobody need seek in vain for a month: golden session 52',
  announcement: 'writing to everybody has no time in it: test/core/mailing.test.ts',
  broadcast: 'writing to everybody has no time in it: test/core/mailing.test.ts',
  settings: 'counted by its template, your-settings',
  tournament: 'a season has tournaments: npm run simulate:season',
  tournaments: 'says what is written down: golden sessions',
  'confirm-forget': 'nobody is forgotten in this year: golden session 58',
  privacy: 'says what is written down: golden session 58',
  export: 'says what is written down: golden session 57',
  unreadable: 'every mail could be read: test/service',
};

/** Boards that were taken out of the absence of a player. */
const claimedOf = (account: Account | null): number =>
  (account?.absences ?? []).reduce((sum, { claimed }) => sum + claimed.length, 0);

const CLAIM = 'claim that took effect';
const isClaim = changed('account', ({ before, after }) => claimedOf(before) < claimedOf(after));

/** Every count that must not be 0. */
export const EXPECTED: readonly string[] = [
  ...Object.entries(EVENTS).flatMap(([event, sign]) => (typeof sign === 'string' ? [] : [`event ${event}`])),
  ...Object.keys(ENTRIES)
    .filter(kind => !['retire', 'proposal', 'vote', 'reminder'].includes(kind))
    .map(kind => `entry ${kind}`),
  // Retiring as absent before everybody has moved is rare: test/core/clocks/absence.test.ts.
  ...['resigned', 'out-of-time'].map(why => `entry retire ${why}`),
  CLAIM,
  ...['undo', 'draw'].map(what => `entry proposal ${what}`),
  ...['accept', 'reject'].map(vote => `entry vote ${vote}`),
  ...['nag', 'last', 'chosen'].map(what => `entry reminder ${what}`),
  'entry move prepared',
  ...[...Object.keys(MESSAGE_KINDS), 'board', 'your-settings']
    .filter(kind => !(kind in RARE_MAILS))
    .map(kind => `mail ${kind}`),
];

export class Counts {
  readonly #counts = new Map<string, number>();

  add(what: string, count = 1): void {
    this.#counts.set(what, this.of(what) + count);
  }

  of(what: string): number {
    return this.#counts.get(what) ?? 0;
  }

  /** Those whose name begins so, most first. */
  under(prefix: string): readonly (readonly [name: string, count: number])[] {
    return [...this.#counts]
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, count]) => [name.slice(prefix.length), count] as const)
      .toSorted(([, a], [, b]) => b - a);
  }

  /** The events that a document tells of. */
  addEvents(key: DocumentKey, before: unknown, after: unknown): void {
    if (isClaim(key, before, after)) this.add(CLAIM);
    for (const [event, sign] of Object.entries(EVENTS))
      if (typeof sign !== 'string' && sign(key, before, after)) this.add(`event ${event}`);
  }
}

/** A line of a table: a name, as wide as that, and a value. */
export const row = (name: string, value: number | string, width = 26): string =>
  `  ${name.padEnd(width)}${String(value).padStart(10)}`;

function section(title: string, counts: Counts, prefix: string): readonly string[] {
  return ['', title, ...counts.under(prefix).map(([name, count]) => row(name, count))];
}

/** The share of matches that ended because somebody's time was over. */
export const shareOnTime = ({ watch: { counts }, matches }: YearOutcome): number =>
  (counts.of('end out-of-time') + counts.of('end declined by silence')) / matches;

/** A table that people like to read. The end of the text says what was not as it must be, if anything. */
export function summary(outcome: YearOutcome): string {
  const { watch, matches, days, missing } = outcome;
  const { counts, faults } = watch;
  const [busiest = '', most = 0] = [...watch.days].toSorted(([, a], [, b]) => b - a)[0] ?? [];
  const { user, system } = process.cpuUsage();
  return [
    row('matches', matches),
    row('mails sent', counts.of('mails')),
    row('reminders', counts.of('reminders')),
    row('lost on time', counts.of('forfeits')),
    row('digests', counts.of('mail digest')),
    row(`mails on ${busiest}`, most),
    row('days until all had ended', Math.round(days)),
    row('seconds of CPU time', Math.round((user + system) / 1e6)),
    `  ${(100 * shareOnTime(outcome)).toFixed(1)} % of the matches ended on time`,
    ...section('matches by end', counts, 'end '),
    ...section('entries of records', counts, 'entry '),
    ...section('events', counts, 'event '),
    ...section('mails written', counts, 'mail '),
    '',
    missing.length === 0 ? 'Every kind of thing occurred.' : `Never occurred: ${missing.join(', ')}`,
    faults.length === 0 ? 'Nothing was as it must not be.' : `${faults.length} faults:`,
    ...faults.slice(0, 40).map(fault => `  ${fault}`),
  ].join('\n');
}
