// Formats the options of a board: those of its game and of time.
import type { AnyGame } from '#games/game.ts';
import { type TimeControl, USUAL_TIME } from '../kernel/time-control.ts';
import type { Match } from '../board/match-document.ts';
import { type ComposeContext, type SpeakContext, sayPhrase } from './compose-context.ts';

export function formatOptions(
  context: SpeakContext,
  { game, match }: { readonly game: AnyGame; readonly match: Match },
): string {
  const gameOptions = Object.entries(match.setup).map(([name, value]) => `${name} ${value}`);
  const swap = game.swapAfter === null ? [] : [`swap ${match.swap ? 'on' : 'off'}`];
  const from = match.from === undefined ? [] : [`from ${match.from.number}#${match.from.ply}`];
  const rated = match.from !== undefined || match.isUnrated === true ? ['unrated'] : [];
  const web = match.isOffWeb === true ? ['web off'] : [];
  const options = [...gameOptions, ...from, ...rated, ...web, ...swap, ...listTimeOptions(match.time)].join(', ');
  return sayPhrase(context, { code: 'options-line', parts: { options } });
}

/** Where the board has other times than usual. */
const listTimeOptions = (time: TimeControl = USUAL_TIME): readonly string[] =>
  Object.entries(time).flatMap(([name, value]: [string, number | null]) =>
    value === null || value === 0 || value === USUAL_TIME[name as keyof TimeControl] ? [] : [`${name} ${value}`],
  );

/** The time there is, usual or not. */
export function formatTime(context: ComposeContext, { forfeittime, totaltime }: TimeControl): string {
  return totaltime === null
    ? sayPhrase(context, { code: 'time-told', parts: { forfeittime } })
    : sayPhrase(context, { code: 'time-told-total', parts: { forfeittime, totaltime } });
}
