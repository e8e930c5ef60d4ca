// Erases a forgotten player from a document, by its kind.
// The name becomes a pseudonym. The player's words and addresses are removed.
import {
  type Account,
  type Alert,
  type Document,
  type DocumentKey,
  type DocumentKind,
  type Documents,
  kindOf,
  type Match,
  type Player,
  type Quota,
  type Tournament,
} from '../state/documents.ts';
import { type Forgetting, STEPS } from './forgetting.ts';

type Who = Pick<Forgetting, 'userid' | 'pseudonym' | 'addresses'>;

const named = (userid: string, { userid: gone, pseudonym }: Who): string => (userid === gone ? pseudonym : userid);

/** A document without them: the same document where nothing of them is in it; null: it goes. */
export const erase = (key: DocumentKey, document: Document, who: Who): Document | null =>
  ((ERASERS[kindOf(key)] as ((document: Document, who: Who) => Document | null) | undefined) ?? keep)(document, who);

const keep = (document: Document): Document => document;

const ERASERS: {
  readonly [Kind in DocumentKind]?: (document: Documents[Kind], who: Who) => Documents[Kind] | null;
} = {
  match: withoutPlayer,
  tournament: withoutEntrant,
  account: withoutMention,
  parked: (mail, { userid, addresses }) => (mail.account === userid || addresses.includes(mail.from) ? null : mail),
  alert: withoutAlert,
  mailing: (mailing, { userid }) => (mailing.from === userid ? null : mailing),
  series: (series, { userid }) =>
    series.entrants.includes(userid)
      ? { ...series, entrants: series.entrants.filter(each => each !== userid) }
      : series,
  subscribers: (subscribers, { userid }) => {
    const list = subscribers.list.filter(each => each.userid !== userid);
    return list.length === subscribers.list.length ? subscribers : list.length === 0 ? null : { list };
  },
  address: (owner, { userid }) => (owner.userid === userid ? null : owner),
  quota: withoutPurposes,
  seek: (seek, { userid }) => (seek.userid === userid ? null : seek),
};

function playerErased(player: Player, who: Who): Player {
  if (player.kind === 'account') return { ...player, userid: named(player.userid, who) };
  // The invitation cannot be answered any more, so it lapses.
  return who.addresses.includes(player.address) ? { kind: 'invited', address: '' } : player;
}

/** The board by the names under which ratings are kept, where the work is in its midst: they are the first to move. */
export function byNamesOfRatings(match: Match, forgettings: readonly Forgetting[]): Match {
  const moved = forgettings.filter(({ step }) => STEPS.indexOf(step) > STEPS.indexOf('rename'));
  const players = match.players.map(player => moved.reduce(playerErased, player));
  return moved.length === 0 ? match : { ...match, players };
}

/** Is there anything of them on the board? */
function isOnBoard(match: Match, { userid, addresses }: Who): boolean {
  const { players, challenger, comment, unheard = [], subscribers = [], notes = {}, submitted } = match;
  return (
    players.some(each => (each.kind === 'account' ? each.userid === userid : addresses.includes(each.address))) ||
    challenger === userid ||
    comment?.by === userid ||
    unheard.some(({ by, reader }) => by === userid || reader === userid) ||
    subscribers.some(each => each.userid === userid) ||
    Object.hasOwn(notes, userid) ||
    submitted?.by === userid
  );
}

/** An empty list is none. */
const orAbsent = <Name extends string, Value>(
  name: Name,
  list: readonly Value[],
): Partial<Readonly<Record<Name, readonly Value[]>>> =>
  (list.length === 0 ? {} : { [name]: list }) as Partial<Readonly<Record<Name, readonly Value[]>>>;

/** Keeps the moves, under the pseudonym of their player. */
function withoutPlayer(match: Match, who: Who): Match {
  if (!isOnBoard(match, who)) return match;
  const { userid } = who;
  const { comment, unheard = [], subscribers = [], notes = {}, prepared = [], submitted, ...kept } = match;
  const isTheirs = (index: number): boolean => {
    const player = match.players[index];
    return player?.kind === 'account' && player.userid === userid;
  };
  const left = Object.entries(notes).filter(([by]) => by !== userid);
  return {
    ...kept,
    players: match.players.map(player => playerErased(player, who)),
    challenger: named(match.challenger, who),
    comment: comment?.by === userid ? null : comment,
    threads: match.threads.map((thread, index) => (isTheirs(index) ? null : thread)),
    ...orAbsent(
      'unheard',
      unheard.filter(({ by, reader }) => by !== userid && reader !== userid),
    ),
    ...orAbsent(
      'subscribers',
      subscribers.filter(each => each.userid !== userid),
    ),
    ...orAbsent(
      'prepared',
      prepared.filter(({ by }) => !isTheirs(by)),
    ),
    ...(left.length === 0 ? {} : { notes: Object.fromEntries(left) }),
    ...(submitted === undefined || submitted.by === userid ? {} : { submitted }),
  };
}

function withoutEntrant(tournament: Tournament, who: Who): Tournament {
  const { entrants, organiser } = tournament;
  if (organiser !== who.userid && !entrants.some(({ userid }) => userid === who.userid)) return tournament;
  return {
    ...tournament,
    organiser: organiser === null ? null : named(organiser, who),
    entrants: entrants.map(each => ({ ...each, userid: named(each.userid, who) })),
  };
}

/** Erases the player from another account: from those it blocks and follows, and the player's addresses from all of its lists. */
function withoutMention(account: Account, { userid, addresses }: Who): Account {
  const { blocked = [], subscriptions = [], passwordFrom, wanted, restorable } = account;
  const follows = (each: (typeof subscriptions)[number]): boolean => each.kind === 'standing' && each.of === userid;
  const isNamed =
    blocked.includes(userid) ||
    subscriptions.some(follows) ||
    addressesNamed(account).some(each => addresses.includes(each));
  if (!isNamed) return account;
  const without = (list: readonly string[]): readonly string[] => list.filter(each => !addresses.includes(each));
  const asked = wanted === null ? [] : without(wanted);
  return {
    ...account,
    blocked: blocked.filter(each => each !== userid),
    subscriptions: subscriptions.filter(each => !follows(each)),
    passwordFrom: without(passwordFrom),
    wanted: asked.length === 0 ? null : asked,
    restorable: restorable === null ? null : { ...restorable, addresses: without(restorable.addresses) },
    ...(account.leftFrom === undefined ? {} : { leftFrom: without(account.leftFrom) }),
  };
}

const addressesNamed = ({ passwordFrom, wanted, restorable, leftFrom = [] }: Account): readonly string[] => [
  ...passwordFrom,
  ...(wanted ?? []),
  ...(restorable?.addresses ?? []),
  ...leftFrom,
];

function withoutAlert(alert: Alert, { userid, addresses }: Who): Alert | null {
  if (alert.account === userid) return null;
  const told = alert.told.filter(address => !addresses.includes(address));
  return told.length === alert.told.length ? alert : { ...alert, told };
}

/** What somebody has done towards a player is counted under the player's name. */
function withoutPurposes(quota: Quota, { userid }: Who): Quota {
  const kept = Object.entries(quota.uses).filter(([purpose]) => !purpose.split(' ').includes(userid));
  return kept.length === Object.keys(quota.uses).length ? quota : { ...quota, uses: Object.fromEntries(kept) };
}
