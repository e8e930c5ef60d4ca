// `nexpost replay`: plays the moves on stdin by a game's rules, and prints a JSON line for each.
import { once } from 'node:events';
import { readSentences } from '#adapters/templates/templates.ts';
import { type Sentences, say } from '#core/kernel/sentence.ts';
import type { GivenOptions, NamedGame } from '#games/game.ts';
import { formatJson, toPlainLine } from '#games/kit/plain-text.ts';
import { type Refusal, refusal, shorten } from '#games/kit/refusal.ts';
import type { Result } from '#games/kit/result.ts';
import {
  type OptionTable,
  type OptionValues,
  type ParsedArguments,
  createVerb,
  parseGame,
  parseOverrides,
  requireSetup,
} from '../shell/command-line.ts';
import {
  type Replay,
  type ReplayRecord,
  beginReplay,
  createPositionRecord,
  createRefusalRecord,
  formatBoard,
  formatTextLine,
  hasColour,
  playNext,
  writeGameFile,
} from '../shell/game-replay.ts';
import { type ExitStatus, type InputLine, type Io, Misuse, linesOf, valueOf } from '../shell/verb.ts';
import { isRecord, readGameFile, readRecord, replayRecord } from '../shell/game-file.ts';

export const REPLAY_OPTIONS = {
  count: { kind: 'flag', sentence: 'adds the number of legal moves and the position as text' },
  hash: {
    kind: 'flag',
    sentence: 'adds legalHash: the sum, modulo 2^32, of FNV-1a-32 of the\ncanonical text of every legal move',
  },
  position: {
    kind: 'position',
    default: 'none',
    sentence: "begins at this position instead of the start; the size of\nthe board is the text's",
  },
  many: {
    kind: 'flag',
    sentence:
      'many games, separated by lines ---, each with its own options\nline or none; a refused game does not end the others',
  },
  json: { kind: 'flag', sentence: 'JSON (the default)' },
  text: { kind: 'flag', sentence: 'lines for people, and the board at the end, instead of JSON' },
  record: {
    kind: 'flag',
    sentence:
      'instead of all this the game file that other programs open,\nat the end of each game (nexos: blksgf, for Pentobi; hex\nand gomoku: SGF)',
  },
} as const satisfies OptionTable;

/** The game that was named, and the options. */
export type ReplayArguments = NamedGame & OptionValues<typeof REPLAY_OPTIONS>;

export function parseReplayArguments({
  names,
  given,
  values,
}: ParsedArguments<typeof REPLAY_OPTIONS>): ReplayArguments {
  const found = parseGame('replay', names, given);
  // The options line of a file may have -swap, the command line may not.
  requireSetup(found.game, found.given);
  if (values.record && found.game.record === null) throw new Misuse(`There is no game record for ${found.game.name}.`);
  if (values.record && values.position !== null)
    throw new Misuse('--record tells a game from its beginning: --position cannot stand beside it.');
  return { ...found, ...values };
}

/** Far above any move. The rest of a longer line is not read. */
const MAX_MOVE_LENGTH = 4096;
/** A record may be one line. */
const MAX_LINE_LENGTH = 400_000;
/** Records written at once. */
const RECORDS_PER_WRITE = 256;

/** The run of one command line: what was asked, and how far the game under way has come. */
interface ReplaySession {
  readonly options: ReplayArguments;
  readonly sentences: Sentences;
  readonly inColour: boolean;
  /** What is ready to be written. */
  readonly out: string[];
  /** null: the game was refused, or has not begun. */
  replay: Replay | null;
  /** Games begun so far, for --many. */
  games: number;
  /** Lines of the game under way that were not blank or comments. */
  lines: number;
  refused: boolean;
  /** The lines of a record that came instead of moves. null: moves came. */
  record: string[] | null;
}

/** One record, as JSON or as a line for people. Where a game file is wanted, refusals alone are told. */
function tell(session: ReplaySession, line: ReplayRecord): void {
  if (session.options.record && line['error'] === undefined) return;
  session.out.push(session.options.text ? toPlainLine(formatTextLine(line)) : formatJson(line));
}

/** The present board, for people. */
function showBoard({ replay, options, sentences, inColour, out }: ReplaySession): void {
  if (!options.text || replay === null) return;
  out.push(...formatBoard(replay.game.picture(replay.position, { seat: null }), sentences, inColour));
}

/** A refusal ends its game. Without --many it ends the command. */
function refuse(session: ReplaySession, text: string, reason: Refusal): void {
  const ply = session.replay === null ? 0 : session.replay.ply + 1;
  tell(session, createRefusalRecord(session.sentences, ply, text, reason));
  showBoard(session);
  session.refused = true;
  session.replay = null;
}

function start(session: ReplaySession, begun: Result<Replay, Refusal>, text: string): void {
  if (!begun.ok) {
    refuse(session, text, begun.reason);
    return;
  }
  session.replay = begun.value;
  tell(session, { ply: 0, ...createPositionRecord(begun.value, session.options) });
}

/** Begins the next game of --many, by its options line where it has one. */
function startNext(session: ReplaySession, text: string, given: GivenOptions | null): void {
  session.games += 1;
  tell(session, { game: session.games });
  if (given === null) refuse(session, text, refusal('options-unreadable', { text: shorten(text) }));
  else start(session, beginReplay(session.options.game, given, session.options.position), text);
}

function play(session: ReplaySession, line: InputLine): void {
  const { replay } = session;
  if (replay === null) return;
  // Of a line too long to be a move, the beginning is enough to complain about.
  const isLong = line.cut || line.text.length > MAX_MOVE_LENGTH;
  const text = isLong ? `${line.text.slice(0, 80)}...` : line.text;
  const passed = replay.game.parsePass(replay.position, text);
  if (passed !== null) {
    session.replay = { ...replay, position: passed };
    return;
  }
  const played = playNext(replay, text);
  if (!played.ok) {
    refuse(session, text, played.reason);
    return;
  }
  session.replay = played.value.next;
  tell(session, { ...played.value.line, ...createPositionRecord(played.value.next, session.options) });
}

/** The end of a game: the game file, or the board for people. */
function close(session: ReplaySession): void {
  const { replay, options } = session;
  const file = options.record && replay !== null ? writeGameFile(replay) : null;
  if (file !== null) session.out.push(file);
  else showBoard(session);
  session.replay = null;
  session.lines = 0;
}

function takeLineOfMany(session: ReplaySession, line: InputLine): void {
  const { given } = session.options;
  const isOptions = session.lines === 0 && /^options:/i.test(line.text);
  if (isOptions) startNext(session, line.text, parseOverrides(given, line.text.slice('options:'.length)));
  else if (session.lines === 0) startNext(session, '', given);
  session.lines += 1;
  if (line.text === '---') close(session);
  else if (!isOptions) play(session, line);
}

/** Without --many there is one game, whose file may begin with its options. If they change the start, the new one is told too. */
function takeLineOfOne(session: ReplaySession, line: InputLine): void {
  session.lines += 1;
  if (session.lines > 1 || !/^options:/i.test(line.text)) {
    play(session, line);
    return;
  }
  const { options, replay } = session;
  const given = parseOverrides(options.given, line.text.slice('options:'.length));
  if (given === null) {
    refuse(session, line.text, refusal('options-unreadable', { text: shorten(line.text) }));
    return;
  }
  const begun = beginReplay(options.game, given, options.position);
  const isSame =
    begun.ok &&
    begun.value.swapAfter === replay?.swapAfter &&
    JSON.stringify(begun.value.setup) === JSON.stringify(replay.setup);
  if (!isSame) start(session, begun, line.text);
}

function takeLine(session: ReplaySession, line: InputLine): void {
  const text = line.text.trim();
  if (session.record === null && (text === '' || text.startsWith('#'))) return;
  if (session.record !== null || (!session.options.many && session.lines === 0 && isRecord(text)))
    (session.record ??= []).push(text);
  else if (session.options.many) takeLineOfMany(session, { ...line, text });
  else takeLineOfOne(session, { ...line, text });
}

async function write(session: ReplaySession, io: Io): Promise<void> {
  if (session.out.length === 0) return;
  const piece = `${session.out.join('\n')}\n`;
  session.out.length = 0;
  if (!io.stdout.write(piece)) await once(io.stdout, 'drain');
}

/** Answers every piece of input at once, so that a program can wait for each line. A long answer goes out in pieces. */
async function readMoves(session: ReplaySession, io: Io): Promise<void> {
  await write(session, io);
  for await (const batch of linesOf(io.stdin, MAX_LINE_LENGTH)) {
    for (const line of batch) {
      takeLine(session, line);
      if (session.refused && !session.options.many) break;
      if (session.out.length >= RECORDS_PER_WRITE) await write(session, io);
    }
    await write(session, io);
    if (session.refused && !session.options.many) break;
  }
  if (session.record !== null) playRecord(session, session.record.join('\n'));
}

/** A record in the place of moves: it says itself how the game was set up. */
function playRecord(session: ReplaySession, text: string): void {
  const { options } = session;
  const { lines, replay } = replayRecord(readRecord(text, options.game), options, session.sentences);
  for (const line of lines) tell(session, line);
  session.replay = replay;
  session.refused = replay === null;
}

/** The text of the file that one of the names is, and the names with its game in its place. null: there is no file among them. */
async function readNamedFile(
  names: readonly string[],
): Promise<{ readonly text: string; readonly names: readonly string[] } | null> {
  // No game has a dot or a slash in its name.
  const file = names.find(name => /[./]/.test(name));
  if (file === undefined) return null;
  const text = valueOf(await readGameFile(file));
  const { game } = valueOf(readRecord(text, null));
  return { text, names: names.map(name => (name === file ? game : name)) };
}

async function run(parsed: ParsedArguments<typeof REPLAY_OPTIONS>, io: Io): Promise<ExitStatus> {
  const named = await readNamedFile(parsed.names);
  const options = parseReplayArguments(named === null ? parsed : { ...parsed, names: named.names });
  if (named !== null && (options.many || options.position !== null || options.given.length > 0))
    throw new Misuse('A record says itself how its game was set up: no option of the game, --many or --position.');
  const sentences = readSentences();
  const begun = beginReplay(options.game, options.given, options.position);
  if (!begun.ok) throw new Misuse(say(sentences, begun.reason));
  const session: ReplaySession = {
    options,
    sentences,
    inColour: hasColour(io.stdout),
    out: [],
    replay: null,
    games: 0,
    lines: 0,
    refused: false,
    record: null,
  };
  if (named !== null) playRecord(session, named.text);
  else {
    if (!options.many) start(session, begun, '');
    await readMoves(session, io);
  }
  close(session);
  await write(session, io);
  return session.refused ? 1 : 0;
}

export const replay = createVerb({
  name: 'replay',
  takes: '<game>|FILE [-option[=value] …]',
  options: REPLAY_OPTIONS,
  about: `
Moves come from stdin, one a line; blank lines and lines that begin with # are
skipped. The options of the game are those of a challenge (-size=13, -endgame=nexc);
the first line may be 'options: -size=5 ...', which goes before them.

Instead of moves there may be a record of ours (docs/record-format.md), as
\`record\` and result mails bring it, or an SGF of Hex, Gomoku or Nexos: on stdin,
or as FILE (.json, .sgf, .blksgf) in the place of the game. Swaps, take-backs and who gave up then have lines of their own, and a
record whose result is not that of its moves is refused.`,
  help: `
Exit status: 0 fine, 1 a move was refused, 2 the command line was wrong.

Example:
  printf 'b3,a3\\nc2,b2\\n' | nexpost replay nex -size=3 --count`,
  run,
});
