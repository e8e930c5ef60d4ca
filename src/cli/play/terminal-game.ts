// A game at one terminal: what was played, what is asked for, what follows from a typed line. Pure: (sitting, line) → sitting and what to show.
import type { AnyGame, Colour, Opaque, Seat, Setup } from '../../../games/game.ts';
import type { Phrase } from '../../../games/kit/refusal.ts';
import { must } from '../../../games/kit/assert.ts';

/** A move that was played, and the position before it. */
interface Ply {
  readonly before: Opaque;
  readonly text: string;
  readonly colour: Colour;
}

export interface Sitting {
  readonly game: AnyGame;
  readonly setup: Setup;
  /** Where the moves begin. */
  readonly start: Opaque;
  readonly plies: readonly Ply[];
  readonly position: Opaque;
  /** Who gave up, in this order, after how many moves, and the position before that. */
  readonly retired: readonly { readonly seat: Seat; readonly after: number; readonly before: Opaque }[];
}

/** What to show or do after a line. */
export type Effect =
  | { readonly kind: 'board' }
  | { readonly kind: 'sentence'; readonly phrase: Phrase }
  | { readonly kind: 'text'; readonly lines: readonly string[] }
  | { readonly kind: 'save'; readonly file: string; readonly text: string }
  /** The move a program would play here. */
  | { readonly kind: 'hint' }
  | { readonly kind: 'rules' }
  | { readonly kind: 'leave' };

export interface Step {
  readonly sitting: Sitting;
  readonly effects: readonly Effect[];
}

/** Does a program play this colour? It plays by itself, and is not asked before its move is taken back. */
export type IsProgram = (colour: Colour) => boolean;

interface SittingCommand {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly usage: string;
  readonly summary: string;
  readonly run: (sitting: Sitting, words: readonly string[], isProgram: IsProgram) => Step;
}

/** Moves listed in a row of their own each where longer than this. */
const WIDTH = 76;
/** More moves than this are counted, not listed, unless all are asked for. */
const LISTED = 60;

export const sittingAt = (game: AnyGame, setup: Setup, start: Opaque): Sitting => ({
  game,
  setup,
  start,
  plies: [],
  position: start,
  retired: [],
});

const text = (...lines: readonly string[]): Effect => ({ kind: 'text', lines });
const stay = (sitting: Sitting, ...effects: readonly Effect[]): Step => ({ sitting, effects });

/** The sitting after a legal move. */
export function withMove(sitting: Sitting, move: Opaque): Sitting {
  const { game, position } = sitting;
  const colour = must(game.toMove(position), 'a legal move is made in a running game');
  const ply = { before: position, text: game.format(position, move), colour };
  return { ...sitting, plies: [...sitting.plies, ply], position: game.play(position, move) };
}

/** Takes back what was done last: giving up, or a move with those that programs made since, so that a person is asked again. */
function undone(sitting: Sitting, isProgram: IsProgram): Step {
  const { plies, retired } = sitting;
  const gaveUp = retired.at(-1);
  if (gaveUp?.after === plies.length) {
    return stay({ ...sitting, position: gaveUp.before, retired: retired.slice(0, -1) }, { kind: 'board' });
  }
  const own = plies.findLastIndex(({ colour }) => !isProgram(colour));
  const first = plies[own];
  if (first === undefined) return stay(sitting, text('There is no move of yours to take back.'));
  const kept = retired.filter(({ after }) => after <= own);
  const next = { ...sitting, plies: plies.slice(0, own), position: first.before, retired: kept };
  const gone = plies.slice(own).map(ply => ply.text);
  return stay(next, text(`Taken back: ${gone.join(' ')}`), { kind: 'board' });
}

function columns(words: readonly string[]): readonly string[] {
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

function listed(sitting: Sitting, words: readonly string[]): Step {
  const { game, position } = sitting;
  const count = game.countMoves(position);
  if (count === 0) return stay(sitting, text('There are no moves: the game is over.'));
  const head = `${count} legal ${count === 1 ? 'move' : 'moves'}`;
  if (count > LISTED && words[0] !== 'all') {
    const examples = game.examples(position).map(move => game.format(position, move));
    return stay(sitting, text(`${head}, such as ${examples.join(' or ')}. All of them: moves all`));
  }
  const texts = [...game.moves(position)].map(move => game.format(position, move));
  return stay(sitting, text(`${head}:`, ...columns(texts)));
}

/** A file that `nexpost replay` reads, and `--load`: the moves, one a line, and how to replay them. */
export function saved({ game, setup, start, plies, retired }: Sitting): string {
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

function resigned(sitting: Sitting): Step {
  const { game, setup, position, plies } = sitting;
  const colour = game.toMove(position);
  if (colour === null) return stay(sitting, text('The game is over already.'));
  const seat = game.seats(setup).findIndex(({ colours }) => colours.includes(colour));
  const retired = [...sitting.retired, { seat, after: plies.length, before: position }];
  return stay({ ...sitting, position: game.retire(position, seat), retired }, { kind: 'board' });
}

function played(sitting: Sitting): Step {
  const { plies, game, setup } = sitting;
  const title = new Map(game.colours(setup).map(colour => [colour.name, colour.title]));
  const lines = plies.map(
    (ply, i) => `${String(i + 1).padStart(4)} ${(title.get(ply.colour) ?? '').padEnd(8)}${ply.text}`,
  );
  return stay(sitting, text(...(lines.length === 0 ? ['No move has been played.'] : lines)));
}

export const sittingCommands: readonly SittingCommand[] = [
  {
    name: 'help',
    aliases: ['?', 'h'],
    usage: 'help [rules]',
    summary: 'these words; help rules: the rules of the game',
    run: (sitting, words) =>
      words[0] === 'rules' ? stay(sitting, { kind: 'rules' }) : stay(sitting, helpText(sitting)),
  },
  {
    name: 'board',
    aliases: ['b', 'show'],
    usage: 'board',
    summary: 'draws the board again',
    run: sitting => stay(sitting, { kind: 'board' }),
  },
  {
    name: 'moves',
    aliases: ['m'],
    usage: 'moves [all]',
    summary: 'the legal moves, counted where they are many',
    run: listed,
  },
  { name: 'list', aliases: ['l'], usage: 'list', summary: 'what was played', run: played },
  {
    name: 'hint',
    aliases: [],
    usage: 'hint',
    summary: 'what a program would play',
    run: sitting =>
      stay(sitting, sitting.game.toMove(sitting.position) === null ? text('The game is over.') : { kind: 'hint' }),
  },
  {
    name: 'undo',
    aliases: ['u', 'back'],
    usage: 'undo',
    summary: 'takes your last move back, and what programs answered',
    run: (sitting, _, isProgram) => undone(sitting, isProgram),
  },
  {
    name: 'save',
    aliases: [],
    usage: 'save FILE',
    summary: 'writes the game down, for --load and nexpost replay',
    run: (sitting, [file]) =>
      stay(
        sitting,
        file === undefined ? text('save needs the name of a file.') : { kind: 'save', file, text: saved(sitting) },
      ),
  },
  {
    name: 'position',
    aliases: [],
    usage: 'position',
    summary: 'the position as one line of text',
    run: sitting => stay(sitting, text(sitting.game.encode(sitting.position))),
  },
  { name: 'resign', aliases: [], usage: 'resign', summary: 'gives the game up', run: resigned },
  {
    name: 'quit',
    aliases: ['q', 'exit', 'bye'],
    usage: 'quit',
    summary: 'ends without saving',
    run: sitting => stay(sitting, { kind: 'leave' }),
  },
];

function helpText({ game, position }: Sitting): Effect {
  const examples = game.examples(position).map(move => game.format(position, move));
  const width = Math.max(...sittingCommands.map(({ usage }) => usage.length)) + 3;
  return text(
    examples.length === 0 ? 'The game is over.' : `Type a move, such as ${examples.join(' or ')}. Or one of these:`,
    ...sittingCommands.map(({ usage, summary }) => `   ${usage.padEnd(width)}${summary}`),
    'The Tab key completes the names of cells.',
  );
}

/** One typed line: a command, else a move. */
export function step(sitting: Sitting, line: string, isProgram: IsProgram): Step {
  const [word = '', ...words] = line.trim().split(/\s+/);
  if (word === '') return stay(sitting);
  const { game, position } = sitting;
  const typed = word.toLowerCase();
  const command = sittingCommands.find(({ name, aliases }) => name === typed || aliases.includes(typed));
  // A move has the right of way: no game may lose a cell to a short command.
  const move = game.parse(position, line.trim());
  if (move.ok) return stay(withMove(sitting, move.value), { kind: 'board' });
  if (command !== undefined) return command.run(sitting, words, isProgram);
  const formality = game.formality(position, line.trim());
  if (formality !== null) return stay({ ...sitting, position: formality }, { kind: 'board' });
  return stay(sitting, { kind: 'sentence', phrase: move.reason });
}

/** What Tab offers for a line: names of the board's cells behind what was typed before them, and commands. */
export function completions(
  { game, position }: Sitting,
  line: string,
): readonly [found: readonly string[], typed: string] {
  const typed = line.split(/[\s,\-?]/).at(-1) ?? '';
  const cells = game.picture(position, { seat: null }).spots.map(({ name }) => name);
  const commands = line === typed ? sittingCommands.map(({ name }) => name) : [];
  const fits = (word: string): boolean => word.toLowerCase().startsWith(typed.toLowerCase());
  return [[...cells, ...commands].filter(fits), typed];
}
