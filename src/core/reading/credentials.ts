// Parses the board and the credentials (`userid password`) of a command line.
import { isUseridShaped } from '../players/userid.ts';
import type { MatchRef } from '../kernel/documents.ts';
import { no, ok, type Result } from '#games/kit/result.ts';
import { type Refused, refused } from '../kernel/refusal.ts';
import type { ParsedCommand, CommandLine } from './command.ts';
import type { Decision, CommandContext } from '../decision/decision.ts';

export interface BoardArguments {
  readonly match: MatchRef;
  readonly credentials: CredentialsAndRest['credentials'];
  /** The words after the board and the credentials. */
  readonly rest: readonly string[];
  /** The number after the board: 3 in `show 101#3`. null: there is none. */
  readonly ply: number | null;
}

/**
 * Parses `[board] [userid password] rest…`. In a reply the board may be left out. At least `minRest` words must follow the credentials
 * (a move needs one), so that a single word is never taken for a password.
 */
export function parseBoardArguments(commandLine: CommandLine, minRest: number): Result<BoardArguments, Refused> {
  const words = commandLine.words[0]?.toLowerCase() === 'board' ? commandLine.words.slice(1) : commandLine.words;
  const typed = parseBoardWord(commandLine, words[0] ?? '');
  if (typed === null) {
    if (commandLine.board === null) return no(refused('board-missing', { usage: commandLine.usage }));
    return ok({ match: commandLine.board.match, credentials: null, rest: words, ply: null });
  }
  const laterWords = words.slice(1);
  const credentials = findCredentials(commandLine, laterWords, minRest);
  return ok({ ...typed, credentials, rest: credentials === null ? laterWords : laterWords.slice(2) });
}

/** The end of the line as typed, with words that look like options. `unreadCount`: the number of words that the command has not read. */
export function textAfter({ text, words }: CommandLine, name: string, unreadCount: number): string {
  const [first = '', ...others] = text.split(' ');
  const afterVerb = first.toLowerCase().startsWith(name) ? others : others.slice(1);
  return afterVerb.slice(words.length - unreadCount).join(' ');
}

/** Parses a command that takes only a board, such as `resign` or `swap`. */
export function parseBoardCommand(
  commandLine: CommandLine,
  run: (context: CommandContext, match: MatchRef) => Decision,
): Result<ParsedCommand, Refused> {
  const board = parseBoardArguments(commandLine, 0);
  if (!board.ok) return board;
  const { match, credentials, rest } = board.value;
  if (rest.length > 0) return no(refused('command-usage', { usage: commandLine.usage }));
  return ok({ credentials, run: context => run(context, match) });
}

/** `101` or `101#3`. */
function parseBoardWord(commandLine: CommandLine, word: string): Pick<BoardArguments, 'match' | 'ply'> | null {
  const typed = /^(\d{1,9})(?:#(-?\d{1,5}))?$/.exec(word);
  if (typed === null || commandLine.game === null) return null;
  return {
    match: { game: commandLine.game.name, number: Number(typed[1]) },
    ply: typed[2] === undefined ? null : Number(typed[2]),
  };
}

/** The first two words, if the first is the userid of an account and enough words follow. null: they are no credentials. */
export function findCredentials(
  commandLine: CommandLine,
  words: readonly string[],
  minRest: number,
): CredentialsAndRest['credentials'] {
  const [name = '', secret] = words;
  const userid = name.toLowerCase();
  if (secret === undefined || words.length < 2 + minRest || !isUseridShaped(userid)) return null;
  return commandLine.isUser(userid) ? { userid, secret } : null;
}

interface CredentialsAndRest {
  readonly credentials: NonNullable<ParsedCommand['credentials']> | null;
  readonly rest: readonly string[];
}

/** Parses `userid password rest…`, or `rest…` from a proved sender. A proved sender may also write their own userid first. */
export function parseCredentials(commandLine: CommandLine, minRest: number): CredentialsAndRest {
  const credentials = findCredentials(commandLine, commandLine.words, minRest);
  if (credentials !== null) return { credentials, rest: commandLine.words.slice(2) };
  const [first = '', ...rest] = commandLine.words;
  const isOwnName = commandLine.userid !== null && first.toLowerCase() === commandLine.userid;
  return { credentials: null, rest: isOwnName ? rest : commandLine.words };
}
