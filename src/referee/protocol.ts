// Reads and writes nexC's line protocol, for both sides (docs/referee.md), within its limits.
import type { AnyGame, GivenOptions, Setup } from '#games/game.ts';
import type { Refusal } from '#games/kit/refusal.ts';
import { type Result, no, ok } from '#games/kit/result.ts';

/** The limits and default times of refereed games. Tests walk this record. */
export const refereeLimits = {
  /** The referee's time limit for a move, unless the command line sets one. */
  moveMs: 30_000,
  /** The largest time a command line may set: above it timers of the host overflow. */
  longestMs: 2_000_000_000,
  /** The most games of one match. */
  games: 10_000,
  /** Time for a new player to say `ok` before it counts as one of the old dialect (docs/referee.md). Long enough for an interpreter to start. */
  greetingMs: 500,
  /** Text without a line end counts as a line after this silence. */
  unfinishedMs: 200,
  /** How long the end of a game waits for the `ok` to its last move. The result is final by then. */
  lastOkMs: 1_000,
  /**
   * The longest message, far above any move. Characters. A player that sends more without a complete message is flooding, and so is
   * one that sends more blanks.
   */
  messageLength: 500,
  /** Length of the quote of words that broke the protocol. Characters. */
  echoLength: 60,
  /** The end of a program's stderr that is kept, to show it after a crash. Characters. */
  lastWordsLength: 2_000,
  /** After its first game a player of the later dialect is watched for this long, since some leave after every game. */
  settleMs: 100,
  /** A player that must leave is asked first, and forced after this long. */
  partingMs: 2_000,
  /** The same for one that has broken the rules of the match. */
  expulsionMs: 500,
  /** Between SIGTERM and SIGKILL. */
  killMs: 300,
  /** Interval and number of checks for killed processes: ten seconds in all, since they die late on a busy host. */
  lookMs: 5,
  looks: 2_000,
  /** Number of checks for killed processes when the referee itself ends. */
  looksAtExit: 5,
  /** Time-out of reading from a program that has exited, since a child process may keep its pipe open. */
  drainMs: 100,
  /** How long a match on a port waits for a player to connect. */
  connectionMs: 60_000,
  /** How long a built-in player thinks about a move, unless its command line says otherwise. */
  thinkingMs: 1_000,
} as const;

/** Converts between a setup and the board a referee announces, `r13-c13#`. */
export interface AnnouncedBoard {
  readonly rows: number;
  readonly columns: number;
}

/** The number of rows as drawn, and of spots in the longest row: 13 and 13. On a hexagon of side 6 11 and 11. In Nexos 25 and 25. */
export function boardOf(game: AnyGame, setup: Setup): AnnouncedBoard {
  const lengths = new Map<number, number>();
  for (const { line } of game.picture(game.start(setup), { seat: null }).spots) {
    lengths.set(line, (lengths.get(line) ?? 0) + 1);
  }
  return { rows: lengths.size, columns: Math.max(...lengths.values()) };
}

/** The size option of the game, with its value for this board. */
function sizeOf(game: AnyGame, { rows, columns }: AnnouncedBoard): GivenOptions {
  const spec = game.options.find(option => option.kind === 'size');
  if (spec?.kind !== 'size') return [];
  return [[spec.name, spec.rectangular ? `${rows}x${columns}` : String(rows)]];
}

/**
 * The setup from the given options and the announced board. The announced size overrides a given one. Otherwise the refusal, or the board that
 * these options make instead.
 */
export function setUpBoard(
  game: AnyGame,
  given: GivenOptions,
  board: AnnouncedBoard,
): Result<Setup, { readonly refusal: Refusal } | { readonly ours: AnnouncedBoard }> {
  const size = sizeOf(game, board);
  const setup = game.setup([...given.filter(([name]) => !size.some(([own]) => own === name.toLowerCase())), ...size]);
  if (!setup.ok) return no({ refusal: setup.reason });
  const ours = boardOf(game, setup.value);
  return ours.rows === board.rows && ours.columns === board.columns ? ok(setup.value) : no({ ours });
}

// Input comes in pieces of any size.

/** A message of the referee to a player. */
export type RefereeMessage =
  /** The board of the next game. */
  | ({ readonly kind: 'board' } & AnnouncedBoard)
  /** Move! */
  | { readonly kind: 'ask' }
  /** A move was made, by either side. */
  | { readonly kind: 'played'; readonly move: string }
  | { readonly kind: 'won' }
  | { readonly kind: 'lost' }
  | { readonly kind: 'drawn' }
  /** Something went wrong: exit with status 1. */
  | { readonly kind: 'abort' }
  /** Only in the later dialect: all games are over. */
  | { readonly kind: 'end' };

/** A message of a player to the referee. */
export type PlayerMessage =
  | { readonly kind: 'ok' }
  /** Anything else: where a move is due it should be one. */
  | { readonly kind: 'line'; readonly text: string }
  /** Input longer than any message. The rest of the line is dropped. */
  | { readonly kind: 'flood' };

/** The unread part of an incomplete message, never longer than a message may be. Characters are bytes. */
export interface Unread {
  readonly text: string;
  /** Is the rest of the line dropped? */
  readonly isSkipping: boolean;
  /** Blanks since the last message. */
  readonly blanks: number;
}

export const NOTHING_UNREAD: Unread = { text: '', isSkipping: false, blanks: 0 };

export interface ReadMessages<Message> {
  readonly messages: readonly Message[];
  readonly unread: Unread;
}

const SIGNS = { ask: '?', won: '+', lost: '-', drawn: '#', abort: '!', end: '$' } as const;

/** The text of a message, with its line end. */
export function write(message: RefereeMessage): string {
  if (message.kind === 'board') return `r${message.rows}-c${message.columns}#\n`;
  return message.kind === 'played' ? `>${message.move}\n` : `${SIGNS[message.kind]}\n`;
}

/** A step of the reader: a message, and the text after it. null: wait for more. */
interface Step<Message> {
  readonly message: Message | null;
  readonly rest: string;
  readonly isSkipping: boolean;
}

const LINE_END = /[\n\r\0]/;
const BLANKS = /^[\s\0]+/;

/** `isSkipping`: the rest of the line is dropped. */
const createStep = <Message>(message: Message | null, rest: string, isSkipping = false): Step<Message> => {
  return { message, rest, isSkipping };
};

/** Reads all complete messages. `flood`: the message that too many blanks produce. */
function readAll<Message>(
  unread: Unread,
  piece: string,
  read: (text: string) => Step<Message> | null,
  flood: Message | null,
): ReadMessages<Message> {
  const messages: Message[] = [];
  let { text, isSkipping, blanks } = unread;
  text += piece;
  for (;;) {
    if (isSkipping) {
      const end = text.search(LINE_END);
      if (end < 0) return { messages, unread: { text: '', isSkipping, blanks: 0 } };
      text = text.slice(end);
      isSkipping = false;
    }
    const lead = BLANKS.exec(text)?.[0].length ?? 0;
    blanks += lead;
    text = text.slice(lead);
    if (blanks > refereeLimits.messageLength) {
      if (flood !== null) messages.push(flood);
      blanks = 0;
    }
    const step = text === '' ? null : read(text);
    if (step === null) return { messages, unread: { text, isSkipping, blanks } };
    if (step.message !== null) messages.push(step.message);
    ({ rest: text, isSkipping } = step);
    blanks = 0;
  }
}

const isTooLong = (length: number): boolean => length > refereeLimits.messageLength;

function readSaid(text: string): Step<PlayerMessage> | null {
  // No move of any game begins like this, so the line end is not needed.
  if (/^ok/i.test(text)) return createStep({ kind: 'ok' }, text.slice(2));
  const end = text.search(LINE_END);
  if (isTooLong(end < 0 ? text.length : end)) return createStep({ kind: 'flood' }, text, true);
  return end < 0 ? null : createStep({ kind: 'line', text: text.slice(0, end).trim() }, text.slice(end));
}

/** Reads a player's messages: `ok` is recognised by its two letters. All others end with their line (or a NUL, which C programs send along). */
export const readPlayer = (unread: Unread, piece: string): ReadMessages<PlayerMessage> =>
  readAll<PlayerMessage>(unread, piece, readSaid, { kind: 'flood' });

/** `r13-c13#`. A later format may have more before the `#`. */
const BOARD = /^r(\d{1,3})-c(\d{1,3})(?:[^\d#][^#]*)?#$/;

/** Characters that end a move: line ends and the signs of other messages. */
const AFTER_MOVE = /[\n\r\0>!+#$]/;

function readPlayed(text: string): Step<RefereeMessage> | null {
  const end = text.slice(1).search(AFTER_MOVE) + 1;
  if (isTooLong(end === 0 ? text.length : end)) return createStep<RefereeMessage>(null, text, true);
  return end === 0 ? null : createStep({ kind: 'played', move: text.slice(1, end).trim() }, text.slice(end));
}

function readTold(text: string): Step<RefereeMessage> | null {
  const first = text.charAt(0);
  const sign = (Object.keys(SIGNS) as (keyof typeof SIGNS)[]).find(kind => SIGNS[kind] === first) ?? null;
  if (sign !== null) return createStep({ kind: sign }, text.slice(1));
  if (first === 'r') {
    const end = text.search(/[#\n\r\0]/);
    if (end < 0) return isTooLong(text.length) ? createStep<RefereeMessage>(null, text, true) : null;
    const [, rows, columns] = BOARD.exec(text.slice(0, end + 1)) ?? [];
    if (rows === undefined || columns === undefined) return createStep<RefereeMessage>(null, text, true);
    return createStep({ kind: 'board', rows: Number(rows), columns: Number(columns) }, text.slice(end + 1));
  }
  // A line that begins like none of these is ignored.
  return first === '>' ? readPlayed(text) : createStep<RefereeMessage>(null, text, true);
}

/** Reads a referee's messages, with or without line ends: the first character decides. */
export const readReferee = (unread: Unread, piece: string): ReadMessages<RefereeMessage> =>
  readAll<RefereeMessage>(unread, piece, readTold, null);

/** The messages in an unfinished `>move` after a silence of the referee: a last `?` or `-` is its own message, since no move ends with one. */
export function settleReferee(unread: Unread): ReadMessages<RefereeMessage> {
  const [, move, sign = ''] = /^>(.+?)([?-]?)$/s.exec(unread.text) ?? [];
  if (move === undefined) return { messages: [], unread: unread.isSkipping ? NOTHING_UNREAD : unread };
  return readReferee(NOTHING_UNREAD, `>${move}\n${sign}`);
}

/** A player's line without a line end. */
export const readUnfinished = (unread: Unread): string => (unread.isSkipping ? '' : unread.text.trim());
