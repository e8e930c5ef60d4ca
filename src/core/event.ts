// Everything that can happen, as one union, and what each does to the documents.
import { must } from '../../games/kit/assert.ts';
import type { Settings } from './accounts/settings.ts';
import type {
  Account,
  Comment,
  DocumentKey,
  DocumentKind,
  Documents,
  Entry,
  Instant,
  Match,
  MatchRef,
  ParkedMail,
  World,
} from './world.ts';
import { matchKey } from './world.ts';

export type Event =
  | { readonly kind: 'account-opened'; readonly account: Account }
  | { readonly kind: 'address-confirmed'; readonly userid: string; readonly address: string }
  | { readonly kind: 'addresses-wanted'; readonly userid: string; readonly addresses: readonly string[] }
  | { readonly kind: 'password-changed'; readonly userid: string; readonly passwordHash: string }
  | { readonly kind: 'settings-changed'; readonly userid: string; readonly settings: Settings }
  | { readonly kind: 'account-closed'; readonly userid: string }
  | { readonly kind: 'match-opened'; readonly match: Match }
  | { readonly kind: 'seat-taken'; readonly match: MatchRef; readonly player: number; readonly userid: string }
  | {
      readonly kind: 'match-continued';
      readonly match: MatchRef;
      /** The whole record, the new entry at its end. */
      readonly record: readonly Entry[];
      readonly comment: Comment | null;
      readonly over: boolean;
    }
  | { readonly kind: 'match-removed'; readonly match: MatchRef; readonly comment: Comment | null }
  | { readonly kind: 'mail-parked'; readonly id: string; readonly mail: ParkedMail }
  | { readonly kind: 'mail-released'; readonly id: string; readonly at: Instant };

type Change = readonly [DocumentKey, Documents[DocumentKind]];

/** The world after an event. */
export const apply = (world: World, event: Event): World => world.with(new Map(changes(world, event)));

const isParked = (event: Event): event is ParkedEvent => event.kind === 'mail-parked' || event.kind === 'mail-released';
const isMatch = (event: Event): event is MatchEvent => event.kind.startsWith('match-') || event.kind === 'seat-taken';

function changes(world: World, event: Event): readonly Change[] {
  if (isParked(event)) return [parkedChange(world, event)];
  return isMatch(event) ? matchChanges(world, event) : accountChanges(world, event);
}

type ParkedEvent = Extract<Event, { readonly kind: 'mail-parked' | 'mail-released' }>;
type MatchEvent = Extract<Event, { readonly kind: `match-${string}` | 'seat-taken' }>;
type AccountEvent = Exclude<Event, ParkedEvent | MatchEvent>;

function accountChanges(world: World, event: AccountEvent): readonly Change[] {
  switch (event.kind) {
    case 'account-opened':
      return [
        [`account/${event.account.userid}`, event.account],
        ...owners(event.account.addresses, event.account.userid),
      ];
    case 'address-confirmed':
      return confirmed(accountOf(world, event.userid), event.address);
    case 'addresses-wanted':
      return wanted(accountOf(world, event.userid), event.addresses);
    case 'password-changed':
      return [changedAccount(world, event.userid, { passwordHash: event.passwordHash })];
    case 'settings-changed':
      return [changedAccount(world, event.userid, { settings: event.settings })];
    case 'account-closed':
      return [
        changedAccount(world, event.userid, { closed: true, addresses: [], wanted: null, passwordHash: null }),
        ...owners(accountOf(world, event.userid).addresses, null),
      ];
  }
}

/** Of a mail that was released nothing stays but that it was. */
function parkedChange(world: World, event: ParkedEvent): Change {
  if (event.kind === 'mail-parked') return [`parked/${event.id}`, event.mail];
  const parked = must(world.document('parked', event.id), 'a released mail is parked');
  return [`parked/${event.id}`, { ...parked, spent: true, subject: '', text: '' }];
}

function matchChanges(world: World, event: MatchEvent): readonly Change[] {
  if (event.kind === 'match-opened') {
    return [
      [matchKey(event.match), event.match],
      [`counter/${event.match.game}`, { next: event.match.number + 1 }],
    ];
  }
  const match = must(
    world.document('match', `${event.match.game}/${event.match.number}`),
    'a match that goes on exists',
  );
  const key = matchKey(match);
  switch (event.kind) {
    case 'seat-taken':
      return [[key, seated(match, event.player, event.userid)]];
    case 'match-continued':
      return [[key, { ...match, record: event.record, comment: event.comment, state: event.over ? 'over' : 'active' }]];
    case 'match-removed':
      return [[key, { ...match, comment: event.comment, state: 'removed' }]];
  }
}

function seated(match: Match, index: number, userid: string): Match {
  const players = match.players.map((player, at) => (at === index ? { kind: 'account' as const, userid } : player));
  return { ...match, players, state: players.every(player => player.kind === 'account') ? 'active' : 'invited' };
}

const accountOf = (world: World, userid: string): Account =>
  must(world.document('account', userid), `account ${userid} exists`);

const changedAccount = (world: World, userid: string, change: Partial<Account>): Change => [
  `account/${userid}`,
  { ...accountOf(world, userid), ...change },
];

const owners = (addresses: readonly string[], userid: string | null): readonly Change[] =>
  addresses.map((address): Change => [`address/${address}`, { userid }]);

/** An address joins at once; the old ones go when every address of the wanted list is there, so that nobody is ever without mail. */
function confirmed(account: Account, address: string): readonly Change[] {
  const held = account.addresses.includes(address) ? account.addresses : [...account.addresses, address];
  return settle({ ...account, addresses: held }, account.wanted ?? held);
}

function wanted(account: Account, addresses: readonly string[]): readonly Change[] {
  return settle(account, addresses);
}

function settle(account: Account, asked: readonly string[]): readonly Change[] {
  const complete = asked.every(address => account.addresses.includes(address));
  const kept = complete ? asked : account.addresses;
  const dropped = account.addresses.filter(address => !kept.includes(address));
  return [
    [`account/${account.userid}`, { ...account, addresses: kept, wanted: complete ? null : asked }],
    ...owners(kept, account.userid),
    ...owners(dropped, null),
  ];
}
