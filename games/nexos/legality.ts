// Explains why a piece may not be placed: the rule it breaks, and what would satisfy it.
import { formatOrList } from '../kit/lists.ts';
import type { Refusal } from '../kit/refusal.ts';
import { boardOf, hasPlaced, holderOf, isLegal, type NexosBoard, findPlacement, textOf } from './board.ts';
import { type Hue, hueOf } from './colours.ts';
import type { NexosPosition } from './rules.ts';
import { must } from '../kit/assert.ts';
import { refusal } from './refusals.ts';
import { examples } from './examples.ts';
import { isSegment, nameOf, segmentsAt } from './lattice.ts';
import { nameOfPiece } from './pieces.ts';

/** What is already there: a segment that is taken, or a piece of any colour that runs straight where this one would. */
function inTheWay(board: NexosBoard, placement: number): Refusal | null {
  for (const point of findPlacement(placement).claims) {
    const holder = holderOf(board, point);
    if (holder === null) continue;
    const by = hueOf(holder).name;
    return isSegment(point)
      ? refusal('segment-taken', { segment: nameOf(point), by })
      : refusal('piece-crosses', { point: nameOf(point), by });
  }
  return null;
}

/** Where the colour has placed this piece. */
export function placedAlready({ placed }: NexosPosition, hue: Hue, piece: number): Refusal {
  const before = must(
    placed.find(each => each.hue === hue && findPlacement(each.placement).piece === piece),
    'a used piece lies on the board',
  );
  return refusal('piece-placed', {
    piece: nameOfPiece(piece),
    colour: hueOf(hue).name,
    segments: textOf(before.placement),
  });
}

function detached(position: NexosPosition, hue: Hue, placement: number): Refusal {
  const { name, start, startName } = hueOf(hue);
  if (!position.placed.some(each => each.hue === hue)) {
    const segments = formatOrList(segmentsAt(start).map(nameOf));
    return refusal('piece-off-start', { colour: name, start: startName, segments });
  }
  const example = must(examples(position)[0], 'the colour to move has a legal move');
  return refusal('piece-detached', { text: textOf(placement), colour: name, example: textOf(example.placement) });
}

/** Why the colour to move may not place this; null where it may. */
export function illegality(position: NexosPosition, hue: Hue, placement: number): Refusal | null {
  const board = boardOf(position.placed);
  if (isLegal(board, hue, placement)) return null;
  const { piece } = findPlacement(placement);
  if (hasPlaced(board, hue, piece)) return placedAlready(position, hue, piece);
  return inTheWay(board, placement) ?? detached(position, hue, placement);
}
