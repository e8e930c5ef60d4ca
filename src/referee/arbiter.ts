// The referee of one game, as a state machine without I/O.
// Takes what the players say and the passing of time. Returns what they are told, and the result.
import type { AnyGame, Outcome, Seat } from '#games/game.ts';
import type {
  Agreement,
  ArbiterEvent,
  Transition,
  GameState,
  RefereeEffect,
  PlayerFault,
  GameResult,
  PlayerState,
} from './game-state.ts';
import { NOTHING_UNREAD, type PlayerMessage, readPlayer, type RefereeMessage, unfinished } from './protocol.ts';
import { must } from '#games/kit/assert.ts';
import { refereeLimits } from './limits.ts';

const SEATS: readonly Seat[] = [0, 1];
const other = (seat: Seat): Seat => 1 - seat;

const playerAt = (state: GameState, seat: Seat): PlayerState => must(state.players[seat], 'two play');

const withPlayer = (state: GameState, seat: Seat, change: Partial<PlayerState>): GameState => ({
  ...state,
  players: state.players.map((player, index) => (index === seat ? { ...player, ...change } : player)),
});

/** The seat whose colour is to move. null: the game is over. */
function toMove({ agreement: { game, setup }, position }: GameState): Seat | null {
  const colour = game.toMove(position);
  return colour === null ? null : game.seats(setup).findIndex(({ colours }) => colours.includes(colour));
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
    players: SEATS.map(seat => ({
      dialect: agreement.dialects[seat] ?? 'unknown',
      isStarting: agreement.dialects[seat] === 'old',
      ...{ owed: 0, unread: NOTHING_UNREAD, hasSpoken: false, heardAt: now, ms: 0 },
    })),
    phase: 'greeting',
    since: now,
  };
  const told = tellBoth(state, { kind: 'board', ...agreement.board });
  return followedBy(told, next => proceed(next, now));
}

function followedBy(first: Transition, then: (state: GameState) => Transition): Transition {
  const second = then(first.state);
  return { state: second.state, effects: [...first.effects, ...second.effects] };
}

const unchanged = (state: GameState): Transition => ({ state, effects: [] });

/** Players who must say `ok` before the game continues. During the greeting this includes players of unknown dialect. */
function debtors(state: GameState): readonly Seat[] {
  return SEATS.filter(seat => {
    const { dialect, owed } = playerAt(state, seat);
    return owed > 0 && (dialect === 'later' || (dialect === 'unknown' && state.phase === 'greeting'));
  });
}

/** Asks for the next move, or announces the result, once no `ok` is missing. */
function proceed(state: GameState, now: number): Transition {
  if (debtors(state).length > 0) return unchanged(state);
  const seat = toMove(state);
  if (seat === null) return announce(state);
  return {
    state: { ...state, phase: 'asked', since: now },
    effects: [{ kind: 'tell', seat, message: { kind: 'ask' } }],
  };
}

function finish(state: GameState, result: Pick<GameResult, 'winner' | 'reason' | 'faults'>): Transition {
  const { moves, players } = state;
  const of = <Key extends keyof PlayerState>(key: Key): readonly PlayerState[Key][] =>
    players.map(player => player[key]);
  const told = { moves, ms: of('ms'), dialects: of('dialect'), spoken: of('hasSpoken') };
  const isAtFault = (seat: Seat): boolean => result.faults.some(fault => fault.seat === seat);
  const verdict = (seat: Seat): 'won' | 'lost' | 'drawn' | 'abort' => {
    if (isAtFault(seat)) return 'abort';
    return result.winner === null ? 'drawn' : result.winner === seat ? 'won' : 'lost';
  };
  return {
    state: { ...state, phase: 'over' },
    effects: [
      ...SEATS.map((seat): RefereeEffect => ({ kind: 'tell', seat, message: { kind: verdict(seat) } })),
      { kind: 'finish', result: { ...result, ...told } },
    ],
  };
}

/** Ends the game by its own rules. The result is final, whatever a player does now. */
function announce(state: GameState): Transition {
  const { agreement, position } = state;
  const outcome: Outcome = must(agreement.game.outcome(position), 'nobody is to move');
  const first = SEATS.filter(seat => outcome.ranks[seat] === 1);
  const winner = first.length === 1 ? must(first[0], 'one is first') : null;
  return finish(state, { winner, reason: outcome.reason, faults: [] });
}

/** Ends the game by a fault: the other player wins. If both are at fault, there is no winner. */
function forfeit(state: GameState, seats: readonly Seat[], fault: PlayerFault): Transition {
  const [offender, second] = seats;
  const winner = offender === undefined || second !== undefined ? null : other(offender);
  return finish(state, { winner, reason: fault.kind, faults: seats.map(seat => ({ seat, fault })) });
}

/** The latest moment for the move that is due. */
function moveDue(state: GameState, seat: Seat): number {
  const { moveMs, gameMs } = state.agreement;
  const left = gameMs === null ? moveMs : Math.max(0, gameMs - playerAt(state, seat).ms);
  return state.since + Math.min(moveMs, left) + startingMs(state, seat);
}

/** A program of the old dialect gives no greeting, so its time to start is not taken from its first move. */
const startingMs = (state: GameState, seat: Seat): number =>
  playerAt(state, seat).isStarting ? refereeLimits.greetingMs : 0;

/** When the phase times out. Infinity: it waits for nothing. */
function phaseDue(state: GameState): number {
  switch (state.phase) {
    case 'greeting':
      return state.since + refereeLimits.greetingMs;
    case 'waiting':
      return state.since + state.agreement.moveMs;
    case 'closing':
      return state.since + Math.min(refereeLimits.lastOkMs, state.agreement.moveMs);
    case 'asked':
      return moveDue(state, must(toMove(state), 'somebody was asked'));
    case 'over':
      return Infinity;
  }
}

/** When an unfinished line of the asked player counts as complete. null: there is no such line. */
function silenceDue(state: GameState): number | null {
  const seat = state.phase === 'asked' ? toMove(state) : null;
  if (seat === null) return null;
  const { unread, heardAt } = playerAt(state, seat);
  // Text that is not yet a valid move waits for the rest.
  const isMove = unfinished(unread) !== '' && readMove(state, unfinished(unread)).ok;
  return isMove ? heardAt + refereeLimits.unfinishedMs : null;
}

/** When the next `time` event is due, if no other event comes first. Infinity: never. */
export const wakeAt = (state: GameState): number => Math.min(phaseDue(state), silenceDue(state) ?? Infinity);

const readMove = ({ agreement, position }: GameState, text: string): ReturnType<AnyGame['parse']> =>
  agreement.game.parse(position, text);

function moveMade(state: GameState, seat: Seat, text: string, now: number): Transition {
  const { game } = state.agreement;
  const ms = Math.max(0, now - state.since - startingMs(state, seat));
  const timed = withPlayer(state, seat, { ms: playerAt(state, seat).ms + ms, isStarting: false });
  const move = readMove(state, text);
  if (!move.ok) return forfeit(timed, [seat], { kind: 'illegal', text, refusal: move.reason });
  const canonical = game.format(state.position, move.value);
  const told = game.formatForPrograms?.(state.position, move.value) ?? canonical;
  const position = game.play(state.position, move.value);
  const phase = game.outcome(position) === null ? 'waiting' : 'closing';
  const played = { ...timed, position, moves: [...state.moves, canonical], phase, since: now } as const;
  return followedBy(tellBoth(played, { kind: 'played', move: told }), next => proceed(next, now));
}

const breach = (breach: 'out-of-turn' | 'ok-not-due' | 'ok-missing', text: string): PlayerFault => ({
  kind: 'protocol',
  breach,
  text: text.slice(0, refereeLimits.echoLength),
});

function okSaid(state: GameState, seat: Seat, now: number): Transition {
  const { dialect, owed } = playerAt(state, seat);
  const isDue = dialect !== 'old' && owed > 0;
  if (!isDue) return state.phase === 'closing' ? unchanged(state) : forfeit(state, [seat], breach('ok-not-due', 'ok'));
  const paid = withPlayer(state, seat, { dialect: 'later', owed: owed - 1 });
  return state.phase === 'asked' ? unchanged(paid) : proceed(paid, now);
}

function lineSaid(state: GameState, seat: Seat, { text, now }: { text: string; now: number }): Transition {
  if (state.phase !== 'asked' || toMove(state) !== seat) return forfeit(state, [seat], breach('out-of-turn', text));
  const { dialect, owed } = playerAt(state, seat);
  if (dialect === 'later' && owed > 0) return forfeit(state, [seat], breach('ok-missing', text));
  return moveMade(withPlayer(state, seat, { dialect: dialect === 'later' ? 'later' : 'old' }), seat, text, now);
}

function heard(state: GameState, seat: Seat, { message, now }: { message: PlayerMessage; now: number }): Transition {
  // After the last move the result is final, whatever is said.
  const isDecided = state.phase === 'closing' && message.kind !== 'ok';
  if (state.phase === 'over' || isDecided) return unchanged(state);
  switch (message.kind) {
    case 'ok':
      return okSaid(state, seat, now);
    case 'line':
      return lineSaid(state, seat, { text: message.text, now });
    case 'flood':
      return forfeit(state, [seat], { kind: 'protocol', breach: 'flood' });
  }
}

function said(state: GameState, { seat, text }: { seat: Seat; text: string }, now: number): Transition {
  const { messages, unread } = readPlayer(playerAt(state, seat).unread, text);
  const start = unchanged(withPlayer(state, seat, { unread, hasSpoken: true, heardAt: now }));
  return messages.reduce((done, message) => followedBy(done, next => heard(next, seat, { message, now })), start);
}

function left(state: GameState, { seat, how }: { seat: Seat; how: string }, now: number): Transition {
  // A last line without a line end counts as a line.
  const rest = unfinished(playerAt(state, seat).unread);
  const after =
    rest === '' || state.phase !== 'asked'
      ? unchanged(state)
      : heard(withPlayer(state, seat, { unread: NOTHING_UNREAD }), seat, {
          message: { kind: 'line', text: rest },
          now,
        });
  return followedBy(after, next => {
    if (next.phase === 'over') return unchanged(next);
    return next.phase === 'closing' ? announce(next) : forfeit(next, [seat], { kind: 'crash', how });
  });
}

/** Handles the time-out of a phase. */
function late(state: GameState, now: number): Transition {
  if (state.phase === 'closing') return announce(state);
  // Players who have not spoken by now count as players of the old dialect. The others must still say `ok`.
  if (state.phase === 'greeting') return proceed({ ...state, phase: 'waiting' }, now);
  const ms = phaseDue(state) - state.since;
  if (state.phase === 'waiting') return forfeit(state, debtors(state), { kind: 'timeout', due: 'ok', ms });
  const seat = must(toMove(state), 'somebody was asked');
  const timed = withPlayer(state, seat, { ms: playerAt(state, seat).ms + ms });
  return forfeit(timed, [seat], { kind: 'timeout', due: 'move', ms });
}

/** The asked player has paused after a complete move without a line end. */
function silence(state: GameState, now: number): Transition {
  const seat = must(toMove(state), 'somebody was asked');
  const text = unfinished(playerAt(state, seat).unread);
  return lineSaid(withPlayer(state, seat, { unread: NOTHING_UNREAD }), seat, { text, now });
}

/** The next state of a game after an event at `now`. Time does not run backwards. An event reported late gives no player extra time. */
export function step(state: GameState, event: ArbiterEvent, now: number): Transition {
  if (state.phase === 'over') return unchanged(state);
  const silent = silenceDue(state) ?? Infinity;
  const due = phaseDue(state);
  if (now >= Math.min(silent, due)) {
    const passed = silent <= due ? silence(state, now) : late(state, now);
    return followedBy(passed, next => step(next, event, now));
  }
  if (event.kind === 'time') return unchanged(state);
  return event.kind === 'said' ? said(state, event, now) : left(state, event, now);
}
