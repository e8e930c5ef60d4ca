// The rules of all stone games a second time, written from the rules texts, slowly, on position texts: to hold the fast ones against.

/** A position text taken apart: rows of letters, and who is to move. */
export interface Board {
  readonly rows: readonly string[];
  readonly toMove: string;
}

export const readBoard = (text: string): Board => {
  const [cells = '', toMove = ''] = text.split(' ');
  return { rows: cells.split('/'), toMove };
};

type Place = readonly [row: number, column: number];

/** What a stone game is, said as simply as it can be said. */
export interface SlowGame {
  readonly name: (rows: readonly string[], place: Place) => string;
  readonly around: readonly Place[];
  readonly wins: (game: SlowGame, rows: readonly string[], letter: string) => boolean;
  readonly captures: boolean;
}

/** '' beyond the board. */
const at = (rows: readonly string[], [row, column]: Place): string => rows[row]?.[column] ?? '';

const places = (rows: readonly string[]): Place[] =>
  rows.flatMap((row, r) => row.split('').map((_, c): Place => [r, c]));

const around = (game: SlowGame, [row, column]: Place): Place[] =>
  game.around.map(([down, right]): Place => [row + down, column + right]);

/** Every chain of a letter: connected cells that hold it. */
function chains(game: SlowGame, rows: readonly string[], letter: string): Place[][] {
  const been = new Set<string>();
  const found: Place[][] = [];
  const fresh = (place: Place): boolean => {
    if (at(rows, place) !== letter || been.has(String(place))) return false;
    been.add(String(place));
    return true;
  };
  for (const start of places(rows)) {
    if (!fresh(start)) continue;
    const chain = [start];
    for (const place of chain) chain.push(...around(game, place).filter(fresh));
    found.push(chain);
  }
  return found;
}

const top: Test = (_, [row]) => row === 0;
const bottom: Test = (rows, [row]) => row === rows.length - 1;
const left: Test = (_, [, column]) => column === 0;
const right: Test = (rows, [row, column]) => column === rows[row]!.length - 1;
type Test = (rows: readonly string[], place: Place) => boolean;

const touchesAll = (rows: readonly string[], chain: Place[], sides: Test[]): boolean =>
  sides.every(side => chain.some(place => side(rows, place)));

const HEXAGONS: Place[] = [[0, 1], [0, -1], [-1, 0], [-1, 1], [1, 0], [1, -1]]; // prettier-ignore
const TRIANGLE: Place[] = [[0, 1], [0, -1], [-1, -1], [-1, 0], [1, 0], [1, 1]]; // prettier-ignore
const SQUARES: Place[] = [[0, 1], [0, -1], [-1, 0], [1, 0]]; // prettier-ignore

const goName: SlowGame['name'] = (rows, [row, column]) => `${'abcdefghjklmnopqrst'[column]}${rows.length - row}`;

export const slowHex: SlowGame = {
  name: (_, [row, column]) => `${'abcdefghijklmnopqrs'[row]}${column + 1}`,
  around: HEXAGONS,
  wins: (game, rows, letter) =>
    chains(game, rows, letter).some(chain => touchesAll(rows, chain, letter === 'B' ? [top, bottom] : [left, right])),
  captures: false,
};

export const slowY: SlowGame = {
  name: (rows, [row, column]) => `${'abcdefghijklmnopqrs'[rows.length - 1 - row + column]}${row + 1}`,
  around: TRIANGLE,
  wins: (game, rows, letter) =>
    chains(game, rows, letter).some(chain => touchesAll(rows, chain, [left, right, bottom])),
  captures: false,
};

export const slowGomoku: SlowGame = {
  name: goName,
  around: SQUARES,
  wins: (_, rows, letter) =>
    places(rows).some(([r, c]) =>
      [[0, 1], [1, 0], [1, 1], [1, -1]].some(([down, across]) =>
        [0, 1, 2, 3, 4].every(i => at(rows, [r + down! * i, c + across! * i]) === letter))), // prettier-ignore
  captures: false,
};

export const slowGonnect: SlowGame = {
  name: goName,
  around: SQUARES,
  wins: (game, rows, letter) =>
    chains(game, rows, letter).some(
      chain => touchesAll(rows, chain, [top, bottom]) || touchesAll(rows, chain, [left, right]),
    ),
  captures: true,
};

/** 'black', 'white' or null: who has reached the goal. */
export function slowWinner(game: SlowGame, text: string): string | null {
  const { rows } = readBoard(text);
  const [black, white] = [game.wins(game, rows, 'B'), game.wins(game, rows, 'W')];
  if (black && white) throw new Error(`both have won in ${text}`);
  return black ? 'black' : white ? 'white' : null;
}

const breathes = (game: SlowGame, rows: readonly string[], chain: Place[]): boolean =>
  chain.some(place => around(game, place).some(next => at(rows, next) === '.'));

const put = (rows: readonly string[], changes: readonly (readonly [Place, string])[]): string[] => {
  const cells = rows.map(row => row.split(''));
  for (const [[row, column], letter] of changes) cells[row]![column] = letter;
  return cells.map(row => row.join(''));
};

/** The board after the changes and what they capture; null where the mover would be left without a liberty. */
function settled(
  game: SlowGame,
  before: readonly string[],
  changes: readonly (readonly [Place, string])[],
  mover: string,
) {
  const rows = put(before, changes);
  if (!game.captures) return rows;
  const dead = chains(game, rows, mover === 'B' ? 'W' : 'B').filter(chain => !breathes(game, rows, chain));
  const after = put(rows, dead.flat().map(place => [place, '.'] as const)); // prettier-ignore
  return chains(game, after, mover).every(chain => breathes(game, after, chain)) ? after : null;
}

const pairs = (all: readonly Place[]): (readonly [Place, Place])[] =>
  all.flatMap((a, i) => all.slice(i + 1).map(b => [a, b] as const));

type Changes = readonly (readonly [Place, string])[];

const holding = (rows: readonly string[], letter: string): Place[] =>
  places(rows).filter(place => at(rows, place) === letter);

/** What the mover may change by a regular move, legal or not. */
function regular({ rows, toMove }: Board, isNeutral: boolean): Changes[] {
  const [empty, neutral, own] = ['.', '?', toMove].map(letter => holding(rows, letter)) as [Place[], Place[], Place[]];
  if (!isNeutral) return empty.map(a => [[a, toMove]]);
  return [
    ...empty.flatMap(a => empty.filter(b => b !== a).map((b): Changes => [[a, toMove], [b, '?']])), // prettier-ignore
    ...pairs(neutral).flatMap(([a, b]) => own.map((c): Changes => [[a, toMove], [b, toMove], [c, '?']])), // prettier-ignore
  ];
}

/** Neto's conventions: one empty cell and at most one neutral stone, or the last neutral stone. */
function convention({ rows, toMove }: Board): Changes[] {
  const [empty, neutral] = [holding(rows, '.'), holding(rows, '?')];
  const last = empty[0] ?? neutral[0];
  return last !== undefined && empty.length <= 1 && neutral.length <= 1 ? [[[last, toMove]]] : [];
}

/** Every legal move with the position after it: move text → position text. `before`: the positions so far, for superko. */
export function slowMoves(
  game: SlowGame,
  text: string,
  { isNeutral, endgame, before }: { isNeutral: boolean; endgame?: string | undefined; before: readonly string[] },
): Map<string, string> {
  const board = readBoard(text);
  const been = new Set([...before, text].map(each => each.split(' ')[0]));
  const moves = new Map<string, string>();
  const add = (changes: Changes): void => {
    const after = settled(game, board.rows, changes, board.toMove)?.join('/');
    if (after === undefined || (game.captures && been.has(after))) return;
    const move = changes.map(([place]) => game.name(board.rows, place)).join(',');
    moves.set(move, `${after} ${board.toMove === 'B' ? 'W' : 'B'}`);
  };
  if (slowWinner(game, text) !== null) return moves;
  regular(board, isNeutral).forEach(add);
  if (moves.size === 0 && endgame === 'neto') convention(board).forEach(add);
  return moves;
}
