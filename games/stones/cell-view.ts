// The view of a stone game cell by cell. Weighs the moves of its plain kind.
import { type CellView, type Gain, SEEN, type WeighedMove } from '../kit/cell-view.ts';
import { memoize } from '../kit/remember.ts';
import { legalityOf } from './legality.ts';
import {
  boardOf,
  cellsOf,
  EMPTY_LETTER,
  NEUTRAL_LETTER,
  other,
  type PlaceMove,
  type StoneBoard,
  type StoneGame,
  type StonePosition,
} from './stone-game.ts';

/** By cell, which colours may want to reach an edge it lies on, as bits 1 and 2. */
const edgesOf = memoize(({ neighbours, goal, drawing }: StoneBoard): Uint8Array => {
  const edges = new Uint8Array(neighbours.length);
  if (goal?.kind === 'edges') {
    goal.ends.forEach(({ from, to }, side) => {
      for (const cell of [...from, ...to]) edges[cell] = (edges[cell] ?? 0) | (1 << side);
    });
    return edges;
  }
  const most = drawing(null).shape === 'hexagon' ? 6 : 4;
  neighbours.forEach(({ length }, cell) => (edges[cell] = length < most ? 3 : 0));
  return edges;
});

/** By cell, bits of SEEN but for the edges. `letters`: of both colours. */
export function lookAt(
  { cells, turn, last }: Pick<StonePosition, 'cells' | 'turn' | 'last'>,
  letters: readonly [string, string],
): Uint8Array {
  const codes = [letters[turn].charCodeAt(0), letters[other(turn)].charCodeAt(0), NEUTRAL_LETTER.charCodeAt(0)];
  const ground = turn === 0 ? SEEN.first : 0;
  const seen = new Uint8Array(cells.length);
  for (let cell = 0; cell < seen.length; cell++) {
    const kind = codes.indexOf(cells.charCodeAt(cell));
    seen[cell] = ground | (kind < 0 ? 0 : 1 << kind);
  }
  for (const cell of last) seen[cell] = (seen[cell] ?? 0) | SEEN.last;
  return seen;
}

const lettersOf = ({ sides }: StoneGame): readonly [string, string] => [sides[0].letter, sides[1].letter];

function look(game: StoneGame, position: StonePosition): Uint8Array {
  const edges = edgesOf(boardOf(game, position));
  const [own, enemy] = [1 << position.turn, 1 << other(position.turn)];
  return lookAt(position, lettersOf(game)).map((seen, cell) => {
    const edge = edges[cell] ?? 0;
    return seen | ((edge & own) === 0 ? 0 : SEEN.ownEdge) | ((edge & enemy) === 0 ? 0 : SEEN.enemyEdge);
  });
}

/** By cell the side whose stone it holds; -1: neither's. */
export function holdersOf(cells: string, letters: readonly [string, string]): Int8Array {
  return Int8Array.from(cells, letter => letters.indexOf(letter));
}

/** The members that all stone games have alike. */
export const commonView = (game: StoneGame): Pick<CellView<StonePosition, unknown>, 'look' | 'owners'> => ({
  look: position => look(game, position),
  owners: ({ cells }) => holdersOf(cells, lettersOf(game)),
});

/** The first of these by their worth; of equal ones the first given. */
export const selectHeaviest = <Move>(moves: readonly WeighedMove<Move>[], most: number): readonly WeighedMove<Move>[] =>
  moves.toSorted((a, b) => b.worth - a.worth).slice(0, most);

function weigh(game: StoneGame, position: StonePosition, gain: Gain, most: number): readonly WeighedMove<PlaceMove>[] {
  const { isFree, captured } = legalityOf(game, position);
  const letter = game.sides[position.turn].letter;
  const legal = cellsOf(position.cells, EMPTY_LETTER).filter(cell => isFree || captured([[cell, letter]]).ok);
  return selectHeaviest(
    legal.map(cell => ({ move: { cell }, worth: gain(cell, 'own') })),
    most,
  );
}

export const placeView = (game: StoneGame): CellView<StonePosition, PlaceMove> => ({
  ...commonView(game),
  becomes: ['own'],
  choices: (_, { cell }) => [[cell, 'own']],
  weigh: (position, gain, most) => weigh(game, position, gain, most),
});
