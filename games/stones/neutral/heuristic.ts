// Which moves of a neutral-stone game on two edges are worth a look: those that win at once, then those that improve the mover's current against the enemy's.
import type { Heuristic, RatedMove } from '#games/game.ts';
import { chanceAfterMove, evaluate, type ResistanceEvaluation, resistanceEvaluation } from '../heuristic/resistance.ts';
import { convention, type Material, materialOf, type NeutralMove, play, regularMoves } from './moves.ts';
import {
  boardOf,
  type Cell,
  EMPTY,
  type Filling,
  NEUTRAL,
  STONE,
  type StoneBoard,
  type StoneGame,
  type StonePosition,
} from '../stone-game.ts';
import { legalityOf } from '../legality.ts';

/** A cell and what its change is worth to the mover. */
interface Worth {
  readonly cell: Cell;
  readonly gain: number;
}

/** So many cells for the own stone, the neutral, the neutrals to turn, the stone to give: their combinations are looked at. */
const BEST = { own: 12, neutral: 8, turned: 8, given: 3 } as const;

const best = (
  cells: readonly Cell[],
  resistance: ResistanceEvaluation,
  becomes: 'own' | 'neutral',
  most: number,
): Worth[] =>
  cells
    .map(cell => ({ cell, gain: resistance.gain(cell, becomes) }))
    .sort((a, b) => b.gain - a.gain)
    .slice(0, most);

/** A move and its evaluation, by adding up what its cells are worth. */
interface EvaluatedMove {
  readonly move: NeutralMove;
  readonly evaluation: number;
}

function placements(resistance: ResistanceEvaluation, empties: readonly Cell[]): EvaluatedMove[] {
  const owns = best(empties, resistance, 'own', BEST.own);
  const neutrals = best(empties, resistance, 'neutral', BEST.neutral);
  return owns.flatMap(own =>
    neutrals
      .filter(neutral => neutral.cell !== own.cell)
      .map(neutral => ({
        move: { kind: 'place', own: own.cell, neutral: neutral.cell } as const,
        evaluation: resistance.evaluation + own.gain + neutral.gain,
      })),
  );
}

const converting = (a: Cell, b: Cell, given: Cell): NeutralMove => ({
  kind: 'convert',
  first: Math.min(a, b),
  second: Math.max(a, b),
  given,
});

function conversions(resistance: ResistanceEvaluation, { neutrals, own }: Material): EvaluatedMove[] {
  const turned = best(neutrals, resistance, 'own', BEST.turned);
  const spared = best(own, resistance, 'neutral', BEST.given);
  return turned.flatMap((a, i) =>
    turned.slice(i + 1).flatMap(b =>
      spared.map(given => ({
        move: converting(a.cell, b.cell, given.cell),
        evaluation: resistance.evaluation + a.gain + b.gain + given.gain,
      })),
    ),
  );
}

/** The board of a position with the stones as the mover may change them. */
interface Bench {
  readonly board: StoneBoard;
  readonly filling: Filling;
  readonly stone: number;
}

const completes = ({ board, filling, stone }: Bench, cell: Cell): boolean => {
  const before = filling[cell] ?? EMPTY;
  filling[cell] = stone;
  const won = board.completes(filling, cell);
  filling[cell] = before;
  return won;
};

/** A placement that wins: an empty cell that completes the chain, any other empty cell for the neutral. */
function winningPlacement(bench: Bench, { empties }: Material): NeutralMove | null {
  if (empties.length < 2) return null;
  const own = empties.find(cell => completes(bench, cell));
  const neutral = empties.find(cell => cell !== own);
  return own === undefined || neutral === undefined ? null : { kind: 'place', own, neutral };
}

/** Do these two neutrals and one own stone less make a chain? */
function winsBy({ board, filling, stone }: Bench, side: 0 | 1, [a, b, given]: readonly [Cell, Cell, Cell]): boolean {
  [filling[a], filling[b], filling[given]] = [stone, stone, NEUTRAL];
  const won = board.wins(filling, side);
  [filling[a], filling[b], filling[given]] = [NEUTRAL, NEUTRAL, stone];
  return won;
}

/** Neutral b completes what neutral a began, or the other way round; and some stone can be spared. */
function winningConversion(bench: Bench, { neutrals, own }: Material, side: 0 | 1): NeutralMove | null {
  const { filling, stone, board } = bench;
  if (neutrals.length < 2 || own.length === 0) return null;
  for (const cell of neutrals) filling[cell] = stone;
  const hopeless = !board.wins(filling, side);
  for (const cell of neutrals) filling[cell] = NEUTRAL;
  if (hopeless) return null;
  for (const [i, a] of neutrals.entries()) {
    filling[a] = stone;
    const alone = board.completes(filling, a);
    const partners = neutrals.slice(i + 1).filter(b => alone || completes(bench, b));
    filling[a] = NEUTRAL;
    for (const b of partners) {
      const given = own.find(each => winsBy(bench, side, [a, b, each]));
      if (given !== undefined) return converting(a, b, given);
    }
  }
  return null;
}

/** A move that wins at once, if there is one. */
function winning(game: StoneGame, position: StonePosition, material: Material): NeutralMove | null {
  const board = boardOf(game, position);
  const side = position.turn;
  const bench: Bench = { board, filling: board.fill(position.cells), stone: STONE[side] };
  return winningPlacement(bench, material) ?? winningConversion(bench, material, side);
}

/** The one move that Neto's conventions leave. */
function lastOnes(game: StoneGame, position: StonePosition, material: Material): readonly RatedMove<NeutralMove>[] {
  const move = convention(position, material);
  if (move === null) return [];
  const wins = play(game, position, move).end?.winner === position.turn;
  return [{ move, prior: wins ? 1 : 0.5 }];
}

function topMoves(game: StoneGame, position: StonePosition, most: number): readonly RatedMove<NeutralMove>[] {
  // Where stones are captured, chains come and go by other moves than these.
  if (position.end !== null || !legalityOf(game, position).isFree) return [];
  const material = materialOf(game, position);
  if (regularMoves(material.empties.length, material.neutrals.length, material.own.length) === 0) {
    return lastOnes(game, position, material);
  }
  const win = winning(game, position, material);
  if (win !== null) return [{ move: win, prior: 1 }];
  const resistance = resistanceEvaluation(game, position);
  if (resistance === null) return [];
  return [...placements(resistance, material.empties), ...conversions(resistance, material)]
    .sort((a, b) => b.evaluation - a.evaluation)
    .slice(0, most)
    .map(({ move, evaluation }) => ({ move, prior: chanceAfterMove(evaluation) }));
}

export const neutralHeuristic = (game: StoneGame): Heuristic<StonePosition, NeutralMove> => ({
  topMoves: (position, most) => topMoves(game, position, most),
  evaluate: position => evaluate(game, position),
});
