// The player's side of the line protocol, as a state machine without I/O.
import type { NamedGame, Opaque, Setup } from '#games/game.ts';
import type { Refusal } from '#games/kit/refusal.ts';
import { SWAP, findSwapRefusal } from '#games/kit/swap.ts';
import {
  type AnnouncedBoard,
  NOTHING_UNREAD,
  type ReadMessages,
  type RefereeMessage,
  type Unread,
  readReferee,
  setUpBoard,
  settleReferee,
} from './protocol.ts';

// The machine takes what the referee says. It returns the answers, and the moves to find.

/** The options of a player before the first message. */
export interface PlayerOptions extends NamedGame {
  /** The number of moves after which the next player may swap. null: no player may. */
  readonly swapAfter: number | null;
  /** `later` says `ok` to the board and to every move, and plays on until `$`. `old` leaves when a game is over. */
  readonly dialect: 'old' | 'later';
}

/** A running game in which a move must be found. */
export interface MoveRequest {
  readonly setup: Setup;
  readonly position: Opaque;
  /** Canonical texts, from the start of the game. */
  readonly moves: readonly string[];
  /** The number of moves after which the next player may swap. null: no player may, or one has swapped. */
  readonly swapAfter: number | null;
}

/** Why a player leaves early. */
export type Trouble =
  /** The referee said `!`. */
  | { readonly kind: 'aborted' }
  /** The referee hung up before or during the game. */
  | { readonly kind: 'hung-up' }
  | { readonly kind: 'no-such-board'; readonly board: AnnouncedBoard; readonly refusal: Refusal }
  | { readonly kind: 'other-board'; readonly board: AnnouncedBoard; readonly ours: AnnouncedBoard }
  | { readonly kind: 'unreadable-move'; readonly text: string; readonly refusal: Refusal }
  | { readonly kind: 'asked-after-end' };

export type PlayerEffect =
  | { readonly kind: 'say'; readonly text: string }
  /** Find a move and report it as `chosen` with this number. */
  | { readonly kind: 'choose'; readonly number: number; readonly request: MoveRequest }
  | { readonly kind: 'leave'; readonly trouble: Trouble | null };

export type PlayerEvent =
  /** Characters are bytes. */
  | { readonly kind: 'heard'; readonly text: string }
  /** The referee has been silent for a while. */
  | { readonly kind: 'silence' }
  | { readonly kind: 'hung-up' }
  /** A legal move, as text, or `swap`. */
  | { readonly kind: 'chosen'; readonly number: number; readonly text: string };

/** The state of a player between two messages. */
export interface PlayingState {
  readonly options: PlayerOptions;
  readonly unread: Unread;
  /** null: between games. */
  readonly current: MoveRequest | null;
  /** Finished games. */
  readonly finished: number;
  /** Moves asked for so far. */
  readonly requests: number;
  /** Is the last of them still open? */
  readonly isAsked: boolean;
  readonly hasLeft: boolean;
}

/** The next state, and the effects in order. */
export interface PlayerTransition {
  readonly state: PlayingState;
  readonly effects: readonly PlayerEffect[];
}

export const createPlayer = (options: PlayerOptions): PlayingState => ({
  options,
  unread: NOTHING_UNREAD,
  ...{ current: null, finished: 0, requests: 0, isAsked: false, hasLeft: false },
});

const createTransition = (state: PlayingState, ...effects: readonly PlayerEffect[]): PlayerTransition => ({
  state,
  effects,
});

const leave = (state: PlayingState, trouble: Trouble | null): PlayerTransition =>
  createTransition({ ...state, isAsked: false, hasLeft: true }, { kind: 'leave', trouble });

/** Adds the `ok` of the later dialect. */
const answerOk = (state: PlayingState): PlayerTransition =>
  state.options.dialect === 'later' ? createTransition(state, { kind: 'say', text: 'ok\n' }) : createTransition(state);

/** A referee that names no board uses the one of our options. */
function findCurrentGame({ options: { game, given, swapAfter }, current }: PlayingState): MoveRequest | null {
  if (current !== null) return current;
  const setup = game.setup(given);
  return setup.ok ? { setup: setup.value, position: game.start(setup.value), moves: [], swapAfter } : null;
}

function follow(state: PlayingState, text: string): PlayerTransition {
  const current = findCurrentGame(state);
  if (current === null) return createTransition(state);
  const { game } = state.options;
  if (text.toLowerCase() === SWAP) return followSwap(state, current);
  const move = game.parse(current.position, text);
  if (!move.ok) return leave(state, { kind: 'unreadable-move', text, refusal: move.reason });
  const moves = [...current.moves, game.format(current.position, move.value)];
  return answerOk({ ...state, current: { ...current, position: game.play(current.position, move.value), moves } });
}

/** Stones and colours stay. The referee asks the right player by itself. */
function followSwap(state: PlayingState, current: MoveRequest): PlayerTransition {
  const { swapAfter, moves } = current;
  const refusal = findSwapRefusal({ swapAfter, moves: moves.length, hasSwapped: false });
  if (refusal !== null) return leave(state, { kind: 'unreadable-move', text: SWAP, refusal });
  return answerOk({ ...state, current: { ...current, swapAfter: null } });
}

function ask(state: PlayingState): PlayerTransition {
  const current = findCurrentGame(state);
  if (current === null || state.options.game.toMove(current.position) === null)
    return leave(state, { kind: 'asked-after-end' });
  const number = state.requests + 1;
  return createTransition(
    { ...state, current, requests: number, isAsked: true },
    { kind: 'choose', number, request: current },
  );
}

function finish(state: PlayingState): PlayerTransition {
  const after = { ...state, current: null, isAsked: false, finished: state.finished + 1 };
  return state.options.dialect === 'old' ? leave(after, null) : createTransition(after);
}

function handleMessage(state: PlayingState, message: RefereeMessage): PlayerTransition {
  if (state.hasLeft) return createTransition(state);
  switch (message.kind) {
    case 'board': {
      const { game, given, swapAfter } = state.options;
      const setup = setUpBoard(game, given, message);
      if (setup.ok) {
        const current = { setup: setup.value, position: game.start(setup.value), moves: [], swapAfter };
        return answerOk({ ...state, current, isAsked: false });
      }
      return leave(
        state,
        'ours' in setup.reason
          ? { kind: 'other-board', board: message, ours: setup.reason.ours }
          : { kind: 'no-such-board', board: message, refusal: setup.reason.refusal },
      );
    }
    case 'played':
      return follow(state, message.move);
    case 'ask':
      return ask(state);
    case 'won':
    case 'lost':
    case 'drawn':
      return finish(state);
    case 'abort':
      return leave(state, { kind: 'aborted' });
    case 'end':
      return leave(state, null);
  }
}

const tellAll = (state: PlayingState, { messages, unread }: ReadMessages<RefereeMessage>): PlayerTransition =>
  messages.reduce<PlayerTransition>(
    (before, message) => {
      const { state: after, effects } = handleMessage(before.state, message);
      return createTransition(after, ...before.effects, ...effects);
    },
    createTransition({ ...state, unread }),
  );

function handleChoice(state: PlayingState, number: number, text: string): PlayerTransition {
  const { current, options } = state;
  // The game may have ended during the search.
  if (!state.isAsked || number !== state.requests || current === null) return createTransition(state);
  const move = options.game.parse(current.position, text);
  const said = move.ok ? (options.game.formatForPrograms?.(current.position, move.value) ?? text) : text;
  return createTransition({ ...state, isAsked: false }, { kind: 'say', text: `${said}\n` });
}

/** The next state of a player after an event. */
export function react(state: PlayingState, event: PlayerEvent): PlayerTransition {
  if (state.hasLeft) return createTransition(state);
  switch (event.kind) {
    case 'heard':
      return tellAll(state, readReferee(state.unread, event.text));
    case 'silence':
      return tellAll(state, settleReferee(state.unread));
    case 'hung-up': {
      const last = tellAll(state, settleReferee(state.unread));
      if (last.state.hasLeft) return last;
      const isBetween = last.state.current === null && last.state.finished > 0;
      const { state: left, effects } = leave(last.state, isBetween ? null : { kind: 'hung-up' });
      return createTransition(left, ...last.effects, ...effects);
    }
    case 'chosen':
      return handleChoice(state, event.number, event.text);
  }
}
