// `show`: a board as it stands or stood, or the boards of a player; every board is public.
import { no, ok } from '#games/kit/result.ts';
import { isUseridShaped } from '../accounts/userid.ts';
import type { Command } from '../language/command.ts';
import { refused } from '../refusal.ts';
import type { MatchRef } from '../state/documents.ts';
import { selectorIn } from '../language/selector.ts';
import { must } from '#games/kit/assert.ts';
import { showBoards, type Shown, showUser } from '../matches/show.ts';

export const show: Command = {
  name: 'show',
  scope: 'game',
  inReply: true,
  usage: '<game> show board[#n] …   or   <game> show userid [all|active|inactive|next]',
  summary: 'mails you a board, also as it was after move n, or the boards of a player',
  by: 'anyone',
  parse: call => {
    const game = must(call.game, 'show is a command of a game').name;
    const words = ['board', 'user'].includes(call.words[0]?.toLowerCase() ?? '') ? call.words.slice(1) : call.words;
    const boards = words.map(word => boardWord(word, game, call.board?.match ?? null));
    if (words.length === 0 && call.board !== null) {
      const shown = { match: call.board.match, ply: null };
      return ok({ run: at => showBoards(at, [shown]) });
    }
    if (words.length > 0 && boards.every(board => board !== null)) {
      return ok({ run: at => showBoards(at, boards) });
    }
    const { users, selector } = selectorIn(words);
    if (users.length === 0 || !users.every(isUseridShaped)) return no(refused('command-usage', { usage: call.usage }));
    return ok({ run: at => showUser(at, game, users, selector) });
  },
};

/** `101`, `101#3`; in a reply `#3` alone. A negative number counts back from the last move. */
function boardWord(word: string, game: string, context: MatchRef | null): Shown | null {
  const [, number, ply] = /^(\d{1,9})?(?:#(-?\d{1,5}))?$/.exec(word) ?? [];
  const match = number === undefined ? (ply === undefined ? null : context) : { game, number: Number(number) };
  return match === null ? null : { match, ply: ply === undefined ? null : Number(ply) };
}
