// Removes the other board of a pair when one is declined, unless it has begun.
import type { RequestContext } from '#core/contract/feature.ts';
import type { Consequence } from '#core/decision/consequence.ts';
import type { ActorContext } from '#core/decision/decision.ts';
import type { Match } from '#core/board/match-document.ts';
import { type DocumentKey, matchKey } from '#core/kernel/documents.ts';
import { apply, type State } from '#core/kernel/state.ts';
import { announceToAll } from '#core/matches/announce.ts';
import { removeBoard } from '#core/matches/resign.ts';
import { findUnbegun } from './pair-document.ts';

export function removeOtherBoards(before: State, after: State, { now }: RequestContext): Consequence {
  const removed = after
    .changedOfKind('match')
    .filter(match => match.state === 'removed' && before.match(match)?.state !== 'removed');
  // A mail can remove fifty boards: their pairs, and then the other boards, are loaded at once.
  want(after, removed.map(keyOf));
  const paired = removed.flatMap(match => {
    const pair = after.get(keyOf(match));
    // The number of a board can be given again only if data were lost: then the pair is of an earlier board.
    return pair?.opened === match.opened ? [{ match, pair, ref: { game: match.game, number: pair.other } }] : [];
  });
  want(
    after,
    paired.map(({ ref }) => matchKey(ref)),
  );
  return paired.reduce<Consequence>(
    (sofar, { match, pair, ref }) => {
      const other = findUnbegun(sofar.state, ref, pair);
      if (other === null) return sofar;
      const context: ActorContext = { now, state: sofar.state, actor: null, comment: '', board: null, proposedAt: [] };
      const removal = removeBoard(context, other, null, { code: 'pair-removed', parts: { number: match.number } });
      if (!removal.ok) return sofar;
      const state = removal.value.events.reduce(apply, sofar.state);
      const messages = announceToAll({ ...context, state }, removal.value.notifications);
      return { messages: [...sofar.messages, ...messages], state };
    },
    { messages: [], state: after },
  );
}

const keyOf = ({ game, number }: Match) => `pair/${game}/${number}` as const;

const want = (state: State, keys: readonly DocumentKey[]): void => {
  state.requireLoaded(keys.map(key => ({ kind: 'document', key })));
};
