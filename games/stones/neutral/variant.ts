// Neto's mutator: makes the neutral-stone variant of a stone game.
// A turn places an own and a neutral stone, or turns two neutrals into own stones for one own.
import type { AnyGame, Game, OptionSpec } from '#games/game.ts';
import type { Phrase } from '#games/kit/refusal.ts';
import {
  candidates,
  changesOf,
  convention,
  countMoves,
  goesOn,
  materialOf,
  movesOf,
  nextCells,
  type NeutralMove,
  play,
} from './moves.ts';
import { boardOf, type StoneGame, type StonePosition } from '../stone-game.ts';
import { judge, readShape } from './notation.ts';
import { neutralForesight } from './foresight.ts';
import { neutralHeuristic } from './heuristic.ts';
import { neutralView } from './cell-view.ts';
import { neutralPlayout } from './playout.ts';
import { NEUTRAL_REFUSALS } from './refusals.ts';
import { isLegal, legalityOf } from '../legality.ts';
import { commonMembers } from '../common-members.ts';
import { nameOf, sizeOption } from '../notation.ts';

const ENDGAME: OptionSpec = {
  kind: 'choice',
  name: 'endgame',
  choices: ['neto', 'nexc'],
  default: 'neto',
  help: { code: 'option-endgame', parts: {} },
};

/** What the variant has of its own; all else is the stone game's. */
type Variant = Pick<StoneGame, 'name' | 'title' | 'size'> & Pick<AnyGame, 'swapAfter'>;

function phrase(game: StoneGame, position: StonePosition, move: NeutralMove): Phrase {
  const board = boardOf(game, position);
  const colour = game.sides[position.turn].name;
  switch (move.kind) {
    case 'place':
      return {
        code: 'stone-and-neutral',
        parts: { colour, own: nameOf(board, move.own), neutral: nameOf(board, move.neutral) },
      };
    case 'convert': {
      const [first, second, given] = [nameOf(board, move.first), nameOf(board, move.second), nameOf(board, move.given)];
      return { code: 'two-for-one', parts: { colour, first, second, given } };
    }
    case 'drop':
      return { code: 'one-stone', parts: { colour, cell: nameOf(board, move.cell) } };
    case 'turn':
      return { code: 'neutral-turned', parts: { colour, cell: nameOf(board, move.cell) } };
  }
}

/** A legal move of each kind, where only trying tells which are legal: from the middle of the lists on. */
function oneOfEachKind(game: StoneGame, position: StonePosition): readonly NeutralMove[] {
  const material = materialOf(game, position);
  const { count, at } = candidates(material);
  const placements = material.empties.length * (material.empties.length - 1);
  const firstAllowed = (from: number, until: number): readonly NeutralMove[] => {
    for (let i = 0; i < until - from; i++) {
      const move = at(from + ((i + ((until - from) >> 1)) % (until - from)));
      if (isLegal(game, position, changesOf(game, position, move))) return [move];
    }
    return [];
  };
  return [...firstAllowed(0, placements), ...firstAllowed(placements, count)];
}

/** From the middle of the lists, so that an example looks like a move somebody might play. */
function examples(game: StoneGame, position: StonePosition): readonly NeutralMove[] {
  if (position.end !== null) return [];
  if (!legalityOf(game, position).isFree) return oneOfEachKind(game, position);
  const material = materialOf(game, position);
  const { empties, neutrals, own } = material;
  const middle = Math.floor(empties.length / 2);
  const [here, there] = [empties[middle], empties[Math.floor(middle / 2)]];
  const [first, second, given] = [neutrals[0], neutrals[1], own[0]];
  const found: NeutralMove[] = [];
  if (here !== undefined && there !== undefined && here !== there)
    found.push({ kind: 'place', own: here, neutral: there });
  if (first !== undefined && second !== undefined && given !== undefined) {
    found.push({ kind: 'convert', first, second, given });
  }
  const last = convention(position, material);
  return last === null ? found : [last];
}

export function neutral(stones: StoneGame, variant: Variant): Game<StonePosition, NeutralMove> {
  const { swapAfter, ...own } = variant;
  const game: StoneGame = { ...stones, ...own };
  // Where having no move loses, there is no end of the board to agree on.
  const options = game.stuck === 'loss' ? [sizeOption(game)] : [sizeOption(game), ENDGAME];
  return {
    ...commonMembers<NeutralMove>(game, {
      options,
      refusals: NEUTRAL_REFUSALS,
      swapAfter,
      neutrals: true,
      moves: position => movesOf(game, position),
      goesOn: position => goesOn(game, position),
      candidates: position => candidates(materialOf(game, position)),
      changesOf: (position, move) => changesOf(game, position, move),
      shapeOf: text => readShape(game, text),
      judge: (position, cells, written) => judge({ game, position, board: boardOf(game, position) }, cells, written),
      nextCells: (position, named) => nextCells(game, position, named),
      phrase: (position, move) => phrase(game, position, move),
      play: (position, move) => play(game, position, move),
      freePlayout: (position, rng) => neutralPlayout(game, position, rng),
    }),
    countMoves: position => countMoves(game, position),
    examples: position => examples(game, position),
    ...neutralForesight(game),
    heuristic: neutralHeuristic(game),
    cellView: neutralView(game),
  };
}
