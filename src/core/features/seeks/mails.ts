// The mails about seeks, and the rows that they show.
import type { Phrase } from '#games/kit/refusal.ts';
import type { NamedTime } from '#core/kernel/time-control.ts';
import { seekLimits, MAX_RATING, type Seek, type SeekRow, type SeekTerms, gamesWantedOf } from './seek.ts';
import { gameTitle } from '#core/writing/board-names.ts';
import {
  type ComposeContext,
  type MessageKind,
  type TellContext,
  accountToken,
  gameOf,
  sayPhrase,
} from '#core/writing/compose-context.ts';
import { mergeTerms } from './matching.ts';
import { wrapParagraph } from '#core/writing/text.ts';

/** What is named, as it is typed: `size 11x11, rated, 5 days a move`. */
export function formatTerms(context: TellContext, { setup, time, isRated, rating }: SeekTerms): string {
  const own = Object.entries(setup).map(([name, value]) => `${name} ${value}`);
  const told = [
    ...own,
    ...(isRated === null ? [] : [sayPhrase(context, { code: isRated ? 'seek-rated' : 'seek-unrated', parts: {} })]),
    ...(time === null ? [] : formatTimes(context, time)),
    ...(rating === null ? [] : [sayPhrase(context, ratingPhrase(rating))]),
  ];
  return told.length === 0 ? sayPhrase(context, { code: 'seek-anything', parts: {} }) : told.join(', ');
}

const formatTimes = (context: TellContext, time: NamedTime): readonly string[] =>
  Object.entries(time).flatMap(([name, days]: [string, number | null]) => {
    if (days === null || days === 0) return [];
    return name === 'forfeittime' ? sayPhrase(context, { code: 'seek-days', parts: { days } }) : `${name} ${days}`;
  });

function ratingPhrase({ least, most }: NonNullable<SeekTerms['rating']>): Phrase {
  if (least === 0) return { code: 'seek-rating-most', parts: { most } };
  return most === MAX_RATING
    ? { code: 'seek-rating-least', parts: { least } }
    : { code: 'seek-rating-told', parts: { least, most } };
}

/** The line for players that can take it. */
export const formatSeekRow = (context: TellContext, { seek, rating }: SeekRow): string =>
  sayPhrase(context, {
    code: rating === null ? 'seek-row-new' : 'seek-row',
    parts: { ...partsOf(context, seek), userid: seek.userid, rating: rating ?? 0 },
  });

/** The line for the owner of a seek: with the code word between friends, and how many games. */
export function formatOwnSeek(context: ComposeContext, seek: Seek): string {
  const parts = { ...partsOf(context, seek), games: seek.games, boards: seek.boards?.length ?? 0 };
  const row = sayPhrase(context, { code: seek.boards === null ? 'seek-own' : 'seek-own-always', parts });
  if (seek.code === null) return row;
  const code = seek.code.startsWith('@') ? 'seek-club-told' : 'seek-code-told';
  return `${row} ${sayPhrase(context, { code, parts: { code: seek.code.replace('@', '') } })}`;
}

const partsOf = (context: TellContext, seek: Seek): Phrase['parts'] => ({
  number: seek.number,
  game: gameTitle(context, seek.game),
  what: formatTerms(context, seek),
});

const seekOpen: MessageKind<{ readonly seek: Seek }> = {
  write: (context, { to, seek }) => ({
    subject: { code: 'subject-seek-open', parts: { number: seek.number } },
    token: accountToken(context, context.sender?.userid ?? null, to),
    text: context.templates.render('seek-open.txt', {
      told: wrapParagraph(formatOwnSeek(context, seek)),
      how: wrapParagraph(sayPhrase(context, describeNextStep(context, seek))),
      until: sayPhrase(context, {
        code: seek.boards === null ? 'seek-until' : 'seek-until-forfeit',
        parts: { days: seekLimits.seekDays },
      }),
      number: seek.number,
    }),
  }),
};

/** How its game comes about. */
function describeNextStep(context: ComposeContext, seek: Seek): Phrase {
  const { number, code } = seek;
  // How many players its board wants.
  const game = gameOf(context, seek.game);
  const seats = game === null ? 2 : (mergeTerms(game, [seek])?.seats ?? 2);
  if (gamesWantedOf(seek) <= 0) return { code: 'seek-open-going', parts: {} };
  if (code?.startsWith('@') === true) return { code: 'seek-open-club', parts: { number, club: code.slice(1) } };
  if (code !== null) return { code: 'seek-open-code', parts: { number, code } };
  return seats > 2
    ? { code: 'seek-open-group', parts: { number, seats } }
    : { code: 'seek-open-now', parts: { number } };
}

const seekEnded: MessageKind<{ readonly seeks: readonly Seek[]; readonly why: Phrase }> = {
  write: (context, { seeks, why }) => ({
    subject: {
      code: 'subject-seek-ended',
      parts: { numbers: seeks.map(({ number }) => number).join(', ') },
    },
    text: context.templates.render('seek-ended.txt', {
      rows: seeks.map(seek => wrapParagraph(formatOwnSeek(context, seek))),
      why: wrapParagraph(sayPhrase(context, why)),
      game: seeks[0]?.game ?? '',
    }),
  }),
};

interface Seeks {
  /** null: all games. */
  readonly game: string | null;
  /** The number the reader asked for in vain; null: none. */
  readonly gone: number | null;
  readonly rows: readonly SeekRow[];
  /** How many more there are. */
  readonly more: number;
  readonly own: readonly SeekRow[];
}

const firstOf = ([first]: readonly SeekRow[]): number => first?.seek.number ?? 0;

const seeks: MessageKind<Seeks> = {
  write: (context, { to, game, gone, rows, more, own }) => ({
    subject:
      gone === null ? { code: 'subject-seeks', parts: {} } : { code: 'subject-seek-gone', parts: { number: gone } },
    token: accountToken(context, context.sender?.userid ?? null, to),
    text: context.templates.render('seeks.txt', {
      rows: rows.map(row => wrapParagraph(formatSeekRow(context, row))),
      own: own.map(({ seek }) => wrapParagraph(formatOwnSeek(context, seek))),
      title: game === null ? '' : gameTitle(context, game),
      name: game ?? context.state.games[0]?.name ?? '',
      ...{ gone, more, first: firstOf(rows), ownFirst: firstOf(own) },
    }),
  }),
};

const robotOffer: MessageKind<{ readonly seek: Seek; readonly robot: string; readonly rating: number }> = {
  write: (context, { seek, robot, rating }) => ({
    subject: { code: 'subject-robot-offer', parts: { robot, number: seek.number } },
    token: { kind: 'offer', number: seek.number, userid: seek.userid },
    text: context.templates.render('robot-offer.txt', {
      offer: wrapParagraph(sayPhrase(context, { code: 'robot-offered', parts: { robot, rating } })),
      told: wrapParagraph(formatOwnSeek(context, seek)),
    }),
  }),
};

export const messages = { 'robot-offer': robotOffer, 'seek-ended': seekEnded, 'seek-open': seekOpen, seeks };
