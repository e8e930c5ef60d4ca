// Problem 4 of nexC: what every first move of a small board is worth, by the solver; a letter an opening.
import type { PositionValue } from '#games/game.ts';
import type { Cell, StonePosition } from '#games/stones/stone-game.ts';
import { type Convention, NEGATED, openSolver, startOf } from './positions.ts';
import { nex } from '#games/nex/index.ts';

/** 'W' Black wins, 'D' nobody does, 'L' Black loses, 'U' not found out. */
export type Letter = 'W' | 'D' | 'L' | 'U';

export const LETTERS: Readonly<Record<PositionValue, Letter>> = { win: 'W', draw: 'D', loss: 'L', unknown: 'U' };

export interface OpeningMap {
  readonly size: string;
  readonly endgame: Convention;
  /** A row for each cell of the own stone, in it a letter for each cell of the neutral; '-' for the same cell. */
  readonly rows: readonly string[];
  /** Visits of the solver, and its time. */
  readonly nodes: number;
  readonly seconds: number;
}

/** More than any first move of 16 cells has taken. */
const MOST_VISITS = 20_000_000;
const MEGABYTES = 384;

/** Turned by half, a board is the same board: its cells are read backwards. */
const turned = (cell: Cell, cells: number): Cell => cells - 1 - cell;

function valueOf(start: StonePosition, own: Cell, neutral: Cell, solver: ReturnType<typeof openSolver>) {
  const { value, nodes } = solver.solve(nex.play(start, { kind: 'place', own, neutral }), MOST_VISITS);
  return { letter: LETTERS[NEGATED[value]], nodes };
}

/** Solves half of the openings; the others are those turned. `clock`: milliseconds; `tell` is told what was solved now and then. */
export function openingMap(
  size: string,
  endgame: Convention,
  { clock, tell }: { clock: () => number; tell: (line: string) => void },
): OpeningMap {
  const began = clock();
  const start = startOf(size, endgame);
  const cells = start.cells.length;
  const solver = openSolver(MEGABYTES);
  const map = Array.from({ length: cells }, () => Array<string>(cells).fill('-'));
  let visits = 0;
  for (let own = 0; own < Math.ceil(cells / 2); own++) {
    for (let neutral = 0; neutral < cells; neutral++) {
      if (neutral === own || map[own]![neutral] !== '-') continue;
      const { letter, nodes } = valueOf(start, own, neutral, solver);
      visits += nodes;
      map[own]![neutral] = letter;
      map[turned(own, cells)]![turned(neutral, cells)] = letter;
    }
    tell(`${size} ${endgame}: own stone ${own + 1} of ${Math.ceil(cells / 2)}, ${visits} nodes`);
  }
  const seconds = Math.round((clock() - began) / 100) / 10;
  return { size, endgame, rows: map.map(row => row.join('')), nodes: visits, seconds };
}

/** How many openings win, draw and lose, and how many are open. */
export function tally(rows: readonly string[]): Readonly<Record<Letter, number>> {
  const count = (letter: Letter): number => rows.reduce((sum, row) => sum + row.split(letter).length - 1, 0);
  return { W: count('W'), D: count('D'), L: count('L'), U: count('U') };
}
