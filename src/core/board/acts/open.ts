// Opens boards: between players, for an invited address, from seeks, or for a tournament.
import type { AnyGame, Setup } from '#games/game.ts';
import { must } from '#games/kit/assert.ts';
import { type Phrase, formatAndList, formatOrList } from '#games/kit/refusal.ts';
import { type Result, no, ok } from '#games/kit/result.ts';
import { listDealtSizes, listEvenOpenings } from '#games/kit/openings.ts';
import { countInheritedMoves, cutLine, resolvePly } from '../match-state.ts';
import type { Entry, Match, Player } from '../match-document.ts';
import { isAwaited, playerName, requireGame } from '../match.ts';
import {
  type CommandContext,
  type Decision,
  type Denied,
  type Notification,
  allow,
  deny,
  sendMail,
  takeCharges,
} from '#core/players/decision.ts';
import { type DataRequest, FIRST_BOARD, type MatchRef, matchKey, refOf } from '#core/kernel/documents.ts';
import { limits } from '#core/kernel/limits.ts';
import { type Refused, refused } from '#core/kernel/refusal.ts';
import type { State } from '#core/kernel/state.ts';
import type { TimeControl } from '#core/kernel/time-control.ts';
import type { Instant } from '#core/kernel/time.ts';
import type { Account } from '#core/players/account.ts';
import { mailboxIdOf } from '#core/players/quota-rules.ts';
import { ANY_ROBOT, isRobot } from '#core/players/robots.ts';
import { isUseridShaped, parseAddress } from '#core/players/userid.ts';
import { findChallengeRefusal, findConsentRefusal, isInvitable, listBoardCharges, markAsked } from './allowance.ts';
import { findFittingRobot } from './list.ts';
import { loadMatch } from './require-match.ts';

// The moves that lead to another board's position become the first moves of the new board.

/** A position of another board, after `ply` moves. null: the present position. */
export interface OpeningSource {
  readonly match: MatchRef;
  readonly ply: number | null;
}

export interface BoardOpening {
  readonly setup: Setup;
  readonly record: readonly Entry[];
  /** Where the moves are from. */
  readonly origin: Pick<Match, 'from' | 'dealt'>;
}

export const startAtFirstPosition = (setup: Setup): BoardOpening => ({ setup, record: [], origin: {} });

/** Deals an even opening by the instant, which chooses the same one for both boards of a pair. */
export function chooseOpening(game: AnyGame, setup: Setup, now: Instant): Result<BoardOpening, Denied> {
  const openings = listEvenOpenings(game, setup);
  const dealt = openings[now % openings.length]?.split(' ');
  if (dealt === undefined) {
    const [sizes, parts] = [listDealtSizes(game), { game: game.title }];
    const why = sizes.length === 0 ? refused('opening-never', parts) : refused('opening-none', { ...parts, sizes: formatOrList(sizes) }); // prettier-ignore
    return no({ refused: why, match: null });
  }
  const record = dealt.map((text): Entry => ({ kind: 'move', text, at: now }));
  return ok({ setup, record, origin: { dealt: dealt.length } });
}

/** Copies the moves of the other board up to that position, made at this instant. Swaps are not copied. */
export function findOpening(
  state: State,
  { match: ref, ply }: OpeningSource,
  now: Instant,
): Result<BoardOpening, Denied> {
  const table = loadMatch(state, ref);
  if (!table.ok) return table;
  const { game, match, matchState } = table.value;
  const parts = { game: game.title, number: ref.number };
  const last = matchState.plies.length;
  const wantedPly = resolvePly(last, ply);
  if (wantedPly === null || (wantedPly === last && matchState.outcome !== null))
    return no({ refused: refused('from-beyond', { ...parts, last, ply: ply ?? last }), match: ref });
  const line = cutLine(matchState.line, wantedPly);
  if (line.some(({ kind }) => kind === 'retire')) return no({ refused: refused('from-retired', parts), match: ref });
  const record = line.flatMap(entry =>
    entry.kind === 'move' ? [{ kind: entry.kind, text: entry.text, at: now }] : [],
  );
  return ok({ setup: match.setup, record, origin: { from: { number: ref.number, ply: wantedPly } } });
}

/** The opening of another board, to be used once more. */
export const copyOpening = (match: Match, now: Instant): BoardOpening => ({
  setup: match.setup,
  record: match.record.slice(0, countInheritedMoves(match)).map(entry => ({ ...entry, at: now })),
  origin: {
    ...(match.from === undefined ? {} : { from: match.from }),
    ...(match.dealt === undefined ? {} : { dealt: match.dealt }),
  },
});

/** Opens a board between players, or invites a player by address. */
interface ChallengeArgs {
  readonly game: AnyGame;
  readonly names: readonly string[];
  readonly opening: BoardOpening;
  readonly swap: boolean;
  readonly time: TimeControl;
  /** null: the default. A board with a robot is then unrated, others are rated. */
  readonly isRated: boolean | null;
  readonly isOffWeb: boolean;
  readonly usage: string;
}

export function openBoard(context: CommandContext, args: ChallengeArgs): Decision {
  const { game, opening } = args;
  context.state.requireLoaded(listNeededData(context, args));
  const players = parsePlayers(context, args);
  if (!players.ok) return deny(players.reason);
  const actor = context.actor ?? '';
  const seated = markAsked(context, players.value);
  const refusal =
    findConsentRefusal(context, game, { players: seated, unknown: [] }) ?? findChallengeRefusal(context, seated);
  if (refusal !== null) return deny(refusal);
  const number = findFreeNumber(context.state, game.name);
  const ref = { game: game.name, number };
  const match: Match = {
    ...ref,
    setup: opening.setup,
    swap: args.swap,
    time: args.time,
    players: seated,
    challenger: actor,
    record: opening.record,
    state: seated.some(isAwaited) ? 'invited' : 'active',
    comment: context.comment === '' ? null : { by: actor, text: context.comment },
    threads: seated.map(() => null),
    opened: context.now,
    ...opening.origin,
    ...((args.isRated ?? !seated.some(player => isRobot(context.state, playerName(player))))
      ? {}
      : { isUnrated: true }),
    ...(args.isOffWeb ? { isOffWeb: true } : {}),
  };
  const notifications: readonly Notification[] =
    match.state === 'active'
      ? describeOpening(match, actor).map(news => ({ kind: 'board-changed', match: ref, occasion: 'new', news }))
      : buildInvitations(context, match, actor);
  const charges = listBoardCharges(context, seated);
  return allow([{ kind: 'match-opened', match }, takeCharges(charges, context.now)], notifications);
}

/** Tells of a challenge, or of a board on which one player has all seats. */
function describeChallenge(players: Match['players'], actor: string): Phrase {
  const [other, ...more] = [...new Set(players.map(playerName))].filter(name => name !== actor);
  return other === undefined
    ? { code: 'opened-alone', parts: { player: actor } }
    : {
        code: 'challenged',
        parts: { player: actor, others: more.length === 0 ? other : formatAndList([other, ...more]) },
      };
}

/** Tells of the challenge, and of the moves that were dealt. */
function describeOpening({ players, record, dealt }: Match, actor: string): readonly Phrase[] {
  const told = describeChallenge(players, actor);
  const moves = formatAndList(record.flatMap(entry => (entry.kind === 'move' ? [entry.text] : [])));
  return dealt === undefined ? [told] : [told, { code: 'opening-dealt', parts: { moves } }];
}

/** The data that a challenge needs: accounts, addresses, running boards, and the number of the next board. */
function listNeededData({ state, actor }: CommandContext, { game, names }: ChallengeArgs): readonly DataRequest[] {
  const typedUserids = names.filter(name => isUseridShaped(name) && name !== ANY_ROBOT);
  const userids = [...new Set([...typedUserids, ...(actor === null ? [] : [actor])])].filter(
    userid => !isRobot(state, userid),
  );
  const addresses = names.filter(name => name.includes('@'));
  return [
    ...userids.flatMap((userid): DataRequest[] => [
      { kind: 'document', key: `account/${userid}` },
      { kind: 'list', list: `running/player/${userid}` },
    ]),
    ...addresses.flatMap((address): DataRequest[] => [
      { kind: 'document', key: `address/${address}` },
      { kind: 'document', key: `optout/${mailboxIdOf(address)}` },
      { kind: 'document', key: `quota/${mailboxIdOf(address)}` },
    ]),
    ...(names.includes(ANY_ROBOT) ? [{ kind: 'list', list: `over/player/${actor ?? ''}` } as const] : []),
    { kind: 'document', key: `counter/${game.name}` },
  ];
}

/** The next free number. After a loss of the counter, boards may have its number: then growing strides find a free one in few steps. */
export function findFreeNumber(state: State, game: string): number {
  let number = state.get(`counter/${game}`)?.next ?? FIRST_BOARD;
  state.requireDocuments(listNumbersToLoad(state, game, number).map(each => matchKey({ game, number: each })));
  let free: number | null = null;
  for (let tries = 0; free === null && tries < limits.boardNumberTries; tries++) {
    const ref = { game, number };
    if (state.outline(ref) === null && !state.isDamaged(ref)) free = number;
    number += 2 ** tries;
  }
  return must(free, `one of ${limits.boardNumberTries} board numbers is free`);
}

/** The numbers to load at once. A decision that opens many boards loads twice as many each time, and so stops seldom. */
function listNumbersToLoad(state: State, game: string, number: number): readonly number[] {
  const opened = state.changedOfKind('match').filter(match => match.game === game).length;
  const loadedCount = 2 ** Math.ceil(Math.log2(opened + 1));
  return Array.from({ length: loadedCount - opened }, (_, ahead) => number + ahead);
}

/** The letters that stand for the players in the usage of a challenge. */
const SEAT_LETTERS = ['a', 'b', 'c', 'd'];

/** The mails to all players who must accept first, then the mail to the challenger. */
function buildInvitations(context: CommandContext, match: Match, actor: string): readonly Notification[] {
  const ref: MatchRef = refOf(match);
  const messages = match.players.flatMap((player, index): Notification[] => {
    if (player.kind === 'account') {
      const to = { kind: 'account', userid: player.userid } as const;
      return player.isAsked === true ? [sendMail({ kind: 'asked', to, match: ref, player: index })] : [];
    }
    const { address } = player;
    if (!isInvitable(context, requireGame(context.state, match), address)) return [];
    const to = { kind: 'address', address } as const;
    return [sendMail({ kind: 'invitation', to, match: ref, player: index, address })];
  });
  const isByAddress = match.players.some(({ kind }) => kind === 'invited');
  return [
    ...messages,
    sendMail({
      ...{ kind: 'invited', to: { kind: 'account', userid: actor }, match: ref },
      hasWords: isByAddress && context.comment !== '',
    }),
  ];
}

/** Parses the names as players by seat. If one is missing and the sender is not named, the sender moves first. */
function parsePlayers(
  context: CommandContext,
  { game, names, opening: { setup }, usage }: ChallengeArgs,
): Result<readonly Player[], Refused> {
  const actor = context.actor ?? '';
  const seats = game.seats(setup).length;
  const isNamed = names.some(name => name === 'me' || name === actor || name === context.sender.address);
  const listed = names.length === seats - 1 && !isNamed ? [actor, ...names] : names;
  if (listed.length !== seats) {
    return no(
      refused('challenge-names', {
        usage: usage.replace(/ a b$/, ` ${SEAT_LETTERS.slice(0, seats).join(' ')}`),
        seats,
      }),
    );
  }
  const players: Player[] = [];
  const unknown: string[] = [];
  for (const name of listed) {
    const player = parsePlayer(context, name, actor);
    if (!player.ok) return player;
    if (player.value === null) unknown.push(name);
    else players.push(player.value);
  }
  const refusal =
    unknown.length > 0
      ? findConsentRefusal(context, game, { players, unknown })
      : findSeatingRefusal(players, { actor, seats });
  return refusal === null ? ok(players) : no(refusal);
}

/** Why these players cannot share a board, by their seats alone. null: they can. */
function findSeatingRefusal(
  players: readonly Player[],
  { actor, seats }: { readonly actor: string; readonly seats: number },
): Refused | null {
  // A player may try a game alone on all seats. Otherwise each player has one seat, so that a resignation leaves one seat.
  const people = new Set(players.map(player => (player.kind === 'account' ? player.userid : player.address))).size;
  if (people > 1 && people < players.length) return refused('challenge-twice', { seats });
  const isAmong = players.some(player => player.kind === 'account' && player.userid === actor);
  return isAmong ? null : refused('challenge-not-among', { userid: actor });
}

/** null: no account has that name. An address is always invited, with or without an account, so that the reply does not tell which. */
function parsePlayer(context: CommandContext, name: string, actor: string): Result<Player | null, Refused> {
  if (name === 'me' || name === actor || name === context.sender.address) return ok({ kind: 'account', userid: actor });
  if (!name.includes('@')) {
    const userid = name === ANY_ROBOT ? findFittingRobot(context, actor) : name;
    const isPlaying = isRobot(context.state, userid) || isReachable(context.state.account(userid));
    return ok(isPlaying ? { kind: 'account', userid } : null);
  }
  const address = parseAddress(name);
  if (!address.ok) return address;
  const isOwn = context.state.account(actor)?.addresses.includes(address.value) ?? false;
  return ok(isOwn ? { kind: 'account', userid: actor } : { kind: 'invited', address: address.value });
}

const isReachable = (account: Account | null): boolean =>
  account !== null && !account.closed && account.addresses.length > 0;

/** The terms that the players agreed on. */
interface AgreedTerms extends Required<Pick<Match, 'setup' | 'time'>> {
  readonly isRated: boolean;
}

/** The new board, with the next number of its game, and with swap if the game has it. `players`: in the order in which they move. */
export function openAgreedBoard(
  state: State,
  game: AnyGame,
  { setup, time, isRated, players }: AgreedTerms & { readonly players: readonly string[] },
  now: Instant,
): Match {
  return {
    ...{ game: game.name, number: findFreeNumber(state, game.name), setup, time, swap: game.swapAfter !== null },
    ...{ players: players.map(userid => ({ kind: 'account', userid })), challenger: '', comment: null },
    ...{ record: [], state: 'active', threads: players.map(() => null), opened: now },
    ...(isRated ? {} : { isUnrated: true }),
  };
}
