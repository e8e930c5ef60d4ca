// The operator's acts on boards: ends a game without a result, resigns, gives time.
import { titleOf } from '#games/game.ts';
import { addToRecord, type LoadedMatch } from '#core/board/match.ts';
import { type ActorContext, allow, type Decision, deny } from '#core/decision/decision.ts';
import { formatDuration } from '#core/kernel/formats.ts';
import type { MatchRef } from '#core/kernel/documents.ts';
import { refused } from '#core/kernel/refusal.ts';
import { DAY_MS } from '#core/kernel/time.ts';
import { playPrepared } from '#core/matches/play-prepared.ts';
import { loadMatch } from '#core/matches/require-match.ts';
import { removeBoard, resignBoard } from '#core/matches/resign.ts';
import { buildNotice } from './notice.ts';

const partsOf = ({ game, match }: LoadedMatch): { readonly game: string; readonly number: number } => ({
  game: titleOf(game, match.setup),
  number: match.number,
});

/** Ends a game without a result: all seats are retired. A board that waits for answers is removed. */
export function voidBoard(context: ActorContext, ref: MatchRef): Decision {
  const loaded = loadMatch(context.state, ref);
  if (!loaded.ok) return deny(loaded.reason.refused);
  const { game, match, matchState } = loaded.value;
  if (match.state === 'over') return deny(refused('board-over', partsOf(loaded.value)));
  const news = { code: 'voided-news', parts: {} };
  if (match.state === 'invited') return removeBoard(context, match, null, news);
  const ended = matchState.holders.reduce((table: Omit<LoadedMatch, 'game'>, _, seat) => {
    if (table.matchState.outcome !== null || table.matchState.retired.includes(seat)) return table;
    return addRetirement(table, seat);
  }, loaded.value);
  return allow(
    [{ kind: 'match-continued', match: ref, record: ended.match.record, comment: match.comment, over: true }],
    [{ kind: 'board-changed', match: ref, occasion: 'position', news }],
  );

  function addRetirement(table: Omit<LoadedMatch, 'game'>, seat: number): Omit<LoadedMatch, 'game'> {
    const next = addToRecord(game, table.match, { kind: 'retire', seat, why: 'voided', at: context.now });
    return { match: { ...table.match, record: next.record }, matchState: next.matchState };
  }
}

/** Resigns one seat of a player, as the player could. The player is told who did it. */
export function resignSeat(context: ActorContext, ref: MatchRef, userid: string): Decision {
  const loaded = loadMatch(context.state, ref);
  if (!loaded.ok) return deny(loaded.reason.refused);
  const asPlayer = { ...context, actor: userid };
  const resigned = resignBoard(asPlayer, ref);
  if (!resigned.ok) return deny(resigned.reason.refused);
  const { events, notifications } = playPrepared(asPlayer, resigned.value);
  const told = buildNotice(userid, { code: 'resigned-by-operator', parts: partsOf(loaded.value) });
  return allow(events, [...notifications, told]);
}

/** Gives all players of a board more time for their next moves. */
export function giveTime(context: ActorContext, ref: MatchRef, days: number): Decision {
  const loaded = loadMatch(context.state, ref);
  if (!loaded.ok) return deny(loaded.reason.refused);
  const { match } = loaded.value;
  const parts = partsOf(loaded.value);
  if (match.state === 'over') return deny(refused('board-over', parts));
  if (match.state === 'invited') return deny(refused('board-invited', parts));
  const news = { code: 'time-by-operator', parts: { days: formatDuration(days * DAY_MS) } };
  return allow(
    [{ kind: 'entries-noted', match: ref, entries: [{ kind: 'addtime', by: null, days, at: context.now }] }],
    [{ kind: 'board-changed', match: ref, occasion: 'position', news }],
  );
}
