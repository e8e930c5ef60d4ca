// One of our engines as a GTP program: it answers one command after the other.
import type { Colour, GameFromFile, GivenOptions, GtpNotation, Opaque, Setup } from '#games/game.ts';
import { must } from '#games/kit/assert.ts';
import { lookUp } from '#games/kit/look-up.ts';
import type { Refusal } from '#games/kit/refusal.ts';
import { type Result, no, ok } from '#games/kit/result.ts';
import { SWAP, findSwapRefusal } from '#games/kit/swap.ts';
import { boardOf, setUpBoard } from './protocol.ts';
import {
  type GtpAnswer,
  type GtpGame,
  type GtpTime,
  UNLIMITED,
  computeMoveMs,
  formatGtpAnswer,
  parseGtpCommand,
  parseTimeLeft,
  parseTimeSettings,
  writeColour,
  writeVertex,
} from './gtp.ts';
import type { ChooseMove } from './run-player.ts';

/** The options of an engine before the first command. */
export interface GtpEngineOptions extends GtpGame {
  readonly given: GivenOptions;
  /** The number of moves after which the next player may swap. null: no player may. */
  readonly swapAfter: number | null;
  readonly name: string;
  readonly version: string;
  readonly draw: (position: Opaque) => string;
  readonly explain: (refusal: Refusal) => string;
  /** The time that the process has computed. Seconds. */
  readonly computeCpuTime: () => number;
}

/** The state of an engine between two commands. */
export interface GtpEngineState {
  readonly options: GtpEngineOptions;
  readonly setup: Setup;
  /** Every position of the game. The last one is the current one. */
  readonly positions: readonly Opaque[];
  /** Canonical texts. */
  readonly moves: readonly string[];
  /** The number of moves before the swap, and the notation there. null: the players have not swapped. */
  readonly swapped: { readonly after: number; readonly notation: GtpNotation } | null;
  /** The notation of the options, or its mirror. */
  readonly notation: GtpNotation;
  readonly time: GtpTime;
}

/** The next state, and the answer. `isOver`: no more commands are read. */
interface GtpAnswered {
  readonly state: GtpEngineState;
  readonly answer: GtpAnswer;
  readonly isOver: boolean;
}

interface GtpWorld {
  /** The lines that came together. `cut`: a line was too long. */
  readonly lines: AsyncIterable<readonly { readonly text: string; readonly cut: boolean }[]>;
  /** A slow reader slows the engine. */
  readonly say: (text: string) => Promise<void>;
  readonly choose: ChooseMove;
  readonly load: (file: string) => Promise<Result<GameFromFile, string>>;
}

type Kept = Pick<GtpEngineState, 'options' | 'time'>;

const beginGame = ({ options, time }: Kept, setup: Setup): GtpEngineState => {
  const { game, notation } = options;
  return { options, time, setup, notation, positions: [game.start(setup)], moves: [], swapped: null };
};

/** An engine at the start of a game. `setup` is that of the given options. */
export const createGtpEngine = (options: GtpEngineOptions, setup: Setup): GtpEngineState =>
  beginGame({ options, time: UNLIMITED }, setup);
const findPosition = ({ positions }: GtpEngineState): Opaque => must(positions.at(-1), 'a game has a position');

const answerWith =
  (isOk: boolean) =>
  (state: GtpEngineState, text = ''): GtpAnswered => ({ state, answer: { isOk, text }, isOver: false });
const [answer, refuse] = [answerWith(true), answerWith(false)];

type Handler = (
  state: GtpEngineState,
  words: readonly string[],
  world: Pick<GtpWorld, 'choose' | 'load'>,
) => GtpAnswered | Promise<GtpAnswered>;

const findColour = ({ options, setup, notation }: GtpEngineState, word: string): Colour | undefined =>
  options.game.colours(setup).find(({ name }) => notation.nameColour(name).includes(word.toLowerCase()))?.name;

/** The colour to move, if the word names it. */
function findMover(state: GtpEngineState, word: string): Result<Colour, string> {
  const named = findColour(state, word);
  if (named === undefined) return no('invalid color or coordinate');
  const colour = state.options.game.toMove(findPosition(state));
  if (colour === null) return no('the game is over');
  return colour === named ? ok(colour) : no(`it is the turn of ${writeColour(state.notation, colour)}`);
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

function play(state: GtpEngineState, [colourWord = '', vertex = '', ...others]: readonly string[]): GtpAnswered {
  const colour = findMover(state, colourWord);
  if (!colour.ok) return refuse(state, colour.reason);
  const { game, explain } = state.options;
  const { notation } = state;
  const word = others.length > 0 ? '' : vertex.toLowerCase();
  if (word === SWAP_SIDES) return swap(state, notation);
  if (word === SWAP_PIECES) return swap(state, findSide(state) === null ? null : notation.mirrored);
  const text = notation.readMove(word);
  if (text === null) return refuse(state, 'invalid color or coordinate');
  const move = game.parse(findPosition(state), text);
  if (move.ok) return answer(addMove(state, move.value));
  // The reason names cells as our boards do. Where GTP names them otherwise, it would be about another cell.
  const areOurs = text === word && notation === state.options.notation;
  const why = areOurs ? `: ${explain(move.reason)}` : '';
  return refuse(state, `illegal move${why}`);
}

/** The word of Hex programs for a swap by which the players exchange their colours. The stones stay. */
const SWAP_SIDES = 'swap-sides';
/** Their word for a swap by which the players keep their colours. The stone is mirrored, and changes its colour. */
const SWAP_PIECES = 'swap-pieces';

/** A swap of the pieces is a swap of the sides in a mirror: our position stays, and has the mirrored notation. null: there is no such swap. */
function swap(state: GtpEngineState, notation: GtpNotation | null): GtpAnswered {
  const { moves, swapped, options } = state;
  if (notation === null) return refuse(state, 'illegal move');
  const swapState = { swapAfter: options.swapAfter, moves: moves.length, hasSwapped: swapped !== null };
  const refusal = findSwapRefusal(swapState);
  if (refusal !== null) return refuse(state, `illegal move: ${options.explain(refusal)}`);
  return answer({ ...state, notation, swapped: { after: moves.length, notation: state.notation } });
}

/** The side of a square board. null: the board is not square. */
function findSide({ options, setup }: GtpEngineState): number | null {
  const { rows, columns } = boardOf(options.game, setup);
  return rows === columns ? rows : null;
}

/** The move as the controller names it. */
const nameMove = ({ options, notation }: GtpEngineState, position: Opaque, move: Opaque): string =>
  writeVertex({ game: options.game, notation }, position, move);

const search =
  (isPlayed: boolean): Handler =>
  async (state, [colourWord = ''], { choose }) => {
    const colour = findMover(state, colourWord);
    if (!colour.ok) return refuse(state, colour.reason);
    const { setup, moves, swapped, time, options } = state;
    const swapAfter = swapped === null ? options.swapAfter : null;
    const position = findPosition(state);
    const text = await choose({ setup, position, moves, swapAfter }, computeMoveMs(time, colour.value));
    if (text === SWAP) return answer(isPlayed ? swap(state, state.notation).state : state, SWAP_SIDES);
    const move = options.game.parse(position, text);
    if (!move.ok) return refuse(state, 'no move was found');
    const vertex = nameMove(state, position, move.value);
    return answer(isPlayed ? addMove(state, move.value) : state, vertex);
  };

/** `loadsgf FILE 5` ends before move 5. Before move 0 there is only the start. */
const load: Handler = async (state, words, world) => {
  const [, file = '', last] = /^(.+?)(?: (\d{1,9}))?$/.exec(words.join(' ')) ?? [];
  if (file === '') return refuse(state, 'syntax error');
  const read = await world.load(file);
  const most = last === undefined ? Infinity : Math.max(0, Number(last) - 1);
  const loaded = read.ok ? loadGame(state, read.value, most) : read;
  return loaded.ok ? answer(loaded.value) : refuse(state, `cannot load file: ${loaded.reason}`);
};

/** Plays the moves of a file, from the beginning. */
function loadGame(state: GtpEngineState, read: GameFromFile, most: number): Result<GtpEngineState, string> {
  const { game, notation, explain } = state.options;
  const { moves, swappedAfter, isMirrored } = read;
  const notationOf = (isMirror: boolean): GtpNotation => (isMirror ? notation.mirrored : null) ?? notation;
  const setup = game.setup(Object.entries(read.setup));
  if (!setup.ok) return no(explain(setup.reason));
  const hasSwapped = swappedAfter !== null && swappedAfter < most;
  let next = beginGame(state, setup.value);
  if (isMirrored[0] && findSide(next) === null) return no('White begins on a board that is not square.');
  const [before, after] = [notationOf(isMirrored[0]), notationOf(isMirrored[1])];
  for (const { colour, text } of moves.slice(0, hasSwapped ? most - 1 : most)) {
    const position = findPosition(next);
    const move = game.parse(position, text);
    if (!move.ok || game.toMove(position) !== colour) return no(`move ${next.moves.length + 1} is illegal`);
    next = addMove(next, move.value);
  }
  if (!hasSwapped) return ok({ ...next, notation: before });
  const refusal = findSwapRefusal({ swapAfter: game.swapAfter, moves: swappedAfter, hasSwapped: false });
  if (refusal !== null) return no(explain(refusal));
  return ok({ ...next, swapped: { after: swappedAfter, notation: before }, notation: after });
}

const SIZE = /^\d{1,3}$/;

function setSize(state: GtpEngineState, [columns = '', rows = columns, ...rest]: readonly string[]): GtpAnswered {
  const { game, given, notation, explain } = state.options;
  if (!SIZE.test(columns) || !SIZE.test(rows) || rest.length > 0) return refuse(state, 'boardsize not an integer');
  if (notation.chooseGame(state.setup) !== null) return refuse(state, 'unacceptable size');
  const setup = setUpBoard(game, given, { rows: Number(rows), columns: Number(columns) });
  if (setup.ok) return answer(beginGame(state, setup.value));
  const why = 'refusal' in setup.reason ? `: ${explain(setup.reason.refusal)}` : '';
  return refuse(state, `unacceptable size${why}`);
}

/** `set_game Nexos Two-Player`: takes the game that is already set up. */
function setGame(state: GtpEngineState, words: readonly string[]): GtpAnswered {
  const wanted = `set_game ${words.join(' ')}`;
  const isOurs = state.options.notation.chooseGame(state.setup)?.toLowerCase() === wanted.toLowerCase();
  return isOurs ? clear(state) : refuse(state, 'invalid game');
}

const clear = (state: GtpEngineState): GtpAnswered => answer(beginGame(state, state.setup));

function undo(state: GtpEngineState): GtpAnswered {
  const { moves, positions, swapped } = state;
  if (swapped?.after === moves.length) return answer({ ...state, swapped: null, notation: swapped.notation });
  if (moves.length === 0) return refuse(state, 'cannot undo');
  return answer({ ...state, positions: positions.slice(0, -1), moves: moves.slice(0, -1) });
}

/** The winner of a game between two, as the controller names it. null: a draw. */
function findWinner({ notation, options }: GtpEngineState, ranks: readonly number[]): 'black' | 'white' | null {
  if (ranks[0] === ranks[1]) return null;
  return (ranks[0] === 1) === (notation === options.notation) ? 'black' : 'white';
}

/** `B+`, `W+2` where points count, `0` for a draw, or the points of more than two players in their order. */
function scoreGame(state: GtpEngineState): GtpAnswered {
  const { game } = state.options;
  const outcome = game.outcome(findPosition(state));
  if (outcome === null) return refuse(state, 'cannot score');
  const { scores, ranks } = outcome;
  const points = game
    .seats(state.setup)
    .map(({ colours }) => colours.reduce((sum, colour) => sum + (lookUp(scores ?? {}, colour) ?? 0), 0));
  if (points.length > 2) return answer(state, points.join(' '));
  const [first = 0, second = 0] = points;
  const lead = scores === null ? '' : Math.abs(first - second);
  const winner = findWinner(state, ranks);
  return answer(state, winner === null ? '0' : `${winner.charAt(0).toUpperCase()}+${lead}`);
}

function listMoves(state: GtpEngineState): GtpAnswered {
  const position = findPosition(state);
  const moves = Array.from(state.options.game.moves(position), move => nameMove(state, position, move));
  return answer(state, moves.join(' '));
}

function listMovesOf(state: GtpEngineState, [colourWord = '']: readonly string[]): GtpAnswered {
  const colour = findMover(state, colourWord);
  return colour.ok ? listMoves(state) : refuse(state, colour.reason);
}

/** Answers GoGui, which shows single stones on a square board. */
const answerGoGui =
  (find: (state: GtpEngineState, size: number) => string): Handler =>
  state => {
    const size = state.notation.chooseGame(state.setup) === null ? findSide(state) : null;
    return size === null ? refuse(state, 'GoGui cannot show this board') : answer(state, find(state, size));
  };

/** One line for each row, the highest number first: `X` is black, `O` white. */
function formatGoGuiBoard(state: GtpEngineState, size: number): string {
  const { options, notation } = state;
  const { spots } = options.game.picture(findPosition(state), { seat: null });
  const tones = new Map(spots.map(({ name, piece }) => [notation.writeMove(name), piece?.tone]));
  const columns = [...new Set(Array.from(tones.keys(), vertex => vertex.charAt(0)))].sort();
  const findSign = (vertex: string): string => {
    const tone = tones.get(vertex);
    return tone === undefined ? '.' : writeColour(notation, tone) === 'black' ? 'X' : 'O';
  };
  const rows = Array.from({ length: size }, (_, index) => columns.map(letter => findSign(`${letter}${size - index}`)));
  return `\n${rows.map(row => row.join('')).join('\n')}`;
}

function setTime(state: GtpEngineState, words: readonly string[]): GtpAnswered {
  const time = parseTimeSettings(words);
  return time === null ? refuse(state, 'syntax error') : answer({ ...state, time });
}

function setTimeLeft(state: GtpEngineState, [colourWord = '', ...words]: readonly string[]): GtpAnswered {
  const colour = findColour(state, colourWord);
  const time = colour === undefined ? null : parseTimeLeft(state.time, colour, words);
  return time === null ? refuse(state, 'syntax error') : answer({ ...state, time });
}

const KOMI = /^[-+]?(?:\d+\.?\d*|\.\d+)$/;

/** The commands, by name. */
const HANDLERS: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ['protocol_version', state => answer(state, '2')],
  ['name', state => answer(state, state.options.name)],
  ['version', state => answer(state, state.options.version)],
  ['known_command', (state, [name = '']) => answer(state, String(HANDLERS.has(name)))],
  ['list_commands', state => answer(state, [...HANDLERS.keys()].join('\n'))],
  ['quit', state => ({ ...answer(state), isOver: true })],
  ['boardsize', setSize],
  ['set_game', setGame],
  ['clear_board', clear],
  ['komi', (state, words) => (KOMI.test(words.join(' ')) ? answer(state) : refuse(state, 'syntax error'))],
  ['play', play],
  ['genmove', search(true)],
  ['reg_genmove', search(false)],
  ['undo', undo],
  ['showboard', state => answer(state, `\n${state.options.draw(findPosition(state))}`)],
  ['final_score', scoreGame],
  ['all_legal_moves', listMoves],
  ['time_settings', setTime],
  ['time_left', setTimeLeft],
  ['all_legal', listMovesOf],
  ['loadsgf', load],
  ['cputime', state => answer(state, state.options.computeCpuTime().toFixed(3))],
  ['gogui-analyze_commands', state => answer(state, 'string/Result/gogui-rules_final_result')],
  ['gogui-rules_game_id', answerGoGui(({ options }) => options.game.name)],
  ['gogui-rules_board', answerGoGui(formatGoGuiBoard)],
  ['gogui-rules_board_size', answerGoGui((_, size) => String(size))],
  ['gogui-rules_legal_moves', listMoves],
  [
    'gogui-rules_side_to_move',
    // At the end it is the colour whose turn would come.
    answerGoGui(({ options, notation, setup, moves }) =>
      writeColour(notation, options.game.colours(setup)[moves.length % 2]?.name ?? ''),
    ),
  ],
  [
    'gogui-rules_final_result',
    answerGoGui(state => {
      const outcome = state.options.game.outcome(findPosition(state));
      return outcome === null ? 'unknown' : (findWinner(state, outcome.ranks) ?? 'draw');
    }),
  ],
]);

/** Answers until `quit` or the end of the input. */
export async function runGtpEngine(start: GtpEngineState, { lines, say, ...world }: GtpWorld): Promise<void> {
  let state = start;
  for await (const group of lines)
    for (const { text, cut } of group) {
      const command = parseGtpCommand(text);
      if (command === null) continue;
      const { id, name, words } = command;
      const handler = HANDLERS.get(name);
      const answered = cut
        ? refuse(state, 'line too long')
        : ((await handler?.(state, words, world)) ?? refuse(state, 'unknown command'));
      state = answered.state;
      await say(formatGtpAnswer(id, answered.answer));
      if (answered.isOver) return;
    }
}
