// Which moves of a neutral-stone game are worth a look: those whose cells are worth most to the mover, and least to the enemy.
import type { Heuristic, RatedMove } from '#games/game.ts';
import { type CellEvaluation, chanceAfterMove } from '../heuristic/cell-evaluation.ts';
import { evaluate, evaluationOf } from '../heuristic/evaluation.ts';
import { type Material, materialOf, type NeutralMove } from './moves.ts';
import type { Cell, StoneGame, StonePosition } from '../stone-game.ts';

/** A cell and what its change is worth to the mover. */
interface Worth {
  readonly cell: Cell;
  readonly gain: number;
}

/** So many cells for the own stone, the neutral, the neutrals to turn, the stone to give: their combinations are looked at. */
const BEST = { own: 12, neutral: 8, turned: 8, given: 3 } as const;

const best = (cells: readonly Cell[], known: CellEvaluation, becomes: 'own' | 'neutral', most: number): Worth[] =>
  cells
    .map(cell => ({ cell, gain: known.gain(cell, becomes) }))
    .sort((a, b) => b.gain - a.gain)
    .slice(0, most);

/** A move and its evaluation, by adding up what its cells are worth. */
interface EvaluatedMove {
  readonly move: NeutralMove;
  readonly evaluation: number;
}

function placements(known: CellEvaluation, empties: readonly Cell[]): EvaluatedMove[] {
  const owns = best(empties, known, 'own', BEST.own);
  const neutrals = best(empties, known, 'neutral', BEST.neutral);
  return owns.flatMap(own =>
    neutrals
      .filter(neutral => neutral.cell !== own.cell)
      .map(neutral => ({
        move: { kind: 'place', own: own.cell, neutral: neutral.cell } as const,
        evaluation: known.evaluation + own.gain + neutral.gain,
      })),
  );
}

const converting = (a: Cell, b: Cell, given: Cell): NeutralMove => ({
  kind: 'convert',
  first: Math.min(a, b),
  second: Math.max(a, b),
  given,
});

function conversions(known: CellEvaluation, { neutrals, own }: Material): EvaluatedMove[] {
  const turned = best(neutrals, known, 'own', BEST.turned);
  const spared = best(own, known, 'neutral', BEST.given);
  return turned.flatMap((a, i) =>
    turned.slice(i + 1).flatMap(b =>
      spared.map(given => ({
        move: converting(a.cell, b.cell, given.cell),
        evaluation: known.evaluation + a.gain + b.gain + given.gain,
      })),
    ),
  );
}

function topMoves(game: StoneGame, position: StonePosition, most: number): readonly RatedMove<NeutralMove>[] {
  const known = position.end === null ? evaluationOf(game, position) : null;
  if (known === null) return [];
  const material = materialOf(game, position);
  return [...placements(known, material.empties), ...conversions(known, material)]
    .sort((a, b) => b.evaluation - a.evaluation)
    .slice(0, most)
    .map(({ move, evaluation }) => ({ move, prior: chanceAfterMove(evaluation) }));
}

export const neutralHeuristic = (game: StoneGame): Heuristic<StonePosition, NeutralMove> => ({
  topMoves: (position, most) => topMoves(game, position, most),
  evaluate: position => evaluate(game, position),
});
