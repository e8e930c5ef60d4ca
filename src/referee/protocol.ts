// nexC's line protocol: messages to text, and text in pieces of any size to messages, for both sides (docs/referee.md).
import { refereeLimits } from './limits.ts';

/** What a referee says to a player. */
export type RefereeMessage =
  /** The board of the next game. */
  | { readonly kind: 'board'; readonly rows: number; readonly columns: number }
  /** Move! */
  | { readonly kind: 'ask' }
  /** A move was made, by whichever side. */
  | { readonly kind: 'played'; readonly move: string }
  | { readonly kind: 'won' }
  | { readonly kind: 'lost' }
  | { readonly kind: 'drawn' }
  /** Something went wrong: exit with status 1. */
  | { readonly kind: 'abort' }
  /** The later dialect alone: all games are over. */
  | { readonly kind: 'end' };

/** What a player says to a referee. */
export type PlayerMessage =
  | { readonly kind: 'ok' }
  /** Anything else: where a move is due it should be one. */
  | { readonly kind: 'line'; readonly text: string }
  /** More without a message than any message has; what follows up to the line's end is not kept. */
  | { readonly kind: 'flood' };

/** What a reader has of a message that is not complete; never longer than a message may be. Characters are bytes. */
export interface Unread {
  readonly text: string;
  /** The rest of the line is thrown away. */
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

type Sign = keyof typeof SIGNS;

const signOf = (character: string): Sign | null =>
  (Object.keys(SIGNS) as Sign[]).find(kind => SIGNS[kind] === character) ?? null;

/** The message as it is sent, with its line end. */
export function write(message: RefereeMessage): string {
  if (message.kind === 'board') return `r${message.rows}-c${message.columns}#\n`;
  return message.kind === 'played' ? `>${message.move}\n` : `${SIGNS[message.kind]}\n`;
}

/** What a reader does next: a message with what follows it, or wait for more (null). */
interface Step<Message> {
  readonly message: Message | null;
  readonly rest: string;
  readonly isSkipping: boolean;
}

const LINE_END = /[\n\r\0]/;
const BLANKS = /^[\s\0]+/;

/** `isSkipping`: the rest of the line, from wherever it begins, is nobody's. */
const said = <Message>(message: Message | null, rest: string, isSkipping = false): Step<Message> => {
  return { message, rest, isSkipping };
};

/** Reads message after message. `flood` is what too many blanks come to. */
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
  // No move of any game begins like this, so that nobody need wait for the line's end.
  if (/^ok/i.test(text)) return said({ kind: 'ok' }, text.slice(2));
  const end = text.search(LINE_END);
  if (isTooLong(end < 0 ? text.length : end)) return said({ kind: 'flood' }, text, true);
  return end < 0 ? null : said({ kind: 'line', text: text.slice(0, end).trim() }, text.slice(end));
}

/** What a player says: `ok` is known by its two letters, everything else ends with its line (or a NUL, which C programs send along). */
export const readPlayer = (unread: Unread, piece: string): ReadMessages<PlayerMessage> =>
  readAll<PlayerMessage>(unread, piece, readSaid, { kind: 'flood' });

/** `r13-c13#`; a later format may say more before the `#`. */
const BOARD = /^r(\d{1,3})-c(\d{1,3})(?:[^\d#][^#]*)?#$/;

function readBoard(text: string): Step<RefereeMessage> | null {
  const end = text.search(/[#\n\r\0]/);
  if (end < 0) return isTooLong(text.length) ? said<RefereeMessage>(null, text, true) : null;
  const [, rows, columns] = BOARD.exec(text.slice(0, end + 1)) ?? [];
  if (rows === undefined || columns === undefined) return said<RefereeMessage>(null, text, true);
  return said({ kind: 'board', rows: Number(rows), columns: Number(columns) }, text.slice(end + 1));
}

/** Neither a line end nor one of these can be part of a move. */
const AFTER_MOVE = /[\n\r\0>!+#$]/;

function readPlayed(text: string): Step<RefereeMessage> | null {
  const end = text.slice(1).search(AFTER_MOVE) + 1;
  if (isTooLong(end === 0 ? text.length : end)) return said<RefereeMessage>(null, text, true);
  return end === 0 ? null : said({ kind: 'played', move: text.slice(1, end).trim() }, text.slice(end));
}

function readTold(text: string): Step<RefereeMessage> | null {
  const first = text.charAt(0);
  const sign = signOf(first);
  if (sign !== null) return said({ kind: sign }, text.slice(1));
  if (first === 'r') return readBoard(text);
  // A line that begins like none of these is somebody's chatter.
  return first === '>' ? readPlayed(text) : said<RefereeMessage>(null, text, true);
}

/** What a referee says, with line ends or without: the first character decides. */
export const readReferee = (unread: Unread, piece: string): ReadMessages<RefereeMessage> =>
  readAll<RefereeMessage>(unread, piece, readTold, null);

/** What a referee meant that has fallen silent in the middle of `>move`: a last `?` or `-` is a message of its own, since no move ends with one. */
export function settleReferee(unread: Unread): ReadMessages<RefereeMessage> {
  const [, move, sign = ''] = /^>(.+?)([?-]?)$/s.exec(unread.text) ?? [];
  if (move === undefined) return { messages: [], unread: unread.isSkipping ? NOTHING_UNREAD : unread };
  return readReferee(NOTHING_UNREAD, `>${move}\n${sign}`);
}

/** The line a player did not end. */
export const unfinished = (unread: Unread): string => (unread.isSkipping ? '' : unread.text.trim());
