// `nexpost solve`: the exact value of a position and of each of its moves, with a proof in a file.
import { readSentences } from '#adapters/templates/templates.ts';
import { say } from '#core/kernel/sentence.ts';
import type { EngineOptions } from '#engines/engine.ts';
import { NEGATED } from '#engines/solver.ts';
import type { Colour, NamedGame, PositionValue } from '#games/game.ts';
import { must, reasonOf } from '#games/kit/assert.ts';
import { lookUp } from '#games/kit/look-up.ts';
import { games } from '#games/registry/index.ts';
import {
  type OptionTable,
  type OptionValues,
  type ParsedArguments,
  createVerb,
  parseGame,
  requireSetup,
} from '../shell/command-line.ts';
import { beginReplay, formatBoard, hasColour } from '../shell/game-replay.ts';
import { type ExitStatus, type Io, Misuse } from '../shell/verb.ts';
import { type SearchRun, beginRun, checkFile, isOver, pause, solveWithin, writeProof } from './proof-file.ts';

type SolveArguments = NamedGame & OptionValues<typeof SOLVE_OPTIONS>;

const SOLVE_OPTIONS = {
  'to-move': {
    kind: 'text',
    value: 'COLOUR',
    sentence: 'black or white moves first, on an empty board (default: black)',
  },
  position: {
    kind: 'position',
    default: 'none',
    sentence: "solves this position; size and side to move are the text's",
  },
  openings: { kind: 'flag', sentence: 'what each move of the position is worth to its mover' },
  time: {
    kind: { least: 0, most: 1e7, isWhole: false, what: 'a number of seconds' },
    ...{ value: 'S', sentence: "gives up after so many seconds: what is not known then is 'unknown'" },
  },
  memory: {
    kind: { least: 1, most: 8192, isWhole: false, what: 'a number of megabytes' },
    value: 'MB',
    default: '256',
    sentence: 'megabytes for what is remembered of positions',
  },
  proof: { kind: 'text', value: 'FILE', sentence: 'a file: the strategy that proves the value is written there' },
  'proof-limit': {
    kind: { least: 1, most: 1e7, isWhole: false, what: 'a number of answers' },
    default: '1000000',
    sentence: 'writes no proof of more answers',
  },
  verify: { kind: 'text', value: 'FILE', sentence: 'checks such a file by the rules alone, without any search' },
  json: { kind: 'flag', sentence: 'JSON (the default)' },
  text: { kind: 'flag', sentence: 'the board and a sentence instead of JSON' },
} as const satisfies OptionTable;

/** The game to solve. null: a proof is to be verified. */
function parseSolveArguments({ names, given, values }: ParsedArguments<typeof SOLVE_OPTIONS>): SolveArguments | null {
  const { position, verify } = values;
  if (verify !== '') {
    const isAlone = Object.entries(SOLVE_OPTIONS).every(([name, row]) => {
      const value = values[name as keyof typeof values];
      return ['verify', 'text'].includes(name) || !value || ('default' in row && String(value) === row.default);
    });
    if (isAlone && names.length + given.length === 0) return null;
    throw new Misuse('--verify stands alone: the file says what it proves.');
  }
  const found = parseGame('solve', names, given);
  const solvable = games.filter(game => game.solver !== null).map(game => game.name);
  if (found.game.solver === null)
    throw new Misuse(`Nobody has written a solver for ${found.game.name}; there is one for ${solvable.join(', ')}.`);
  // With a position given, size and side to move are the position's.
  if (position !== null && values['to-move'] !== '')
    throw new Misuse('--to-move is part of the position: its last letter.');
  if (position !== null && given.some(([name]) => name.toLowerCase() === 'size'))
    throw new Misuse('-size is part of the position: its rows.');
  return { ...found, ...values };
}

/** What is to be solved. */
interface Problem extends Pick<EngineOptions, 'game' | 'setup' | 'position'> {
  readonly colour: Colour;
}

/** The result. `move` keeps the value, if there is such a move. */
interface SolveResult {
  readonly value: PositionValue;
  readonly move: string | null;
  readonly openings: Readonly<Record<string, PositionValue>> | null;
}

function startText({ game, given }: SolveArguments, toMove: Colour): string {
  const setup = requireSetup(game, given);
  const colours = game.colours(setup);
  const colour = colours.find(({ name }) => name === toMove);
  if (colour === undefined) throw new Misuse(`--to-move is ${colours.map(({ name }) => name).join(' or ')}.`);
  const start = game.encode(game.start(setup));
  return start.slice(0, start.lastIndexOf(' ') + 1) + colour.letter;
}

function problemOf(options: SolveArguments): Problem {
  const toMove = options['to-move'].toLowerCase();
  const turned = toMove === '' ? null : startText(options, toMove);
  const begun = beginReplay(options.game, options.given, turned ?? options.position);
  if (!begun.ok) throw new Misuse(say(readSentences(), begun.reason));
  const { game, position } = begun.value;
  const text = game.encode(position);
  // The size in a position's text.
  const rows = (text.split(' ')[0] ?? '').split('/');
  const isRectangular = game.options.some(option => option.kind === 'size' && option.rectangular);
  const size = isRectangular ? `${rows.length}x${rows[0]?.length ?? 0}` : `${rows.length}`;
  const setup = { ...begun.value.setup, size };
  const colour = game.colours(setup).find(({ letter }) => letter === text.split(' ').at(-1));
  return { game, setup, position, colour: must(colour, 'a position says who is to move').name };
}

async function solveOpenings(run: SearchRun, { game, position }: Problem): Promise<SolveResult> {
  const openings: Record<string, PositionValue> = {};
  const total = game.countMoves(position);
  let valued = 0;
  for (const move of game.moves(position)) {
    const text = game.format(position, move);
    openings[text] = 'unknown';
    // A board of 19x19 has 129,960 of them: once the time is up they are named, and no more.
    if (isOver(run)) continue;
    run.stage = `${text}, ${valued} of ${total}`;
    openings[text] = NEGATED[(await solveWithin(run, game.play(position, move))).value];
    valued += 1;
    await pause(run);
  }
  // The best value of the moves. An unknown one may be better than a draw or a loss.
  const value =
    (['win', 'unknown', 'draw', 'loss'] as const).find(value => Object.values(openings).includes(value)) ?? 'loss';
  const best = Object.keys(openings).find(text => lookUp(openings, text) === value);
  return { value, move: value === 'unknown' ? null : (best ?? null), openings };
}

async function solveProblem(run: SearchRun, problem: Problem, withOpenings: boolean): Promise<SolveResult> {
  const { game, position } = problem;
  run.stage = 'solving';
  if (withOpenings && game.toMove(position) !== null) return solveOpenings(run, problem);
  const { value, move } = await solveWithin(run, position);
  const text = move === null ? null : game.format(position, move);
  return { value, move: text, openings: withOpenings ? {} : null };
}

const countValues = (openings: Readonly<Record<string, PositionValue>>): Record<'win' | 'draw' | 'loss', number> => {
  const count = (wanted: PositionValue): number => Object.values(openings).filter(value => value === wanted).length;
  return { win: count('win'), draw: count('draw'), loss: count('loss') };
};

const VALUE_WORDS = { win: 'wins', draw: 'draws', loss: 'loses', unknown: 'may win or not: that is unknown' } as const;

function formatLines(problem: Problem, answer: SolveResult, io: Io): readonly string[] {
  const picture = problem.game.picture(problem.position, { seat: null });
  const { value, move, openings } = answer;
  const isOverAlready = problem.game.toMove(problem.position) === null;
  const by = move === null || value === 'loss' ? '' : `, for example by ${move}`;
  const listMoves = (wanted: PositionValue): string[] =>
    Object.entries(openings ?? {}).flatMap(([text, worth]) => (worth === wanted ? [text] : []));
  const lists = (['win', 'draw', 'loss', 'unknown'] as const)
    .filter(wanted => listMoves(wanted).length > 0)
    .map(wanted => `${wanted} (${listMoves(wanted).length}): ${listMoves(wanted).join(' ')}`);
  return [
    ...formatBoard(picture, readSentences(), hasColour(io.stdout)),
    ...lists,
    isOverAlready
      ? `The game is over: ${problem.colour} ${VALUE_WORDS[value]}.`
      : `${problem.colour} to move ${VALUE_WORDS[value]}${by}.`,
  ];
}

async function prove(
  run: SearchRun,
  problem: Problem,
  value: PositionValue,
  options: SolveArguments,
): Promise<string | null> {
  if (options.proof === '') return null;
  if (value === 'unknown') return 'No proof was written: the value is unknown.';
  const { game, setup, position, colour } = problem;
  const claim = { proof: 'strategy', version: 1, game: game.name, setup, position: game.encode(position), colour, value } as const; // prettier-ignore
  try {
    const written = await writeProof(run, claim, {
      file: options.proof,
      limit: options['proof-limit'],
      start: position,
    });
    if (!written.ok) return `No proof was written: ${written.reason}.`;
    run.stderr.write(`The proof in ${options.proof} holds ${written.value} answers.\n`);
    return null;
  } catch (error) {
    return `No proof was written: ${reasonOf(error)}.`;
  }
}

async function solvePosition(options: SolveArguments, problem: Problem, io: Io): Promise<ExitStatus> {
  const run = beginRun(problem.game, options, io.stderr);
  try {
    const answer = await solveProblem(run, problem, options.openings);
    // The result object, its keys in the order of printing.
    const { setup, colour } = problem;
    const { value, openings } = answer;
    const line = {
      ...setup,
      for: colour,
      value,
      ...(openings === null ? {} : countValues(openings)),
      nodes: run.nodes,
      ms: Math.round(performance.now() - run.began),
      ...(openings === null ? {} : { openings }),
    };
    const why = await prove(run, problem, answer.value, options);
    if (why !== null) io.stderr.write(`${why}\n`);
    const lines = options.text ? formatLines(problem, answer, io) : [JSON.stringify(line)];
    io.stdout.write(`${lines.join('\n')}\n`);
    return why === null ? 0 : 1;
  } finally {
    run.stop.release();
  }
}

async function verifyFile(file: string, text: boolean, io: Io): Promise<ExitStatus> {
  const checked = await checkFile(file);
  if (!checked.ok) {
    io.stderr.write(`The proof in ${file} does not hold: ${checked.reason}.\n`);
    io.stdout.write(text ? '' : `${JSON.stringify({ verified: false, reason: checked.reason })}\n`);
    return 1;
  }
  const { claim, answers, positions } = checked.value;
  const { game, setup, position, colour, value } = claim;
  io.stdout.write(
    text
      ? `Proved: in ${game} ${Object.values(setup).join(' ')}, at ${position}, ${colour} to move ${VALUE_WORDS[value]}.\n`
      : `${JSON.stringify({ verified: true, game, setup, position, for: colour, value, answers, positions })}\n`,
  );
  return 0;
}

export const solve = createVerb({
  name: 'solve',
  takes: 'GAME [-size=RxC] [-endgame=neto|nexc]',
  options: SOLVE_OPTIONS,
  about: `
Finds out with certainty what a position is worth to the side to move: win, draw
or loss. GAME is any game but Hexafive and Nexos. Boards of up to 30 cells (25 in
the games of squares) are searched through, as long as it takes; on larger ones
it sees a win by the next move, and that every move leaves the other side one.
The last line of stdout is the result; progress goes to stderr.

  -size=RxC      rows x columns of the empty board, or -size=N
  -endgame=E     neto or nexc, where there are neutrals  (default: neto)`,
  help: `
SIGINT and SIGTERM end the search as --time does.
Exit status: 0 fine, also where the value is unknown; 1 a proof that does not
hold or was not written; 2 the command line was wrong.

Example:
  nexpost solve nex -size=3x3 -endgame=nexc --openings`,
  run: (parsed, io) => {
    const options = parseSolveArguments(parsed);
    if (options !== null) return solvePosition(options, problemOf(options), io);
    return verifyFile(parsed.values.verify, parsed.values.text, io);
  },
});
