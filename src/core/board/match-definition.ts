// The definitions of boards, and of the lists of their followers.
import { z } from 'zod';
import { robots } from '../players/robots.ts';
import { type DocumentDefinition, eraseUserid, type ErasedPlayer } from '../kernel/document-definition.ts';
import { matchKey } from '../kernel/documents.ts';
import type { ListName } from '../kernel/lists.ts';
import { type Match, type Player, type Prepared, userids } from './match-document.ts';
import { boardNumber, count, type Fields, instant, time, userid } from '../kernel/schema-parts.ts';
import { listsFor } from './subscribers.ts';
import { findFault } from './validate-match.ts';

const yes = z.literal(true).exactOptional();
const subscriber = z.object({ userid, wants: z.enum(['positions', 'result']) });

const player = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('account'), userid, isAsked: z.literal(true).exactOptional() }),
  z.object({ kind: z.literal('invited'), address: z.string() }),
]);

const isPrepared = z.literal(true).exactOptional();

const entry = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('move'), text: z.string().min(1), isPrepared, at: instant }),
  z.object({ kind: z.literal('swap'), after: z.number().int().positive(), isPrepared, at: instant }),
  z.object({
    kind: z.literal('retire'),
    seat: count,
    why: z.enum(['resigned', 'out-of-time', 'absent']),
    at: instant,
  }),
  z.object({ kind: z.literal('addtime'), by: count, days: z.number().positive(), at: instant }),
  z.object({
    kind: z.literal('reminder'),
    what: z.union([z.enum(['nag', 'last']), z.number()]),
    deadline: instant,
    isSilent: z.literal(true).exactOptional(),
    at: instant,
  }),
  z.object({ kind: z.literal('reminder-accepted'), sent: instant, at: instant }),
  z.object({ kind: z.literal('absence'), by: count, since: instant, at: instant }),
  z.object({
    kind: z.literal('proposal'),
    what: z.enum(['undo', 'draw']),
    by: count,
    at: instant,
  }),
  z.object({ kind: z.literal('vote'), by: count, accepts: z.boolean(), at: instant }),
]);

const prepared = z.object({
  by: count,
  lines: z.array(z.string()),
  entries: count,
  takeBacks: count,
} satisfies Fields<Prepared>);

const schema = z.object({
  game: z.string(),
  number: boardNumber,
  setup: z.record(z.string(), z.string()),
  swap: z.boolean(),
  players: z.array(player).min(1),
  challenger: z.string(),
  record: z.array(entry),
  state: z.enum(['invited', 'active', 'over', 'removed']),
  comment: z.object({ by: z.string(), text: z.string() }).nullable(),
  unheard: z.array(z.object({ by: z.string(), text: z.string(), reader: userid })).exactOptional(),
  threads: z.array(z.object({ root: z.string(), last: z.string() }).nullable()),
  opened: instant,
  begun: instant.exactOptional(),
  time: time.exactOptional(),
  wake: instant.nullable().exactOptional(),
  rematch: z.number().int().positive().exactOptional(),
  submitted: z
    .object({ by: userid, text: z.string().min(1), comment: z.string(), ply: count, takeBacks: count })
    .exactOptional(),
  notes: z.record(userid, z.string()).exactOptional(),
  from: z.object({ number: z.number().int().positive(), ply: count }).exactOptional(),
  subscribers: z.array(subscriber).exactOptional(),
  seeks: z.array(z.number().int().positive()).exactOptional(),
  tournament: z.object({ number: z.number().int().positive(), round: z.number().int().positive() }).exactOptional(),
  ...{ isTutorial: yes, isUnrated: yes, isOffWeb: yes, isRobotsTurn: yes },
  rated: z
    .object({
      at: instant,
      changes: z.array(z.object({ player: count, before: z.number(), after: z.number(), isProvisional: z.boolean() })),
    })
    .exactOptional(),
  prepared: z.array(prepared).exactOptional(),
} satisfies Fields<Match>);

export const MATCH: DocumentDefinition<'match'> = {
  schema,
  folder: 'matches',
  ifDamaged: 'Put a copy from a backup in its place, or move the file away: the board is gone then',
  ownKey: matchKey,
  findFault,
  alarm: ({ wake = null }) => wake,
  lists: matchLists,
  prefetch: match => [...userids(match).map(each => `account/${each}` as const), ...listsFor(match)],
  publicView: publicMatch,
  erase: withoutPlayer,
};

export const SUBSCRIBERS: DocumentDefinition<'subscribers'> = {
  schema: z.object({ list: z.array(subscriber.extend({ game: z.string().nullable() })) }),
  folder: 'subscribers',
  ifDamaged: 'It is made anew: whoever followed these boards must say so again',
  isRenewed: true,
  isListedWhole: true,
  erase: (subscribers, { userid: gone }) => {
    const list = subscribers.list.filter(each => each.userid !== gone);
    return list.length === subscribers.list.length ? subscribers : list.length === 0 ? null : { list };
  },
};

/** Whose boards a list holds; null: it is no list of a player's boards. */
export const playerOf = (list: ListName): string | null => /^(?:running|over)\/player\/(.*)$/s.exec(list)?.[1] ?? null;

const ROBOTS: ReadonlySet<string> = new Set(robots.map(({ userid: robot }) => robot));

function matchLists(match: Match): readonly ListName[] {
  if (match.state === 'removed') return [];
  const state = match.state === 'over' ? 'over' : 'running';
  const names = userids(match);
  const isAmongPeople = state === 'over' && names.length > 1 && !names.some(name => ROBOTS.has(name));
  return [
    `${state}/game/${match.game}`,
    ...names.map((userid): ListName => `${state}/player/${userid}`),
    ...(match.isRobotsTurn === true ? (['robots/turn'] as const) : []),
    ...(isAmongPeople ? names.map((userid): ListName => `over/people/${userid}`) : []),
  ];
}

/** Without players' words, unplayed moves and addresses. */
function publicMatch(match: Match): Match {
  const {
    unheard: _unheard,
    prepared: _prepared,
    submitted: _submitted,
    notes: _notes,
    subscribers: _subscribers,
    ...shown
  } = match;
  return {
    ...shown,
    comment: null,
    threads: match.players.map(() => null),
    players: match.players.map(player => (player.kind === 'invited' ? { ...player, address: '' } : player)),
  };
}

export function playerErased(player: Player, who: ErasedPlayer): Player {
  if (player.kind === 'account') return { ...player, userid: eraseUserid(player.userid, who) };
  // The invitation cannot be answered any more, so it lapses.
  return who.addresses.includes(player.address) ? { kind: 'invited', address: '' } : player;
}

/** Is there anything of them on the board? */
function isOnBoard(match: Match, { userid, addresses }: ErasedPlayer): boolean {
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
function withoutPlayer(match: Match, who: ErasedPlayer): Match {
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
    challenger: eraseUserid(match.challenger, who),
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
