// The events of accounts, boards and limits, and how each changes the documents.
import { must } from '#games/kit/assert.ts';
import { lookUp } from '#games/kit/look-up.ts';
import type { Reach } from '../players/deliverability.ts';
import type { PlayerSettings } from '../players/settings.ts';
import type { CalendarChange } from '../kernel/calendar.ts';
import { STOPS, type Stops } from '../board/clocks/stops.ts';
import { limits } from '../kernel/limits.ts';
import { setNote } from '../board/notes-kept.ts';
import { requireGame, isAwaited, matchStateWith } from '../board/match.ts';
import { type Charge, refund, spend, removeUses } from '../players/quota.ts';
import { accountGuessCharge } from '../players/quota-rules.ts';
import { DAY_MS, type Instant } from '../kernel/time.ts';
import type { DocumentChange, Event } from '../kernel/event.ts';
import type { Effects, State } from '../kernel/state.ts';
import type { Account, DigestState, StandingAnswer, Subscription } from '../players/account.ts';
import type { Alert, ParkedMail } from '../players/confirmations.ts';
import type { Comment, Entry, Match, Prepared, Submitted, Subscriber } from '../board/match-document.ts';
import { matchKey, type MatchRef } from '../kernel/documents.ts';

declare module '../kernel/event.ts' {
  interface Events {
    readonly 'account-opened': { readonly account: Account };
    readonly 'address-confirmed': { readonly userid: string; readonly address: string };
    readonly 'addresses-wanted': { readonly userid: string; readonly addresses: readonly string[] };
    readonly 'password-changed': { readonly userid: string; readonly passwordHash: string | null };
    readonly 'settings-changed': { readonly userid: string; readonly settings: PlayerSettings };
    /** The account's mails come from a chat program now, or no longer do. */
    readonly 'chat-noticed': { readonly userid: string; readonly inChat: boolean };
    readonly 'answer-changed': { readonly userid: string; readonly game: string; readonly answer: StandingAnswer };
    readonly 'blocks-changed': { readonly userid: string; readonly blocked: readonly string[] };
    /** `leaves`: when the running boards are resigned; null: they are. */
    readonly 'account-closed': { readonly userid: string; readonly leaves: Instant | null };
    /** The boards of a closed account are resigned, or the account is checked again at `leaves`. */
    readonly 'boards-left': { readonly userid: string; readonly leaves: Instant | null };
    readonly 'account-banned': { readonly userid: string; readonly ban: Exclude<Account['ban'], undefined> };
    readonly 'match-opened': { readonly match: Match };
    readonly 'seat-taken': {
      readonly match: MatchRef;
      readonly player: number;
      readonly userid: string;
      readonly at: Instant;
    };
    readonly 'match-continued': {
      readonly match: MatchRef;
      /** The whole record, the new entry at its end. */
      readonly record: readonly Entry[];
      readonly comment: Comment | null;
      readonly over: boolean;
    };
    /** All that players of this board have prepared from now on. */
    readonly 'moves-prepared': { readonly match: MatchRef; readonly prepared: readonly Prepared[] };
    /** Beside the game: what was sent, given, or kept somebody away. */
    readonly 'entries-noted': { readonly match: MatchRef; readonly entries: readonly Entry[] };
    /** When the board must be checked again. */
    readonly 'match-woken': { readonly match: MatchRef; readonly wake: Instant | null };
    readonly 'calendar-changed': { readonly userid: string; readonly changes: readonly CalendarChange[] };
    readonly 'digest-changed': { readonly userid: string; readonly digest: DigestState };
    readonly 'reach-changed': { readonly userid: string; readonly reach: Reach };
    readonly 'stops-changed': { readonly stops: Stops };
    /** Everybody who follows it from now on. */
    readonly 'subscribers-changed': { readonly to: Subscription; readonly list: readonly Subscriber[] };
    readonly 'subscriptions-changed': {
      readonly userid: string;
      readonly subscriptions: readonly Subscription[];
    };
    readonly 'move-submitted': { readonly match: MatchRef; readonly submitted: Submitted };
    /** null: it is thrown away. */
    readonly 'note-written': { readonly match: MatchRef; readonly userid: string; readonly note: string | null };
    readonly 'rematch-opened': { readonly match: MatchRef; readonly number: number };
    readonly 'match-removed': { readonly match: MatchRef; readonly comment: Comment | null };
    readonly 'mail-parked': { readonly id: string; readonly mail: ParkedMail };
    readonly 'mail-released': { readonly id: string; readonly at: Instant };
    readonly 'mail-disowned': { readonly id: string };
    readonly 'address-refused': { readonly userid: string; readonly address: string };
    readonly 'account-locked': { readonly userid: string; readonly locked: boolean };
    readonly 'password-used-from': { readonly userid: string; readonly address: string };
    /** As it was before a change its owner does not want: these addresses, no password. `restorable`: what may still be restored. */
    readonly 'account-restored': Pick<Account, 'userid' | 'addresses' | 'restorable'>;
    readonly 'alert-raised': { readonly id: string; readonly alert: Alert };
    readonly 'alert-answered': { readonly id: string };
    readonly charged: { readonly charges: readonly Charge[]; readonly at: Instant };
    /** What each was charged at that instant is given back. */
    readonly refunded: { readonly charges: readonly Charge[]; readonly at: Instant };
    readonly 'opted-out': { readonly address: string; readonly at: Instant };
    readonly 'opted-in': { readonly ids: readonly string[] };
    /** Documents of a feature are written as they are; null: dropped. */
    readonly 'documents-changed': { readonly documents: readonly DocumentChange[] };
    /** The player who moves first at a board from seeks. */
    readonly 'first-move-drawn': { readonly userid: string; readonly game: string };
  }
}

/** What each event does to the documents. */
export const OWN_EFFECTS = {
  'account-opened': (_, { account }) => [
    [`account/${account.userid}`, account],
    ...owners(account.addresses, account.userid),
  ],
  'address-confirmed': (state, { userid, address }) => confirmed(accountOf(state, userid), address),
  'address-refused': (state, { userid, address }) => refusedAddress(accountOf(state, userid), address),
  'addresses-wanted': (state, { userid, addresses }) => settle(accountOf(state, userid), addresses),
  'password-changed': (state, { userid, passwordHash }) => [
    changedAccount(state, userid, { passwordHash, locked: false }),
  ],
  'password-used-from': (state, { userid, address }) => [
    changedAccount(state, userid, {
      passwordFrom: [...accountOf(state, userid).passwordFrom, address].slice(-limits.passwordOrigins),
    }),
  ],
  'settings-changed': (state, { userid, settings }) => [changedAccount(state, userid, { settings })],
  'chat-noticed': (state, { userid, inChat }) => [changedAccount(state, userid, { inChat })],
  'account-locked': (state, { userid, locked }) => [
    changedAccount(state, userid, { locked }),
    ...(locked ? [] : guessesForgotten(state, userid)),
  ],
  'answer-changed': (state, { userid, game, answer }) => [
    changedAccount(state, userid, { answers: { ...accountOf(state, userid).answers, [game]: answer } }),
  ],
  'blocks-changed': (state, { userid, blocked }) => [changedAccount(state, userid, { blocked })],
  'account-banned': (state, { userid, ban }) => [changedAccount(state, userid, { ban })],
  'account-restored': restored,
  'boards-left': (state, { userid, leaves }) => [leavingAt(accountOf(state, userid), leaves)],
  'account-closed': (state, { userid, leaves }) => [
    closedFrom(accountOf(state, userid), leaves),
    ...owners(accountOf(state, userid).addresses, null),
  ],
  'match-opened': (_, { match }) => [
    [matchKey(match), match],
    [`counter/${match.game}`, { next: match.number + 1 }],
  ],
  'seat-taken': (state, { match, player, userid, at }) => [
    [matchKey(match), seated(matchOf(state, match), player, userid, at)],
  ],
  'match-continued': (state, { match, record, comment, over }) => [
    [
      matchKey(match),
      over
        ? { ...preparing(matchOf(state, match), []), record, comment, state: 'over' }
        : { ...matchOf(state, match), record, comment, state: 'active' },
    ],
  ],
  'entries-noted': (state, { match, entries }) => [[matchKey(match), noted(state, matchOf(state, match), entries)]],
  'match-woken': (state, { match, wake }) => [[matchKey(match), { ...matchOf(state, match), wake }]],
  'calendar-changed': (state, { userid, changes }) => [
    changedAccount(state, userid, { calendar: [...(accountOf(state, userid).calendar ?? []), ...changes] }),
  ],
  'digest-changed': (state, { userid, digest }) => [changedAccount(state, userid, { digest })],
  'reach-changed': (state, { userid, reach }) => [changedAccount(state, userid, reach)],
  'stops-changed': (_, { stops }) => [[`stops/${STOPS}`, stops]],
  'subscribers-changed': (state, { to, list }) => [withSubscribers(state, to, list)],
  'subscriptions-changed': (state, { userid, subscriptions }) => [changedAccount(state, userid, { subscriptions })],
  'move-submitted': (state, { match, submitted }) => [[matchKey(match), { ...matchOf(state, match), submitted }]],
  'note-written': (state, { match, userid, note }) => [[matchKey(match), setNote(matchOf(state, match), userid, note)]],
  'rematch-opened': (state, { match, number }) => [[matchKey(match), { ...matchOf(state, match), rematch: number }]],
  'moves-prepared': (state, { match, prepared }) => [[matchKey(match), preparing(matchOf(state, match), prepared)]],
  'match-removed': (state, { match, comment }) => [
    [matchKey(match), { ...preparing(matchOf(state, match), []), comment, state: 'removed' }],
  ],
  'mail-parked': (_, { id, mail }) => [[`parked/${id}`, mail]],
  'mail-released': (state, { id }) => [spentMail(state, id)],
  'mail-disowned': (state, { id }) => [spentMail(state, id)],
  'alert-raised': (state, { id, alert }) => [[`alert/${id}`, alert], ...remembered(state, alert)],
  'alert-answered': (state, { id }) => [spentAlert(state, id)],
  'opted-out': (_, { address, at }) => [[`optout/${address}`, { at }]],
  'opted-in': (_, { ids }) => ids.map(id => [`optout/${id}`, null]),
  'documents-changed': (_, { documents }) => documents,
  'first-move-drawn': (state, { userid, game }) => {
    const { begun = {} } = accountOf(state, userid);
    return [changedAccount(state, userid, { begun: { ...begun, [game]: (lookUp(begun, game) ?? 0) + 1 } })];
  },
  charged: (state, { charges, at }) => [...charges.reduce((sofar, charge) => spend(sofar, charge, at), state).changes],
  refunded: (state, { charges, at }) => [
    ...charges.reduce((sofar, charge) => refund(sofar, charge, at), state).changes,
  ],
} satisfies Partial<Effects>;

/** An answered parked mail is emptied: only the fact that it was answered is kept. */
const spentMail = (state: State, id: string): DocumentChange => [
  `parked/${id}`,
  { ...must(state.get(`parked/${id}`), 'a mail answered for is parked'), spent: true, subject: '', text: '' },
];

function spentAlert(state: State, id: string): DocumentChange {
  const { passwordHash: _, ...alert } = must(state.get(`alert/${id}`), 'an answered alert was raised');
  return [`alert/${id}`, { ...alert, spent: true }];
}

const matchOf = (state: State, { game, number }: MatchRef): Match =>
  must(state.match({ game, number }), 'a match that goes on exists');

const preparing = ({ prepared: _, ...match }: Match, prepared: readonly Prepared[]): Match =>
  prepared.length === 0 ? match : { ...match, prepared };

/** The clock begins when the last of them has sat down. */
function seated(match: Match, index: number, userid: string, now: Instant): Match {
  const players = match.players.map((player, at) => (at === index ? { kind: 'account' as const, userid } : player));
  const isComplete = !players.some(isAwaited);
  if (!isComplete) return { ...match, players };
  // A copy: what is remembered of the record counts its time from another beginning.
  return { ...match, players, record: [...match.record], state: 'active', begun: now };
}

/** What is beside the game changes nothing of it. */
const noted = (state: State, match: Match, entries: readonly Entry[]): Match =>
  entries.reduce(
    (sofar, entry) => ({ ...sofar, record: matchStateWith(requireGame(state, sofar), sofar, entry).record }),
    match,
  );

function withSubscribers(state: State, to: Subscription, list: readonly Subscriber[]): DocumentChange {
  if (to.kind === 'board') return [matchKey(to.match), { ...matchOf(state, to.match), subscribers: list }];
  const others = (state.get(`subscribers/${to.of}`)?.list ?? []).filter(({ game }) => game !== to.game);
  const all = [...others, ...list.map(each => ({ ...each, game: to.game }))];
  return [`subscribers/${to.of}`, all.length === 0 ? null : { list: all }];
}

const accountOf = (state: State, userid: string): Account => must(state.account(userid), `account ${userid} exists`);

const changedAccount = (state: State, userid: string, change: Partial<Account>): DocumentChange => [
  `account/${userid}`,
  { ...accountOf(state, userid), ...change },
];

const closedFrom = (account: Account, leaves: Instant | null): DocumentChange =>
  leavingAt(
    {
      ...{ ...account, closed: true, addresses: [], wanted: null, passwordHash: null },
      leftFrom: account.addresses,
    },
    leaves,
  );

function leavingAt(account: Account, leaves: Instant | null): DocumentChange {
  const { leaves: _, leftFrom: __, ...left } = account;
  return [`account/${account.userid}`, leaves === null ? left : { ...account, leaves }];
}

const owners = (addresses: readonly string[], userid: string | null): readonly DocumentChange[] =>
  addresses.map((address): DocumentChange => [`address/${address}`, { userid }]);

/** Adds the address at once. The old ones are dropped when all wanted addresses are confirmed, so that an account always has one. */
function confirmed(account: Account, address: string): readonly DocumentChange[] {
  const held = account.addresses.includes(address) ? account.addresses : [...account.addresses, address];
  return settle({ ...account, addresses: held }, account.wanted ?? held);
}

/** An address said no: it is not waited for any longer. */
function refusedAddress(account: Account, address: string): readonly DocumentChange[] {
  const left = (account.wanted ?? []).filter(each => each !== address);
  return left.length === 0 ? [[`account/${account.userid}`, { ...account, wanted: null }]] : settle(account, left);
}

/** The first change of these days decides what can be restored, so that later changes do not weaken the owner's reply. */
function remembered(state: State, { kind, account, told, at }: Alert): readonly DocumentChange[] {
  const held = accountOf(state, account).restorable;
  const isNew = kind === 'change' && (held === null || at > held.at + limits.undoDays * DAY_MS);
  return isNew ? [changedAccount(state, account, { restorable: { addresses: told, at } })] : [];
}

/** Unlocked, an account bears as many wrong passwords again. */
function guessesForgotten(state: State, userid: string): readonly DocumentChange[] {
  const { id, rule } = accountGuessCharge(userid);
  const quota = state.get(`quota/${id}`);
  return quota === null ? [] : [[`quota/${id}`, removeUses(quota, rule)]];
}

function restored(
  state: State,
  { userid, addresses, restorable }: Event<'account-restored'>,
): readonly DocumentChange[] {
  const gone = accountOf(state, userid).addresses.filter(address => !addresses.includes(address));
  const open = { addresses, wanted: null, passwordHash: null, locked: false, closed: false, restorable };
  return [
    leavingAt({ ...accountOf(state, userid), ...open }, null),
    ...[...owners(addresses, userid), ...owners(gone, null)],
  ];
}

function settle(account: Account, asked: readonly string[]): readonly DocumentChange[] {
  const complete = asked.every(address => account.addresses.includes(address));
  const kept = complete ? asked : account.addresses;
  const dropped = account.addresses.filter(address => !kept.includes(address));
  return [
    [`account/${account.userid}`, { ...account, addresses: kept, wanted: complete ? null : asked }],
    ...owners(kept, account.userid),
    ...owners(dropped, null),
  ];
}
