// The swap: once, early in the game, where the challenge allowed it, the player to move takes the side that has just moved.
import { type ActorContext, decided, type Decision, denied } from '../decision.ts';
import type { MatchRef } from '../state/documents.ts';
import { tableToMoveAt } from './table.ts';
import { turnOf, playerName, matchStateWith, type Table } from './match.ts';
import { refused, type Refused } from '../refusal.ts';

/** Exchanges the players; the colours and the stones stay. */
export function swapSides(at: ActorContext, ref: MatchRef): Decision {
  const table = tableToMoveAt(at, ref);
  if (!table.ok) return table;
  const { game, match, matchState, actor } = table.value;
  const turn = turnOf(game, match, matchState);
  const player = turn === null ? '' : playerName(match.players[turn.player]);
  const reason = swapRefusal(table.value);
  if (reason !== null) return denied(reason, ref);
  if (player !== actor) return denied(refused('not-your-turn', { player, colour: turn?.colour.title ?? '' }), ref);
  const { record } = matchStateWith(game, match, { kind: 'swap', after: matchState.plies.length, at: at.now });
  const comment = at.comment === '' ? null : { by: actor, text: at.comment };
  return decided(
    [{ kind: 'match-continued', match: ref, record, comment, over: false }],
    [{ kind: 'board-changed', match: ref, occasion: 'position', news: { code: 'swapped', parts: { player: actor } } }],
  );
}

function swapRefusal({ game, match, matchState }: Table): Refused | null {
  const after = game.swapAfter;
  if (!match.swap || after === null) return refused('swap-not-on');
  if (matchState.plies.length < after) return refused('swap-too-early', { after });
  return matchState.plies.length > after || matchState.swapped !== null ? refused('swap-too-late', { after }) : null;
}

/** May the player to move swap now? */
export const maySwap = (table: Table): boolean => swapRefusal(table) === null;
