// Encodes the position of a Nexos game: the moves so far, joined by '/', and the retired seats.
import type { Setup } from '../game.ts';
import { shorten, type Refusal } from '../kit/refusal.ts';
import { no, ok, type Result } from '../kit/result.ts';
import { type NexosPosition, play, retire, start } from './rules.ts';
import { refusal } from './refusals.ts';
import { textOf } from './board.ts';
import { hueOf, HUES, seatOf } from './colours.ts';
import { parse } from './notation.ts';
import { PIECES } from './pieces.ts';

/** Stands among the moves where a seat has given up: from there on its colours are skipped. */
const RETIRED = 'retired=';

/** No game has more moves, nor seats to give up. */
const MOST_PARTS = HUES.length * (PIECES.length + 1);

/** Whose turn it was at each move need not be told: colours that could not place were skipped. */
export function encode({ placed, retired }: NexosPosition): string {
  const parts = placed.map(({ placement }) => textOf(placement));
  // From the last on, so that the places of the earlier ones stay right.
  for (const { seat, after } of retired.toReversed()) parts.splice(after, 0, `${RETIRED}${hueOf(seat).name}`);
  return parts.join('/');
}

/** The position after one part of the text; null where it cannot follow. */
function followedBy(position: NexosPosition, part: string): NexosPosition | null {
  if (part.startsWith(RETIRED)) {
    const hue = HUES.findIndex(({ name }) => part === `${RETIRED}${name}`);
    return hue < 0 || position.end !== null ? null : retire(position, seatOf(position.setup, hue));
  }
  const move = parse(position, part);
  return move.ok ? play(position, move.value) : null;
}

const unreadable = (text: string, expected: string): Refusal =>
  refusal('position-unreadable', { text: shorten(text), expected });

export function decode(setup: Setup, text: string): Result<NexosPosition, Refusal> {
  const parts = text.trim() === '' ? [] : text.trim().split('/', MOST_PARTS + 1);
  let position = start(setup);
  for (const [i, part] of parts.entries()) {
    const next = followedBy(position, part);
    if (next === null) {
      return no(unreadable(text, `legal moves joined by / (number ${i + 1}, '${shorten(part)}', is none there)`));
    }
    position = next;
  }
  return ok(position);
}
