// The player's side of the line protocol as a state machine: what the referee says in, what is said to it and what is to be thought about out.
import type { AnyGame, GivenOptions, Opaque, Setup } from '../../../games/game.ts';
import type { Refusal } from '../../../games/kit/refusal.ts';
import type { Board } from './board.ts';
import type { Reading, RefereeMessage, Unread } from './protocol.ts';
import { setupOn } from './board.ts';
import { NOTHING_UNREAD, readReferee, settleReferee } from './protocol.ts';

/** What a player knows before anybody has spoken. */
export interface Table {
  readonly game: AnyGame;
  readonly given: GivenOptions;
  /** `later` says `ok` to the board and to every move, and plays on until `$`; `old` leaves when a game is over. */
  readonly dialect: 'old' | 'later';
}

/** A move to be found. */
export interface Question {
  readonly setup: Setup;
  readonly position: Opaque;
  /** Canonical texts, from the start of the game. */
  readonly moves: readonly string[];
}

/** Why a player leaves before its time. */
export type Trouble =
  /** The referee said `!`. */
  | { readonly kind: 'aborted' }
  /** It hung up before the game, or in it. */
  | { readonly kind: 'hung-up' }
  | { readonly kind: 'no-such-board'; readonly board: Board; readonly refusal: Refusal }
  | { readonly kind: 'other-board'; readonly board: Board; readonly ours: Board }
  | { readonly kind: 'unreadable-move'; readonly text: string; readonly refusal: Refusal }
  | { readonly kind: 'asked-after-end' };

export type PlayerEffect =
  | { readonly kind: 'say'; readonly text: string }
  /** Find a move and report it as `chosen` with this number. */
  | { readonly kind: 'choose'; readonly number: number; readonly question: Question }
  | { readonly kind: 'leave'; readonly trouble: Trouble | null };

export type PlayerEvent =
  /** Characters are bytes. */
  | { readonly kind: 'heard'; readonly text: string }
  /** The referee has been silent for a while. */
  | { readonly kind: 'silence' }
  | { readonly kind: 'hung-up' }
  /** A legal move, as text. */
  | { readonly kind: 'chosen'; readonly number: number; readonly text: string };

/** A game under way. */
type Under = Question;

export interface Playing {
  readonly table: Table;
  readonly unread: Unread;
  /** null: between games. */
  readonly under: Under | null;
  /** Games seen to their end. */
  readonly finished: number;
  /** Questions asked so far. */
  readonly questions: number;
  /** Is the last of them still open? */
  readonly isAsked: boolean;
  readonly hasLeft: boolean;
}

export interface Played {
  readonly state: Playing;
  readonly effects: readonly PlayerEffect[];
}

export const seated = (table: Table): Playing => ({
  table,
  unread: NOTHING_UNREAD,
  ...{ under: null, finished: 0, questions: 0, isAsked: false, hasLeft: false },
});

const done = (state: Playing, ...effects: readonly PlayerEffect[]): Played => ({ state, effects });

const leave = (state: Playing, trouble: Trouble | null): Played =>
  done({ ...state, isAsked: false, hasLeft: true }, { kind: 'leave', trouble });

/** Does what the later dialect answers. */
const answered = (state: Playing): Played =>
  state.table.dialect === 'later' ? done(state, { kind: 'say', text: 'ok\n' }) : done(state);

function begin(state: Playing, board: Board): Played {
  const { game, given } = state.table;
  const setup = setupOn(game, given, board);
  if (setup.ok) {
    const under = { setup: setup.value, position: game.start(setup.value), moves: [] };
    return answered({ ...state, under, isAsked: false });
  }
  return leave(
    state,
    'ours' in setup.reason
      ? { kind: 'other-board', board, ours: setup.reason.ours }
      : { kind: 'no-such-board', board, refusal: setup.reason.refusal },
  );
}

/** A referee that names no board means the one of our options. */
function gameUnder({ table: { game, given }, under }: Playing): Under | null {
  if (under !== null) return under;
  const setup = game.setup(given);
  return setup.ok ? { setup: setup.value, position: game.start(setup.value), moves: [] } : null;
}

function follow(state: Playing, text: string): Played {
  const under = gameUnder(state);
  if (under === null) return done(state);
  const { game } = state.table;
  const move = game.parse(under.position, text);
  if (!move.ok) return leave(state, { kind: 'unreadable-move', text, refusal: move.reason });
  const moves = [...under.moves, game.format(under.position, move.value)];
  return answered({ ...state, under: { ...under, position: game.play(under.position, move.value), moves } });
}

function ask(state: Playing): Played {
  const under = gameUnder(state);
  if (under === null || state.table.game.toMove(under.position) === null)
    return leave(state, { kind: 'asked-after-end' });
  const number = state.questions + 1;
  return done({ ...state, under, questions: number, isAsked: true }, { kind: 'choose', number, question: under });
}

function finish(state: Playing): Played {
  const after = { ...state, under: null, isAsked: false, finished: state.finished + 1 };
  return state.table.dialect === 'old' ? leave(after, null) : done(after);
}

function told(state: Playing, message: RefereeMessage): Played {
  if (state.hasLeft) return done(state);
  switch (message.kind) {
    case 'board':
      return begin(state, message);
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

const tellAll = (state: Playing, { messages, unread }: Reading<RefereeMessage>): Played =>
  messages.reduce<Played>(
    (before, message) => {
      const { state: after, effects } = told(before.state, message);
      return done(after, ...before.effects, ...effects);
    },
    done({ ...state, unread }),
  );

function chosen(state: Playing, number: number, text: string): Played {
  const { under, table } = state;
  // The game may have ended while somebody thought.
  if (!state.isAsked || number !== state.questions || under === null) return done(state);
  const move = table.game.parse(under.position, text);
  const said = move.ok ? (table.game.formatForPrograms?.(under.position, move.value) ?? text) : text;
  return done({ ...state, isAsked: false }, { kind: 'say', text: `${said}\n` });
}

/** The next state of a player, for something that happened. */
export function react(state: Playing, event: PlayerEvent): Played {
  if (state.hasLeft) return done(state);
  switch (event.kind) {
    case 'heard':
      return tellAll(state, readReferee(state.unread, event.text));
    case 'silence':
      return tellAll(state, settleReferee(state.unread));
    case 'hung-up': {
      const last = tellAll(state, settleReferee(state.unread));
      if (last.state.hasLeft) return last;
      const isBetween = last.state.under === null && last.state.finished > 0;
      const { state: left, effects } = leave(last.state, isBetween ? null : { kind: 'hung-up' });
      return done(left, ...last.effects, ...effects);
    }
    case 'chosen':
      return chosen(state, event.number, event.text);
  }
}
