// Encodes the position of a Nexos game: the moves so far, joined by '/', and the retired seats.
import type { Setup } from '../game.ts';
import { shorten, type Refusal } from '../kit/refusal.ts';
import { no, ok, type Result } from '../kit/result.ts';
import { type NexosPosition, play, retire, start } from './rules.ts';
import { refusal } from './refusals.ts';
import { formatPlacement } from './board.ts';
import { hueOf, HUES, findSeat } from './colours.ts';
import { parse } from './notation.ts';
import { PIECES } from './pieces.ts';

/** Marks among the moves where a seat has given up. Its colours are skipped from there on. */
const RETIRED = 'retired=';

/** The maximal number of moves and resignations of a game. */
const MAX_PARTS = HUES.length * (PIECES.length + 1);

/** Writes the moves. The colour of each move is not written: the rules determine it. */
export function encode({ placed, retired }: NexosPosition): string {
  const parts = placed.map(({ placement }) => formatPlacement(placement));
  // Inserted from the last on, so that the indexes of the others stay valid.
  for (const { seat, after } of retired.toReversed()) parts.splice(after, 0, `${RETIRED}${hueOf(seat).name}`);
  return parts.join('/');
}

/** Plays one part of the text. null: it is illegal. */
function playPart(position: NexosPosition, part: string): NexosPosition | null {
  if (part.startsWith(RETIRED)) {
    const hue = HUES.findIndex(({ name }) => part === `${RETIRED}${name}`);
    return hue < 0 || position.end !== null ? null : retire(position, findSeat(position.setup, hue));
  }
  const move = parse(position, part);
  return move.ok ? play(position, move.value) : null;
}

export function decode(setup: Setup, text: string): Result<NexosPosition, Refusal> {
  const parts = text.trim() === '' ? [] : text.trim().split('/', MAX_PARTS + 1);
  let position = start(setup);
  for (const [i, part] of parts.entries()) {
    const next = playPart(position, part);
    if (next === null) {
      return no(
        refusal('position-unreadable', {
          text: shorten(text),
          expected: `legal moves joined by / (number ${i + 1}, '${shorten(part)}', is none there)`,
        }),
      );
    }
    position = next;
  }
  return ok(position);
}
