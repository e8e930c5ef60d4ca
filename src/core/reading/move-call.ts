// Parses a move in a typed command: board, userid and password, move, and the number after it.
import { no, ok, type Result } from '#games/kit/result.ts';
import type { MoveArgs } from '../matches/play.ts';
import { type Refused, refused } from '../kernel/refusal.ts';
import type { CommandLine } from './command.ts';
import { type BoardCall, parseBoardArguments } from './credentials.ts';

/** `[board] [userid password] move[#n]`. */
export function moveCall(call: CommandLine): Result<MoveArgs & Pick<BoardCall, 'claim'>, Refused> {
  const board = parseBoardArguments(call, 1);
  if (!board.ok) return board;
  const { match, claim, words } = asMove(call, board.value);
  const { number } = numbered(words);
  const text = withoutName(words, call.game?.looksLikeMove ?? (() => false));
  if (text === '') return no(refused('command-usage', { usage: call.usage }));
  return ok({ match, claim, text, number: number === undefined ? null : Number(number) });
}

/** A move as typed, and the number behind it: `b3,a3 #5`. */
function numbered(words: readonly string[]): { readonly typed: string; readonly number: string | undefined } {
  const [, typed = '', number] = /^(.*?)(?: ?# ?(\d{1,5}))?$/.exec(words.join(' ')) ?? [];
  return { typed, number };
}

/** `Nex Board 101 bob b3 a3` from somebody we know: a name and a move, no password. */
function asMove(
  { userid, game }: CommandLine,
  { match, claim, rest }: BoardCall,
): Pick<BoardCall, 'match' | 'claim'> & { readonly words: readonly string[] } {
  const words = claim === null ? rest : [claim.secret, ...rest];
  const isMove = userid !== null && game?.looksLikeMove(numbered(words).typed) === true;
  return isMove ? { match, claim: null, words } : { match, claim, words: rest };
}

/** One of our Subjects with the move typed behind it still holds the name of the player to move: `Nex Board 101 bob b3,a3`. */
function withoutName(words: readonly string[], looksLikeMove: (text: string) => boolean): string {
  const [first = '', ...others] = words;
  const { typed } = numbered(words);
  const { typed: tail } = numbered(others);
  const isNamed = others.length > 0 && !looksLikeMove(first) && !looksLikeMove(typed) && looksLikeMove(tail);
  return isNamed ? tail : typed;
}
