// Parses the arguments of a move: board, userid and password, the move, and its number.
import { no, ok, type Result } from '#games/kit/result.ts';
import type { MoveArgs } from '../matches/play.ts';
import { type Refused, refused } from '../kernel/refusal.ts';
import type { CommandLine } from './command.ts';
import { type BoardArguments, parseBoardArguments } from './credentials.ts';

/** Parses `[board] [userid password] move[#n]`. */
export function parseMoveArguments(
  commandLine: CommandLine,
): Result<MoveArgs & Pick<BoardArguments, 'credentials'>, Refused> {
  const board = parseBoardArguments(commandLine, 1);
  if (!board.ok) return board;
  const { match, credentials, words } = joinMoveWords(commandLine, board.value);
  const { number } = splitMoveNumber(words);
  const text = stripPlayerName(words, commandLine.game?.looksLikeMove ?? (() => false));
  if (text === '') return no(refused('command-usage', { usage: commandLine.usage }));
  return ok({ match, credentials, text, number: number === undefined ? null : Number(number) });
}

/** Splits `b3,a3 #5` into the move and its number. */
function splitMoveNumber(words: readonly string[]): { readonly text: string; readonly number: string | undefined } {
  const [, text = '', number] = /^(.*?)(?: ?# ?(\d{1,5}))?$/.exec(words.join(' ')) ?? [];
  return { text, number };
}

/** In `Nex Board 101 bob b3 a3` from a proved sender, `b3` is part of the move and no password. */
function joinMoveWords(
  { userid, game }: CommandLine,
  { match, credentials, rest }: BoardArguments,
): Pick<BoardArguments, 'match' | 'credentials'> & { readonly words: readonly string[] } {
  const words = credentials === null ? rest : [credentials.secret, ...rest];
  const isMove = userid !== null && game?.looksLikeMove(splitMoveNumber(words).text) === true;
  return isMove ? { match, credentials: null, words } : { match, credentials, words: rest };
}

/** Strips the name of the player to move, which our Subjects hold, before a move: `Nex Board 101 bob b3,a3`. */
function stripPlayerName(words: readonly string[], looksLikeMove: (text: string) => boolean): string {
  const [first = '', ...others] = words;
  const { text } = splitMoveNumber(words);
  const { text: tail } = splitMoveNumber(others);
  const isNamed = others.length > 0 && !looksLikeMove(first) && !looksLikeMove(text) && looksLikeMove(tail);
  return isNamed ? tail : text;
}
