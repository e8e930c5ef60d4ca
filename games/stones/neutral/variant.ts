// Makes the neutral-stone variant of a stone game (João Pedro Neto's mutator).
// A turn places an own and a neutral stone, or converts two neutrals, for which an own stone becomes neutral.
import type { AnyGame, Game, OptionSpec } from '#games/game.ts';
import type { Phrase } from '#games/kit/refusal.ts';
import {
  NEUTRAL_REFUSALS,
  type NeutralMove,
  buildMove,
  countMoves,
  createMoveTest,
  createNextCells,
  findConventionMove,
  findMaterial,
  hasMove,
  listCandidates,
  listChanges,
  listMoves,
  play,
} from './moves.ts';
import { type StoneGame, type StonePosition, boardOf } from '../stone-game.ts';
import { interpret, parseShape } from './notation.ts';
import { createNeutralForesight } from './foresight.ts';
import { createNeutralHeuristic, createNeutralView } from './weighing.ts';
import { playNeutralGame } from './playout.ts';
import { createLegality } from '../legality.ts';
import { createCommonMembers } from '../common-members.ts';
import { createSizeOption, nameOf } from '../notation.ts';

const ENDGAME: OptionSpec = {
  kind: 'choice',
  name: 'endgame',
  choices: ['neto', 'nexc'],
  default: 'neto',
  help: { code: 'option-endgame', parts: {} },
};

/** The members by which a variant differs from its stone game. */
type Variant = Pick<StoneGame, 'name' | 'title' | 'size'> & Pick<AnyGame, 'swapAfter'>;

function describeMove(game: StoneGame, position: StonePosition, move: NeutralMove): Phrase {
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

/** A kind of move of which these tries find none legal has no example. */
const MAX_TRIES = 10_000;

/** Finds a legal move of each kind by trying, from the middle of the lists on. */
function findExamples(game: StoneGame, position: StonePosition): readonly NeutralMove[] {
  const material = findMaterial(game, position);
  const { count, moveAt } = listCandidates(material);
  const placements = material.empties.length * (material.empties.length - 1);
  const isLegal = createMoveTest(game, position);
  const findLegal = (from: number, until: number): readonly NeutralMove[] => {
    const length = until - from;
    for (let i = 0; i < Math.min(length, MAX_TRIES); i++) {
      const move = moveAt(from + ((i + (length >> 1)) % length));
      if (isLegal(move)) return [move];
    }
    return [];
  };
  const found = [...findLegal(0, placements), ...findLegal(placements, count)];
  const [first] = listMoves(game, position);
  return found.length > 0 || first === undefined ? found : [first];
}

/** Makes examples from the middle of the lists, so that they look like moves in a game. */
function listExamples(game: StoneGame, position: StonePosition): readonly NeutralMove[] {
  if (position.end !== null) return [];
  if (!createLegality(game, position).isFree) return findExamples(game, position);
  const material = findMaterial(game, position);
  const { empties, neutrals, own } = material;
  const middle = Math.floor(empties.length / 2);
  const [ownCell, neutralCell] = [empties[middle], empties[Math.floor(middle / 2)]];
  const [first, second, given] = [neutrals[0], neutrals[1], own[0]];
  const found: NeutralMove[] = [];
  if (ownCell !== undefined && neutralCell !== undefined && ownCell !== neutralCell)
    found.push({ kind: 'place', own: ownCell, neutral: neutralCell });
  if (first !== undefined && second !== undefined && given !== undefined) {
    found.push({ kind: 'convert', first, second, given });
  }
  const conventionMove = findConventionMove(position, material);
  return conventionMove === null ? found : [conventionMove];
}

export function createNeutralVariant(stones: StoneGame, variant: Variant): Game<StonePosition, NeutralMove> {
  const { swapAfter, ...own } = variant;
  const game: StoneGame = { ...stones, ...own };
  // If a player without a move loses, the conventions for the last cells are not needed.
  const options = game.noMoveResult === 'loss' ? [createSizeOption(game)] : [createSizeOption(game), ENDGAME];
  return {
    ...createCommonMembers<NeutralMove>(game, {
      options,
      refusals: NEUTRAL_REFUSALS,
      swapAfter,
      hasNeutrals: true,
      moves: position => listMoves(game, position),
      hasMove: position => hasMove(game, position),
      candidates: position => listCandidates(findMaterial(game, position)),
      cellChanges: (position, move) => listChanges(game, position, move),
      parseShape: text => parseShape(game, text),
      interpret: (position, cells, written) =>
        interpret({ game, position, board: boardOf(game, position) }, cells, written),
      nextCells: position => createNextCells(game, position),
      buildMove: (position, cells) => buildMove(game, position, cells),
      createMoveTest: position => createMoveTest(game, position),
      describe: (position, move) => describeMove(game, position, move),
      play: (position, move) => play(game, position, move),
      unrestrictedPlayout: (position, rng) => playNeutralGame(game, position, rng),
    }),
    countMoves: position => countMoves(game, position),
    examples: position => listExamples(game, position),
    ...createNeutralForesight(game),
    heuristic: createNeutralHeuristic(game),
    forcedWin: null,
    forcedLosses: null,
    cellView: createNeutralView(game),
  };
}
