// `accept` and `reject`: answer an invitation, or a proposal at a running board.
// Without a board they answer all challenges of a game.
import { withoutTail } from '#games/kit/move-text.ts';
import { must } from '#games/kit/assert.ts';
import { no, ok, type Result } from '#games/kit/result.ts';
import { writingIn } from '../accounts/open.ts';
import { languageIn } from '../players/settings.ts';
import { answerChallenges } from '../accounts/standing-answer.ts';
import type { CommandLine, Command, ParsedCommand } from '../reading/command.ts';
import { parseCredentials } from '../reading/credentials.ts';
import { type Refused, refused } from '../kernel/refusal.ts';
import type { MatchRef } from '../kernel/documents.ts';
import { type ProposalKind, userids } from '../board/match-document.ts';
import type { CommandContext } from '../decision/decision.ts';
import { answerProposal } from '../matches/propose.ts';
import { acceptSeat, declineSeat } from '../matches/seats.ts';

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
  isFinal: true,
  takesAnyWords: true,
  usage: '<game> accept [board [userid]] [-language=en|pt]',
  example: 'nex accept 101',
  by: 'anyone',
  parse: call => {
    const board = invitedBoard(call);
    if (board === null) return toAll(call, true);
    if (board.rest.length > 1) return no(refused('command-usage', { usage: call.usage }));
    const { match, rest } = board;
    const what = proposalNamed(rest);
    const language = languageIn(call.options);
    if (!language.ok) return language;
    return ok({
      run: context =>
        isOfPlayer(context, match)
          ? answerProposal(context, match, { accepts: true, what })
          : acceptSeat(writingIn(context, language.value), match, nameIn(rest)),
    });
  },
};

export const reject: Command = {
  name: 'reject',
  aliases: ['decline'],
  scope: 'game',
  isHarmful: true,
  inReply: true,
  usage: '<game> reject [board]',
  example: 'nex reject 101',
  by: 'anyone',
  parse: call => {
    const board = invitedBoard(call);
    if (board === null) return toAll(call, false);
    const { match, rest } = board;
    const what = proposalNamed(rest);
    if (rest.length > 0 && what === null) return no(refused('command-usage', { usage: call.usage }));
    return ok({
      run: context =>
        isOfPlayer(context, match)
          ? answerProposal(context, match, { accepts: false, what })
          : declineSeat(context, match),
    });
  },
};

function invitedBoard(call: CommandLine): { readonly match: MatchRef; readonly rest: readonly string[] } | null {
  const [first = '', ...rest] = call.words;
  if (/^\d{1,9}$/.test(first)) return { match: { game: call.game?.name ?? '', number: Number(first) }, rest };
  const isHere = call.board !== null && call.board.match.game === call.game?.name;
  return isHere ? { match: call.board.match, rest: call.words } : null;
}

/** The answer to whatever challenge of the game may come: that of an account. */
function toAll(call: CommandLine, isTaken: boolean): Result<ParsedCommand, Refused> {
  const game = must(call.game, 'an answer to challenges is of a game');
  const { claim, rest } = parseCredentials(call, 0);
  if (rest.length > 0) return no(refused('command-usage', { usage: call.usage }));
  return ok({ claim, by: 'account', run: context => answerChallenges(context, game, { isTaken }) });
}
