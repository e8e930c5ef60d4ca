// The rules of proposals at a board: an undo, a draw, or another agreement.
// They say which proposals are allowed, which answers are missing, and what follows when all agree.
import type { Outcome } from '#games/game.ts';
import type { Phrase } from '#games/kit/refusal.ts';
import { type Result, no, ok } from '#games/kit/result.ts';
import { type Refused, refused } from '../kernel/refusal.ts';
import type { Match, ProposalKind } from './match-document.ts';
import { type MatchState, type TakeBack, countInheritedMoves, lineAfter } from './match-state.ts';

/** A player with several seats counts as one person, by their first index among the players. */
export function findPerson({ players }: Pick<Match, 'players'>, index: number): number {
  const player = players[index];
  return player?.kind === 'account'
    ? players.findIndex(each => each.kind === 'account' && each.userid === player.userid)
    : index;
}

/** The people with a seat that they have not given up. */
export function findPeoplePlaying(match: Match, { holders, retired }: MatchState): readonly number[] {
  const playingIndices = holders.filter((_, seat) => !retired.includes(seat));
  return [...new Set(playingIndices.map(index => findPerson(match, index)))];
}

/** The people who must still answer the open proposal. Empty if none is open. */
export function findMissingAnswers(match: Match, matchState: MatchState): readonly number[] {
  const { proposal } = matchState;
  if (proposal === null) return [];
  return findPeoplePlaying(match, matchState).filter(index => !proposal.accepted.includes(index));
}

/** The number of the first move that a player's undo would take back, or the reason why it is refused. */
export function findUndoTarget(
  match: Match,
  { plies, line, holders }: MatchState,
  by: number,
): Result<number, Refused> {
  const number = 1 + plies.findLastIndex(({ player }) => findPerson(match, player) === by);
  if (number <= countInheritedMoves(match)) return no(refused('undo-none'));
  const lineAfterMove = lineAfter(line, number);
  if (lineAfterMove.some(({ kind }) => kind === 'swap')) return no(refused('undo-swapped'));
  if (lineAfterMove.some(({ kind }) => kind === 'retire')) return no(refused('undo-retired'));
  return holders.length > 2 && number < plies.length ? no(refused('undo-moved-on')) : ok(number);
}

/** The reason why a player in the game cannot make the proposal now. null: the player can. */
export function findProposalRefusal(
  match: Match,
  matchState: MatchState,
  { what, by }: { readonly what: ProposalKind; readonly by: number },
): Refused | null {
  const { proposal, proposers } = matchState;
  if (proposal !== null) return proposal.by === by ? refused('proposal-waits') : refused('proposal-open');
  if (proposers.includes(by)) return refused('proposal-again');
  // A tournament must not wait for a game.
  if (what !== 'draw' && match.tournament !== undefined) return { code: `${what}-tournament`, parts: {} };
  const target = what === 'undo' ? findUndoTarget(match, matchState, by) : null;
  return target === null || target.ok ? null : target.reason;
}

/** The reason why a player cannot vote like this. null: the player can. The proposer and accepting players may still refuse. */
export function findVoteRefusal(
  { proposal }: Pick<MatchState, 'proposal'>,
  { by, accepts }: { readonly by: number; readonly accepts: boolean },
): Refused | null {
  if (proposal === null) return refused('proposal-none');
  if (!accepts) return null;
  if (proposal.by === by) return refused('proposal-waits');
  return proposal.accepted.includes(by) ? refused('accepted-already') : null;
}

/** The news that the open proposal has lapsed, as it does when the board changes. */
export function findLapsedNews({
  match,
  matchState: { proposal },
}: {
  readonly match: Match;
  readonly matchState: MatchState;
}): readonly Phrase[] {
  if (proposal === null) return [];
  const player = match.players[proposal.by];
  const parts = { player: player?.kind === 'account' ? player.userid : '' };
  return [{ code: `${proposal.what}-lapsed`, parts }];
}

/** `move 5 (b3,a3) and move 6 (c1,c2)`. */
export function movesPhrase({ plies, after }: Pick<TakeBack, 'plies' | 'after'>): Phrase {
  const phrases = plies.map(({ text }, index): Phrase => ({
    code: 'move-numbered',
    parts: { number: after + index + 1, move: text },
  }));
  return phrases.reduce((moves, move) => ({ code: 'moves-joined', parts: { moves, move } }));
}

/** All players still in the game share the first place. Those who resigned come after them. */
export function createDrawOutcome({ holders, retired }: MatchState): Outcome {
  const lastRank = holders.length - retired.length + 1;
  return { ranks: holders.map((_, seat) => (retired.includes(seat) ? lastRank : 1)), reason: 'agreed', scores: null };
}
