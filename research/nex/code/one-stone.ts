// Problem 3 of nexC, "1s2n": one stone on c2 and two neutrals on d1 and d2 of a 4x4 board; what should either player do?
import type { PositionValue } from '#games/game.ts';
import type { StonePosition } from '#games/stones/stone-game.ts';
import { bestOf, type Convention, CONVENTIONS, NEGATED, openSolver, positionAt, type Solver } from './positions.ts';
import { type Letter, LETTERS } from './openings.ts';
import { nex } from '#games/nex/index.ts';

export interface OneStone {
  /** Whose stone is on c2, and who is to move. */
  readonly stone: 'B' | 'W';
  readonly toMove: 'B' | 'W';
  readonly endgame: Convention;
  readonly value: PositionValue;
  /** Every move by what it is worth to the mover. */
  readonly moves: Readonly<Record<Letter, readonly string[]>>;
  /** Where every move loses: those that leave the fewest winning replies, with how many of how many replies win. Else empty. */
  readonly hardest: readonly (readonly [move: string, winning: number, replies: number])[];
  /** Where every move wins: those that win by the third move of the winner at the latest. Else empty. */
  readonly quickest: readonly string[];
  readonly nodes: number;
  readonly seconds: number;
}

const MOST_VISITS = 20_000_000;
const MEGABYTES = 384;

export const oneStoneText = (stone: 'B' | 'W', toMove: 'B' | 'W'): string => `..../..../.${stone}../??.. ${toMove}`;

/** Of moves that all lose, those after which the winner has the fewest ways to win. */
function hardestOf(position: StonePosition, solver: Solver): OneStone['hardest'] {
  const all = [...nex.moves(position)].map(move => {
    const after = nex.play(position, move);
    const replies = [...nex.moves(after)];
    const winning = replies.filter(reply => solver.solve(nex.play(after, reply), MOST_VISITS).value === 'loss');
    return [nex.format(position, move), winning.length, replies.length] as const;
  });
  return all.toSorted((a, b) => a[1] - b[1]).slice(0, 4);
}

const winsNow = (position: StonePosition): boolean => nex.winningMove(position) !== null;

/** Does every move of the side to move let the other win at once? */
function losesAtOnce(position: StonePosition): boolean {
  if (winsNow(position)) return false;
  for (const move of nex.moves(position)) {
    const after = nex.play(position, move);
    if (after.end !== null || !winsNow(after)) return false;
  }
  return true;
}

/** Does the side to move win by its second move, with a first one that threatens to win? Asked again of the same positions. */
function winsInTwo(position: StonePosition, known: Map<string, boolean>): boolean {
  const before = known.get(position.cells);
  if (before !== undefined) return before;
  const wins =
    winsNow(position) ||
    [...nex.moves(position)].some(move => {
      const after = nex.play(position, move);
      return winsNow({ ...after, turn: position.turn }) && losesAtOnce(after);
    });
  known.set(position.cells, wins);
  return wins;
}

/** The moves after which the mover wins by its third move, whatever the other does. By the rules alone. */
function quickestOf(position: StonePosition): readonly string[] {
  const known = new Map<string, boolean>();
  const isQuick = (after: StonePosition): boolean => {
    for (const reply of nex.moves(after)) if (!winsInTwo(nex.play(after, reply), known)) return false;
    return true;
  };
  return [...nex.moves(position)]
    .filter(move => isQuick(nex.play(position, move)))
    .map(move => nex.format(position, move));
}

function solved(stone: 'B' | 'W', toMove: 'B' | 'W', endgame: Convention, clock: () => number): OneStone {
  const began = clock();
  const position = positionAt(oneStoneText(stone, toMove), endgame);
  const solver = openSolver(MEGABYTES);
  const moves: Record<Letter, string[]> = { W: [], D: [], L: [], U: [] };
  const values: PositionValue[] = [];
  let visits = 0;
  for (const move of nex.moves(position)) {
    const { value, nodes } = solver.solve(nex.play(position, move), MOST_VISITS);
    values.push(NEGATED[value]);
    moves[LETTERS[NEGATED[value]]].push(nex.format(position, move));
    visits += nodes;
  }
  const seconds = Math.round((clock() - began) / 100) / 10;
  const value = bestOf(values);
  // What a draw is worth does not come in by Neto's conventions; asking once is enough.
  const hardest = value === 'loss' && endgame === 'neto' ? hardestOf(position, solver) : [];
  const quickest = value === 'win' && endgame === 'neto' ? quickestOf(position) : [];
  return { stone, toMove, endgame, value, moves, hardest, quickest, nodes: visits, seconds };
}

/** Eight answers: the stone Black's or White's, its owner or the opponent to move, both conventions. */
export function oneStoneAnswers(clock: () => number, tell: (line: string) => void): readonly OneStone[] {
  const answers: OneStone[] = [];
  for (const endgame of CONVENTIONS)
    for (const stone of ['B', 'W'] as const)
      for (const toMove of ['B', 'W'] as const) {
        const answer = solved(stone, toMove, endgame, clock);
        tell(
          `stone ${stone}, ${toMove} to move, ${endgame}: ${answer.value}, ${answer.nodes} nodes, ${answer.seconds} s`,
        );
        answers.push(answer);
      }
  return answers;
}
