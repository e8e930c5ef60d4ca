// A game at the terminal as a state machine of what was played and asked.
// It is pure: (game, line) → game and what to show.
import { type AnyGame, type Colour, type Opaque, type Seat, type Setup, findSeat } from '#games/game.ts';
import type { Phrase } from '#games/kit/refusal.ts';
import { must } from '#games/kit/assert.ts';

/** A move that was played, and the position before it. */
interface Ply {
  readonly before: Opaque;
  readonly text: string;
  readonly colour: Colour;
}

export interface TerminalGame {
  readonly game: AnyGame;
  readonly setup: Setup;
  /** The position before the first move. */
  readonly start: Opaque;
  readonly plies: readonly Ply[];
  readonly position: Opaque;
  /** The seats that gave up, in this order, after how many moves, and the position before that. */
  readonly retired: readonly { readonly seat: Seat; readonly after: number; readonly before: Opaque }[];
}

/** What to show or do after a line. */
export type TerminalEffect =
  | { readonly kind: 'board' }
  | { readonly kind: 'sentence'; readonly phrase: Phrase }
  | { readonly kind: 'text'; readonly lines: readonly string[] }
  | { readonly kind: 'save'; readonly file: string; readonly text: string }
  /** The move a program would play here. */
  | { readonly kind: 'hint' }
  | { readonly kind: 'rules' }
  | { readonly kind: 'leave' };

export interface TerminalStep {
  readonly state: TerminalGame;
  readonly effects: readonly TerminalEffect[];
}

/** Does a program play this colour? Its moves are played automatically, and it is not asked before its move is taken back. */
export type IsProgram = (colour: Colour) => boolean;

interface TerminalCommand {
  /** It begins with the name. */
  readonly usage: string;
  readonly aliases: readonly string[];
  readonly summary: string;
  readonly run: (state: TerminalGame, words: readonly string[], isProgram: IsProgram) => TerminalStep;
}

const nameOf = ({ usage }: TerminalCommand): string => usage.split(' ', 1)[0] ?? '';

/** The columns of the terminal. */
const WIDTH = 76;
/** `moves` lists at most this number of moves. `moves all` lists every move. */
const MAX_LISTED_MOVES = 60;

export const beginTerminalGame = (game: AnyGame, setup: Setup, start: Opaque): TerminalGame => ({
  game,
  setup,
  start,
  plies: [],
  position: start,
  retired: [],
});

const textEffect = (...lines: readonly string[]): TerminalEffect => ({ kind: 'text', lines });
const createStep = (state: TerminalGame, ...effects: readonly TerminalEffect[]): TerminalStep => ({ state, effects });

/** The game after a legal move. */
export function applyMove(state: TerminalGame, move: Opaque): TerminalGame {
  const { game, position } = state;
  const colour = must(game.toMove(position), 'a legal move is made in a running game');
  const ply = { before: position, text: game.format(position, move), colour };
  return { ...state, plies: [...state.plies, ply], position: game.play(position, move) };
}

/** Takes back what was done last: giving up, or a move with those that programs made since, so that a person is asked again. */
function undo(state: TerminalGame, isProgram: IsProgram): TerminalStep {
  const { plies, retired } = state;
  const gaveUp = retired.at(-1);
  if (gaveUp?.after === plies.length) {
    return createStep({ ...state, position: gaveUp.before, retired: retired.slice(0, -1) }, { kind: 'board' });
  }
  const own = plies.findLastIndex(({ colour }) => !isProgram(colour));
  const first = plies[own];
  if (first === undefined) return createStep(state, textEffect('There is no move of yours to take back.'));
  const kept = retired.filter(({ after }) => after <= own);
  const next = { ...state, plies: plies.slice(0, own), position: first.before, retired: kept };
  const gone = plies.slice(own).map(ply => ply.text);
  return createStep(next, textEffect(`Taken back: ${gone.join(' ')}`), { kind: 'board' });
}

function formatColumns(words: readonly string[]): readonly string[] {
  const width = Math.max(...words.map(word => word.length)) + 2;
  const each = Math.max(1, Math.floor(WIDTH / width));
  const rows = Math.ceil(words.length / each);
  return Array.from({ length: rows }, (_, row) =>
    words
      .slice(row * each, (row + 1) * each)
      .map(word => word.padEnd(width))
      .join('')
      .trimEnd(),
  );
}

function listMoves(state: TerminalGame, words: readonly string[]): TerminalStep {
  const { game, position } = state;
  const count = game.countMoves(position);
  if (count === 0) return createStep(state, textEffect('There are no moves: the game is over.'));
  const head = `${count} legal ${count === 1 ? 'move' : 'moves'}`;
  if (count > MAX_LISTED_MOVES && words[0] !== 'all') {
    const examples = game.examples(position).map(move => game.format(position, move));
    return createStep(state, textEffect(`${head}, such as ${examples.join(' or ')}. All of them: moves all`));
  }
  const texts = [...game.moves(position)].map(move => game.format(position, move));
  return createStep(state, textEffect(`${head}:`, ...formatColumns(texts)));
}

/** A file that `nexpost replay` reads, and `--load`: the moves, one a line, and how to replay them. */
export function formatGameFile({ game, setup, start, plies, retired }: TerminalGame): string {
  const options = Object.entries(setup).map(([name, value]) => ` -${name}=${value}`);
  const isOpening = game.encode(start) === game.encode(game.start(setup));
  const from = isOpening ? '' : ` --position '${game.encode(start)}'`;
  const seats = game.seats(setup);
  return [
    `# nexpost replay ${game.name}${options.join('')}${from}`,
    ...plies.map(ply => ply.text),
    ...retired.map(({ seat }) => `# ${must(seats[seat], 'a seat of the game').title} resigned`),
    '',
  ].join('\n');
}

function resign(state: TerminalGame): TerminalStep {
  const { game, setup, position, plies } = state;
  const colour = game.toMove(position);
  if (colour === null) return createStep(state, textEffect('The game is over already.'));
  const seat = findSeat(game, setup, colour);
  const retired = [...state.retired, { seat, after: plies.length, before: position }];
  return createStep({ ...state, position: game.retire(position, seat), retired }, { kind: 'board' });
}

function listPlayed(state: TerminalGame): TerminalStep {
  const { plies, game, setup } = state;
  const title = new Map(game.colours(setup).map(colour => [colour.name, colour.title]));
  const lines = plies.map(
    (ply, i) => `${String(i + 1).padStart(4)} ${(title.get(ply.colour) ?? '').padEnd(8)}${ply.text}`,
  );
  return createStep(state, textEffect(...(lines.length === 0 ? ['No move has been played.'] : lines)));
}

const terminalCommands: readonly TerminalCommand[] = [
  {
    usage: 'help [rules]',
    aliases: ['?', 'h'],
    summary: 'these words; help rules: the rules of the game',
    run: (state, words) => createStep(state, words[0] === 'rules' ? { kind: 'rules' } : formatHelp(state)),
  },
  {
    usage: 'board',
    aliases: ['b', 'show'],
    summary: 'draws the board again',
    run: state => createStep(state, { kind: 'board' }),
  },
  { usage: 'moves [all]', aliases: ['m'], summary: 'the legal moves, counted where they are many', run: listMoves },
  { usage: 'list', aliases: ['l'], summary: 'what was played', run: listPlayed },
  {
    usage: 'hint',
    aliases: [],
    summary: 'what a program would play',
    run: state =>
      createStep(
        state,
        state.game.toMove(state.position) === null ? textEffect('The game is over.') : { kind: 'hint' },
      ),
  },
  {
    usage: 'undo',
    aliases: ['u', 'back'],
    summary: 'takes your last move back, and what programs answered',
    run: (state, _, isProgram) => undo(state, isProgram),
  },
  {
    usage: 'save FILE',
    aliases: [],
    summary: 'writes the game down, for --load and nexpost replay',
    run: (state, [file]) =>
      createStep(
        state,
        file === undefined
          ? textEffect('save needs the name of a file.')
          : { kind: 'save', file, text: formatGameFile(state) },
      ),
  },
  {
    usage: 'position',
    aliases: [],
    summary: 'the position as one line of text',
    run: state => createStep(state, textEffect(state.game.encode(state.position))),
  },
  { usage: 'resign', aliases: [], summary: 'gives the game up', run: resign },
  {
    usage: 'quit',
    aliases: ['q', 'exit', 'bye'],
    summary: 'ends without saving',
    run: state => createStep(state, { kind: 'leave' }),
  },
];

function formatHelp({ game, position }: TerminalGame): TerminalEffect {
  const examples = game.examples(position).map(move => game.format(position, move));
  const width = Math.max(...terminalCommands.map(({ usage }) => usage.length)) + 3;
  return textEffect(
    examples.length === 0 ? 'The game is over.' : `Type a move, such as ${examples.join(' or ')}. Or one of these:`,
    ...terminalCommands.map(({ usage, summary }) => `   ${usage.padEnd(width)}${summary}`),
    'The Tab key completes the names of cells.',
  );
}

/** One typed line: a command, else a move. */
export function handleLine(state: TerminalGame, line: string, isProgram: IsProgram): TerminalStep {
  const [word = '', ...words] = line.trim().split(/\s+/);
  if (word === '') return createStep(state);
  const { game, position } = state;
  const typed = word.toLowerCase();
  const command = terminalCommands.find(each => nameOf(each) === typed || each.aliases.includes(typed));
  // A move has the right of way: no game may lose a cell to a short command.
  const move = game.parse(position, line.trim());
  if (move.ok) return createStep(applyMove(state, move.value), { kind: 'board' });
  if (command !== undefined) return command.run(state, words, isProgram);
  const passed = game.parsePass(position, line.trim());
  if (passed !== null) return createStep({ ...state, position: passed }, { kind: 'board' });
  return createStep(state, { kind: 'sentence', phrase: move.reason });
}

/** What Tab offers for a line: names of the board's cells behind what was typed before them, and commands. */
export function listCompletions(
  { game, position }: TerminalGame,
  line: string,
): readonly [found: readonly string[], typed: string] {
  const typed = line.split(/[\s,\-?]/).at(-1) ?? '';
  const cells = game.picture(position, { seat: null }).spots.map(({ name }) => name);
  const commands = line === typed ? terminalCommands.map(nameOf) : [];
  const fits = (word: string): boolean => word.toLowerCase().startsWith(typed.toLowerCase());
  return [[...cells, ...commands].filter(fits), typed];
}
