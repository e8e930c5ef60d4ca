// The inventor's example: Black resigns at a threefold threat. The claim is taken at its word: every move of Black's is played, and White's answer.
import type { NeutralMove } from '#games/stones/neutral/moves.ts';
import { type StonePosition, setCells } from '#games/stones/stone-game.ts';
import { hexStones } from '#games/hex/stones.ts';
import { must } from '#games/kit/assert.ts';
import { nex } from '#games/nex/index.ts';
import { openSolver, positionAt } from './positions.ts';

/** Read from the diagram line by line, the lowest line of the diamond first; Black to move. */
export const EXAMPLE =
  '.........WW/.......?WB./.....BBW.?./....?WW.B../?BBWW.BB.../BWW?W?W..../BWBW?.?..../BBBW?B.B.../W?BW?WB..../?WW......../?.......... B';

export interface Example {
  readonly black: number;
  readonly white: number;
  readonly neutral: number;
  readonly empty: number;
  /** Neutrals each of which alone would join White's edges. */
  readonly joining: readonly string[];
  /** Black's legal moves; those that win, and those that White answers by winning at once. */
  readonly moves: number;
  readonly winning: number;
  readonly answered: number;
  /** White's answers, the most frequent first, with how many moves each answers. */
  readonly answers: readonly (readonly [move: string, times: number])[];
  readonly fewestAnswers: { readonly move: string; readonly answers: number };
  /** Of every so many moves all of White's answers were listed and played; each time some won. */
  readonly listed: number;
  readonly solver: string;
  readonly seconds: number;
}

/** Every so many moves of Black's all answers are played: to play all after all of them would take an hour. */
const LISTED_EVERY = 120;

const count = (position: StonePosition, letter: string): number => position.cells.split(letter).length - 1;

/** The neutrals that join White's edges when they turn white, each alone. */
export function joiningNeutrals(position: StonePosition): readonly string[] {
  const board = hexStones.boardOfSize('11x11');
  return board.names.filter(
    (_, cell) =>
      position.cells.charAt(cell) === '?' && board.hasWon(board.fill(setCells(position.cells, [[cell, 'W']])), 1),
  );
}

const wins = (position: StonePosition, move: NeutralMove): boolean => nex.play(position, move).end?.winner === 1;

/** A move of White's that wins at once. */
function answerTo(position: StonePosition): string | null {
  const move = nex.winningMove(position);
  return move && nex.format(position, move);
}

const winsAmong = (position: StonePosition): number =>
  [...nex.moves(position)].filter(move => wins(position, move)).length;

export function examined(clock: () => number, tell: (line: string) => void): Example {
  const began = clock();
  const position = positionAt(EXAMPLE, 'neto');
  const answers = new Map<string, number>();
  let [moves, winning, answered, listed] = [0, 0, 0, 0];
  let fewest = { move: '', answers: Infinity };
  for (const move of nex.moves(position)) {
    const after = nex.play(position, move);
    moves += 1;
    if (after.end !== null) winning += 1;
    const answer = answerTo(after);
    if (answer !== null) answered += 1;
    answers.set(answer ?? '', (answers.get(answer ?? '') ?? 0) + 1);
    if (moves % LISTED_EVERY !== 1) continue;
    const found = winsAmong(after);
    listed += 1;
    if (found < fewest.answers) fewest = { move: nex.format(position, move), answers: found };
    if (listed % 10 === 0) tell(`example: ${moves} moves of Black's, ${listed} with all answers`);
  }
  return {
    black: count(position, 'B'),
    white: count(position, 'W'),
    neutral: count(position, '?'),
    empty: count(position, '.'),
    joining: joiningNeutrals(position),
    moves,
    winning,
    answered,
    answers: [...answers].sort((a, b) => b[1] - a[1]).slice(0, 5),
    fewestAnswers: must(fewest.answers === Infinity ? null : fewest, 'some were listed'),
    listed,
    solver: openSolver(1).solve(position, 1).value,
    seconds: Math.round((clock() - began) / 100) / 10,
  };
}
