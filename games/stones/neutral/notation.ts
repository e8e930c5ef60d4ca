// Parses and formats moves of neutral-stone games: `b3,a3`, `a1,a3,b2`, nexC's `Bb3?a3`.
// A lone cell is a move where a convention applies.
import type { Refusal } from '#games/kit/refusal.ts';
import { no, ok, type Result } from '#games/kit/result.ts';
import { changesOf, convention, materialOf, movesOf, type NeutralMove } from './moves.ts';
import {
  boardOf,
  type Cell,
  EMPTY_LETTER,
  NEUTRAL_LETTER,
  type StoneBoard,
  type StoneGame,
  stoneName,
  type StonePosition,
} from '../stone-game.ts';
import { must } from '#games/kit/assert.ts';
import { refusal } from './refusals.ts';
import { cellsIn, tidyMoveText } from '#games/kit/move-text.ts';
import { readRoles } from './roles.ts';
import { nameOf, readProgramForm, type ShapedMove } from '../notation.ts';

/** nexC's form, which names every stone: `Bb3?a3`, `Wa1Wa3?b2`, a lone `Bc3`. */
export const formatStones = (game: StoneGame, position: StonePosition, move: NeutralMove): string =>
  changesOf(game, position, move)
    .map(([cell, letter]) => letter + nameOf(boardOf(game, position), cell))
    .join('');

const MOST_CELLS = 3;

/** Takes a text apart by shape alone: one to three cells, however they are joined, two with what each is to be, or nexC's letters and question mark. */
export function readShape(game: StoneGame, text: string): ShapedMove | null {
  const tidy = tidyMoveText(text);
  const cells = cellsIn(tidy);
  if (cells !== null) return cells.names.length <= MOST_CELLS ? { names: cells.names, letter: null } : null;
  // Most lines of mails are prose.
  if (!/\d/.test(tidy)) return null;
  return readRoles(game, tidy) ?? readProgramForm(game, tidy);
}

/** The game, the position, and the stones as a sentence names them. */
interface Scene {
  readonly game: StoneGame;
  readonly position: StonePosition;
  readonly board: StoneBoard;
}

const holder = ({ game, position }: Scene, cell: Cell): string => stoneName(game, position.cells.charAt(cell));

/** The canonical text of a legal move. */
function example({ game, position, board }: Scene): string {
  const [first] = movesOf(game, position);
  const changes = changesOf(game, position, must(first, 'a game goes on while there is a move'));
  return changes.map(([cell]) => nameOf(board, cell)).join(',');
}

function place(scene: Scene, own: Cell, neutral: Cell): Result<NeutralMove, Refusal> {
  const taken = [own, neutral].find(cell => scene.position.cells.charAt(cell) !== EMPTY_LETTER);
  if (taken === undefined) return ok({ kind: 'place', own, neutral });
  return no(refusal('cell-occupied', { cell: nameOf(scene.board, taken), by: holder(scene, taken) }));
}

/** Which of three cells is the stone to give: nexC's form says the last; else the first that is the mover's own, else the first that is not neutral. */
function givenAmong(scene: Scene, cells: readonly Cell[], ordered: boolean): Cell | undefined {
  if (ordered) return cells[2];
  const mover = scene.game.sides[scene.position.turn].letter;
  const { cells: letters } = scene.position;
  return (
    cells.find(cell => letters.charAt(cell) === mover) ?? cells.find(cell => letters.charAt(cell) !== NEUTRAL_LETTER)
  );
}

function convert(scene: Scene, cells: readonly Cell[], written: ShapedMove): Result<NeutralMove, Refusal> {
  const mover = scene.game.sides[scene.position.turn];
  const name = (cell: Cell): string => nameOf(scene.board, cell);
  const empty = cells.find(cell => holder(scene, cell) === 'empty');
  if (empty !== undefined) return no(refusal('cell-empty', { cell: name(empty) }));
  const given = givenAmong(scene, cells, written.letter !== null);
  if (given === undefined) return no(refusal('no-own-stone', { text: cells.map(name).join(','), own: mover.name }));
  const pair = cells.filter(cell => cell !== given).sort((a, b) => a - b);
  const [first, second] = [must(pair[0], 'two are left'), must(pair[1], 'two are left')];
  const alien = pair.find(cell => holder(scene, cell) !== 'neutral');
  if (alien !== undefined) return no(refusal('cell-not-neutral', { cell: name(alien), by: holder(scene, alien) }));
  if (holder(scene, given) !== mover.name) {
    return no(refusal('cell-not-own', { cell: name(given), by: holder(scene, given), own: mover.name }));
  }
  return ok({ kind: 'convert', first, second, given });
}

/** A lone cell where a whole move is due: say which kind of move that is. */
function lone(scene: Scene, cell: Cell): Refusal {
  const name = nameOf(scene.board, cell);
  if (materialOf(scene.game, scene.position).empties.length < 2) {
    return refusal('needs-conversion', { cell: name, example: example(scene) });
  }
  const second = scene.position.cells.split('').findIndex((letter, other) => other !== cell && letter === EMPTY_LETTER);
  return scene.position.cells.charAt(cell) === EMPTY_LETTER
    ? refusal('needs-neutral-cell', { cell: name, example: `${name},${nameOf(scene.board, second)}` })
    : refusal('cell-occupied', { cell: name, by: holder(scene, cell) });
}

/** The move these cells mean, or the most precise reason why they mean none. */
export function judge(scene: Scene, cells: readonly Cell[], written: ShapedMove): Result<NeutralMove, Refusal> {
  const last = convention(scene.position, materialOf(scene.game, scene.position));
  const [first, second, third] = cells;
  if (last !== null) {
    if (second === undefined && first === last.cell) return ok(last);
    const cell = nameOf(scene.board, last.cell);
    return no(refusal(last.kind === 'drop' ? 'only-drop' : 'only-convert', { cell }));
  }
  const start = must(first, 'a move names a cell');
  if (second === undefined) return no(lone(scene, start));
  return third === undefined ? place(scene, start, second) : convert(scene, cells, written);
}
