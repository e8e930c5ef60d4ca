// `show`: a board as it stands or stood, or the boards of a player; every board is public.
import { no, ok } from '../../../games/kit/result.ts';
import { isUseridShaped } from '../accounts/userid.ts';
import type { Command, Decision, Moment, Notice } from '../language/command.ts';
import { decided, denied } from '../language/command.ts';
import { limits } from '../limits.ts';
import { refused } from '../refusal.ts';
import type { MatchRef } from '../state/documents.ts';
import { tableOf } from './board.ts';
import type { Selector } from './games.ts';
import { boardsOf, selectorIn } from './games.ts';
import { must } from '../../../games/kit/assert.ts';

interface Shown {
  readonly match: MatchRef;
  readonly ply: number | null;
}

export const show: Command = {
  name: 'show',
  aliases: [],
  shortest: null,
  scope: 'game',
  inReply: true,
  takesAnyWords: false,
  usage: '<game> show board[#n] …   or   <game> show userid [all|active|inactive|next]',
  summary: 'mails you a board, also as it was after move n, or the boards of a player',
  by: 'anyone',
  parse: call => {
    const game = must(call.game, 'show is a command of a game').name;
    const words = ['board', 'user'].includes(call.words[0]?.toLowerCase() ?? '') ? call.words.slice(1) : call.words;
    const boards = words.map(word => boardWord(word, game, call.board?.match ?? null));
    if (words.length === 0 && call.board !== null) {
      const shown = { match: call.board.match, ply: null };
      return ok({ claim: null, secrets: [], run: at => showBoards(at, [shown]) });
    }
    if (words.length > 0 && boards.every(board => board !== null)) {
      return ok({ claim: null, secrets: [], run: at => showBoards(at, boards) });
    }
    const { users, selector } = selectorIn(words);
    if (users.length === 0 || !users.every(isUseridShaped)) return no(refused('command-usage', { usage: call.usage }));
    return ok({ claim: null, secrets: [], run: at => showUser(at, game, users, selector) });
  },
};

/** `101`, `101#3`; in a reply `#3` alone. A negative number counts back from the last move. */
function boardWord(word: string, game: string, context: MatchRef | null): Shown | null {
  const [, number, ply] = /^(\d{1,9})?(?:#(-?\d{1,5}))?$/.exec(word) ?? [];
  const match = number === undefined ? (ply === undefined ? null : context) : { game, number: Number(number) };
  return match === null ? null : { match, ply: ply === undefined ? null : Number(ply) };
}

function showBoards(at: Moment, shown: readonly Shown[]): Decision {
  const notices: Notice[] = [];
  for (const { match, ply } of shown.slice(0, limits.boardsShown)) {
    const table = tableOf(at.world, match);
    if (!table.ok) return table;
    const last = table.value.standing.plies.length;
    const wanted = ply !== null && ply < 0 ? last + ply : ply;
    if (wanted !== null && (wanted < 0 || wanted > last))
      return denied(refused('ply-none', { ply: ply ?? 0, last }), match);
    notices.push({ kind: 'board-shown', match, ply: wanted });
  }
  return decided([], notices);
}

function showUser(at: Moment, game: string, users: readonly string[], selector: Selector): Decision {
  const unknown = users.find(userid => at.world.document('account', userid.toLowerCase()) === null);
  if (unknown !== undefined) return denied(refused('user-unknown', { userid: unknown }));
  const { found, tables } = boardsOf(at, { game, users, selector }, limits.boardsShown);
  if (found > limits.boardsShown) return denied(refused('boards-too-many', { found, most: limits.boardsShown }));
  if (tables.length === 0) {
    return decided([], [{ kind: 'done', done: { code: 'no-boards', parts: { userid: users.join(', ') } } }]);
  }
  return decided(
    [],
    tables.map(({ match }): Notice => ({ kind: 'board-shown', match: { game, number: match.number }, ply: null })),
  );
}
