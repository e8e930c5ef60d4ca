// The referee of one game, as a state machine without I/O.
// Takes what the players say and the passing of time. Returns what they are told, and the result.
import { type AnyGame, type Outcome, type Seat, findSeat } from '#games/game.ts';
import type {
  Agreement,
  ArbiterEvent,
  GameResult,
  GameState,
  PlayerFault,
  PlayerState,
  RefereeEffect,
  Transition,
} from './game-state.ts';
import {
  NOTHING_UNREAD,
  type PlayerMessage,
  type RefereeMessage,
  readPlayer,
  readUnfinished,
  refereeLimits,
} from './protocol.ts';
import { must } from '#games/kit/assert.ts';
import { SWAP, findSwapRefusal } from '#games/kit/swap.ts';

const SEATS: readonly Seat[] = [0, 1];
const otherSeat = (seat: Seat): Seat => 1 - seat;

const findPlayer = (state: GameState, seat: Seat): PlayerState => must(state.players[seat], 'two play');

const changePlayer = (state: GameState, seat: Seat, change: Partial<PlayerState>): GameState => ({
  ...state,
  players: state.players.map((player, index) => (index === seat ? { ...player, ...change } : player)),
});

/** After a swap each player has the seat of the other one. Converts a seat of the game to one of the players, and back. */
const exchangeSeat = ({ swappedAfter }: GameState, seat: Seat): Seat =>
  swappedAfter === null ? seat : otherSeat(seat);

/** The seat of the player to move. null: the game is over. */
function findSeatToMove(state: GameState): Seat | null {
  const { game, setup } = state.agreement;
  const colour = game.toMove(state.position);
  return colour === null ? null : exchangeSeat(state, findSeat(game, setup, colour));
}

/** Tells both players something that players of the later dialect answer with `ok`. */
const tellBoth = (state: GameState, message: RefereeMessage): Transition => ({
  state: { ...state, players: state.players.map(player => ({ ...player, owed: player.owed + 1 })) },
  effects: SEATS.map(seat => ({ kind: 'tell', seat, message })),
});

/** Starts the game and tells both players the board. */
export function startGame(agreement: Agreement, now: number): Transition {
  const state: GameState = {
    agreement,
    position: agreement.game.start(agreement.setup),
    moves: [],
    swappedAfter: null,
    players: SEATS.map(seat => ({
      dialect: agreement.dialects[seat] ?? 'unknown',
      isStarting: agreement.dialects[seat] === 'old',
      ...{ owed: 0, unread: NOTHING_UNREAD, hasSpoken: false, heardAt: now, ms: 0 },
    })),
    phase: 'greeting',
    since: now,
  };
  const told = tellBoth(state, { kind: 'board', ...agreement.board });
  return chainTransitions(told, next => proceed(next, now));
}

function chainTransitions(first: Transition, then: (state: GameState) => Transition): Transition {
  const second = then(first.state);
  return { state: second.state, effects: [...first.effects, ...second.effects] };
}

const keepState = (state: GameState): Transition => ({ state, effects: [] });

/** Players who must say `ok` before the game continues. During the greeting this includes players of unknown dialect. */
function listDebtors(state: GameState): readonly Seat[] {
  return SEATS.filter(seat => {
    const { dialect, owed } = findPlayer(state, seat);
    return owed > 0 && (dialect === 'later' || (dialect === 'unknown' && state.phase === 'greeting'));
  });
}

/** Asks for the next move, or announces the result, once no `ok` is missing. */
function proceed(state: GameState, now: number): Transition {
  if (listDebtors(state).length > 0) return keepState(state);
  const seat = findSeatToMove(state);
  if (seat === null) return announce(state);
  return {
    state: { ...state, phase: 'asked', since: now },
    effects: [{ kind: 'tell', seat, message: { kind: 'ask' } }],
  };
}

function finish(state: GameState, result: Pick<GameResult, 'winner' | 'reason' | 'faults'>): Transition {
  const { moves, swappedAfter, players } = state;
  const listValues = <Key extends keyof PlayerState>(key: Key): readonly PlayerState[Key][] =>
    players.map(player => player[key]);
  const told = {
    moves,
    swappedAfter,
    ms: listValues('ms'),
    dialects: listValues('dialect'),
    spoken: listValues('hasSpoken'),
  };
  const isAtFault = (seat: Seat): boolean => result.faults.some(fault => fault.seat === seat);
  const findVerdict = (seat: Seat): 'won' | 'lost' | 'drawn' | 'abort' => {
    if (isAtFault(seat)) return 'abort';
    return result.winner === null ? 'drawn' : result.winner === seat ? 'won' : 'lost';
  };
  return {
    state: { ...state, phase: 'over' },
    effects: [
      ...SEATS.map((seat): RefereeEffect => ({ kind: 'tell', seat, message: { kind: findVerdict(seat) } })),
      { kind: 'finish', result: { ...result, ...told } },
    ],
  };
}

/** Ends the game by its own rules. The result is final, whatever a player does now. */
function announce(state: GameState): Transition {
  const { agreement, position } = state;
  const outcome: Outcome = must(agreement.game.outcome(position), 'nobody is to move');
  const first = SEATS.filter(seat => outcome.ranks[seat] === 1);
  const winner = first.length === 1 ? exchangeSeat(state, must(first[0], 'one is first')) : null;
  return finish(state, { winner, reason: outcome.reason, faults: [] });
}

/** Ends the game by a fault: the other player wins. If both are at fault, there is no winner. */
function endByFault(state: GameState, seats: readonly Seat[], fault: PlayerFault): Transition {
  const [offender, second] = seats;
  const winner = offender === undefined || second !== undefined ? null : otherSeat(offender);
  return finish(state, { winner, reason: fault.kind, faults: seats.map(seat => ({ seat, fault })) });
}

/** The latest moment for the move that is due. */
function moveDue(state: GameState, seat: Seat): number {
  const { moveMs, gameMs } = state.agreement;
  const left = gameMs === null ? moveMs : Math.max(0, gameMs - findPlayer(state, seat).ms);
  return state.since + Math.min(moveMs, left) + readStartingMs(state, seat);
}

/** A program of the old dialect gives no greeting, so its time to start is not taken from its first move. */
const readStartingMs = (state: GameState, seat: Seat): number =>
  findPlayer(state, seat).isStarting ? refereeLimits.greetingMs : 0;

/** When the phase times out. Infinity: it waits for nothing. */
function findPhaseTimeout(state: GameState): number {
  switch (state.phase) {
    case 'greeting':
      return state.since + refereeLimits.greetingMs;
    case 'waiting':
      return state.since + state.agreement.moveMs;
    case 'closing':
      return state.since + Math.min(refereeLimits.lastOkMs, state.agreement.moveMs);
    case 'asked':
      return moveDue(state, must(findSeatToMove(state), 'somebody was asked'));
    case 'over':
      return Infinity;
  }
}

/** When an unfinished line of the asked player counts as complete. null: there is no such line. */
function findSilenceTimeout(state: GameState): number | null {
  const seat = state.phase === 'asked' ? findSeatToMove(state) : null;
  if (seat === null) return null;
  const { unread, heardAt } = findPlayer(state, seat);
  // Text that is not yet a valid move waits for the rest.
  const text = readUnfinished(unread);
  const isMove = text !== '' && (readMove(state, text).ok || text.toLowerCase() === SWAP);
  return isMove ? heardAt + refereeLimits.unfinishedMs : null;
}

/** When the next `time` event is due, if no other event comes first. Infinity: never. */
export const wakeAt = (state: GameState): number =>
  Math.min(findPhaseTimeout(state), findSilenceTimeout(state) ?? Infinity);

const readMove = ({ agreement, position }: GameState, text: string): ReturnType<AnyGame['parse']> =>
  agreement.game.parse(position, text);

/** A player's word in place of a move: it gives up. */
const RESIGNATION = 'resign';

/** How a line begins that refuses a message of the referee. */
const REFUSAL = '? ';

function moveMade(state: GameState, seat: Seat, text: string, now: number): Transition {
  const { game } = state.agreement;
  const ms = Math.max(0, now - state.since - readStartingMs(state, seat));
  const timed = changePlayer(state, seat, { ms: findPlayer(state, seat).ms + ms, isStarting: false });
  if (text.toLowerCase() === RESIGNATION)
    return announce({ ...timed, position: game.retire(state.position, exchangeSeat(state, seat)) });
  if (text.toLowerCase() === SWAP) {
    // The players exchange their seats. The stones stay, and the colour to move is the other player's now.
    const { agreement, moves, swappedAfter } = timed;
    const hasSwapped = swappedAfter !== null;
    const refusal = findSwapRefusal({ swapAfter: agreement.swapAfter, moves: moves.length, hasSwapped });
    if (refusal !== null) return endByFault(timed, [seat], { kind: 'illegal', text: SWAP, refusal });
    const swapped = { ...timed, swappedAfter: moves.length, phase: 'waiting', since: now } as const;
    return chainTransitions(tellBoth(swapped, { kind: 'played', move: SWAP }), next => proceed(next, now));
  }
  const move = readMove(state, text);
  if (!move.ok) return endByFault(timed, [seat], { kind: 'illegal', text, refusal: move.reason });
  const canonical = game.format(state.position, move.value);
  const told = game.formatForPrograms?.(state.position, move.value) ?? canonical;
  const position = game.play(state.position, move.value);
  const phase = game.outcome(position) === null ? 'waiting' : 'closing';
  const played = { ...timed, position, moves: [...state.moves, canonical], phase, since: now } as const;
  return chainTransitions(tellBoth(played, { kind: 'played', move: told }), next => proceed(next, now));
}

const createBreach = (breach: 'out-of-turn' | 'ok-not-due' | 'ok-missing' | 'refused', text: string): PlayerFault => ({
  kind: 'protocol',
  breach,
  text: text.slice(0, refereeLimits.echoLength),
});

function handleOk(state: GameState, seat: Seat, now: number): Transition {
  const { dialect, owed } = findPlayer(state, seat);
  const isDue = dialect !== 'old' && owed > 0;
  if (!isDue)
    return state.phase === 'closing' ? keepState(state) : endByFault(state, [seat], createBreach('ok-not-due', 'ok'));
  const paid = changePlayer(state, seat, { dialect: 'later', owed: owed - 1 });
  return state.phase === 'asked' ? keepState(paid) : proceed(paid, now);
}

function handleLine(state: GameState, seat: Seat, { text, now }: { text: string; now: number }): Transition {
  if (text.startsWith(REFUSAL)) return endByFault(state, [seat], createBreach('refused', text.slice(REFUSAL.length)));
  if (state.phase !== 'asked' || findSeatToMove(state) !== seat)
    return endByFault(state, [seat], createBreach('out-of-turn', text));
  const { dialect, owed } = findPlayer(state, seat);
  if (dialect === 'later' && owed > 0) return endByFault(state, [seat], createBreach('ok-missing', text));
  return moveMade(changePlayer(state, seat, { dialect: dialect === 'later' ? 'later' : 'old' }), seat, text, now);
}

function handleMessage(
  state: GameState,
  seat: Seat,
  { message, now }: { message: PlayerMessage; now: number },
): Transition {
  // After the last move the result is final, whatever is said.
  const isDecided = state.phase === 'closing' && message.kind !== 'ok';
  if (state.phase === 'over' || isDecided) return keepState(state);
  switch (message.kind) {
    case 'ok':
      return handleOk(state, seat, now);
    case 'line':
      return handleLine(state, seat, { text: message.text, now });
    case 'flood':
      return endByFault(state, [seat], { kind: 'protocol', breach: 'flood' });
  }
}

function handleText(state: GameState, { seat, text }: { seat: Seat; text: string }, now: number): Transition {
  const { messages, unread } = readPlayer(findPlayer(state, seat).unread, text);
  const start = keepState(changePlayer(state, seat, { unread, hasSpoken: true, heardAt: now }));
  return messages.reduce(
    (done, message) => chainTransitions(done, next => handleMessage(next, seat, { message, now })),
    start,
  );
}

function handleExit(state: GameState, { seat, how }: { seat: Seat; how: string }, now: number): Transition {
  // A last line without a line end counts as a line.
  const rest = readUnfinished(findPlayer(state, seat).unread);
  const after =
    rest === '' || state.phase !== 'asked'
      ? keepState(state)
      : handleMessage(changePlayer(state, seat, { unread: NOTHING_UNREAD }), seat, {
          message: { kind: 'line', text: rest },
          now,
        });
  return chainTransitions(after, next => {
    if (next.phase === 'over') return keepState(next);
    return next.phase === 'closing' ? announce(next) : endByFault(next, [seat], { kind: 'crash', how });
  });
}

function handleTimeout(state: GameState, now: number): Transition {
  if (state.phase === 'closing') return announce(state);
  // Players who have not spoken by now count as players of the old dialect. The others must still say `ok`.
  if (state.phase === 'greeting') return proceed({ ...state, phase: 'waiting' }, now);
  const ms = findPhaseTimeout(state) - state.since;
  if (state.phase === 'waiting') return endByFault(state, listDebtors(state), { kind: 'timeout', due: 'ok', ms });
  const seat = must(findSeatToMove(state), 'somebody was asked');
  const timed = changePlayer(state, seat, { ms: findPlayer(state, seat).ms + ms });
  return endByFault(timed, [seat], { kind: 'timeout', due: 'move', ms });
}

/** The asked player has paused after a complete move without a line end. */
function handleSilence(state: GameState, now: number): Transition {
  const seat = must(findSeatToMove(state), 'somebody was asked');
  const text = readUnfinished(findPlayer(state, seat).unread);
  return handleLine(changePlayer(state, seat, { unread: NOTHING_UNREAD }), seat, { text, now });
}

/** The next state of a game after an event at `now`. Time does not run backwards. An event reported late gives no player extra time. */
export function handleArbiterEvent(state: GameState, event: ArbiterEvent, now: number): Transition {
  if (state.phase === 'over') return keepState(state);
  const silent = findSilenceTimeout(state) ?? Infinity;
  const due = findPhaseTimeout(state);
  if (now >= Math.min(silent, due)) {
    const passed = silent <= due ? handleSilence(state, now) : handleTimeout(state, now);
    return chainTransitions(passed, next => handleArbiterEvent(next, event, now));
  }
  if (event.kind === 'time') return keepState(state);
  return event.kind === 'said' ? handleText(state, event, now) : handleExit(state, event, now);
}
