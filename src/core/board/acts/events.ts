// The events of accounts, boards and limits, and how each changes the documents.
import { must } from '#games/kit/assert.ts';
import { lookUp } from '#games/kit/look-up.ts';
import type { Account, Subscription } from '#core/players/account.ts';
import type { CalendarChange } from '#core/kernel/calendar.ts';
import { STOPS, type Stops } from '../clocks/stops.ts';
import { limits } from '#core/kernel/limits.ts';
import { type Comment, type Entry, type Match, type Prepared, type Subscriber, setNote } from '../match-document.ts';
import { addToRecord, isAwaited, openMatch, type LoadedMatch } from '../match.ts';
import { type Charge, refund, removeUses, spend } from '#core/players/quota.ts';
import { accountGuessCharge } from '#core/players/quota-rules.ts';
import { DAY_MS, type Instant } from '#core/kernel/time.ts';
import { type DocumentChange, type Event, type MatchRef, matchKey, refOf } from '#core/kernel/documents.ts';
import type { Effects, State } from '#core/kernel/state.ts';
import type { Alert, ParkedMail } from '#core/players/confirmations.ts';

declare module '#core/kernel/documents.ts' {
  interface Events {
    readonly 'account-opened': { readonly account: Account };
    readonly 'address-confirmed': { readonly userid: string; readonly address: string };
    readonly 'addresses-wanted': { readonly userid: string; readonly addresses: readonly string[] };
    readonly 'password-changed': { readonly userid: string; readonly passwordHash: string | null };
    /** Fields of the account have these values from now on. */
    readonly 'account-changed': { readonly userid: string; readonly change: Partial<Account> };
    /** `leaves`: when the running boards will be resigned. null: they are resigned already. */
    readonly 'account-closed': { readonly userid: string; readonly leaves: Instant | null };
    /** The boards of a closed account are resigned, or the account is checked again at `leaves`. */
    readonly 'boards-left': { readonly userid: string; readonly leaves: Instant | null };
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
    /** `prepared`: all prepared moves of the board from now on. */
    readonly 'moves-prepared': { readonly match: MatchRef; readonly prepared: readonly Prepared[] };
    /** Entries beside the game: reminders, given time, absences. */
    readonly 'entries-noted': {
      readonly match: MatchRef;
      readonly entries: readonly Entry[];
      /** The words with them. Absent: the comment stays as it is. */
      readonly comment?: Comment;
    };
    /** Fields of the board have these values from now on. */
    readonly 'match-changed': {
      readonly match: MatchRef;
      readonly change: Pick<Match, 'rematch' | 'submitted' | 'wake'>;
    };
    readonly 'calendar-changed': { readonly userid: string; readonly changes: readonly CalendarChange[] };
    readonly 'stops-changed': { readonly stops: Stops };
    /** `list`: all followers from now on. */
    readonly 'subscribers-changed': { readonly to: Subscription; readonly list: readonly Subscriber[] };
    /** `note` null: the note is deleted. */
    readonly 'note-written': { readonly match: MatchRef; readonly userid: string; readonly note: string | null };
    readonly 'match-removed': { readonly match: MatchRef; readonly comment: Comment | null };
    readonly 'mail-parked': { readonly id: string; readonly mail: ParkedMail };
    readonly 'parked-answered': { readonly id: string };
    readonly 'address-refused': { readonly userid: string; readonly address: string };
    readonly 'account-locked': { readonly userid: string; readonly locked: boolean };
    readonly 'password-used-from': { readonly userid: string; readonly address: string };
    /** A change of the account is undone: it has these addresses, and no password. `restorable`: what may still be restored. */
    readonly 'account-restored': Pick<Account, 'userid' | 'addresses' | 'restorable'>;
    readonly 'alert-raised': { readonly id: string; readonly alert: Alert };
    readonly 'alert-answered': { readonly id: string };
    readonly charged: { readonly charges: readonly Charge[]; readonly at: Instant };
    /** The charges made at that instant are taken back. */
    readonly refunded: { readonly charges: readonly Charge[]; readonly at: Instant };
    readonly 'opted-out': { readonly address: string; readonly at: Instant };
    readonly 'opted-in': { readonly ids: readonly string[] };
    /** Documents of a feature are written. null: the document is deleted. */
    readonly 'documents-changed': { readonly documents: readonly DocumentChange[] };
    /** The player who moves first at a board from seeks. */
    readonly 'first-move-drawn': { readonly userid: string; readonly game: string };
  }
}

/** The effect of each event on the documents. */
export const OWN_EFFECTS = {
  'account-opened': (_, { account }) => [
    [`account/${account.userid}`, account],
    ...setOwners(account.addresses, account.userid),
  ],
  'address-confirmed': (state, { userid, address }) => {
    // Adds the address at once. The old ones are dropped when all wanted addresses are confirmed, so that an account always has one.
    const account = accountOf(state, userid);
    const heldAddresses = account.addresses.includes(address) ? account.addresses : [...account.addresses, address];
    return settleAddresses({ ...account, addresses: heldAddresses }, account.wanted ?? heldAddresses);
  },
  'address-refused': (state, { userid, address }) => {
    // Removes an address that refused from the wanted ones.
    const account = accountOf(state, userid);
    const remainingAddresses = (account.wanted ?? []).filter(each => each !== address);
    return remainingAddresses.length === 0
      ? [[`account/${account.userid}`, { ...account, wanted: null }]]
      : settleAddresses(account, remainingAddresses);
  },
  'addresses-wanted': (state, { userid, addresses }) => settleAddresses(accountOf(state, userid), addresses),
  'password-changed': (state, { userid, passwordHash }) => [
    changeAccount(state, userid, { passwordHash, locked: false }),
  ],
  'password-used-from': (state, { userid, address }) => [
    changeAccount(state, userid, {
      passwordFrom: [...accountOf(state, userid).passwordFrom, address].slice(-limits.passwordOrigins),
    }),
  ],
  'account-locked': (state, { userid, locked }) => [
    changeAccount(state, userid, { locked }),
    ...(locked ? [] : removeGuesses(state, userid)),
  ],
  'account-changed': (state, { userid, change }) => [changeAccount(state, userid, change)],
  'account-restored': restoreAccount,
  'boards-left': (state, { userid, leaves }) => [setLeaves(accountOf(state, userid), leaves)],
  'account-closed': (state, { userid, leaves }) => [
    closeAccount(accountOf(state, userid), leaves),
    ...setOwners(accountOf(state, userid).addresses, null),
  ],
  'match-opened': (_, { match }) => [
    [matchKey(match), match],
    [`counter/${match.game}`, { next: match.number + 1 }],
  ],
  'seat-taken': (state, { match, player, userid, at }) => [
    [matchKey(match), takeSeat(matchOf(state, match), player, userid, at)],
  ],
  'match-continued': (state, { match, record, comment, over }) => [
    [
      matchKey(match),
      over
        ? { ...setPrepared(matchOf(state, match), []), record, comment, state: 'over' }
        : { ...matchOf(state, match), record, comment, state: 'active' },
    ],
  ],
  'entries-noted': (state, { match, entries, comment }) => [
    [
      matchKey(match),
      { ...addEntries(state, matchOf(state, match), entries), ...(comment === undefined ? {} : { comment }) },
    ],
  ],
  'match-changed': (state, { match, change }) => [[matchKey(match), { ...matchOf(state, match), ...change }]],
  'calendar-changed': (state, { userid, changes }) => [
    changeAccount(state, userid, { calendar: [...(accountOf(state, userid).calendar ?? []), ...changes] }),
  ],
  'stops-changed': (_, { stops }) => [[`stops/${STOPS}`, stops]],
  'subscribers-changed': (state, { to, list }) => [setSubscribers(state, to, list)],
  'note-written': (state, { match, userid, note }) => [[matchKey(match), setNote(matchOf(state, match), userid, note)]],
  'moves-prepared': (state, { match, prepared }) => [[matchKey(match), setPrepared(matchOf(state, match), prepared)]],
  'match-removed': (state, { match, comment }) => [
    [matchKey(match), { ...setPrepared(matchOf(state, match), []), comment, state: 'removed' }],
  ],
  'mail-parked': (_, { id, mail }) => [[`parked/${id}`, mail]],
  'parked-answered': (state, { id }) => [emptyParkedMail(state, id)],
  'alert-raised': (state, { id, alert }) => [[`alert/${id}`, alert], ...rememberAddresses(state, alert)],
  'alert-answered': (state, { id }) => [spendAlert(state, id)],
  'opted-out': (_, { address, at }) => [[`optout/${address}`, { at }]],
  'opted-in': (_, { ids }) => ids.map(id => [`optout/${id}`, null]),
  'documents-changed': (_, { documents }) => documents,
  'first-move-drawn': (state, { userid, game }) => {
    const { begun = {} } = accountOf(state, userid);
    return [changeAccount(state, userid, { begun: { ...begun, [game]: (lookUp(begun, game) ?? 0) + 1 } })];
  },
  charged: (state, { charges, at }) => [
    ...charges.reduce((changedState, charge) => spend(changedState, charge, at), state).changes,
  ],
  refunded: (state, { charges, at }) => [
    ...charges.reduce((changedState, charge) => refund(changedState, charge, at), state).changes,
  ],
} satisfies Partial<Effects>;

/** The event of an act in the game. The board is as after it. */
export const extendMatch = (
  { match, matchState }: Pick<LoadedMatch, 'match' | 'matchState'>,
  comment: Comment | null,
): Event => ({
  ...{ kind: 'match-continued', match: refOf(match), record: match.record },
  ...{ comment, over: matchState.outcome !== null },
});

/** The event that sets when a board must be checked again. null: never. */
export const wakeBoard = ({ game, number }: MatchRef, wake: Instant | null): Event => ({
  ...{ kind: 'match-changed', match: { game, number }, change: { wake } },
});

/** An answered parked mail is emptied: only the fact that it was answered is kept. */
const emptyParkedMail = (state: State, id: string): DocumentChange => [
  `parked/${id}`,
  { ...must(state.get(`parked/${id}`), 'a mail answered for is parked'), spent: true, subject: '', text: '' },
];

function spendAlert(state: State, id: string): DocumentChange {
  const { passwordHash: _, ...alert } = must(state.get(`alert/${id}`), 'an answered alert was raised');
  return [`alert/${id}`, { ...alert, spent: true }];
}

const matchOf = (state: State, { game, number }: MatchRef): Match =>
  must(state.match({ game, number }), 'a match that goes on exists');

const setPrepared = ({ prepared: _, ...match }: Match, prepared: readonly Prepared[]): Match =>
  prepared.length === 0 ? match : { ...match, prepared };

/** Seats an account. The game begins when all players have accepted. */
function takeSeat(match: Match, index: number, userid: string, now: Instant): Match {
  const players = match.players.map((player, seat) => (seat === index ? { kind: 'account' as const, userid } : player));
  const isComplete = !players.some(isAwaited);
  if (!isComplete) return { ...match, players };
  // The record is copied, because the state cached for the old record counts time from an earlier beginning.
  return { ...match, players, record: [...match.record], state: 'active', begun: now };
}

/** Adds entries that are beside the game. */
const addEntries = (state: State, match: Match, entries: readonly Entry[]): Match =>
  entries.reduce(addToRecord, openMatch(state, match)).match;

function setSubscribers(state: State, to: Subscription, list: readonly Subscriber[]): DocumentChange {
  if (to.kind === 'board') return [matchKey(to.match), { ...matchOf(state, to.match), subscribers: list }];
  const others = (state.get(`subscribers/${to.of}`)?.list ?? []).filter(({ game }) => game !== to.game);
  const allSubscribers = [...others, ...list.map(each => ({ ...each, game: to.game }))];
  return [`subscribers/${to.of}`, allSubscribers.length === 0 ? null : { list: allSubscribers }];
}

const accountOf = (state: State, userid: string): Account => must(state.account(userid), `account ${userid} exists`);

const changeAccount = (state: State, userid: string, change: Partial<Account>): DocumentChange => [
  `account/${userid}`,
  { ...accountOf(state, userid), ...change },
];

const closeAccount = (account: Account, leaves: Instant | null): DocumentChange =>
  setLeaves(
    {
      ...{ ...account, closed: true, addresses: [], wanted: null, passwordHash: null },
      leftFrom: account.addresses,
    },
    leaves,
  );

function setLeaves(account: Account, leaves: Instant | null): DocumentChange {
  const { leaves: _, leftFrom: __, ...staying } = account;
  return [`account/${account.userid}`, leaves === null ? staying : { ...account, leaves }];
}

const setOwners = (addresses: readonly string[], userid: string | null): readonly DocumentChange[] =>
  addresses.map((address): DocumentChange => [`address/${address}`, { userid }]);

/** The first change within the undo period decides what can be restored, so that later changes do not weaken the owner's reply. */
function rememberAddresses(state: State, { kind, account, told, at }: Alert): readonly DocumentChange[] {
  const restorable = accountOf(state, account).restorable;
  const isNew = kind === 'change' && (restorable === null || at > restorable.at + limits.undoDays * DAY_MS);
  return isNew ? [changeAccount(state, account, { restorable: { addresses: told, at } })] : [];
}

/** Resets the count of wrong passwords when an account is unlocked. */
function removeGuesses(state: State, userid: string): readonly DocumentChange[] {
  const { id, rule } = accountGuessCharge(userid);
  const quota = state.get(`quota/${id}`);
  return quota === null ? [] : [[`quota/${id}`, removeUses(quota, rule)]];
}

function restoreAccount(
  state: State,
  { userid, addresses, restorable }: Event<'account-restored'>,
): readonly DocumentChange[] {
  const removedAddresses = accountOf(state, userid).addresses.filter(address => !addresses.includes(address));
  const restoredFields = { addresses, wanted: null, passwordHash: null, locked: false, closed: false, restorable };
  return [
    setLeaves({ ...accountOf(state, userid), ...restoredFields }, null),
    ...[...setOwners(addresses, userid), ...setOwners(removedAddresses, null)],
  ];
}

function settleAddresses(account: Account, wantedAddresses: readonly string[]): readonly DocumentChange[] {
  const isComplete = wantedAddresses.every(address => account.addresses.includes(address));
  const keptAddresses = isComplete ? wantedAddresses : account.addresses;
  const droppedAddresses = account.addresses.filter(address => !keptAddresses.includes(address));
  return [
    [
      `account/${account.userid}`,
      { ...account, addresses: keptAddresses, wanted: isComplete ? null : wantedAddresses },
    ],
    ...setOwners(keptAddresses, account.userid),
    ...setOwners(droppedAddresses, null),
  ];
}
