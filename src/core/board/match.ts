// Derives the state of a match by replaying its record.
import { type AnyGame, type Colour, type ColourSpec, type Outcome, type Seat, titleOf } from '#games/game.ts';
import { assert, must } from '#games/kit/assert.ts';
import { type Result, no, ok } from '#games/kit/result.ts';
import type { Catalogue } from '../kernel/state.ts';
import {
  type AnnotationEntry,
  type Entry,
  type LineEntry,
  type Match,
  type Player,
  type RetireReason,
  userids,
} from './match-document.ts';
import type { Instant } from '../kernel/time.ts';
import {
  type MatchState,
  type Ply,
  addTurn,
  countInheritedMoves,
  cutLine,
  lineBefore,
  selectTakeBacks,
  startTurns,
} from './match-state.ts';
import {
  createDrawOutcome,
  findMissingAnswers,
  findPeoplePlaying,
  findPerson,
  findProposalRefusal,
  findUndoTarget,
  findVoteRefusal,
} from './proposals.ts';

/** A match with its game and its derived state. */
export interface LoadedMatch {
  readonly game: AnyGame;
  readonly match: Match;
  readonly matchState: MatchState;
}

/** A match that is replayed when its state is first read. */
export function openMatch(state: Pick<Catalogue, 'games'>, match: Match): LoadedMatch {
  const game = requireGame(state, match);
  return {
    game,
    match,
    get matchState() {
      return matchStateOf(game, match);
    },
  };
}

/** What sentences call a board. */
export const nameBoard = ({
  game,
  match,
}: Pick<LoadedMatch, 'game' | 'match'>): { readonly game: string; readonly number: number } => ({
  game: titleOf(game, match.setup),
  number: match.number,
});

/** Caches the states of replayed records. A record is never changed, only extended. */
const cachedStates = new WeakMap<readonly Entry[], MatchState>();

/** The state of a match now, or after the first `plies` moves of its line. */
export function matchStateOf(game: AnyGame, match: Match, plies: number | null = null): MatchState {
  const replayed = replay(game, match);
  assert(replayed.ok, `the record of ${match.game} board ${match.number} replays`);
  const fullState = replayed.value;
  if (plies === null) return fullState;
  const takeBacks = selectTakeBacks(fullState.takeBacks, lineBefore(fullState.line, plies + 1).length);
  return { ...replayLine(game, match, cutLine(fullState.line, plies)), takeBacks };
}

/** The state before the move with this number in the line. */
export const findStateBefore = (game: AnyGame, match: Match, number: number): MatchState =>
  replayLine(game, match, lineBefore(matchStateOf(game, match).line, number));

/** Replays a line, in which nothing is taken back. */
function replayLine(game: AnyGame, match: Match, line: readonly LineEntry[]): MatchState {
  const start = startState(game, match);
  const context: ReplayContext = { game, match, stateBeforeMove: () => start };
  return line.reduce((matchState, entry) => applyEntry(context, matchState, entry), start);
}

/** Replays an unchecked record: its state, cached as valid, or the first entry that the rules do not allow. */
export function replay(game: AnyGame, match: Match): Result<MatchState, string> {
  const cachedState = cachedStates.get(match.record);
  if (cachedState !== undefined) return ok(cachedState);
  /** The states before each move of the line, so that a take-back costs no replay. */
  const statesBeforeMoves: MatchState[] = [];
  const context: ReplayContext = {
    game,
    match,
    stateBeforeMove: number => must(statesBeforeMoves[number - 1], 'a move taken back was made'),
  };
  let matchState = startState(game, match);
  for (const [index, entry] of match.record.entries()) {
    const fault = findEntryFault(game, match, matchState, entry);
    if (fault !== null) return no(`entry ${index + 1} of its record, ${fault}`);
    if (entry.kind === 'move') statesBeforeMoves[matchState.plies.length] = matchState;
    matchState = applyEntry(context, matchState, entry);
  }
  cachedStates.set(match.record, matchState);
  return ok(matchState);
}

/** The reason why an entry cannot come next. null: it can. */
function findEntryFault(game: AnyGame, match: Match, matchState: MatchState, entry: Entry): string | null {
  if (isAnnotation(entry)) return null;
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
      if (!findPeoplePlaying(match, matchState).includes(entry.by)) return false;
      return (
        (entry.kind === 'vote' ? findVoteRefusal(matchState, entry) : findProposalRefusal(match, matchState, entry)) ===
        null
      );
    }
  }
}

/** The match with one more entry in its record. The state after it is cached. */
export function addToRecord({ game, match }: Pick<LoadedMatch, 'game' | 'match'>, entry: Entry): LoadedMatch {
  const record = [...match.record, entry];
  const context: ReplayContext = { game, match, stateBeforeMove: number => findStateBefore(game, match, number) };
  const matchState = applyEntry(context, matchStateOf(game, match), entry);
  cachedStates.set(record, matchState);
  return { game, match: { ...match, record }, matchState };
}

function startState(game: AnyGame, match: Match): MatchState {
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
    proposals: 0,
    pause: null,
    pauses: [],
    outcome: null,
    turns: [],
  };
  return {
    ...matchState,
    turns: startTurns(turnOf(game, match, matchState)?.player ?? null, beginOf(match)),
  };
}

/** When the first turn begins: after all invited players have accepted. */
export const beginOf = ({ begun, opened }: Match): Instant => begun ?? opened;

/** An entry of the game itself. */
type GameEntry = Exclude<Entry, AnnotationEntry>;

const ANNOTATION_KINDS: ReadonlySet<Entry['kind']> = new Set<AnnotationEntry['kind']>([
  ...(['addtime', 'reminder', 'reminder-accepted', 'absence', 'resume', 'thought'] as const),
]);

export const isAnnotation = (entry: Entry): entry is AnnotationEntry => ANNOTATION_KINDS.has(entry.kind);

function applyEntry(context: ReplayContext, matchState: MatchState, entry: Entry): MatchState {
  if (isAnnotation(entry)) return entry.kind === 'resume' ? endPause(matchState, entry.at) : matchState;
  const next = applyGameEntry(context, matchState, entry);
  const player = turnOf(context.game, context.match, next)?.player ?? null;
  // Moves taken over from another board used no time here.
  if (matchState.line.length < countInheritedMoves(context.match))
    return { ...next, turns: startTurns(player, beginOf(context.match)) };
  const isTakenBack = next.takeBacks.length > matchState.takeBacks.length;
  const takenBack = isTakenBack ? (next.takeBacks.at(-1)?.plies.length ?? 0) : 0;
  return {
    ...next,
    turns: addTurn(matchState.turns, entry, { player, takenBack }),
  };
}

/** The context of a replay. */
interface ReplayContext {
  readonly game: AnyGame;
  readonly match: Match;
  /** The state before the move with this number in the line. */
  readonly stateBeforeMove: (number: number) => MatchState;
}

/** Applies an entry to everything but the turns. */
function applyGameEntry(context: ReplayContext, matchState: MatchState, entry: GameEntry): MatchState {
  switch (entry.kind) {
    case 'swap':
    case 'retire':
    case 'move':
      // Whatever changes the board ends what was proposed before.
      return followPause(context.match, entry, {
        ...applyLineEntry(context, matchState, entry),
        line: [...matchState.line, entry],
        proposal: null,
        proposers: [],
        proposals: 0,
      });
    case 'proposal': {
      const { what, by } = entry;
      const proposers = [...matchState.proposers, by];
      const proposals = matchState.proposals + 1;
      const proposed = { ...matchState, proposers, proposals, proposal: { what, by, accepted: [by] } };
      return settleProposal(context, proposed, entry.at);
    }
    case 'vote': {
      if (!entry.accepts) return { ...matchState, proposal: null };
      const proposal = must(matchState.proposal, 'a vote answers a proposal');
      const accepted = [...proposal.accepted, entry.by];
      return settleProposal(context, { ...matchState, proposal: { ...proposal, accepted } }, entry.at);
    }
  }
}

function applyLineEntry({ game, match }: ReplayContext, matchState: MatchState, entry: LineEntry): MatchState {
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
        outcome: outcome === null ? null : setReason(entry.why, outcome),
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

/** Does a game that ended for this reason have no result? */
export const isVoid = (reason: string | undefined): boolean => reason === 'absent' || reason === 'voided';

/** Games report only resignations. This sets the real reason, and gives all the same rank if the board is void. */
const setReason = (why: RetireReason, outcome: Outcome): Outcome =>
  why === 'resigned'
    ? outcome
    : { ...outcome, reason: why, ...(isVoid(why) ? { ranks: outcome.ranks.map(() => 1) } : {}) };

/** A proposal takes effect once all players still in the game have accepted it. */
function settleProposal({ match, stateBeforeMove }: ReplayContext, matchState: MatchState, at: Instant): MatchState {
  const { what, by } = must(matchState.proposal, 'only what is proposed is settled');
  if (findMissingAnswers(match, matchState).length > 0) return matchState;
  if (what === 'draw') return { ...matchState, proposal: null, outcome: createDrawOutcome(matchState) };
  if (what === 'suspend') return { ...matchState, proposal: null, proposers: [], pause: { from: at, moved: [] } };
  const { takeBacks, plies, pause, pauses } = matchState;
  const target = findUndoTarget(match, matchState, by);
  assert(target.ok, 'an undo is proposed where it can be');
  const number = target.value;
  const restored = stateBeforeMove(number);
  const takeBack = { by, after: number - 1, kept: restored.line.length, plies: plies.slice(number - 1) };
  return {
    ...restored,
    ...{ proposal: null, proposers: [], proposals: 0, pause, pauses },
    takeBacks: [...takeBacks, takeBack],
  };
}

function endPause(matchState: MatchState, at: Instant): MatchState {
  const { pause, pauses } = matchState;
  if (pause === null) return matchState;
  return { ...matchState, pause: null, pauses: [...pauses, { from: pause.from, until: at }] };
}

/** Ends the stop of the clocks when everybody who still plays has moved in it. Prepared moves do not count. */
function followPause(match: Match, entry: LineEntry, matchState: MatchState): MatchState {
  const { pause, plies, swapped } = matchState;
  if (pause === null) return matchState;
  const mover = entry.kind === 'move' ? plies.at(-1)?.player : entry.kind === 'swap' ? swapped?.by : undefined;
  const isByHand = mover !== undefined && entry.kind !== 'retire' && entry.isPrepared !== true;
  const moved = isByHand ? [...pause.moved, findPerson(match, mover)] : pause.moved;
  const haveAllMoved = findPeoplePlaying(match, matchState).every(person => moved.includes(person));
  return haveAllMoved ? endPause(matchState, entry.at) : { ...matchState, pause: { ...pause, moved } };
}

/** Exchanges the seats of the player to move and of the player who moved last. */
function swap(game: AnyGame, match: Match, matchState: MatchState, after: number): MatchState {
  const last = must(matchState.plies.at(-1), 'a swap follows a move').colour;
  const next = must(game.toMove(matchState.position), 'a swap is made in a running game');
  const [lastSeat, nextSeat] = [seatOfColour(game, match, last), seatOfColour(game, match, next)];
  const { holders } = matchState;
  const swapped = { after, by: must(holders[nextSeat], 'every seat is held') };
  return {
    ...matchState,
    swapped,
    holders: holders.with(lastSeat, swapped.by).with(nextSeat, must(holders[lastSeat], 'every seat is held')),
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

/** The name of an invited player in mails. The address is never shown. */
export const INVITED = '(invited)';

/** The name of a player in mails. */
export const playerName = (player: Player | undefined): string =>
  player?.kind === 'account' ? player.userid : INVITED;

/** Has the player not accepted yet? */
export const isAwaited = (player: Player | undefined): boolean =>
  player?.kind === 'invited' || (player?.kind === 'account' && player.isAsked === true);

/** Was the account asked to play, without an answer so far? */
export const isAskedAt = ({ players }: Pick<Match, 'players'>, userid: string): boolean =>
  players.some(player => player.kind === 'account' && player.userid === userid && player.isAsked === true);

export const requireGame = (state: Pick<Catalogue, 'games'>, { game }: { readonly game: string }): AnyGame =>
  must(state.games.find(({ name }) => name === game), `the shelf has every game: ${game}`); // prettier-ignore

/** The seats that an account has and has not given up. An account may have several. */
export const seatsPlayedBy = (match: Match, { holders, retired }: MatchState, userid: string): readonly Seat[] =>
  holders.flatMap((index, seat) => {
    const player = match.players[index];
    return player?.kind === 'account' && player.userid === userid && !retired.includes(seat) ? [seat] : [];
  });

/** Is the board over or removed? null: there is none. */
export const hasEnded = (match: Match | null): boolean => match?.state === 'over' || match?.state === 'removed';

/** Can the game be rated? It is between different players, from the beginning, and not unrated. */
export const isRateable = (match: Match): boolean =>
  match.isUnrated !== true && match.from === undefined && userids(match).length === match.players.length;

/** Does a board in play measure its players alone? Then no engine helps them. */
export const isCounted = (match: Match): boolean => isRateable(match) || match.tournament !== undefined;
