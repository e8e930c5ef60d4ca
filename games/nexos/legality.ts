// Explains why a piece may not be placed: the rule it breaks, and what would satisfy it.
import { formatOrList } from '../kit/lists.ts';
import type { Refusal } from '../kit/refusal.ts';
import { boardOf, hasPlaced, findHolder, isLegal, type NexosBoard, findPlacement, formatPlacement } from './board.ts';
import { type Hue, hueOf } from './colours.ts';
import type { NexosPosition } from './rules.ts';
import { must } from '../kit/assert.ts';
import { refusal } from './refusals.ts';
import { listExamples } from './examples.ts';
import { isSegment, nameOf, listSegmentsAt } from './lattice.ts';
import { nameOfPiece } from './pieces.ts';

/** Refuses a placement that claims a taken segment, or crosses another piece. null: no piece is in its way. */
function refuseConflict(board: NexosBoard, placement: number): Refusal | null {
  for (const point of findPlacement(placement).claims) {
    const holder = findHolder(board, point);
    if (holder === null) continue;
    const by = hueOf(holder).name;
    return isSegment(point)
      ? refusal('segment-taken', { segment: nameOf(point), by })
      : refusal('piece-crosses', { point: nameOf(point), by });
  }
  return null;
}

/** Refuses a piece that the colour has placed already. */
export function refuseUsedPiece({ placed }: NexosPosition, hue: Hue, piece: number): Refusal {
  const before = must(
    placed.find(each => each.hue === hue && findPlacement(each.placement).piece === piece),
    'a used piece lies on the board',
  );
  return refusal('piece-placed', {
    piece: nameOfPiece(piece),
    colour: hueOf(hue).name,
    segments: formatPlacement(before.placement),
  });
}

function refuseDetached(position: NexosPosition, hue: Hue, placement: number): Refusal {
  const { name, start, startName } = hueOf(hue);
  if (!position.placed.some(each => each.hue === hue)) {
    const segments = formatOrList(listSegmentsAt(start).map(nameOf));
    return refusal('piece-off-start', { colour: name, start: startName, segments });
  }
  const example = must(listExamples(position)[0], 'the colour to move has a legal move');
  return refusal('piece-detached', {
    text: formatPlacement(placement),
    colour: name,
    example: formatPlacement(example.placement),
  });
}

/** Explains why a placement is illegal for the colour to move. null: it is legal. */
export function explainIllegality(position: NexosPosition, hue: Hue, placement: number): Refusal | null {
  const board = boardOf(position.placed);
  if (isLegal(board, hue, placement)) return null;
  const { piece } = findPlacement(placement);
  if (hasPlaced(board, hue, piece)) return refuseUsedPiece(position, hue, piece);
  return refuseConflict(board, placement) ?? refuseDetached(position, hue, placement);
}
