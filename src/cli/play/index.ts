// `nexpost play`: a game at the terminal, between people, programs, or both.
import { writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Colour } from '../../../games/game.ts';
import { threadEngines } from '../../adapters/workers/engines.ts';
import { readSentences } from '../../adapters/templates/sentences.ts';
import { rulesOf } from '../../adapters/templates/stationery.ts';
import { historyOf } from '../../engines/game-history.ts';
import type { Sentences } from '../../core/sentence.ts';
import { say } from '../../core/sentence.ts';
import type { Engines, SearchRequest } from '../../service/ports.ts';
import { boardLines, hasColour } from '../shell/board-text.ts';
import { HUMAN, PLAY_OPTIONS, wantedIn } from './arguments.ts';
import type { Effect, IsProgram, Sitting } from './terminal-game.ts';
import { completions, step, withMove } from './terminal-game.ts';
import type { Thinker } from '../shell/engine-player.ts';
import { engineList } from '../shell/engine-player.ts';
import type { ExitStatus, Io, Verb } from '../shell/verb.ts';

const USAGE =
  'nexpost play <game> [-option[=value] ...] [--player COLOUR=human|random|mcts|solver] ... [--time-ms T] [--nodes N] [--seed N] [--position TEXT] [--load FILE]';

/** A hint shall not take long. */
const HINT_MS = 1_000;

/** Everything a running game shows and asks through. */
interface Room {
  readonly io: Io;
  readonly engines: Engines;
  readonly sentences: Sentences;
  readonly programs: ReadonlyMap<Colour, Thinker>;
  /** Aborted when the player has left in the middle of it. */
  readonly left: AbortController;
}

const print = ({ io }: Room, ...lines: readonly string[]): void => {
  if (lines.length > 0) io.stdout.write(`${lines.join('\n')}\n`);
};

/** Whose move it is, or how the game ended. */
function statusOf({ game, setup, position }: Sitting, sentences: Sentences): string {
  const colour = game.colours(setup).find(({ name }) => name === game.toMove(position));
  if (colour !== undefined) return `${colour.title} (${colour.letter}) to move.`;
  const outcome = game.outcome(position);
  if (outcome === null) return '';
  const reason = say(sentences, { code: outcome.reason, parts: {} });
  const winners = game.seats(setup).filter((_, seat) => outcome.ranks[seat] === 1);
  const scores = Object.entries(outcome.scores ?? {}).map(([name, score]) => `${name} ${score}`);
  const [first, ...others] = winners;
  const verb = first !== undefined && first.colours.length > 1 ? 'have' : 'has';
  const end = first === undefined || others.length > 0 ? 'The game is a draw' : `${first.title} ${verb} won`;
  return `${end}: ${reason}.${scores.length === 0 ? '' : ` (${scores.join(', ')})`}`;
}

const boardText = ({ sentences, io }: Room, { game, position }: Sitting): readonly string[] => [
  '',
  ...boardLines(game.picture(position, { seat: null }), sentences, hasColour(io.stdout)),
  '',
];

function thoughtAt({ game, setup, start, plies, position, retired }: Sitting, thinker: Thinker): SearchRequest {
  const moves = plies.map(({ text }) => text);
  const path = historyOf(game, { start, moves, position, hasRetired: retired.length > 0 });
  const { engine, seed, milliseconds, nodes } = thinker;
  return { engine, seed, milliseconds, nodes, ...path, game: game.name, setup, sessionKey: 'play' };
}

async function hint({ engines }: Room, sitting: Sitting): Promise<string> {
  const thinker = { engine: 'mcts', seed: 1, milliseconds: HINT_MS, nodes: null, gameMs: null };
  const { move, value } = await engines.search(thoughtAt(sitting, thinker));
  return value === null ? move : `${move} (wins about ${Math.round(value * 100)} times in 100)`;
}

/** Never over a file that is there. */
async function save(file: string, text: string): Promise<string> {
  try {
    await writeFile(file, text, { flag: 'wx' });
    return `Saved in ${file}.`;
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST';
    return isThere ? `${file} is there already; choose another name.` : `${file} cannot be written.`;
  }
}

/** What an effect has to show. */
async function shown(room: Room, sitting: Sitting, effect: Effect): Promise<readonly string[]> {
  switch (effect.kind) {
    case 'board':
      return boardText(room, sitting);
    case 'sentence':
      return [say(room.sentences, effect.phrase)];
    case 'text':
      return effect.lines;
    case 'rules':
      return [rulesOf(sitting.game.name)];
    case 'hint':
      return [await hint(room, sitting)];
    case 'save':
      return [await save(effect.file, effect.text)];
    case 'leave':
      return [];
  }
}

/** Programs move until a person is to move, or the game is over. */
async function programsMove(room: Room, from: Sitting): Promise<Sitting> {
  let sitting = from;
  for (;;) {
    const { game, setup, position } = sitting;
    const colour = game.toMove(position);
    const thinker = colour === null ? undefined : room.programs.get(colour);
    if (thinker === undefined) return sitting;
    const { move } = await room.engines.search(thoughtAt(sitting, thinker));
    const read = game.parse(position, move);
    if (!read.ok) throw new Error(`the program played ${move}, which is not legal`);
    sitting = withMove(sitting, read.value);
    const title = game.colours(setup).find(({ name }) => name === colour)?.title ?? '';
    print(room, '', `${title} plays ${move}`);
    print(room, ...boardText(room, sitting));
  }
}

async function game(room: Room, from: Sitting): Promise<void> {
  const { io, programs } = room;
  const isProgram: IsProgram = colour => programs.has(colour);
  let sitting = from;
  const isTerminal = (io.stdin as { isTTY?: boolean }).isTTY === true;
  const lines = createInterface({
    input: io.stdin,
    output: io.stdout,
    terminal: isTerminal,
    prompt: '> ',
    completer: (line: string): [string[], string] => {
      const [found, typed] = completions(sitting, line);
      return [[...found], typed];
    },
  });
  // Ctrl-C at a terminal: whoever thinks is not waited for.
  lines.on('SIGINT', () => {
    room.left.abort();
    lines.close();
    void room.engines.close();
  });
  // From now on, so that no line is missed while a program thinks.
  const typed = lines[Symbol.asyncIterator]();
  print(room, ...boardText(room, sitting));
  const goOn = async (): Promise<void> => {
    sitting = await programsMove(room, sitting);
    print(room, statusOf(sitting, room.sentences));
  };
  // At a terminal the line in hand is drawn again with it. Elsewhere the input may have ended already, with lines of it still to be done.
  const prompt = (): void => {
    if (!isTerminal) io.stdout.write('> ');
    else if (!room.left.signal.aborted) lines.prompt();
  };
  await goOn();
  // Where programs play all sides nobody is there to be asked.
  if (sitting.game.colours(sitting.setup).every(({ name }) => isProgram(name))) {
    lines.close();
    return;
  }
  prompt();
  for await (const line of typed) {
    const next = step(sitting, line.slice(0, 1_000), isProgram);
    sitting = next.sitting;
    for (const effect of next.effects) print(room, ...(await shown(room, sitting, effect)));
    if (next.effects.some(({ kind }) => kind === 'leave')) break;
    await goOn();
    prompt();
  }
  lines.close();
}

async function run(args: readonly string[], io: Io): Promise<ExitStatus> {
  const sentences = readSentences();
  const wanted = await wantedIn(args, sentences);
  if (!wanted.ok) {
    const isUsage = wanted.reason.kind === 'usage';
    io.stderr.write(`${wanted.reason.why}\n${isUsage ? `Usage: ${USAGE}\n` : ''}`);
    return isUsage ? 2 : 1;
  }
  const engines = threadEngines();
  const left = new AbortController();
  try {
    await game({ io, engines, sentences, programs: wanted.value.programs, left }, wanted.value.sitting);
    return 0;
  } catch (error) {
    if (!left.signal.aborted) throw error;
    io.stdout.write('\n');
    return 0;
  } finally {
    await engines.close();
  }
}

export const play: Verb = {
  usage: USAGE,
  help: [
    `--player COLOUR=WHO: ${HUMAN} (the default), or a program: ${engineList()}`,
    ...Object.entries(PLAY_OPTIONS).map(([name, row]) => `--${name}: ${row.sentence} (default ${row.default})`),
    'At the prompt: a move, or help.',
  ].join('\n'),
  run,
};
