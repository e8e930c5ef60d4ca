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

/** Longer ones are not read; what may be tried fits. */
const MAX_FRAGMENT_LENGTH = 20_000;

/** The data for answering a board mail: its token, its reader, and the state of the board when it was written. */
export interface ReplyToken {
  readonly token: string;
  /** An index among the players. */
  readonly player: number;
  readonly ply: number;
  readonly takeBacks: number;
}

/** Commas and slashes may stand in a fragment as they are. */
const encodeText = (text: string): string => encodeURIComponent(text).replaceAll('%2C', ',').replaceAll('%2F', '/');

/** '' where nothing was tried. `at`: variation and ply, both from 1; left out on the game itself. */
export function fragmentOf({ variations, place }: Exploration): string {
  const lines = variations.map(({ from, moves }) => `line=${encodeText([from, ...moves].join('/'))}`);
  const shown = place.variation === null ? [] : [`at=${place.variation + 1}.${place.ply}`];
  return [...lines, ...shown].join('&');
}

function parseVariation(text: string): Variation | null {
  const [from = '', ...moves] = text.split('/');
  return /^\d{1,4}$/.test(from) && moves.length > 0 ? { from: Number(from), moves } : null;
}

/** The game with what a fragment has tried, as far as it is legal; without a place in it, `ply` moves of the game are shown, or all if it has fewer. */
export function parseExploration(course: PlayedGame, fragment: string, ply: number): Exploration {
  const given = new URLSearchParams(fragment.slice(0, MAX_FRAGMENT_LENGTH).replaceAll('+', '%2B'));
  const read = given.getAll('line').slice(0, MAX_VARIATIONS).map(parseVariation);
  const found = read.map(variation => (variation === null ? null : normaliseVariation(course, variation)));
  const variations = found.filter(variation => variation !== null);
  const game: Exploration = { course, variations, place: { variation: null, ply: Math.min(ply, course.moves.length) } };
  const [, number = '', moves = ''] = /^(\d{1,2})\.(\d{1,3})$/.exec(given.get('at') ?? '') ?? [];
  const [asked, kept] = [read[Number(number) - 1], found[Number(number) - 1]];
  if (asked === null || asked === undefined || kept === null || kept === undefined) return game;
  // What has been played since, or is not legal, is no longer part of it.
  const left = Math.min(asked.from + Number(moves) - kept.from, kept.moves.length);
  return left < 1
    ? moveTo(game, { variation: null, ply: Math.min(course.moves.length, Math.max(0, asked.from + Number(moves))) })
    : moveTo(game, { variation: variations.indexOf(kept), ply: left });
}

/** The token a board mail has put there, `#reply=b.nex101.0.6.k3x9`; null: there is none of this board. */
export function replyTokenIn(fragment: string, { game, number }: MatchRef): ReplyToken | null {
  const token = new URLSearchParams(fragment.slice(0, MAX_FRAGMENT_LENGTH)).get('reply') ?? '';
  const read = parseToken(token);
  if (read?.kind !== 'board' || read.match.game !== game || read.match.number !== number) return null;
  return { token, player: read.player, ply: read.ply, takeBacks: read.takeBacks };
}

/** The mailbox that the inbox has put there, `#as=alice`. null: none. */
export const mailboxIn = (fragment: string): string | null =>
  new URLSearchParams(fragment.slice(0, MAX_FRAGMENT_LENGTH)).get('as');

const READER_FIELDS: readonly string[] = ['reply', 'as'];

/** The same without any token or mailbox, however they are written. */
export const removeReader = (fragment: string): string =>
  fragment
    .split('&')
    .filter(part => !READER_FIELDS.some(field => new URLSearchParams(part).has(field)))
    .join('&');
