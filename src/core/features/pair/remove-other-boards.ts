// Removes the other board of a pair when one is declined, unless it has begun.
import type { RequestContext } from '#core/contract/feature.ts';
import type { Consequence } from '#core/decision/consequence.ts';
import type { ActorContext } from '#core/decision/decision.ts';
import { matchStateOf, requireGame } from '#core/board/match.ts';
import { countInheritedMoves } from '#core/board/line.ts';
import type { Match } from '#core/board/match-document.ts';
import { apply, type State } from '#core/kernel/state.ts';
import { announceToAll } from '#core/matches/announce.ts';
import { removeBoard } from '#core/matches/resign.ts';

/** The boards that were removed since `before`. */
const removed = (before: State, after: State): readonly Match[] =>
  after.changed('match').filter(match => match.state === 'removed' && before.match(match)?.state !== 'removed');

export const removeOtherBoards = (before: State, after: State, { now }: RequestContext): Consequence =>
  removed(before, after).reduce<Consequence>(
    (sofar, match) => {
      const other = findWaitingOther(sofar.state, match);
      if (other === null) return sofar;
      const at: ActorContext = { now, state: sofar.state, actor: null, comment: '', board: null, proposedAt: [] };
      const why = { code: 'pair-removed', parts: { number: match.number } };
      const removal = removeBoard(at, other, null, why);
      if (!removal.ok) return sofar;
      const state = removal.value.events.reduce(apply, sofar.state);
      return {
        messages: [...sofar.messages, ...announceToAll({ ...at, state }, removal.value.notifications)],
        state,
      };
    },
    { messages: [], state: after },
  );

/** The other board of a pair, if no move was made on it. null: there is no such board. */
function findWaitingOther(state: State, { game, number }: Match): Match | null {
  const pair = state.get(`pair/${game}/${number}`);
  const match = pair === null ? null : state.match({ game, number: pair.other });
  if (match === null || (match.state !== 'invited' && match.state !== 'active')) return null;
  const { plies } = matchStateOf(requireGame(state, match), match);
  return plies.length > countInheritedMoves(match) ? null : match;
}
