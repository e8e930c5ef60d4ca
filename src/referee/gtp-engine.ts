// One of our engines as a GTP program: a state machine without I/O.
import type { AnyGame, Colour, GivenOptions, Opaque, Setup } from '#games/game.ts';
import { must } from '#games/kit/assert.ts';
import { lookUp } from '#games/kit/look-up.ts';
import type { Refusal } from '#games/kit/refusal.ts';
import { type Result, no, ok } from '#games/kit/result.ts';
import { SWAP, findSwapRefusal } from '#games/kit/swap.ts';
import { setUpBoard } from './protocol.ts';
import {
  type GtpAnswer,
  type GtpCommand,
  type GtpGame,
  type GtpTime,
  UNLIMITED,
  computeMoveMs,
  parseTimeLeft,
  parseTimeSettings,
  writeColour,
  writeVertex,
} from './gtp.ts';
import type { MoveRequest } from './player.ts';

// The machine takes commands. It returns the answers, and the moves to find.

/** The options of an engine before the first command. */
export interface GtpEngineOptions extends GtpGame {
  readonly given: GivenOptions;
  /** The number of moves after which the next player may swap. null: no player may. */
  readonly swapAfter: number | null;
  readonly name: string;
  readonly version: string;
  readonly draw: (position: Opaque) => string;
  readonly explain: (refusal: Refusal) => string;
}

/** The state of an engine between two commands. */
export interface GtpEngineState {
  readonly options: GtpEngineOptions;
  readonly setup: Setup;
  /** Every position of the game. The last one is the current one. */
  readonly positions: readonly Opaque[];
  /** Canonical texts. */
  readonly moves: readonly string[];
  /** The number of moves before the swap. null: the players have not swapped. */
  readonly swappedAfter: number | null;
  readonly time: GtpTime;
}

/** A move to find. */
export interface GtpSearch {
  readonly request: MoveRequest;
  /** Milliseconds. null: the engine's own limit. */
  readonly milliseconds: number | null;
  /** Whether the move is played too. */
  readonly isPlayed: boolean;
}

/** The next state, and the answer. `quit`: no more commands are read. */
export interface GtpAnswered {
  readonly state: GtpEngineState;
  readonly kind: 'answer' | 'quit';
  readonly answer: GtpAnswer;
}

/** An answer, or a move to find first. */
export type GtpReply =
  | GtpAnswered
  | { readonly state: GtpEngineState; readonly kind: 'search'; readonly search: GtpSearch };

/** An engine at the start of a game. `setup` is that of the given options. */
export const createGtpEngine = (options: GtpEngineOptions, setup: Setup): GtpEngineState => ({
  options,
  ...beginGame(options.game, setup),
  time: UNLIMITED,
});

const beginGame = (
  game: AnyGame,
  setup: Setup,
): Pick<GtpEngineState, 'setup' | 'positions' | 'moves' | 'swappedAfter'> => ({
  setup,
  positions: [game.start(setup)],
  moves: [],
  swappedAfter: null,
});

const findPosition = ({ positions }: GtpEngineState): Opaque => must(positions.at(-1), 'a game has a position');

const answer = (state: GtpEngineState, text = ''): GtpAnswered => ({
  state,
  kind: 'answer',
  answer: { isOk: true, text },
});

const refuse = (state: GtpEngineState, text: string): GtpAnswered => ({
  state,
  kind: 'answer',
  answer: { isOk: false, text },
});

type Handler = (state: GtpEngineState, words: readonly string[]) => GtpReply;

/** The colour to move, if the word names it. */
function findColour(state: GtpEngineState, word: string): Result<Colour, string> {
  const { game, notation } = state.options;
  const named = game.colours(state.setup).find(({ name }) => notation.nameColour(name).includes(word.toLowerCase()));
  if (named === undefined) return no('invalid color or coordinate');
  const colour = game.toMove(findPosition(state));
  if (colour === null) return no('the game is over');
  return colour === named.name ? ok(colour) : no(`it is the turn of ${writeColour(notation, colour)}`);
}

function addMove(state: GtpEngineState, move: Opaque): GtpEngineState {
  const { game } = state.options;
  const position = findPosition(state);
  return {
    ...state,
    positions: [...state.positions, game.play(position, move)],
    moves: [...state.moves, game.format(position, move)],
  };
}

function play(state: GtpEngineState, [colourWord = '', vertex = '', ...others]: readonly string[]): GtpReply {
  const colour = findColour(state, colourWord);
  if (!colour.ok) return refuse(state, colour.reason);
  const { game, notation, explain } = state.options;
  if (vertex.toLowerCase() === SWAP_SIDES && others.length === 0) return swap(state);
  const text = others.length > 0 ? null : notation.readMove(vertex.toLowerCase());
  if (text === null) return refuse(state, 'invalid color or coordinate');
  const move = game.parse(findPosition(state), text);
  if (move.ok) return answer(addMove(state, move.value));
  // The reason names cells as our boards do. Where GTP names them otherwise, it would be about another cell.
  const why = text === vertex.toLowerCase() ? `: ${explain(move.reason)}` : '';
  return refuse(state, `illegal move${why}`);
}

/** The word of Hex programs for a swap by which the players exchange their colours. The stones stay. */
const SWAP_SIDES = 'swap-sides';

function swap(state: GtpEngineState): GtpAnswered {
  const { moves, swappedAfter, options } = state;
  const swapState = { swapAfter: options.swapAfter, moves: moves.length, hasSwapped: swappedAfter !== null };
  const refusal = findSwapRefusal(swapState);
  if (refusal !== null) return refuse(state, `illegal move: ${options.explain(refusal)}`);
  return answer({ ...state, swappedAfter: moves.length });
}

const search =
  (isPlayed: boolean): Handler =>
  (state, [colourWord = '']) => {
    const colour = findColour(state, colourWord);
    if (!colour.ok) return refuse(state, colour.reason);
    const { setup, moves, swappedAfter, time, options } = state;
    const swapAfter = swappedAfter === null ? options.swapAfter : null;
    const request = { setup, position: findPosition(state), moves, swapAfter };
    return { state, kind: 'search', search: { request, milliseconds: computeMoveMs(time, colour.value), isPlayed } };
  };

/** Answers a search with the found move, a legal one as text, or with a swap. */
export function answerSearch(state: GtpEngineState, { isPlayed }: GtpSearch, text: string): GtpAnswered {
  if (text === SWAP) return answer(isPlayed ? swap(state).state : state, SWAP_SIDES);
  const position = findPosition(state);
  const move = state.options.game.parse(position, text);
  if (!move.ok) return refuse(state, 'no move was found');
  const vertex = writeVertex(state.options, position, move.value);
  return answer(isPlayed ? addMove(state, move.value) : state, vertex);
}

const SIZE = /^\d{1,3}$/;

function setSize(state: GtpEngineState, [columns = '', rows = columns, ...rest]: readonly string[]): GtpReply {
  const { game, given, notation, explain } = state.options;
  if (!SIZE.test(columns) || !SIZE.test(rows) || rest.length > 0) return refuse(state, 'boardsize not an integer');
  if (notation.chooseGame(state.setup) !== null) return refuse(state, 'unacceptable size');
  const setup = setUpBoard(game, given, { rows: Number(rows), columns: Number(columns) });
  if (setup.ok) return answer({ ...state, ...beginGame(game, setup.value) });
  const why = 'refusal' in setup.reason ? `: ${explain(setup.reason.refusal)}` : '';
  return refuse(state, `unacceptable size${why}`);
}

/** `set_game Nexos Two-Player`: takes the game that is already set up. */
function setGame(state: GtpEngineState, words: readonly string[]): GtpReply {
  const wanted = `set_game ${words.join(' ')}`;
  const isOurs = state.options.notation.chooseGame(state.setup)?.toLowerCase() === wanted.toLowerCase();
  return isOurs ? clear(state) : refuse(state, 'invalid game');
}

const clear = (state: GtpEngineState): GtpReply => answer({ ...state, ...beginGame(state.options.game, state.setup) });

function undo(state: GtpEngineState): GtpReply {
  const { moves, positions, swappedAfter } = state;
  if (swappedAfter === moves.length) return answer({ ...state, swappedAfter: null });
  if (moves.length === 0) return refuse(state, 'cannot undo');
  return answer({ ...state, positions: positions.slice(0, -1), moves: moves.slice(0, -1) });
}

/** `B+`, `W+`, `0` for a draw, or the points of the colours in their order. */
function scoreGame(state: GtpEngineState): GtpReply {
  const { game } = state.options;
  const outcome = game.outcome(findPosition(state));
  if (outcome === null) return refuse(state, 'cannot score');
  const { scores, ranks } = outcome;
  const colours = game.colours(state.setup);
  if (scores !== null) return answer(state, colours.map(({ name }) => lookUp(scores, name) ?? 0).join(' '));
  const first = colours.filter((_, index) => ranks[index] === 1);
  return answer(state, first.length === 1 ? `${must(first[0], 'one is first').letter.toUpperCase()}+` : '0');
}

function listMoves(state: GtpEngineState): GtpReply {
  const position = findPosition(state);
  const { options } = state;
  return answer(
    state,
    Array.from(options.game.moves(position), move => writeVertex(options, position, move)).join(' '),
  );
}

function setTime(state: GtpEngineState, words: readonly string[]): GtpReply {
  const time = parseTimeSettings(words);
  return time === null ? refuse(state, 'syntax error') : answer({ ...state, time });
}

function setTimeLeft(state: GtpEngineState, [colourWord = '', ...words]: readonly string[]): GtpReply {
  const { game, notation } = state.options;
  const colours = game.colours(state.setup).map(({ name }) => name);
  const colour = colours.find(name => notation.nameColour(name).includes(colourWord.toLowerCase()));
  const time = colour === undefined ? null : parseTimeLeft(state.time, colour, words);
  return time === null ? refuse(state, 'syntax error') : answer({ ...state, time });
}

/** The commands, by name. */
const HANDLERS: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ['protocol_version', state => answer(state, '2')],
  ['name', state => answer(state, state.options.name)],
  ['version', state => answer(state, state.options.version)],
  ['known_command', (state, [name = '']) => answer(state, String(HANDLERS.has(name)))],
  ['list_commands', state => answer(state, [...HANDLERS.keys()].join('\n'))],
  ['quit', state => ({ state, kind: 'quit', answer: { isOk: true, text: '' } })],
  ['boardsize', setSize],
  ['set_game', setGame],
  ['clear_board', clear],
  ['komi', state => answer(state)],
  ['play', play],
  ['genmove', search(true)],
  ['reg_genmove', search(false)],
  ['undo', undo],
  ['showboard', state => answer(state, `\n${state.options.draw(findPosition(state))}`)],
  ['final_score', scoreGame],
  ['all_legal_moves', listMoves],
  ['time_settings', setTime],
  ['time_left', setTimeLeft],
]);

/** The reply to a command. */
export function handleGtpCommand(state: GtpEngineState, { name, words }: GtpCommand): GtpReply {
  const handler = HANDLERS.get(name);
  return handler === undefined ? refuse(state, 'unknown command') : handler(state, words);
}
