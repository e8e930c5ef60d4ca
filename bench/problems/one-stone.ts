// Problem 3 of nexC, "1s2n": one stone on c2 and two neutrals on d1 and d2 of a 4x4 board; what should either player do?
import type { Value } from '../../games/game.ts';
import type { StonePosition } from '../../games/kit/stones.ts';
import type { Convention, Solver } from './positions.ts';
import type { Letter } from './openings.ts';
import { nex } from '../../games/nex/index.ts';
import { LETTERS } from './openings.ts';
import { bestOf, CONVENTIONS, NEGATED, openSolver, positionAt } from './positions.ts';

export interface OneStone {
  /** Whose stone is on c2, and who is to move. */
  readonly stone: 'B' | 'W';
  readonly toMove: 'B' | 'W';
  readonly endgame: Convention;
  readonly value: Value;
  /** Every move by what it is worth to the mover. */
  readonly moves: Readonly<Record<Letter, readonly string[]>>;
  /** Where every move loses: those that leave the fewest winning replies, with how many of how many replies win. Else empty. */
  readonly hardest: readonly (readonly [move: string, winning: number, replies: number])[];
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

function solved(stone: 'B' | 'W', toMove: 'B' | 'W', endgame: Convention, clock: () => number): OneStone {
  const began = clock();
  const position = positionAt(oneStoneText(stone, toMove), endgame);
  const solver = openSolver(MEGABYTES);
  const moves: Record<Letter, string[]> = { W: [], D: [], L: [], U: [] };
  const values: Value[] = [];
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
  return { stone, toMove, endgame, value, moves, hardest, nodes: visits, seconds };
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
