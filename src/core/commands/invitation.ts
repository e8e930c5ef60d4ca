// `accept` and `reject`: the answer to an invitation, or to what is proposed at a running board.
import { withoutTail } from '#games/kit/move-text.ts';
import { no, ok } from '#games/kit/result.ts';
import type { CommandLine, Command } from '../language/command.ts';
import { refused } from '../refusal.ts';
import type { MatchRef, ProposalKind } from '../state/documents.ts';
import type { CommandContext } from '../decision.ts';
import { userids } from '../matches/match.ts';
import { answerProposal } from '../matches/propose.ts';
import { acceptSeat, rejectSeat, declined } from '../matches/seats.ts';

/** What somebody may say they accept: `accept draw`. */
const PROPOSALS: Readonly<Record<string, ProposalKind>> = { undo: 'undo', takeback: 'undo', draw: 'draw' };

const proposalNamed = ([word = '', ...rest]: readonly string[]): ProposalKind | null =>
  rest.length > 0 || !Object.hasOwn(PROPOSALS, word) ? null : (PROPOSALS[word] ?? null);

/** Is the answer one to a proposal? Where nothing was ever proposed, it is meant for the invitation; and so it is of strangers. */
function isOfPlayer({ state, actor }: CommandContext, ref: MatchRef): boolean {
  const match = state.match(ref);
  if (match?.state !== 'active' || !match.record.some(({ kind }) => kind === 'proposal')) return false;
  return actor !== null && userids(match).includes(actor);
}

/** `accept 101 Ann.` is Ann. */
const nameIn = ([name]: readonly string[]): string | null => (name === undefined ? null : withoutTail(name, '.!'));

export const accept: Command = {
  name: 'accept',
  scope: 'game',
  inReply: true,
  takesAnyWords: true,
  usage: '<game> accept board [userid]',
  summary:
    'takes the seat of an invitation; the userid is the name you choose, if you have none yet. At a running board: agrees to the undo or draw that is proposed',
  by: 'anyone',
  parse: call => {
    const board = invitedBoard(call);
    if (board === null || board.rest.length > 1) return no(refused('command-usage', { usage: call.usage }));
    const { match, rest } = board;
    const what = proposalNamed(rest);
    return ok({
      run: at =>
        isOfPlayer(at, match)
          ? answerProposal(at, match, { accepts: true, what })
          : acceptSeat(at, match, nameIn(rest)),
    });
  },
};

export const reject: Command = {
  name: 'reject',
  aliases: ['decline'],
  scope: 'game',
  inReply: true,
  usage: '<game> reject board',
  summary: 'declines an invitation; at a running board: says no to the undo or draw that is proposed',
  by: 'anyone',
  parse: call => {
    const board = invitedBoard(call);
    const what = board === null ? null : proposalNamed(board.rest);
    if (board === null || (board.rest.length > 0 && what === null))
      return no(refused('command-usage', { usage: call.usage }));
    const { match } = board;
    return ok({
      run: at =>
        isOfPlayer(at, match) ? answerProposal(at, match, { accepts: false, what }) : declined(rejectSeat(at, match)),
    });
  },
};

function invitedBoard(call: CommandLine): { readonly match: MatchRef; readonly rest: readonly string[] } | null {
  const [first = '', ...rest] = call.words;
  if (/^\d{1,9}$/.test(first)) return { match: { game: call.game?.name ?? '', number: Number(first) }, rest };
  return call.board === null ? null : { match: call.board.match, rest: call.words };
}
