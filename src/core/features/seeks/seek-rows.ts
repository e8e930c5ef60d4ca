// Formats an open challenge as a line: its terms, its owner, and its conditions.
import type { Phrase } from '#games/kit/refusal.ts';
import type { NamedTime } from '#core/kernel/time-control.ts';
import { MOST_RATING, type SeekRow, type SeekTerms, type Seek } from './seek.ts';
import { gameTitle } from '#core/wording/board-names.ts';
import { type ComposeContext, tell } from '#core/wording/compose-context.ts';

/** What is named, as it is typed: `size 11x11, rated, 5 days a move`. */
export function formatTerms(context: ComposeContext, { setup, time, isRated, rating }: SeekTerms): string {
  const own = Object.entries(setup).map(([name, value]) => `${name} ${value}`);
  const told = [
    ...own,
    ...(isRated === null ? [] : [tell(context, { code: isRated ? 'seek-rated' : 'seek-unrated', parts: {} })]),
    ...(time === null ? [] : timesTold(context, time)),
    ...(rating === null ? [] : [tell(context, ratingPhrase(rating))]),
  ];
  return told.length === 0 ? tell(context, { code: 'seek-anything', parts: {} }) : told.join(', ');
}

const timesTold = (context: ComposeContext, time: NamedTime): readonly string[] =>
  Object.entries(time).flatMap(([name, days]: [string, number | null]) => {
    if (days === null || days === 0) return [];
    return name === 'forfeittime' ? tell(context, { code: 'seek-days', parts: { days } }) : `${name} ${days}`;
  });

function ratingPhrase({ least, most }: NonNullable<SeekTerms['rating']>): Phrase {
  if (least === 0) return { code: 'seek-rating-most', parts: { most } };
  return most === MOST_RATING
    ? { code: 'seek-rating-least', parts: { least } }
    : { code: 'seek-rating-told', parts: { least, most } };
}

/** The line for players that can take it. */
export const formatSeekRow = (context: ComposeContext, { seek, rating }: SeekRow): string =>
  tell(context, {
    code: rating === null ? 'seek-row-new' : 'seek-row',
    parts: { ...partsOf(context, seek), userid: seek.userid, rating: rating ?? 0 },
  });

/** The line for the owner of a seek: with the code word between friends, and how many games. */
export function ownTold(context: ComposeContext, seek: Seek): string {
  const parts = { ...partsOf(context, seek), games: seek.games, boards: seek.boards?.length ?? 0 };
  const row = tell(context, { code: seek.boards === null ? 'seek-own' : 'seek-own-always', parts });
  return seek.code === null ? row : `${row} ${tell(context, { code: 'seek-code-told', parts: { code: seek.code } })}`;
}

const partsOf = (context: ComposeContext, seek: Seek): Phrase['parts'] => ({
  number: seek.number,
  game: gameTitle(context, seek.game),
  what: formatTerms(context, seek),
});
