// The view of a neutral-stone game cell by cell: moves as changes of cells, own stones first.
import { type Becomes, type CellView, type Gain, type WeighedMove } from '#games/kit/cell-view.ts';
import { commonView, selectHeaviest } from '../cell-view.ts';
import { legalityOf } from '../legality.ts';
import { NEUTRAL_LETTER, type StoneGame, type StonePosition } from '../stone-game.ts';
import { changesOf, convention, materialOf, type NeutralMove, regularMoves } from './moves.ts';
import { type Breadth, weighMoves } from './weighing.ts';

/** Up to 304 moves. */
const BREADTH: Breadth = { own: 16, neutral: 12, turned: 8, given: 4 };
/** Where there are no more, all of them. */
const FEW = 256;
const ALL: Breadth = { own: Infinity, neutral: Infinity, turned: Infinity, given: Infinity };

function weigh(
  game: StoneGame,
  position: StonePosition,
  gain: Gain,
  most: number,
): readonly WeighedMove<NeutralMove>[] {
  const material = materialOf(game, position);
  const last = convention(position, material);
  if (last !== null) return [{ move: last, worth: gain(last.cell, 'own') }];
  const { empties, neutrals, own } = material;
  const { isFree, captured } = legalityOf(game, position);
  const weighed = (breadth: Breadth): readonly WeighedMove<NeutralMove>[] => {
    const legal: WeighedMove<NeutralMove>[] = [];
    for (const each of selectHeaviest(weighMoves(gain, material, breadth), Infinity)) {
      if (legal.length === most) break;
      if (isFree || captured(changesOf(game, position, each.move)).ok) legal.push(each);
    }
    return legal;
  };
  const isFew = regularMoves(empties.length, neutrals.length, own.length) <= FEW;
  const found = isFew ? [] : weighed(BREADTH);
  // All moves of the best cells may be suicidal.
  return found.length > 0 ? found : weighed(ALL);
}

const becoming = (letter: string): Becomes => (letter === NEUTRAL_LETTER ? 'neutral' : 'own');

export const neutralView = (game: StoneGame): CellView<StonePosition, NeutralMove> => ({
  ...commonView(game),
  becomes: ['own', 'neutral'],
  choices: (position, move) => changesOf(game, position, move).map(([cell, letter]) => [cell, becoming(letter)]),
  weigh: (position, gain, most) => weigh(game, position, gain, most),
});
