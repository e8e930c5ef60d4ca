// The view of a stone game for neural networks, and the policy of its plain variant.
import { type CellView, FEATURES, type PolicyMove } from '../kit/cell-view.ts';
import { memoize } from '../kit/remember.ts';
import { createLegality } from './legality.ts';
import {
  boardOf,
  listCells,
  EMPTY_LETTER,
  NEUTRAL_LETTER,
  otherSide,
  type PlaceMove,
  type StoneBoard,
  type StoneGame,
  type StonePosition,
} from './stone-game.ts';

/** By cell, the colours (bits 1 and 2) that have a goal at an edge of the cell. */
const goalEdgesOf = memoize(({ neighbours, goal, draw }: StoneBoard): Uint8Array => {
  const edges = new Uint8Array(neighbours.length);
  if (goal?.kind === 'edges') {
    goal.ends.forEach(({ from, to }, side) => {
      for (const cell of [...from, ...to]) edges[cell] = (edges[cell] ?? 0) | (1 << side);
    });
    return edges;
  }
  const inner = draw(null).shape === 'hexagon' ? 6 : 4;
  neighbours.forEach(({ length }, cell) => (edges[cell] = length < inner ? 3 : 0));
  return edges;
});

/** By cell, bits of FEATURES without the edges. `letters`: of both colours. */
export function readFeatures(
  { cells, turn, last }: Pick<StonePosition, 'cells' | 'turn' | 'last'>,
  letters: readonly [string, string],
): Uint8Array {
  const codes = [letters[turn].charCodeAt(0), letters[otherSide(turn)].charCodeAt(0), NEUTRAL_LETTER.charCodeAt(0)];
  const commonBits = turn === 0 ? FEATURES.first : 0;
  const features = new Uint8Array(cells.length);
  for (let cell = 0; cell < features.length; cell++) {
    const feature = codes.indexOf(cells.charCodeAt(cell));
    features[cell] = commonBits | (feature < 0 ? 0 : 1 << feature);
  }
  for (const cell of last) features[cell] = (features[cell] ?? 0) | FEATURES.last;
  return features;
}

const lettersOf = ({ sides }: StoneGame): readonly [string, string] => [sides[0].letter, sides[1].letter];

/** By cell, the side of its stone. -1: it has none. */
export function ownersOf(cells: string, letters: readonly [string, string]): Int8Array {
  return Int8Array.from(cells, letter => letters.indexOf(letter));
}

/** The members that all stone games share. */
export const createCommonView = (
  game: StoneGame,
): Pick<CellView<StonePosition, unknown>, 'featurePlanes' | 'owners'> => ({
  featurePlanes: position => {
    const edges = goalEdgesOf(boardOf(game, position));
    const [own, enemy] = [1 << position.turn, 1 << otherSide(position.turn)];
    return readFeatures(position, lettersOf(game)).map((features, cell) => {
      const edge = edges[cell] ?? 0;
      return features | ((edge & own) === 0 ? 0 : FEATURES.ownEdge) | ((edge & enemy) === 0 ? 0 : FEATURES.enemyEdge);
    });
  },
  owners: ({ cells }) => ownersOf(cells, lettersOf(game)),
});

/** Selects the moves with the highest logits. Equal ones keep their order. */
export const selectHighest = <Move>(moves: readonly PolicyMove<Move>[], limit: number): readonly PolicyMove<Move>[] =>
  moves.toSorted((a, b) => b.logit - a.logit).slice(0, limit);

export const createPlaceView = (game: StoneGame): CellView<StonePosition, PlaceMove> => ({
  ...createCommonView(game),
  newStates: ['own'],
  cellChanges: (_, { cell }) => [[cell, 'own']],
  rankMoves: (position, cellLogit, limit) => {
    const { isFree, findCaptures } = createLegality(game, position);
    const legal = listCells(position.cells, EMPTY_LETTER).filter(cell => isFree || findCaptures([cell]).ok);
    const rated = legal.map(cell => ({ move: { cell }, logit: cellLogit(cell, 'own') }));
    return selectHighest(rated, limit);
  },
});
