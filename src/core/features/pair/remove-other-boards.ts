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
    .changed('match')
    .filter(match => match.state === 'removed' && before.match(match)?.state !== 'removed');
  // A mail can remove fifty boards: their pairs, and then the other boards, are loaded at once.
  want(after, removed.map(keyOf));
  const pairs = removed.flatMap(match => after.get(keyOf(match)) ?? []);
  want(
    after,
    pairs.map(({ game, other }) => matchKey({ game, number: other })),
  );
  return pairs.reduce<Consequence>(
    (sofar, pair) => {
      const other = findUnbegun(sofar.state, { game: pair.game, number: pair.other }, pair);
      if (other === null || after.match({ game: pair.game, number: pair.number })?.opened !== pair.opened) return sofar;
      const at: ActorContext = { now, state: sofar.state, actor: null, comment: '', board: null, proposedAt: [] };
      const removal = removeBoard(at, other, null, { code: 'pair-removed', parts: { number: pair.number } });
      if (!removal.ok) return sofar;
      const state = removal.value.events.reduce(apply, sofar.state);
      const messages = announceToAll({ ...at, state }, removal.value.notifications);
      return { messages: [...sofar.messages, ...messages], state };
    },
    { messages: [], state: after },
  );
}

const keyOf = ({ game, number }: Match) => `pair/${game}/${number}` as const;

const want = (state: State, keys: readonly DocumentKey[]): void => {
  state.want(keys.map(key => ({ kind: 'document', key })));
};
