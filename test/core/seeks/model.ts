// What boards from seeks must be, said once more and slowly: from the documents before a mail, its line, and those after it.
import type { Account } from '#core/players/account.ts';
import type { DocumentKey, DocumentKind, Documents } from '#core/kernel/documents.ts';
import { type Match, userids } from '#core/board/match-document.ts';
import type { PlayerRating } from '#core/features/ratings/rating.ts';
import type { Seek } from '#core/features/seeks/seek.ts';
import type { Store } from '#service/ports.ts';

export interface Snapshot {
  readonly accounts: readonly Account[];
  readonly seeks: readonly Seek[];
  readonly boards: readonly Match[];
  readonly ratings: readonly PlayerRating[];
}

/** A line that was carried out, and by whom; null: time has passed. */
export interface Step {
  readonly by: string | null;
  readonly line: string;
  readonly now: number;
}

export const GAMES = ['nex', 'nexos'];

export async function snapshot(store: Store, names: readonly string[]): Promise<Snapshot> {
  const read = async <Kind extends DocumentKind>(keys: readonly DocumentKey[]): Promise<readonly Documents[Kind][]> =>
    [...(await store.read(keys)).documents.values()].flatMap(each => (each === null ? [] : [each as Documents[Kind]]));
  const listed = async (lists: readonly Parameters<Store['list']>[0][]): Promise<readonly DocumentKey[]> =>
    (await Promise.all(lists.map(list => store.list(list, null, 9_999)))).flat();
  return {
    accounts: await read<'account'>(names.map(name => `account/${name}` as const)),
    seeks: await read<'seek'>(await listed(GAMES.map(game => `seeks/game/${game}` as const))),
    boards: await read<'match'>(
      await listed(GAMES.flatMap(game => [`running/game/${game}` as const, `over/game/${game}` as const])),
    ),
    ratings: await read<'rating'>(await listed(GAMES.map(game => `rated/game/${game}` as const))),
  };
}

const ratingOf = ({ ratings }: Snapshot, userid: string, game: string): number =>
  ratings.find(each => each.userid === userid && each.game === game)?.value ?? 1500;

const accountOf = ({ accounts }: Snapshot, userid: string): Account | undefined =>
  accounts.find(each => each.userid === userid);

const runningOf = ({ boards }: Snapshot, userid: string, game: string): readonly Match[] =>
  boards.filter(board => board.state === 'active' && board.game === game && userids(board).includes(userid));

/** Zones are UTC here. */
function isAway(account: Account | undefined, now: number): boolean {
  const today = new Date(now).toISOString().slice(0, 10);
  return (account?.calendar ?? []).some(each => each.kind === 'booked' && each.from <= today && today <= each.to);
}

const isFull = (all: Snapshot, userid: string, game: string): boolean =>
  runningOf(all, userid, game).length >= (accountOf(all, userid)?.answers?.[game]?.most ?? Infinity);

const haveBlocked = (all: Snapshot, a: string, b: string): boolean =>
  accountOf(all, a)?.blocked?.includes(b) === true || accountOf(all, b)?.blocked?.includes(a) === true;

/** As players read it: a rating of 1399.6 is shown as 1400. */
const isWithin = (seek: Seek, rating: number): boolean => {
  const shown = Math.round(rating);
  return (seek.rating?.least ?? 0) <= shown && shown <= (seek.rating?.most ?? Infinity);
};

/** Why these two could not sit together; null: they could. */
export function pairFault(all: Snapshot, game: string, a: string, b: string): string | null {
  if (a === b) return 'one player twice';
  if (haveBlocked(all, a, b)) return 'one has blocked the other';
  const isMet = runningOf(all, a, game).some(board => board.seeks !== undefined && userids(board).includes(b));
  return isMet ? 'a second board of the pair' : null;
}

/** Are both named, and not the same? */
const differ = (a: unknown, b: unknown): boolean => (a ?? b) !== (b ?? a);

/** Why two seeks for two players would not agree; null: they would. */
export function seekFault(all: Snapshot, a: Seek, b: Seek): string | null {
  if (a.code !== b.code) return 'another code';
  if (Object.keys(a.setup).some(name => differ(a.setup[name], b.setup[name]))) return 'other options';
  if (differ(a.isRated, b.isRated)) return 'rated or not';
  if (differ(a.time?.forfeittime, b.time?.forfeittime)) return 'another time';
  return isWithin(a, ratingOf(all, b.userid, a.game)) && isWithin(b, ratingOf(all, a.userid, b.game))
    ? pairFault(all, a.game, a.userid, b.userid)
    : 'a rating out of range';
}

const isFree = (all: Snapshot, userid: string, game: string, now: number): boolean =>
  !isFull(all, userid, game) && !isAway(accountOf(all, userid), now);

const isWaiting = ({ games, boards }: Seek): boolean => games > (boards?.length ?? 0);

/** Two seeks for two, one of them opened just now, that are both open although they agree. */
export function leftOpen(all: Snapshot, by: string, now: number): string | null {
  const open = all.seeks.filter(seek => seek.game === 'nex' && isWaiting(seek) && isFree(all, seek.userid, 'nex', now));
  for (const own of open.filter(seek => seek.userid === by && seek.opened === now))
    for (const other of open)
      if (seekFault(all, own, other) === null) return `seeks ${own.number} and ${other.number} agree and are open`;
  return null;
}

/** What is wrong with a board that this step has opened; null: nothing. */
export function boardFault(before: Snapshot, after: Snapshot, board: Match, step: Step): string | null {
  const players = userids(board);
  const known = [...before.seeks, ...after.seeks];
  const of = (number: number): Seek | undefined => known.find(seek => seek.number === number);
  const seeks = (board.seeks ?? []).flatMap(number => of(number) ?? []);
  const taken = /^take (\d+)(?: (\w+))?/.exec(step.line);
  const owners = seeks.map(({ userid }) => userid);
  if (owners.some(owner => !players.includes(owner))) return 'somebody who sought does not play';
  const others = players.filter(player => !owners.includes(player) && player !== step.by);
  if (others.length > 0) return `${others.join()} neither sought nor took`;
  if (taken !== null && seeks.length === 1 && seeks[0]!.code !== (taken[2] ?? null)) return 'taken without its code';
  return (
    playersFault(before, board, players, step) ??
    termsFault(before, board, seeks, players) ??
    beginner(before, board, players)
  );
}

function playersFault(before: Snapshot, board: Match, players: readonly string[], { by, now }: Step): string | null {
  for (const player of players) {
    if (isFull(before, player, board.game)) return `${player} is over the limit`;
    if (player !== by && isAway(accountOf(before, player), now)) return `${player} is on holiday`;
    for (const other of players) {
      const fault = player < other ? pairFault(before, board.game, player, other) : null;
      if (fault !== null) return `${player}, ${other}: ${fault}`;
    }
  }
  return new Set(players).size === board.players.length ? null : 'one player twice';
}

function termsFault(before: Snapshot, board: Match, seeks: readonly Seek[], players: readonly string[]): string | null {
  for (const seek of seeks) {
    if (Object.entries(seek.setup).some(([name, value]) => board.setup[name] !== value))
      return `options of ${seek.number}`;
    if (seek.isRated !== null && seek.isRated === (board.isUnrated === true)) return `rated or not, ${seek.number}`;
    if (seek.time?.forfeittime !== undefined && seek.time.forfeittime !== board.time?.forfeittime)
      return `time of ${seek.number}`;
    const others = players.filter(player => player !== seek.userid);
    if (others.some(other => !isWithin(seek, ratingOf(before, other, board.game)))) return `rating of ${seek.number}`;
  }
  return null;
}

/** Of whoever has moved first at fewest boards from seeks one moves first. */
function beginner(before: Snapshot, board: Match, players: readonly string[]): string | null {
  const begun = (userid: string): number =>
    before.boards.filter(
      each =>
        each.seeks !== undefined && each.game === board.game && userids({ players: [each.players[0]!] })[0] === userid,
    ).length;
  const [first = ''] = userids({ players: [board.players[0]!] });
  return begun(first) === Math.min(...players.map(begun)) ? null : `${first} begins again`;
}

/** The boards that came of each seek are no more than it asked for. */
export function usedTooOften(after: Snapshot, asked: ReadonlyMap<number, Seek>): string | null {
  for (const [number, seek] of asked) {
    const own = after.boards.filter(board => board.seeks?.includes(number) === true);
    const count = seek.boards === null ? own.length : own.filter(({ state }) => state === 'active').length;
    if (count > seek.games) return `seek ${number} asked for ${seek.games} and got ${count}`;
  }
  return null;
}
