// Holds the solver of Nex against trying everything, on positions at random: values, moves, and what proofs claim of other positions.
import type { Opaque, Setup } from '#games/game.ts';
import { findGame } from '#games/registry/index.ts';
import { hexStones } from '#games/hex/stones.ts';
import { createRandom } from '#games/kit/random.ts';
import { evaluate } from '#games/stones/prove/evaluate.ts';
import { geometryOf } from '#games/stones/prove/bitboard.ts';
import { visit } from '#games/stones/prove/search.ts';
import { INFINITY, makeSearch, type SolverSearch } from '#games/stones/prove/state.ts';
import { makeTable } from '#games/stones/prove/tables.ts';
import {
  countMoves,
  exhaustive,
  hasJoined,
  negated,
  randomStand,
  type Stand,
  textOf,
  type Worth,
} from './nex-exhaustive.ts';

const nex = findGame('nex')!;

/** Boards of up to 12 cells; on larger ones fewer empty cells, for the sake of the plain search. */
const BOARDS = [
  { rows: 2, columns: 2, empties: 4 },
  { rows: 2, columns: 3, empties: 6 },
  { rows: 3, columns: 2, empties: 6 },
  { rows: 3, columns: 3, empties: 7 },
  { rows: 2, columns: 5, empties: 5 },
  { rows: 3, columns: 4, empties: 5 },
  { rows: 4, columns: 3, empties: 5 },
];

export interface Tally {
  positions: number;
  moves: number;
  pairs: number;
  readonly worths: Record<Worth, number>;
  /** Disagreements, as sentences. */
  readonly wrong: string[];
}

const setupFor = (endgame: string): Setup => {
  const setup = nex.setup([['endgame', endgame]]);
  if (!setup.ok) throw new Error(setup.reason.code);
  return setup.value;
};

function decoded(stand: Stand, endgame: string): Opaque {
  const read = nex.decode(setupFor(endgame), textOf(stand));
  if (!read.ok) throw new Error(`${textOf(stand)}: ${read.reason.code}`);
  return read.value;
}

const standOf = (text: string): Stand => {
  const [rows = '', turn] = text.split(' ');
  return { columns: rows.indexOf('/'), cells: rows.replaceAll('/', ''), turn: turn === 'B' ? 'B' : 'W' };
};

/** The plain search, and boards in turn with each endgame. */
function* trials(): Generator<{ endgame: string; worth: (stand: Stand) => Worth; board: (typeof BOARDS)[number] }> {
  for (const endgame of ['neto', 'nexc']) {
    const worth = exhaustive(endgame);
    for (const board of BOARDS) yield { endgame, worth, board };
  }
}

/** Values and moves: a memory per endgame and board, used again and again as a player would. */
export function compareValues(seed: number, rounds: number, tally: Tally): void {
  const { below } = createRandom(seed);
  for (const { endgame, worth, board } of trials()) {
    const solving = nex.solver!.open(4_000_000);
    for (let i = 0; i < rounds; i++) {
      const stand = randomStand(board, below);
      const name = `${endgame} ${textOf(stand)}`;
      const position = decoded(stand, endgame);
      const expected = worth(stand);
      const { value, move } = solving.solve(position, () => false);
      tally.positions++;
      tally.worths[expected]++;
      if (value !== expected) tally.wrong.push(`${name}: ${expected}, solver ${value}`);
      if (move === null && nex.toMove(position) !== null) tally.wrong.push(`${name}: no move`);
      if (move === null) continue;
      tally.moves++;
      const after = negated(worth(standOf(nex.encode(nex.play(position, move)))));
      if (after !== expected) tally.wrong.push(`${name}: ${nex.format(position, move)} is ${after}`);
    }
  }
}

/** Another position that agrees with this one on the cells of the carrier, and in the number of stones. */
function shuffledOff(stand: Stand, carrier: number, below: (bound: number) => number): Stand {
  const free = stand.cells.split('').flatMap((_, cell) => ((carrier >> cell) & 1 ? [] : [cell]));
  const letters = stand.cells.split('');
  const held = free.map(cell => stand.cells[cell]!);
  for (let i = held.length - 1; i > 0; i--) {
    const j = below(i + 1);
    [held[i], held[j]] = [held[j]!, held[i]!];
  }
  free.forEach((cell, i) => (letters[cell] = held[i]!));
  return { ...stand, cells: letters.join('') };
}

const bits = (cells: string, letter: string): number =>
  cells.split('').reduce((mask, held, cell) => (held === letter ? mask | (1 << cell) : mask), 0);

/** The verdict of the search itself: does the side to move get what it wants? */
function searchFor(stand: Stand, search: SolverSearch): boolean {
  const [own, enemy] = stand.turn === 'B' ? (['B', 'W'] as const) : (['W', 'B'] as const);
  const first = search.frames[0]!;
  Object.assign(first, {
    mover: bits(stand.cells, own),
    other: bits(stand.cells, enemy),
    neutral: bits(stand.cells, '?'),
    side: stand.turn === 'B' ? 0 : 1,
    stage: 0,
    proofLimit: INFINITY,
    disproofLimit: INFINITY,
  });
  evaluate(search, first);
  if (search.verdict === 0) visit(search, 0);
  return search.verdict === 1;
}

const isUnfinished = (stand: Stand, endgame: string): boolean =>
  !hasJoined(stand, 'B') && !hasJoined(stand, 'W') && countMoves(stand, endgame) > 0;

/** What a proof claims: every unfinished position that agrees on the carrier, with as many stones of each kind, is decided alike. */
export function compareCarriers(seed: number, rounds: number, tally: Tally): void {
  const { below } = createRandom(seed);
  for (const { endgame, worth, board } of trials()) {
    for (let i = 0; i < rounds; i++) {
      const stand = randomStand(board, below);
      if (!isUnfinished(stand, endgame)) continue;
      const name = `${endgame} ${textOf(stand)}`;
      const attacker = below(2) === 0 ? 0 : 1;
      const task = { isNeutral: true, isNeto: endgame === 'neto', attacker, stop: () => false } as const;
      const stones = hexStones.boardOfSize(`${board.rows}x${board.columns}`);
      const search = makeSearch(makeTable(geometryOf(stones)!, 100_000), task);
      const holds = searchFor(stand, search);
      const { carrier } = search;
      const isAttacker = (stand.turn === 'B') === (attacker === 0);
      const holdsWith = (value: Worth): boolean => value === 'win' || (!isAttacker && value === 'draw');
      if (holds !== holdsWith(worth(stand))) tally.wrong.push(`${name}, ${attacker}: ${holds}`);
      const others = Array.from({ length: 4 }, () => shuffledOff(stand, carrier, below)).filter(
        each => each.cells !== stand.cells && isUnfinished(each, endgame),
      );
      tally.pairs += others.length;
      const undecided = others.filter(each => holds !== holdsWith(worth(each)));
      tally.wrong.push(...undecided.map(each => `${name} on ${carrier.toString(2)} does not decide ${textOf(each)}`));
    }
  }
}

export const emptyTally = (): Tally => ({
  positions: 0,
  moves: 0,
  pairs: 0,
  worths: { win: 0, draw: 0, loss: 0 },
  wrong: [],
});
