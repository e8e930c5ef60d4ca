// Proposes an undo, a draw or another agreement, and answers a proposal. Robots answer at once.
import { extendMatch } from './events.ts';
import type { Phrase } from '#games/kit/refusal.ts';
import { no, ok, type Result } from '#games/kit/result.ts';
import { findRobot } from '#core/players/robots.ts';
import { isRateable, addToRecord, playerName, type LoadedMatch } from '../match.ts';
import { type ActorContext, allow, type Decision, type Denied, deny, tellBoard } from '#core/players/decision.ts';
import { limits } from '#core/kernel/limits.ts';
import { type Refused, refused } from '#core/kernel/refusal.ts';
import type { State } from '#core/kernel/state.ts';
import type { Entry, ProposalKind } from '../match-document.ts';
import { type MatchRef, isSameBoard } from '#core/kernel/documents.ts';
import type { MatchState } from '../match-state.ts';
import {
  findMissingAnswers,
  movesPhrase,
  findPeoplePlaying,
  findProposalRefusal,
  findVoteRefusal,
} from '../proposals.ts';
import { isBehind, refuseResigned, requireCurrent } from './require-match.ts';

interface Answer {
  readonly accepts: boolean;
  /** The proposal that the line names. null: it names none. */
  readonly what: ProposalKind | null;
}

/** Proposes an undo, a draw or what a feature offers to all other players who are still in the game. */
export function propose(context: ActorContext, ref: MatchRef, what: ProposalKind): Decision {
  const table = requireSeat(context, ref);
  if (!table.ok) return table;
  const { by } = table.value;
  const reason = findProposalObstacle(context.state, table.value, what);
  if (reason !== null) return deny(reason, ref);
  return recordEntry(context, table.value, { kind: 'proposal', what, by, at: context.now });
}

/** The reason why a player in the game cannot make this proposal now. null: the player can. */
export function findProposalObstacle(state: Pick<State, 'robots'>, seated: Seated, what: ProposalKind): Refused | null {
  const { match, matchState, by } = seated;
  if (what === 'undo' && matchState.takeBacks.length >= limits.takeBacksPerBoard)
    return refused('undo-too-many', { most: limits.takeBacksPerBoard });
  return findProposalRefusal(match, matchState, { what, by }) ?? refuseForRobot(state, seated, what);
}

/** Answers the one open proposal. */
export function answerProposal(context: ActorContext, ref: MatchRef, { accepts, what }: Answer): Decision {
  const table = requireSeat(context, ref);
  if (!table.ok) return table;
  const { matchState, by } = table.value;
  const { proposal: open } = matchState;
  // The proposal in the mail that is answered has lapsed. A proposal that is open now is a later one.
  if (isBehind(context, table.value) || isAboutEarlier(context, table.value))
    return deny(refused('proposal-lapsed'), ref);
  const reason = findVoteRefusal(matchState, { by, accepts });
  if (reason !== null) return deny(reason, ref);
  if (what !== null && open !== null && open.what !== what)
    return deny(refused('proposal-other', { open: nameProposal(open.what), named: nameProposal(what) }), ref);
  return recordEntry(context, table.value, { kind: 'vote', by, accepts, at: context.now });
}

/** A running board with the actor's first index among the players. */
export interface Seated extends LoadedMatch {
  readonly by: number;
}

/** As `requireCurrent`, and refuses if the actor has given up. */
export function requireSeat(context: ActorContext, ref: MatchRef): Result<Seated, Denied> {
  const table = requireCurrent(context, ref);
  if (!table.ok) return table;
  const { game, match, matchState, actor } = table.value;
  const resigned = refuseResigned(table.value);
  if (resigned !== null) return no({ refused: resigned, match: ref });
  return ok({ game, match, matchState, by: match.players.findIndex(player => playerName(player) === actor) });
}

/** Adds the entry to the record, and then the votes of robots. */
function recordEntry(context: ActorContext, seated: Seated, entry: Entry): Decision {
  const news: Phrase[] = [];
  let table: LoadedMatch = seated;
  for (let next: Entry | null = entry; next !== null; next = findRobotVote(context, table)) {
    const after = addToRecord(table, next);
    news.push(...describeEntry(table, next, after.matchState));
    table = after;
  }
  // Every mail with a board shows the open proposal anyway.
  const shownNews = entry.kind === 'proposal' && table.matchState.proposal !== null ? news.slice(1) : news;
  const comment = context.comment === '' ? null : { by: context.actor ?? '', text: context.comment };
  return allow(
    [extendMatch(table, comment)],
    (shownNews.length === 0 ? [null] : shownNews).map(phrase => tellBoard(table.match, phrase)),
  );
}

/** Does the mail that is answered show an earlier proposal at the same position? */
const isAboutEarlier = ({ board }: ActorContext, { match, matchState }: Seated): boolean =>
  board !== null &&
  board.proposals !== null &&
  isSameBoard(board.match, match) &&
  Math.max(1, board.proposals) < matchState.proposals;

/** Why a robot at the board rejects the proposal. null: none does. Robots accept an undo in unrated games, and nothing else. */
function refuseForRobot(
  state: Pick<State, 'robots'>,
  { match, matchState, by }: Seated,
  what: ProposalKind,
): Refused | null {
  const player = findPeoplePlaying(match, matchState)
    .filter(index => index !== by)
    .map(index => playerName(match.players[index]))
    .find(name => findRobot(state.robots, name) !== null);
  if (player === undefined || (what === 'undo' && !isRateable(match))) return null;
  return { code: `${what}-robot`, parts: { player } };
}

/** The vote of the first robot whose answer is missing: it accepts. null: no robot must vote. */
function findRobotVote({ state, now }: ActorContext, { match, matchState }: LoadedMatch): Entry | null {
  const robot = findMissingAnswers(match, matchState).find(
    index => findRobot(state.robots, playerName(match.players[index])) !== null,
  );
  return robot === undefined ? null : { kind: 'vote', by: robot, accepts: true, at: now };
}

/** `an undo` */
const nameProposal = (what: ProposalKind): Phrase => ({ code: `${what}-named`, parts: {} });

/** The news of a proposal or a vote, and of its result. */
function describeEntry(
  { match, matchState: { proposal, takeBacks } }: LoadedMatch,
  entry: Entry,
  after: MatchState,
): readonly Phrase[] {
  const back = after.takeBacks.length > takeBacks.length ? after.takeBacks.at(-1) : undefined;
  const done = back === undefined ? [] : [{ code: 'taken-back', parts: { moves: movesPhrase(back) } }];
  if (entry.kind === 'proposal')
    return [{ code: `${entry.what}-asked`, parts: { player: playerName(match.players[entry.by]) } }, ...done];
  if (entry.kind !== 'vote' || proposal === null) return done;
  const answer = entry.accepts ? 'accepted' : entry.by === proposal.by ? 'withdrawn' : 'rejected';
  return [{ code: `${proposal.what}-${answer}`, parts: { player: playerName(match.players[entry.by]) } }, ...done];
}
