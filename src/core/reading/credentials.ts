// Finds the two words `userid password` in a typed command, and what is left without them.
import { isUseridShaped } from '../players/userid.ts';
import type { MatchRef } from '../kernel/documents.ts';
import { no, ok, type Result } from '#games/kit/result.ts';
import { type Refused, refused } from '../kernel/refusal.ts';
import type { ParsedCommand, CommandLine } from './command.ts';
import type { Decision, CommandContext } from '../decision/decision.ts';

export interface BoardCall {
  readonly match: MatchRef;
  readonly claim: Claimed['claim'];
  /** The words behind board, userid and password. */
  readonly rest: readonly string[];
  /** `show 101#3`: the number behind the board. */
  readonly ply: number | null;
}

/**
 * `[board] [userid password] rest…`: in a reply the board is the mail's. `atLeast` words must remain behind a userid and password
 * (a move needs one), so that a single word is never taken for a password.
 */
export function parseBoardArguments(call: CommandLine, atLeast: number): Result<BoardCall, Refused> {
  const words = call.words[0]?.toLowerCase() === 'board' ? call.words.slice(1) : call.words;
  const typed = typedBoard(call, words[0] ?? '');
  if (typed === null) {
    if (call.board === null) return no(refused('board-missing', { usage: call.usage }));
    return ok({ match: call.board.match, claim: null, rest: words, ply: null });
  }
  const behind = words.slice(1);
  const claim = claimIn(call, behind, atLeast);
  return ok({ ...typed, claim, rest: claim === null ? behind : behind.slice(2) });
}

/** The text behind the words a command has read, as typed: what looks like an option is a word of it. `left`: the words not read. */
export function textAfter({ typed, words }: CommandLine, name: string, left: number): string {
  const [first = '', ...others] = typed.split(' ');
  const behind = first.toLowerCase().startsWith(name) ? others : others.slice(1);
  return behind.slice(words.length - left).join(' ');
}

/** A command that names a board and nothing else: `resign`, `swap`. */
export function boardAlone(
  call: CommandLine,
  run: (context: CommandContext, match: MatchRef) => Decision,
): Result<ParsedCommand, Refused> {
  const board = parseBoardArguments(call, 0);
  if (!board.ok) return board;
  const { match, claim, rest } = board.value;
  if (rest.length > 0) return no(refused('command-usage', { usage: call.usage }));
  return ok({ claim, run: context => run(context, match) });
}

/** `101` or `101#3`. */
function typedBoard(call: CommandLine, word: string): Pick<BoardCall, 'match' | 'ply'> | null {
  const typed = /^(\d{1,9})(?:#(-?\d{1,5}))?$/.exec(word);
  if (typed === null || call.game === null) return null;
  return {
    match: { game: call.game.name, number: Number(typed[1]) },
    ply: typed[2] === undefined ? null : Number(typed[2]),
  };
}

/** The first two words, when the first is a registered userid and enough words follow. */
export function claimIn(call: CommandLine, words: readonly string[], atLeast: number): Claimed['claim'] {
  const [name = '', secret] = words;
  const userid = name.toLowerCase();
  if (secret === undefined || words.length < 2 + atLeast || !isUseridShaped(userid)) return null;
  return call.isUser(userid) ? { userid, secret } : null;
}

interface Claimed {
  readonly claim: NonNullable<ParsedCommand['claim']> | null;
  readonly rest: readonly string[];
}

/** `userid password rest…`, or just `rest…` from a proved sender. */
export function parseCredentials(call: CommandLine, atLeast: number): Claimed {
  const claim = claimIn(call, call.words, atLeast);
  if (claim !== null) return { claim, rest: call.words.slice(2) };
  const [first = '', ...rest] = call.words;
  const isOwnName = call.userid !== null && first.toLowerCase() === call.userid;
  return { claim: null, rest: isOwnName ? rest : call.words };
}
