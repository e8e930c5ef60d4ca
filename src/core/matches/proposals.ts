// Proposals at a board, to take moves back or to call it a draw: who may make one, who must answer, what it brings about when all agree.
import type { Outcome } from '#games/game.ts';
import type { Phrase } from '#games/kit/refusal.ts';
import { no, ok, type Result } from '#games/kit/result.ts';
import { type Refused, refused } from '../refusal.ts';
import type { Match, ProposalKind } from '../state/documents.ts';
import { lineBehind, movesLent } from './line.ts';
import type { MatchState, TakeBack } from './match-state.ts';

/** Whoever sits on several seats is one person, by the first place of theirs among the players. */
export function personAt({ players }: Pick<Match, 'players'>, index: number): number {
  const player = players[index];
  return player?.kind === 'account'
    ? players.findIndex(each => each.kind === 'account' && each.userid === player.userid)
    : index;
}

/** Everybody who has a seat and has not given it up. */
export function peoplePlaying(match: Match, { holders, retired }: MatchState): readonly number[] {
  const playing = holders.filter((_, seat) => !retired.includes(seat));
  return [...new Set(playing.map(index => personAt(match, index)))];
}

/** Who has yet to answer the open proposal; nobody where there is none. */
export function answersWanted(match: Match, matchState: MatchState): readonly number[] {
  const { proposal } = matchState;
  if (proposal === null) return [];
  return peoplePlaying(match, matchState).filter(index => !proposal.accepted.includes(index));
}

/** The number of the first move that an undo of this player's would take back, or why there can be none. */
export function undoTarget(match: Match, { plies, line, holders }: MatchState, by: number): Result<number, Refused> {
  const number = 1 + plies.findLastIndex(({ player }) => personAt(match, player) === by);
  if (number <= movesLent(match)) return no(refused('undo-none'));
  const since = lineBehind(line, number);
  if (since.some(({ kind }) => kind === 'swap')) return no(refused('undo-swapped'));
  if (since.some(({ kind }) => kind === 'retire')) return no(refused('undo-retired'));
  return holders.length > 2 && number < plies.length ? no(refused('undo-moved-on')) : ok(number);
}

/** Why somebody who plays cannot propose it now; null: they can. */
export function proposalRefusal(
  match: Match,
  matchState: MatchState,
  { what, by }: { readonly what: ProposalKind; readonly by: number },
): Refused | null {
  const { proposal, proposers } = matchState;
  if (proposal !== null) return proposal.by === by ? refused('proposal-waits') : refused('proposal-open');
  if (proposers.includes(by)) return refused('proposal-again');
  if (what === 'undo' && match.tournament !== undefined) return refused('undo-tournament');
  const target = what === 'undo' ? undoTarget(match, matchState, by) : null;
  return target === null || target.ok ? null : target.reason;
}

/** Why somebody who plays cannot answer so; null: they can. Whoever is for it may still say no, and so may the one who proposed it. */
export function voteRefusal(
  { proposal }: Pick<MatchState, 'proposal'>,
  { by, accepts }: { readonly by: number; readonly accepts: boolean },
): Refused | null {
  if (proposal === null) return refused('proposal-none');
  if (!accepts) return null;
  if (proposal.by === by) return refused('proposal-waits');
  return proposal.accepted.includes(by) ? refused('accepted-already') : null;
}

/** What whatever changes the board ends: the open proposal, as its players are told. */
export function lapsedBy({
  match,
  matchState: { proposal },
}: {
  readonly match: Match;
  readonly matchState: MatchState;
}): readonly Phrase[] {
  if (proposal === null) return [];
  const player = match.players[proposal.by];
  const parts = { player: player?.kind === 'account' ? player.userid : '' };
  return [{ code: proposal.what === 'undo' ? 'undo-lapsed' : 'draw-lapsed', parts }];
}

/** `move 5 (b3,a3) and move 6 (c1,c2)`. */
export function movesPhrase({ plies, after }: Pick<TakeBack, 'plies' | 'after'>): Phrase {
  const phrases = plies.map(({ text }, index): Phrase => ({
    code: 'move-numbered',
    parts: { number: after + index + 1, move: text },
  }));
  return phrases.reduce((moves, move) => ({ code: 'moves-joined', parts: { moves, move } }));
}

/** All who still play share the first place, whoever gave up comes behind them. */
export function drawAgreed({ holders, retired }: MatchState): Outcome {
  const behind = holders.length - retired.length + 1;
  return { ranks: holders.map((_, seat) => (retired.includes(seat) ? behind : 1)), reason: 'agreed', scores: null };
}
