// `move`: plays a move, once and in its turn; pbmserv's most used command, and what a bare move in a reply means.
import { no, ok } from '#games/kit/result.ts';
import { type BoardCall, boardCall } from '../language/credentials.ts';
import type { Command, CommandLine } from '../language/command.ts';
import { refused } from '../refusal.ts';
import { isSameBoard } from '../state/documents.ts';
import { playMove } from '../matches/play.ts';

export const move: Command = {
  name: 'move',
  aliases: ['board', 'mvoe'],
  scope: 'game',
  inReply: true,
  takesAnyWords: true,
  usage: '<game> move board [userid password] move[#n]',
  summary: 'plays a move; in a reply to a board mail the move alone will do',
  by: 'account',
  parse: call => {
    const board = boardCall(call, 1);
    if (!board.ok) return board;
    const { match, claim, rest } = withoutClaim(call, board.value);
    const [, typed = '', number] = /^(.*?)(?: ?# ?(\d{1,5}))?$/.exec(rest.join(' ')) ?? [];
    const text = withoutName(typed, rest, call.game?.looksLikeMove ?? (() => false));
    if (text === '') return no(refused('command-usage', { usage: call.usage }));
    const shown = call.board !== null && isSameBoard(call.board.match, match) ? call.board.ply : null;
    const expected = number === undefined ? (shown === null ? null : shown + 1) : Number(number);
    return ok({ claim, run: at => playMove(at, { match, text, number: expected }) });
  },
};

/** `Nex Board 101 bob b3 a3` from somebody we know: a name and a move, no password. */
function withoutClaim({ userid, game }: CommandLine, board: BoardCall): BoardCall {
  const { claim, rest } = board;
  const words = claim === null ? rest : [claim.secret, ...rest];
  const isMove = userid !== null && game?.looksLikeMove(words.join(' ').replace(/ ?# ?\d{1,5}$/, '')) === true;
  return isMove ? { ...board, claim: null, rest: words } : board;
}

/** A Subject of ours with the move typed behind it still holds the name of the player to move: `Nex Board 101 bob b3,a3`. */
function withoutName(text: string, rest: readonly string[], looksLikeMove: (text: string) => boolean): string {
  const tail = rest
    .slice(1)
    .join(' ')
    .replace(/ ?# ?\d{1,5}$/, '');
  return rest.length > 1 && !looksLikeMove(rest[0] ?? '') && !looksLikeMove(text) && looksLikeMove(tail) ? tail : text;
}
