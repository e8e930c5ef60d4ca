// Tells in a board's mails which proposals wait for answers.
import type { Phrase } from '#games/kit/refusal.ts';
import { must } from '#games/kit/assert.ts';
import { matchStateOf, playerName } from '#core/board/match.ts';
import type { Proposal } from '#core/board/match-state.ts';
import { answersWanted, movesPhrase, personAt, undoTarget } from '#core/board/proposals.ts';
import type { BoardMailContext } from '#core/wording/board-status.ts';

/** Is this player one of those whose answer is waited for? A look back asks nothing. */
export function isVoter({ game, match, message }: BoardMailContext, player: number): boolean {
  if (message.ply !== null || match.state !== 'active' || player === -1) return false;
  return answersWanted(match, matchStateOf(game, match)).includes(personAt(match, player));
}

/** The proposals, and whose answers are missing. Empty without a proposal. `player`: the reader's place at the table; -1: none. */
export function openProposal(seen: BoardMailContext, player: number): readonly Phrase[] {
  const { match, matchState, message } = seen;
  const { proposal } = matchState;
  if (proposal === null || message.ply !== null || match.state !== 'active') return [];
  const players = answersWanted(match, matchState).map(index => playerName(match.players[index]));
  const code = isVoter(seen, player) ? 'answer-asked' : 'answers-wanted';
  return [wanted(seen, proposal), { code, parts: { players: players.join(', ') } }];
}

function wanted({ game, match, matchState }: BoardMailContext, { what, by }: Proposal): Phrase {
  const player = playerName(match.players[by]);
  if (what === 'draw') return { code: 'draw-offered', parts: { player } };
  const target = undoTarget(match, matchState, by);
  const number = must(target.ok ? target.value : undefined, 'an undo that is open can be');
  const plies = matchState.plies.slice(number - 1);
  const name = plies[0]?.colour;
  const colour = game.colours(match.setup).find(each => each.name === name)?.title ?? '';
  const moves = movesPhrase({ plies, after: number - 1 });
  return { code: 'undo-open', parts: { player, moves, colour, number } };
}
