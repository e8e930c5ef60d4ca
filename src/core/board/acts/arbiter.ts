// Acts at a board by an operator or an arbiter: ends a game without a result, gives time.
import { extendMatch } from './events.ts';
import type { Phrase } from '#games/kit/refusal.ts';
import type { MatchRef } from '#core/kernel/documents.ts';
import { refused } from '#core/kernel/refusal.ts';
import { formatDuration } from '#core/kernel/sentence.ts';
import { DAY_MS } from '#core/kernel/time.ts';
import { type ActorContext, type Decision, allow, deny, tellBoard } from '#core/players/decision.ts';
import { addToRecord, nameBoard } from '../match.ts';
import { loadMatch } from './require-match.ts';
import { removeBoard } from './resign.ts';

/** Ends a game without a result: all seats are retired. A board that waits for answers is removed. */
export function voidBoard(context: ActorContext, ref: MatchRef, news: Phrase): Decision {
  const loaded = loadMatch(context.state, ref);
  if (!loaded.ok) return deny(loaded.reason.refused);
  const { match, matchState } = loaded.value;
  if (match.state === 'over') return deny(refused('board-over', nameBoard(loaded.value)));
  if (match.state === 'invited') return removeBoard(context, match, null, news);
  const ended = matchState.holders.reduce(
    (table, _, seat) =>
      table.matchState.outcome !== null || table.matchState.retired.includes(seat)
        ? table
        : addToRecord(table, { kind: 'retire', seat, why: 'voided', at: context.now }),
    loaded.value,
  );
  return allow([extendMatch(ended, match.comment)], [tellBoard(ref, news)]);
}

/** Gives all players of a board more time for their next moves. */
export function giveTime(
  context: ActorContext,
  ref: MatchRef,
  { days, code }: { readonly days: number; readonly code: string },
): Decision {
  const loaded = loadMatch(context.state, ref);
  if (!loaded.ok) return deny(loaded.reason.refused);
  const { match } = loaded.value;
  const parts = nameBoard(loaded.value);
  if (match.state === 'over') return deny(refused('board-over', parts));
  if (match.state === 'invited') return deny(refused('board-invited', parts));
  const news = { code, parts: { days: formatDuration(days * DAY_MS) } };
  return allow(
    [{ kind: 'entries-noted', match: ref, entries: [{ kind: 'addtime', by: null, days, at: context.now }] }],
    [tellBoard(ref, news)],
  );
}
