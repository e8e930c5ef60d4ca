// Reads and writes what was tried out as the fragment of an address.
// With a fragment such as `#line=12/c2,d2/b4,a1&at=1.2` a link shows the same position. No server ever sees it.
import { parseToken } from '#core/mail/token.ts';
import type { MatchRef } from '#core/kernel/documents.ts';
import {
  moveTo,
  type PlayedGame,
  type Exploration,
  MAX_VARIATIONS,
  normaliseVariation,
  type Variation,
} from './course.ts';

/** A longer fragment is cut. All moves that can be tried fit. */
const MAX_FRAGMENT_LENGTH = 20_000;

/** The data for answering a board mail: its token, its reader, and the state of the board when it was written. */
export interface ReplyToken {
  readonly token: string;
  /** An index among the players. */
  readonly player: number;
  readonly ply: number;
  readonly takeBacks: number;
}

/** '' if no move was tried. `at`: variation and ply, both from 1. The game itself has no `at`. */
export function fragmentOf({ variations, place }: Exploration): string {
  const lines = variations.map(({ from, moves }) => {
    const text = encodeURIComponent([from, ...moves].join('/'));
    // A fragment may have commas and slashes without encoding.
    return `line=${text.replaceAll('%2C', ',').replaceAll('%2F', '/')}`;
  });
  const shown = place.variation === null ? [] : [`at=${place.variation + 1}.${place.ply}`];
  return [...lines, ...shown].join('&');
}

function parseVariation(text: string): Variation | null {
  const [from = '', ...moves] = text.split('/');
  return /^\d{1,4}$/.test(from) && moves.length > 0 ? { from: Number(from), moves } : null;
}

/** The game with the legal moves that a fragment has tried. If it names no place, `ply` moves of the game are shown, or all if there are fewer. */
export function parseExploration(course: PlayedGame, fragment: string, ply: number): Exploration {
  const given = new URLSearchParams(fragment.slice(0, MAX_FRAGMENT_LENGTH).replaceAll('+', '%2B'));
  const read = given.getAll('line').slice(0, MAX_VARIATIONS).map(parseVariation);
  const found = read.map(variation => (variation === null ? null : normaliseVariation(course, variation)));
  const variations = found.filter(variation => variation !== null);
  const game: Exploration = { course, variations, place: { variation: null, ply: Math.min(ply, course.moves.length) } };
  const [, number = '', moves = ''] = /^(\d{1,2})\.(\d{1,3})$/.exec(given.get('at') ?? '') ?? [];
  const [asked, kept] = [read[Number(number) - 1], found[Number(number) - 1]];
  if (asked === null || asked === undefined || kept === null || kept === undefined) return game;
  // A variation lost the moves that were played since or are not legal.
  const left = Math.min(asked.from + Number(moves) - kept.from, kept.moves.length);
  return left < 1
    ? moveTo(game, { variation: null, ply: Math.min(course.moves.length, Math.max(0, asked.from + Number(moves))) })
    : moveTo(game, { variation: variations.indexOf(kept), ply: left });
}

/** The token from a mail about this board: `#reply=b.nex101.0.6.k3x9`. null: the fragment has none. */
export function replyTokenIn(fragment: string, { game, number }: MatchRef): ReplyToken | null {
  const token = new URLSearchParams(fragment.slice(0, MAX_FRAGMENT_LENGTH)).get('reply') ?? '';
  const read = parseToken(token);
  if (read?.kind !== 'board' || read.match.game !== game || read.match.number !== number) return null;
  return { token, player: read.player, ply: read.ply, takeBacks: read.takeBacks };
}

/** The spot that a mail's picture was tapped at. null: the fragment has none. */
export const tapIn = (fragment: string): string | null =>
  new URLSearchParams(fragment.slice(0, MAX_FRAGMENT_LENGTH)).get('tap');

const READER_FIELDS: readonly string[] = ['reply', 'tap'];

/** The same without any token or tap, however they are written. */
export const removeReader = (fragment: string): string =>
  fragment
    .split('&')
    .filter(part => !READER_FIELDS.some(field => new URLSearchParams(part).has(field)))
    .join('&');
