// `accept` and `reject`: the answer to an invitation.
import { withoutTail } from '#games/kit/move-text.ts';
import { no, ok } from '#games/kit/result.ts';
import type { CommandLine, Command } from '../language/command.ts';
import { refused } from '../refusal.ts';
import type { MatchRef } from '../state/documents.ts';
import { acceptSeat, rejectSeat, declined } from '../matches/seats.ts';

/** `accept 101 Ann.` is Ann. */
const nameIn = ([name]: readonly string[]): string | null => (name === undefined ? null : withoutTail(name, '.!'));

export const accept: Command = {
  name: 'accept',
  scope: 'game',
  inReply: true,
  takesAnyWords: true,
  usage: '<game> accept board [userid]',
  summary: 'takes the seat of an invitation; the userid is the name you choose, if you have none yet',
  by: 'anyone',
  parse: call => {
    const board = invitedBoard(call);
    if (board === null || board.rest.length > 1) return no(refused('command-usage', { usage: call.usage }));
    return ok({
      run: at => acceptSeat(at, board.match, nameIn(board.rest)),
    });
  },
};

export const reject: Command = {
  name: 'reject',
  aliases: ['decline'],
  scope: 'game',
  inReply: true,
  usage: '<game> reject board',
  summary: 'declines an invitation',
  by: 'anyone',
  parse: call => {
    const board = invitedBoard(call);
    if (board === null || board.rest.length > 0) return no(refused('command-usage', { usage: call.usage }));
    return ok({ run: at => declined(rejectSeat(at, board.match)) });
  },
};

function invitedBoard(call: CommandLine): { readonly match: MatchRef; readonly rest: readonly string[] } | null {
  const [first = '', ...rest] = call.words;
  if (/^\d{1,9}$/.test(first)) return { match: { game: call.game?.name ?? '', number: Number(first) }, rest };
  return call.board === null ? null : { match: call.board.match, rest: call.words };
}
