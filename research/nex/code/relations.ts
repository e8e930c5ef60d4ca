// Problem 2 of nexC: where the neutral lies in relation to the own stone and to the edges, and what share of such openings wins.
import type { Cell } from '#games/stones/stone-game.ts';
import type { Letter, OpeningMap } from './openings.ts';
import { hexStones } from '#games/hex/stones.ts';
import { parseSize } from '#games/options.ts';
import { must } from '#games/kit/assert.ts';

/** A board by rows and columns, and which cells touch. */
interface Board {
  readonly rows: number;
  readonly columns: number;
  readonly neighbours: readonly (readonly Cell[])[];
}

/** An opening of Black's: where its stone and its neutral lie. */
interface Opening {
  readonly own: Cell;
  readonly neutral: Cell;
}

const at = ({ columns }: Board, cell: Cell): readonly [row: number, column: number] => [
  Math.floor(cell / columns),
  cell % columns,
];

const touches = ({ neighbours }: Board, { own, neutral }: Opening): boolean => neighbours[own]!.includes(neutral);

/** Two cells between them that both can use: what Hex calls a bridge. */
const bridges = (board: Board, { own, neutral }: Opening): boolean =>
  !touches(board, { own, neutral }) && board.neighbours[own]!.filter(cell => board.neighbours[neutral]!.includes(cell)).length === 2; // prettier-ignore

const onOwnEdge = (board: Board, { neutral }: Opening): boolean => [0, board.rows - 1].includes(at(board, neutral)[0]);
const onEnemyEdge = (board: Board, { neutral }: Opening): boolean => [0, board.columns - 1].includes(at(board, neutral)[1]); // prettier-ignore

/** Relations by name. An opening has several of them. */
export const RELATIONS: Readonly<Record<string, (board: Board, opening: Opening) => boolean>> = {
  'next to the own stone': touches,
  'a bridge away from it': bridges,
  'farther away': (board, opening) => !touches(board, opening) && !bridges(board, opening),
  'in an acute corner': (board, { neutral }) => board.neighbours[neutral]!.length === 2,
  'in an obtuse corner': (board, { neutral }) => board.neighbours[neutral]!.length === 3,
  'on Black’s own edge, no corner': (board, opening) => onOwnEdge(board, opening) && !onEnemyEdge(board, opening),
  'on White’s edge, no corner': (board, opening) => onEnemyEdge(board, opening) && !onOwnEdge(board, opening),
  inside: (board, opening) => !onOwnEdge(board, opening) && !onEnemyEdge(board, opening),
  'on the short diagonal': (board, { neutral }) => {
    const [row, column] = at(board, neutral);
    return row + column === board.rows - 1;
  },
};

export function boardOf(size: string): Board {
  const { rows, columns } = must(parseSize(size), 'a size');
  return { rows, columns, neighbours: hexStones.boardOfSize(size).neighbours };
}

/** Every opening of a map with its letter. */
export const openingsIn = ({ rows }: Pick<OpeningMap, 'rows'>): readonly (Opening & { readonly letter: Letter })[] =>
  rows.flatMap((row, own) =>
    row.split('').flatMap((letter, neutral) => (letter === '-' ? [] : [{ own, neutral, letter: letter as Letter }])),
  );

export interface Share {
  readonly relation: string;
  readonly openings: number;
  readonly wins: number;
  /** The same among own cells with which some neutral cells win and others do not. */
  readonly mixedOpenings: number;
  readonly mixedWins: number;
}

/** Own cells by what the neutral does to them: all neutral cells win, none does, or it depends. */
export function ownCells({
  size,
  rows,
}: OpeningMap): Readonly<Record<'always' | 'never' | 'depends', readonly string[]>> {
  const { names } = hexStones.boardOfSize(size);
  const kind = (row: string): 'always' | 'never' | 'depends' =>
    /^[W-]+$/.test(row) ? 'always' : row.includes('W') ? 'depends' : 'never';
  const of = (wanted: string): string[] => names.filter((_, own) => kind(rows[own] ?? '') === wanted);
  return { always: of('always'), never: of('never'), depends: of('depends') };
}

export function shares(map: OpeningMap): readonly Share[] {
  const board = boardOf(map.size);
  const depends = new Set(ownCells(map).depends);
  const { names } = hexStones.boardOfSize(map.size);
  const all = openingsIn(map);
  return Object.entries(RELATIONS).map(([relation, holds]) => {
    const some = all.filter(opening => holds(board, opening));
    const mixed = some.filter(({ own }) => depends.has(names[own] ?? ''));
    const wins = (openings: typeof some): number => openings.filter(({ letter }) => letter === 'W').length;
    return { relation, openings: some.length, wins: wins(some), mixedOpenings: mixed.length, mixedWins: wins(mixed) };
  });
}
