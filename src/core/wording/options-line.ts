// Formats the options of a board: those of its game and of time.
import type { AnyGame } from '#games/game.ts';
import { type TimeControl, USUAL_TIME } from '../kernel/time-control.ts';
import type { Match } from '../board/match-document.ts';
import { type ComposeContext, type Speaker, tell } from './compose-context.ts';

export function formatOptions(
  context: Speaker,
  { game, match }: { readonly game: AnyGame; readonly match: Match },
): string {
  const own = Object.entries(match.setup).map(([name, value]) => `${name} ${value}`);
  const swap = game.swapAfter === null ? [] : [`swap ${match.swap ? 'on' : 'off'}`];
  const from = match.from === undefined ? [] : [`from ${match.from.number}#${match.from.ply}`];
  const rated = match.from !== undefined || match.isUnrated === true ? ['unrated'] : [];
  const web = match.isOffWeb === true ? ['web off'] : [];
  const options = [...own, ...from, ...rated, ...web, ...swap, ...timeOptions(match.time)].join(', ');
  return tell(context, { code: 'options-line', parts: { options } });
}

/** Where the board has other times than usual. */
const timeOptions = (time: TimeControl = USUAL_TIME): readonly string[] =>
  Object.entries(time).flatMap(([name, value]: [string, number | null]) =>
    value === null || value === 0 || value === USUAL_TIME[name as keyof TimeControl] ? [] : [`${name} ${value}`],
  );

/** The time there is, usual or not. */
export function timeLine(context: ComposeContext, { forfeittime, totaltime }: TimeControl): string {
  return totaltime === null
    ? tell(context, { code: 'time-told', parts: { forfeittime } })
    : tell(context, { code: 'time-told-total', parts: { forfeittime, totaltime } });
}
