// Derives the state of a match by replaying its record.
import type { AnyGame, Colour, ColourSpec, Outcome, Seat } from '#games/game.ts';
import { assert, must } from '#games/kit/assert.ts';
import { no, ok, type Result } from '#games/kit/result.ts';
import type { Catalogue } from '../kernel/state.ts';
import {
  type BesideEntry,
  type Entry,
  type LineEntry,
  type Match,
  type Player,
  type RetireReason,
  userids,
} from './match-document.ts';
import type { Instant } from '../kernel/time.ts';
import { lineBefore, cutLine, countInheritedMoves, takeBacksUpTo } from './line.ts';
import type { MatchState, Ply } from './match-state.ts';
import { firstTurn, turnsAfter } from './turns.ts';
import { answersWanted, drawAgreed, peoplePlaying, findProposalRefusal, undoTarget, voteRefusal } from './proposals.ts';

/** A board with its game, played through. */
export interface LoadedMatch {
  readonly game: AnyGame;
  readonly match: Match;
  readonly matchState: MatchState;
}

/** Standings of records already replayed. A record is never changed, only extended, so this memory is not observable. */
const remembered = new WeakMap<readonly Entry[], MatchState>();

/** The match as it stands, or after its first `plies` moves, as far as they stand. */
export function matchStateOf(game: AnyGame, match: Match, plies: number | null = null): MatchState {
  const replayed = replay(game, match);
  assert(replayed.ok, `the record of ${match.game} board ${match.number} replays`);
  const whole = replayed.value;
  if (plies === null) return whole;
  const takeBacks = takeBacksUpTo(whole.takeBacks, lineBefore(whole.line, plies + 1).length);
  return { ...playedThrough(game, match, cutLine(whole.line, plies)), takeBacks };
}

/** As it was when the move of this number, of those that stand, was made. */
export const stateBefore = (game: AnyGame, match: Match, number: number): MatchState =>
  playedThrough(game, match, lineBefore(matchStateOf(game, match).line, number));

/** A line alone: nothing in it is taken back. */
function playedThrough(game: AnyGame, match: Match, line: readonly LineEntry[]): MatchState {
  const start = opening(game, match);
  const course: Course = { game, match, before: () => start };
  return line.reduce((matchState, entry) => after(course, matchState, entry), start);
}

/** Replays an unchecked record: its state, cached as valid, or the first entry that the rules do not allow. */
export function replay(game: AnyGame, match: Match): Result<MatchState, string> {
  const known = remembered.get(match.record);
  if (known !== undefined) return ok(known);
  /** The standings before each move of the line: so that a take-back costs nothing, however many there are. */
  const earlier: MatchState[] = [];
  const course: Course = { game, match, before: number => must(earlier[number - 1], 'a move taken back was made') };
  let matchState = opening(game, match);
  for (const [index, entry] of match.record.entries()) {
    const fault = impossible(game, match, matchState, entry);
    if (fault !== null) return no(`entry ${index + 1} of its record, ${fault}`);
    if (entry.kind === 'move') earlier[matchState.plies.length] = matchState;
    matchState = after(course, matchState, entry);
  }
  remembered.set(match.record, matchState);
  return ok(matchState);
}

/** Why this entry cannot come next; null: it can. */
function impossible(game: AnyGame, match: Match, matchState: MatchState, entry: Entry): string | null {
  if (isBeside(entry)) return null;
  const isOver = matchState.outcome !== null;
  if (entry.kind === 'move') {
    if (isOver) return `the move ${entry.text}, comes when the game is over`;
    return game.parse(matchState.position, entry.text).ok ? null : `the move ${entry.text}, is not legal`;
  }
  if (!isOver && isInPlace(match, matchState, entry)) return null;
  return `${entry.kind === 'retire' ? `seat ${entry.seat} giving up` : `a ${entry.kind}`}, is out of place`;
}

function isInPlace(
  match: Match,
  matchState: MatchState,
  entry: Exclude<GameEntry, { readonly kind: 'move' }>,
): boolean {
  switch (entry.kind) {
    case 'swap':
      return matchState.plies.length > 0 && matchState.swapped === null;
    case 'retire':
      return entry.seat < matchState.holders.length && !matchState.retired.includes(entry.seat);
    case 'proposal':
    case 'vote': {
      if (!peoplePlaying(match, matchState).includes(entry.by)) return false;
      return (
        (entry.kind === 'vote' ? voteRefusal(matchState, entry) : findProposalRefusal(match, matchState, entry)) ===
        null
      );
    }
  }
}

/** The standing once this entry is added, remembered for the extended record. */
export function matchStateWith(
  game: AnyGame,
  match: Match,
  entry: Entry,
): { readonly record: readonly Entry[]; readonly matchState: MatchState } {
  const record = [...match.record, entry];
  const course: Course = { game, match, before: number => stateBefore(game, match, number) };
  const matchState = after(course, matchStateOf(game, match), entry);
  remembered.set(record, matchState);
  return { record, matchState };
}

function opening(game: AnyGame, match: Match): MatchState {
  const matchState: MatchState = {
    position: game.start(match.setup),
    plies: [],
    holders: match.players.map((_, index) => index),
    swapped: null,
    retired: [],
    line: [],
    takeBacks: [],
    proposal: null,
    proposers: [],
    outcome: null,
    turns: [],
  };
  return {
    ...matchState,
    turns: firstTurn(turnOf(game, match, matchState)?.player ?? null, beginOf(match)),
  };
}

/** When the first turn begins: not before all invited players have answered. */
export const beginOf = ({ begun, opened }: Match): Instant => begun ?? opened;

/** What is of the game itself, and not beside it. */
type GameEntry = Exclude<Entry, BesideEntry>;

const BESIDE: ReadonlySet<Entry['kind']> = new Set<BesideEntry['kind']>([
  ...(['addtime', 'reminder', 'reminder-accepted', 'absence'] as const),
]);

export const isBeside = (entry: Entry): entry is BesideEntry => BESIDE.has(entry.kind);

function after(course: Course, matchState: MatchState, entry: Entry): MatchState {
  if (isBeside(entry)) return matchState;
  const next = changed(course, matchState, entry);
  const player = turnOf(course.game, course.match, next)?.player ?? null;
  // Moves taken over from another board used no time here.
  if (matchState.line.length < countInheritedMoves(course.match))
    return { ...next, turns: firstTurn(player, beginOf(course.match)) };
  return {
    ...next,
    turns: turnsAfter(matchState.turns, entry, { player, takenBack: movesTakenBack(matchState, next) }),
  };
}

const movesTakenBack = ({ takeBacks }: MatchState, next: MatchState): number =>
  next.takeBacks.length > takeBacks.length ? (next.takeBacks.at(-1)?.plies.length ?? 0) : 0;

/** A record being played through. */
interface Course {
  readonly game: AnyGame;
  readonly match: Match;
  /** The standing before the move of this number, of those that stand. */
  readonly before: (number: number) => MatchState;
}

/** What an entry does to all but the turns. */
function changed(course: Course, matchState: MatchState, entry: GameEntry): MatchState {
  switch (entry.kind) {
    case 'swap':
    case 'retire':
    case 'move':
      // Whatever changes the board ends what was proposed before.
      return {
        ...onLine(course, matchState, entry),
        line: [...matchState.line, entry],
        proposal: null,
        proposers: [],
      };
    case 'proposal': {
      const { what, by } = entry;
      const proposers = [...matchState.proposers, by];
      return settled(course, { ...matchState, proposers, proposal: { what, by, accepted: [by] } });
    }
    case 'vote': {
      if (!entry.accepts) return { ...matchState, proposal: null };
      const open = must(matchState.proposal, 'a vote answers a proposal');
      return settled(course, { ...matchState, proposal: { ...open, accepted: [...open.accepted, entry.by] } });
    }
  }
}

function onLine({ game, match }: Course, matchState: MatchState, entry: LineEntry): MatchState {
  switch (entry.kind) {
    case 'swap':
      return swap(game, match, matchState, entry.after);
    case 'retire': {
      const position = game.retire(matchState.position, entry.seat);
      const retired = [...matchState.retired, entry.seat];
      const outcome = game.outcome(position);
      return {
        ...matchState,
        position,
        retired,
        outcome: outcome === null ? null : endedBy(entry.why, outcome),
      };
    }
    case 'move': {
      const move = game.parse(matchState.position, entry.text);
      assert(move.ok, `the record of ${match.game} board ${match.number} replays: ${entry.text}`);
      const colour = must(game.toMove(matchState.position), 'a recorded move has a colour to move');
      const position = game.play(matchState.position, move.value);
      const player = holderOf(game, match, matchState, colour);
      const ply: Ply = { text: entry.text, colour, player, isPrepared: entry.isPrepared === true };
      return { ...matchState, position, plies: [...matchState.plies, ply], outcome: game.outcome(position) };
    }
  }
}

/** Games report only resignations. This sets the real reason, and gives all the same rank if a player was absent. */
const endedBy = (why: RetireReason, outcome: Outcome): Outcome =>
  why === 'resigned'
    ? outcome
    : { ...outcome, reason: why, ...(why === 'absent' ? { ranks: outcome.ranks.map(() => 1) } : {}) };

/** A proposal takes effect once all players still in the game have accepted it. */
function settled({ match, before }: Course, matchState: MatchState): MatchState {
  const { what, by } = must(matchState.proposal, 'only what is proposed is settled');
  if (answersWanted(match, matchState).length > 0) return matchState;
  if (what === 'draw') return { ...matchState, proposal: null, outcome: drawAgreed(matchState) };
  const target = undoTarget(match, matchState, by);
  assert(target.ok, 'an undo is proposed where it can be');
  const number = target.value;
  const { takeBacks, plies } = matchState;
  const restored = before(number);
  const takeBack = { by, after: number - 1, kept: restored.line.length, plies: plies.slice(number - 1) };
  return { ...restored, proposal: null, proposers: [], takeBacks: [...takeBacks, takeBack] };
}

/** Exchanges the seats of the player to move and of the player who moved last. */
function swap(game: AnyGame, match: Match, matchState: MatchState, after: number): MatchState {
  const last = must(matchState.plies.at(-1), 'a swap follows a move').colour;
  const next = must(game.toMove(matchState.position), 'a swap is made in a running game');
  const [taken, left] = [seatOfColour(game, match, last), seatOfColour(game, match, next)];
  const { holders } = matchState;
  const swapped = { after, by: must(holders[left], 'every seat is held') };
  return {
    ...matchState,
    swapped,
    holders: holders.with(taken, swapped.by).with(left, must(holders[taken], 'every seat is held')),
  };
}

export const seatOfColour = (game: AnyGame, match: Match, colour: Colour): Seat =>
  game.seats(match.setup).findIndex(seat => seat.colours.includes(colour));

const holderOf = (game: AnyGame, match: Match, matchState: MatchState, colour: Colour): number =>
  must(matchState.holders[seatOfColour(game, match, colour)], 'every seat is held');

/** The player to move and their colour. null: the game is over. */
export function turnOf(
  game: AnyGame,
  match: Match,
  matchState: MatchState,
): { readonly colour: ColourSpec; readonly player: number } | null {
  const name = matchState.outcome === null ? game.toMove(matchState.position) : null;
  if (name === null) return null;
  const colour = must(
    game.colours(match.setup).find(each => each.name === name),
    'the colour to move is one of the game',
  );
  return { colour, player: holderOf(game, match, matchState, name) };
}

/** Shown for a player whose invitation is not answered yet: the address itself is never shown. */
export const INVITED = '(invited)';

/** How a player is called in mails. */
export const playerName = (player: Player | undefined): string =>
  player?.kind === 'account' ? player.userid : INVITED;

/** Has this player still to say whether they play? */
export const isAwaited = (player: Player | undefined): boolean =>
  player?.kind === 'invited' || (player?.kind === 'account' && player.isAsked === true);

/** Was this account asked whether it plays, and has not said so yet? */
export const isAskedAt = ({ players }: Pick<Match, 'players'>, userid: string): boolean =>
  players.some(player => player.kind === 'account' && player.userid === userid && player.isAsked === true);

export const requireGame = (state: Pick<Catalogue, 'games'>, { game }: { readonly game: string }): AnyGame =>
  must(state.games.find(({ name }) => name === game), `the shelf has every game: ${game}`); // prettier-ignore

/** The seats this account holds and has not given up; one may play several. */
export const seatsPlayedBy = (match: Match, { holders, retired }: MatchState, userid: string): readonly Seat[] =>
  holders.flatMap((index, seat) => {
    const player = match.players[index];
    return player?.kind === 'account' && player.userid === userid && !retired.includes(seat) ? [seat] : [];
  });

/** Games that can count: between different players, from the beginning, and meant to. */
export const isRateable = (match: Match): boolean =>
  match.isUnrated !== true && match.from === undefined && userids(match).length === match.players.length;
