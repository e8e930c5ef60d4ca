// Parses and formats moves of neutral-stone games: `b3,a3`, `a1,a3,b2`, nexC's `Bb3?a3`.
// A lone cell is a move where a convention applies. Words may say which cell gets the neutral stone: `neutral on a3, mine on b3`.
import { must } from '#games/kit/assert.ts';
import { lookUp } from '#games/kit/look-up.ts';
import { parseCells, tidyMoveText } from '#games/kit/move-text.ts';
import type { Refusal } from '#games/kit/refusal.ts';
import { type Result, no, ok } from '#games/kit/result.ts';
import { listChanges } from '../legality.ts';
import { type ShapedMove, nameOf, parseProgramMove } from '../notation.ts';
import {
  type Cell,
  EMPTY_LETTER,
  NEUTRAL_LETTER,
  type StoneBoard,
  type StoneGame,
  type StonePosition,
  boardOf,
  findMaterial,
  stoneName,
} from '../stone-game.ts';
import { type NeutralMove, cellsOf, findConventionMove, listMoves, refusal } from './moves.ts';

const NEUTRAL_WORDS: ReadonlySet<string> = new Set([
  ...['neutral', 'neutrals', 'neutraler', 'neutrale', 'neutre', 'neutra', 'neutro', 'grey', 'gray', 'n'],
]);

/** Words for an own stone. The names of the colours come from the game. */
const OWN_WORDS: ReadonlySet<string> = new Set([
  ...['my', 'mine', 'me', 'own', 'stone', 'mein', 'meiner', 'meine', 'mon', 'ma', 'mi', 'minha', 'meu'],
]);

/** The colours in other languages, by their names in English. */
const COLOURS: Readonly<Record<string, readonly string[]>> = {
  black: ['schwarz', 'schwarzer', 'noir', 'noire', 'negro', 'negra', 'preto', 'preta'],
  white: ['weiss', 'weiß', 'weisser', 'blanc', 'blanche', 'blanco', 'blanca', 'branco', 'branca'],
};

/** Words without meaning for the role of a cell. */
const FILLERS: ReadonlySet<string> = new Set([
  ...['a', 'an', 'the', 'one', 'at', 'on', 'in', 'to', 'is', 'goes', 'with', 'as', ':', '=', '-'],
  ...['stein', 'auf', 'der', 'den', 'pierre', 'en', 'sur', 'le', 'la', 'piedra', 'el', 'pedra', 'em', 'o'],
]);

/** Words and marks that end the words about a cell. */
const BREAKS: ReadonlySet<string> = new Set([',', ';', '.', '+', '&', 'and', 'und', 'et', 'y', 'e']);

const CELL = /^[a-z][1-9]\d?$/;
const TOKEN = /[a-z][1-9]\d?(?![a-z0-9])|\p{L}+|\S/gu;

/** The role of a cell by a word: the neutral stone, the mover's own stone, or a stone of the colour with this letter. */
type Role = 'neutral' | 'own' | { readonly letter: string };

function findRole({ sides }: StoneGame, word: string): Role | null {
  if (NEUTRAL_WORDS.has(word)) return 'neutral';
  if (OWN_WORDS.has(word)) return 'own';
  const side = sides.find(
    ({ name, letter }) =>
      word === name || word === letter.toLowerCase() || lookUp(COLOURS, name)?.includes(word) === true,
  );
  return side === undefined ? null : { letter: side.letter.toLowerCase() };
}

/** A role, and whether it belongs to the second of two cells. */
interface RoleOfCell {
  readonly role: Role;
  readonly isOfSecond: boolean;
}

/** Parses a clean text of two cells and words for their roles. The neutral cell comes last in the result. null: it is no such text. */
function parseRoles(game: StoneGame, text: string): ShapedMove | null {
  // A question mark before a cell is nexC's mark of a neutral stone.
  const tokens = text.replace(/\?(?=[a-z]\d)/g, ' neutral ').match(TOKEN) ?? [];
  const words = tokens.filter(token => !FILLERS.has(token));
  const places = words.flatMap((word, index) => (CELL.test(word) ? [index] : []));
  const [first, second] = places;
  if (first === undefined || second === undefined || places.length > 2) return null;
  const roles: RoleOfCell[] = [];
  for (const [index, word] of words.entries()) {
    if (index === first || index === second || BREAKS.has(word)) continue;
    const role = findRole(game, word);
    if (role === null) return null;
    roles.push({ role, isOfSecond: isOfSecond(words, index, { first, second }) });
  }
  return orderCells([words[first] ?? '', words[second] ?? ''], roles);
}

/** Orders two cells with the neutral one last. null: no cell is neutral, or the roles contradict each other. */
function orderCells([first, second]: readonly [string, string], roles: readonly RoleOfCell[]): ShapedMove | null {
  const neutrals = new Set(roles.filter(({ role }) => role === 'neutral').map(({ isOfSecond }) => isOfSecond));
  const others = new Set(roles.filter(({ role }) => role !== 'neutral').map(({ isOfSecond }) => isOfSecond));
  const letters = new Set(roles.flatMap(({ role }) => (typeof role === 'object' ? [role.letter] : [])));
  const [isSecond] = neutrals;
  const [letter = null] = letters;
  if (isSecond === undefined || neutrals.size > 1 || others.has(isSecond) || letters.size > 1) return null;
  return { names: isSecond ? [first, second] : [second, first], letter };
}

/** Whether a word is about the second cell. A word is about the cell before it if all words follow their cells, or if a break follows. */
function isOfSecond(words: readonly string[], index: number, cells: { first: number; second: number }): boolean {
  if (index < cells.first) return false;
  if (index > cells.second) return true;
  const doWordsFollow = cells.first === 0 && cells.second < words.length - 1;
  return !doWordsFollow && !BREAKS.has(words[index + 1] ?? '');
}

/** Formats a move in nexC's notation, which names every stone: `Bb3?a3`, `Wa1Wa3?b2`, or `Bc3`. */
export const formatStones = (game: StoneGame, position: StonePosition, move: NeutralMove): string =>
  listChanges(game, position, cellsOf(move))
    .map(([cell, letter]) => letter + nameOf(boardOf(game, position), cell))
    .join('');

const MAX_CELLS = 3;

/** Parses one to three cells with any separators, two cells with their roles in words, or nexC's notation. null: the text is no move. */
export function parseShape(game: StoneGame, text: string): ShapedMove | null {
  const tidy = tidyMoveText(text);
  const cells = parseCells(tidy);
  if (cells !== null) return cells.names.length <= MAX_CELLS ? { names: cells.names, letter: null } : null;
  // Most lines of mails are prose.
  if (!/\d/.test(tidy)) return null;
  return parseRoles(game, tidy) ?? parseProgramMove(game, tidy);
}

/** The game, position and board of a move. */
interface MoveContext {
  readonly game: StoneGame;
  readonly position: StonePosition;
  readonly board: StoneBoard;
}

const contentName = ({ game, position }: MoveContext, cell: Cell): string =>
  stoneName(game, position.cells.charAt(cell));

/** The canonical text of some legal move. */
function formatExample({ game, position, board }: MoveContext): string {
  const [first] = listMoves(game, position);
  const cells = cellsOf(must(first, 'a game goes on while there is a move'));
  return cells.map(cell => nameOf(board, cell)).join(',');
}

function interpretPlacement(context: MoveContext, own: Cell, neutral: Cell): Result<NeutralMove, Refusal> {
  const occupied = [own, neutral].find(cell => context.position.cells.charAt(cell) !== EMPTY_LETTER);
  if (occupied === undefined) return ok({ kind: 'place', own, neutral });
  return no(refusal('cell-occupied', { cell: nameOf(context.board, occupied), by: contentName(context, occupied) }));
}

/** The cell of the stone to give among three: in nexC's notation the last, or else the first own stone, or else the first that is not neutral. */
function findGiven(context: MoveContext, cells: readonly Cell[], isOrdered: boolean): Cell | undefined {
  if (isOrdered) return cells[2];
  const mover = context.game.sides[context.position.turn].letter;
  const { cells: letters } = context.position;
  return (
    cells.find(cell => letters.charAt(cell) === mover) ?? cells.find(cell => letters.charAt(cell) !== NEUTRAL_LETTER)
  );
}

function interpretConversion(
  context: MoveContext,
  cells: readonly Cell[],
  shape: ShapedMove,
): Result<NeutralMove, Refusal> {
  const mover = context.game.sides[context.position.turn];
  const name = (cell: Cell): string => nameOf(context.board, cell);
  const empty = cells.find(cell => contentName(context, cell) === 'empty');
  if (empty !== undefined) return no(refusal('cell-empty', { cell: name(empty) }));
  const given = findGiven(context, cells, shape.letter !== null);
  if (given === undefined) return no(refusal('no-own-stone', { text: cells.map(name).join(','), own: mover.name }));
  const pair = cells.filter(cell => cell !== given).sort((a, b) => a - b);
  const [first, second] = [must(pair[0], 'two are left'), must(pair[1], 'two are left')];
  const wrongCell = pair.find(cell => contentName(context, cell) !== 'neutral');
  if (wrongCell !== undefined)
    return no(refusal('cell-not-neutral', { cell: name(wrongCell), by: contentName(context, wrongCell) }));
  if (contentName(context, given) !== mover.name) {
    return no(refusal('cell-not-own', { cell: name(given), by: contentName(context, given), own: mover.name }));
  }
  return ok({ kind: 'convert', first, second, given });
}

/** Refuses a single cell, and says which kind of move is needed. */
function refuseSingleCell(context: MoveContext, cell: Cell): Refusal {
  const name = nameOf(context.board, cell);
  if (findMaterial(context.game, context.position).empties.length < 2) {
    return refusal('needs-conversion', { cell: name, example: formatExample(context) });
  }
  const second = context.position.cells
    .split('')
    .findIndex((letter, other) => other !== cell && letter === EMPTY_LETTER);
  return context.position.cells.charAt(cell) === EMPTY_LETTER
    ? refusal('needs-neutral-cell', { cell: name, example: `${name},${nameOf(context.board, second)}` })
    : refusal('cell-occupied', { cell: name, by: contentName(context, cell) });
}

/** The move that names these cells, or the most precise reason why there is none. */
export function interpret(
  context: MoveContext,
  cells: readonly Cell[],
  shape: ShapedMove,
): Result<NeutralMove, Refusal> {
  const conventionMove = findConventionMove(context.position, findMaterial(context.game, context.position));
  const [first, second, third] = cells;
  if (conventionMove !== null) {
    if (second === undefined && first === conventionMove.cell) return ok(conventionMove);
    const cell = nameOf(context.board, conventionMove.cell);
    return no(refusal(conventionMove.kind === 'drop' ? 'only-drop' : 'only-convert', { cell }));
  }
  const start = must(first, 'a move names a cell');
  if (second === undefined) return no(refuseSingleCell(context, start));
  return third === undefined ? interpretPlacement(context, start, second) : interpretConversion(context, cells, shape);
}
